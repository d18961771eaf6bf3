// Nothing is signed that nobody meant: what keys do in the words, when they are held down, before anybody can have seen, and with rows ticked.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { seen } from './keys.ts';
import { pile, states } from './pile.ts';

const open = (page: Page) => page.locator('[data-list] li.open');
const words = (page: Page) => page.locator('[data-decide] textarea');

test('Enter in the comment makes a line, also while an input method composes', async ({ page, as }) => {
  const { vendor, ids } = await pile(as, [20]);
  await signIn(page, 'max', `/inbox?party_id=${vendor}`);
  await words(page).focus();
  await page.keyboard.type('Wrong vendor, I do not want this.');
  await page.keyboard.press('Enter');
  // Nothing was chosen: nothing is sent.
  await page.keyboard.press('Control+Enter');
  await words(page).evaluate((box) => {
    for (const isComposing of [true, false])
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, ctrlKey: true, isComposing, bubbles: true, cancelable: true }));
  });
  await expect(words(page)).toHaveValue(/^Wrong vendor, I do not want this\.\n/);
  expect(await states(as, ids)).toEqual(['Pending Approval']);
  // What is chosen stands on its button, and goes with Ctrl Enter.
  await page.keyboard.press('Escape');
  await seen(page);
  await page.keyboard.press('r');
  await expect(page.locator('[data-action="reject"]')).toHaveText('Reject with this reason');
  await page.keyboard.press('Enter');
  expect(await states(as, ids)).toEqual(['Pending Approval']);
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[data-list] li')).toHaveCount(0);
  expect(await states(as, ids)).toEqual(['Rejected']);
});

test('the button of an action that takes words asks for them first', async ({ page, as }) => {
  const { vendor, ids } = await pile(as, [20]);
  await signIn(page, 'max', `/inbox?party_id=${vendor}`);
  await page.locator('[data-action="hold"]').click();
  await expect(words(page)).toBeFocused();
  await expect(page.locator('[data-action="hold"]')).toHaveText('Hold with this reason');
  expect(await states(as, ids)).toEqual(['Pending Approval']);
  await page.keyboard.type('Where is the paper?');
  await page.locator('[data-action="hold"]').click();
  await expect(page.locator('[data-list] li')).toHaveCount(0);
  expect(await states(as, ids)).toEqual(['On Hold']);
});

test('a key that is held down signs once, and nothing that nobody has seen', async ({ page, as }) => {
  const { vendor, ids } = await pile(as, [20, 21, 22, 23]);
  await signIn(page, 'max', `/inbox?party_id=${vendor}`);
  await expect(open(page)).toHaveCount(1);
  await seen(page);
  // Playwright sends what a key that is not let go sends: repeats.
  const first = await open(page).getAttribute('data-key');
  for (let at = 0; at < 30; at += 1) {
    await page.keyboard.down('a');
    await page.waitForTimeout(30);
  }
  await page.keyboard.up('a');
  await expect(page.locator('[data-list] li')).toHaveCount(3);
  expect((await states(as, ids)).filter((status) => status !== 'Pending Approval')).toHaveLength(1);
  // The next one has just come, as soon as it is there: a key let go and pressed again is too quick for it.
  const key = await open(page).getAttribute('data-key');
  expect(key).not.toEqual(first);
  await seen(page);
  await page.evaluate(() => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
    document.addEventListener('page', press);
    press();
  });
  await expect(page.locator('[data-list] li')).toHaveCount(2);
  await page.waitForTimeout(600);
  expect((await states(as, ids)).filter((status) => status !== 'Pending Approval')).toHaveLength(2);
});

test('with rows ticked the keys decide these, after a line that says how many and how much', async ({ page, as }) => {
  const { vendor, ids } = await pile(as, [900.5, 595.5, 30]);
  await signIn(page, 'max', `/inbox?party_id=${vendor}&sort=amount`);
  const boxes = page.locator('[data-list] input[name=item]');
  await expect(boxes).toHaveCount(3);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await seen(page);
  const line = page.locator('[data-confirm]');
  await page.keyboard.press('a');
  await expect(line).toHaveText('Approve 2, 1,496.00 USD: press Enter');
  // Another key takes it back.
  await page.keyboard.press('Escape');
  await expect(line).toHaveText('');
  expect(await states(as, ids)).toEqual(['Pending Approval', 'Pending Approval', 'Pending Approval']);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-list] li')).toHaveCount(1);
  const after = await states(as, ids);
  expect([after[0], after[1]].every((status) => /Approved|Posted/.test(status!))).toBe(true);
  expect(after[2]).toBe('Pending Approval');
  // A refusal asks for its reason first, in which Enter makes a line.
  await boxes.nth(0).check();
  await page.keyboard.press('r');
  await expect(line).toHaveText('Reject 1, 30.00 USD: write why, then Ctrl Enter');
  await expect(page.locator('#bulk-words')).toBeFocused();
  await page.keyboard.type('twice');
  await page.keyboard.press('Enter');
  expect((await states(as, ids))[2]).toBe('Pending Approval');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[data-list] li')).toHaveCount(0);
  expect((await states(as, ids))[2]).toBe('Rejected');
});
