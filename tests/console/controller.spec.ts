// The month of who closes it, without a mouse.
import { expect, test, type Page } from './fixtures.ts';
import { choose, enter, signInByKeys, write } from './keys.ts';

test('Conny sees what bars a close, closes payables after a dry run, and opens them again with a reason', async ({ page, as }) => {
  const { data } = await as('conny').get('/accounting-periods');
  const period: string = data[2].period_id;
  await signInByKeys(page, 'conny', '/close');
  await enter(page, `.cockpit th a[href="/close/${period}"]`);
  await page.waitForURL(`/close/${period}`);

  const barring = page.locator('.todo td.id a');
  await expect(barring).toHaveCount(1);
  const document = (await barring.getAttribute('href'))!;
  await enter(page, '[action$="#preview"] button');
  await expect(page.locator('#preview [role=alert]')).toBeVisible();
  await expect(page.locator('#preview form')).toHaveCount(0);
  await enter(page, `.todo a[href="${document}"]`);
  await page.waitForURL(document);
  await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'Approved');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/close/${period}`));

  await choose(page, 'close_type', 'ap');
  await enter(page, '[action$="#preview"] button');
  await expect(page.locator('#preview form')).toBeVisible();
  await expect(page.locator('#ap')).toHaveAttribute('data-state', 'open');
  await enter(page, '#preview form button');
  await expect(page.locator('#ap')).toHaveAttribute('data-state', 'soft_closed');
  await expect(page.locator('#gl')).toHaveAttribute('data-state', 'open');
  const last = page.locator('.trail > li').first();
  await expect(last).toContainText(/Close payables by conny/);

  await choose(page, 'reopen_type', 'ap');
  await write(page, '#reopen-reason', 'A bill of the landlord came late');
  // Enter in the reason sends nothing.
  await page.keyboard.press('Enter');
  await enter(page, 'form[action$="/reopen"] button');
  await expect(page.locator('#ap')).toHaveAttribute('data-state', 'open');
  await expect(last).toContainText(/Reopen payables by conny/);
  await expect(last).toContainText('A bill of the landlord came late');
});

const sheet = '/reconciliations/REC-DEMO-1';

/** The number that the worksheet says is to be explained. */
const difference = async (page: Page) => parseFloat((await page.locator('[data-difference] strong').innerText()).replace('−', '-').replace(',', ''));

/** Balance and adjustments: what the bank says, and the first row of what the books lack. */
async function adjust(page: Page, balance: string, amount: string, reason: string): Promise<void> {
  await enter(page, `a[href="${sheet}/details"]`);
  await page.waitForURL(`${sheet}/details`);
  await write(page, '#balance', balance);
  await write(page, '[name="book_amount"]', amount);
  await write(page, '[name="book_reason"]', reason);
  await enter(page, 'form.adjust button.go');
  await page.waitForURL(sheet);
}

test.describe('a reconciliation', () => {
  // One after the other: there is one to work on.
  test.describe.configure({ mode: 'serial' });
  test.use({ expected: [/status of 409/] });

  test('Conny marks what the statement shows, and takes it back', async ({ page }) => {
    await signInByKeys(page, 'conny', sheet);
    const rows = page.locator('form[data-mark="c"] [data-row]');
    const waiting = await rows.count();
    expect(await difference(page)).toBe(-25);
    await page.keyboard.press('j');
    const marked = await page.locator('tr.at .reference').innerText();
    for (const key of ['x', 'c']) await page.keyboard.press(key);
    await expect(rows).toHaveCount(waiting - 1);
    expect(await difference(page)).not.toBe(-25);
    await page.keyboard.press('h');
    for (let step = 0; step < 20 && (await page.locator('tr.at .reference').innerText()) !== marked; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('u');
    await expect(rows).toHaveCount(waiting);
    expect(await difference(page)).toBe(-25);
  });

  test('Conny names a fee, is told to post it first, completes when the bank takes it back, and opens it again', async ({ page }) => {
    await signInByKeys(page, 'conny', sheet);
    await adjust(page, '205175', '-25', 'Bank fee');
    await expect(page.locator('.statement .item')).toContainText('Bank fee');
    expect(await difference(page)).toBe(0);
    await enter(page, 'form[action$="/complete"] button');
    await expect(page.getByRole('alert')).toContainText(/book adjustment/);

    await adjust(page, '205200', '', '');
    expect(await difference(page)).toBe(0);
    await enter(page, 'form[action$="/complete"] button');
    await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'Completed');
    await expect(page.locator('[name="item"], form[action$="/details"], form[action$="/complete"]')).toHaveCount(0);

    await write(page, '#reason', 'The bank sent another statement');
    await enter(page, 'form[action$="/reopen"] button');
    await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'In Progress');
    await expect(page.locator('.trail')).toContainText('The bank sent another statement');
    await adjust(page, '205175', '', '');
    expect(await difference(page)).toBe(-25);
  });
});
