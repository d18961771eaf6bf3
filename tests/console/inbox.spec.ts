// A pile of documents in the inbox: decided by keys one after the other, and many at once.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { enter, seen, tabTo } from './keys.ts';
import { amounts, pile } from './pile.ts';

const open = (page: Page) => page.locator('[data-list] li.open');

/** What is pressed for the document at a place of the list, and what becomes of it. */
const turns = [
  { keys: 'a', words: '', status: /Approved|Posted/ },
  { keys: 'r', words: 'Not ours', status: /Rejected/ },
  { keys: 'h', words: 'Where is the paper?', status: /On Hold/ },
];
const turn = (at: number) => turns[at % 10 === 3 ? 1 : at % 10 === 7 ? 2 : 0]!;

test('Max decides forty documents in less than two minutes', async ({ page, as }) => {
  test.setTimeout(240_000);
  const { vendor, ids } = await pile(as, amounts(40));
  expect(ids).toHaveLength(40);
  await signIn(page, 'max', `/inbox?party_id=${vendor}`);
  await expect(page.locator('[data-list] li')).toHaveCount(40);
  const decided = new Map<string, RegExp>();
  const began = Date.now();
  while (decided.size < 40) {
    const key = (await open(page).getAttribute('data-key'))!;
    const { keys, words, status } = turn(decided.size);
    decided.set(key.replace('bill:', ''), status);
    await seen(page);
    await page.keyboard.press(keys);
    if (words) {
      await page.keyboard.type(words);
      await page.keyboard.press('Control+Enter');
    }
    // The next one is there by itself.
    await expect(page.locator(`[data-list] li[data-key="${key}"]`)).toHaveCount(0);
    if (decided.size < 40) await expect(open(page)).toHaveCount(1);
  }
  const took = (Date.now() - began) / 1000;
  await expect(page.locator('main .empty')).toBeVisible();
  expect(took).toBeLessThan(120);
  expect([...decided.keys()].sort()).toEqual([...ids].sort());
  for (const [id, status] of decided) expect.soft((await as('clara').get(`/bills/${id}`)).status, id).toMatch(status);
});

test('keys that are faster than the pages decide nothing that is not shown', async ({ page, as }) => {
  const { vendor, ids } = await pile(as, amounts(4));
  await signIn(page, 'max', `/inbox?party_id=${vendor}`);
  const keys = await page.locator('[data-list] li').evaluateAll((rows: HTMLElement[]) => rows.map((row) => row.dataset.key!));
  await page.route('**/inbox?*open=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  for (const key of 'jja') await page.keyboard.press(key);
  await expect(open(page)).toHaveAttribute('data-key', keys[2]!);
  for (const id of ids) expect((await as('clara').get(`/bills/${id}`)).status).toBe('Pending Approval');

  // Nor does a document that comes meanwhile take the words away.
  await seen(page);
  await page.keyboard.press('r');
  await as('max').post(`/bills/${keys[0]!.replace('bill:', '')}/approve`);
  await page.waitForTimeout(2_500);
  await page.keyboard.type('a');
  await expect(page.locator('[data-decide] textarea')).toHaveValue('a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-list] li')).toHaveCount(3);
});

test.describe('many at once', () => {
  test.use({ expected: [/ERR_FAILED/] });

  test('what is selected is approved at once, and of each is told what became of it', async ({ page, as }) => {
    const { vendor, ids } = await pile(as, amounts(5));
    // The page does not follow what happens elsewhere.
    await page.route('**/events*', (route) => route.abort());
    await signIn(page, 'max', `/inbox?party_id=${vendor}`);
    const rows = page.locator('[data-list] li');
    const select = async (count: number) => {
      const chosen: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const key = (await open(page).getAttribute('data-key'))!;
        await page.keyboard.press('x');
        await expect(page.locator('[data-count]').first()).toHaveText(String(at + 1));
        chosen.push(key.replace('bill:', ''));
        await page.keyboard.press('j');
        if (at + 1 < count) await expect(open(page)).not.toHaveAttribute('data-key', key);
      }
      return chosen;
    };
    await select(2);
    await tabTo(page, '#bulk-words');
    await page.keyboard.type('as ordered');
    await enter(page, '#bulk button[value="approve"]');
    await expect(rows).toHaveCount(3);
    await expect(page.locator('.said')).toContainText('2');
    await expect(page.locator('.became tbody tr .status')).toHaveCount(2);
    await expect(page.locator('.became tbody')).toBeHidden();

    const chosen = await select(3);
    await as('max').post(`/bills/${chosen[1]}/reject`, { reason: 'seen on the telephone' });
    await enter(page, '#bulk button[value="approve"]');
    await expect(page).toHaveURL(/\/inbox/);
    const results = page.locator('.became tbody tr');
    await expect(results).toHaveCount(3);
    for (const [at, id] of chosen.entries()) {
      await expect(results.nth(at).locator('th')).toHaveText(id);
      await expect(results.nth(at).locator('td').last()).toHaveText(at === 1 ? /\S/ : '');
      await expect(results.nth(at).locator('.status')).toHaveCount(at === 1 ? 0 : 1);
    }
    const states = await Promise.all(ids.map(async (id) => (await as('clara').get(`/bills/${id}`)).status));
    expect(states.filter((status) => /Approved|Posted/.test(status))).toHaveLength(4);
  });
});
