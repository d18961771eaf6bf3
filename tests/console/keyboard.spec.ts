// Whole tasks of who writes and who signs, without a mouse.
import { expect, test } from './fixtures.ts';
import { signInByKeys, tabTo, write, seen } from './keys.ts';

test('Clara writes a bill and submits it; Max approves it in the inbox and sees it go', async ({ page, browser, as }) => {
  const { today } = await as('clara').get('/me');
  const memo = `Paper for the printer ${Date.now()}`;
  await signInByKeys(page, 'clara', '/new/bills');
  // In the order of the page.
  const order: [string, string][] = [['vendor_id', 'VEND-PAPER'], ['memo', memo]];
  const names = await page.locator('main form[data-editor] [name]').evaluateAll((all) => all.map((one) => one.getAttribute('name')!));
  order.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  for (const [name, text] of order) await write(page, `main [name="${name}"]`, text);
  await write(page, '#l-1-account_id', '6200');
  await write(page, '#l-1-quantity', '2');
  await write(page, '#l-1-rate', '21.50');
  for (const name of ['tran_date', 'due_date']) {
    const field = page.locator(`main [name="${name}"]`);
    if (!(await field.inputValue())) await field.fill(today);
  }
  await page.locator('main button[value="submit"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/bills\/(?!new)[^/?]+/);
  await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'Pending Approval');
  const bill = decodeURIComponent(new URL(page.url()).pathname.split('/')[2]!);

  const desk = await (await browser.newContext({ baseURL: process.env.CONSOLE_URL })).newPage();
  await signInByKeys(desk, 'max', '/inbox');
  const row = desk.locator('[data-list] li', { hasText: bill });
  await expect(row).toHaveCount(1);
  for (let step = 0; step < 60 && !(await row.evaluate((row) => row.classList.contains('open'))); step += 1) {
    const before = await desk.locator('[data-list] li.open').getAttribute('data-key');
    await desk.keyboard.press('j');
    await expect(desk.locator('[data-list] li.open')).not.toHaveAttribute('data-key', before!);
  }
  await expect(desk.locator('[data-pane]')).toContainText(memo);
  await seen(desk);
  await desk.keyboard.press('a');
  await expect(row).toHaveCount(0);
  const signed = await as('ada').get(`/bills/${bill}`);
  expect(JSON.stringify(signed.approval_plan)).toContain('"signed_by":"max"');
});

test('j and k walk the inbox and back, Enter opens the document', async ({ page }) => {
  // The newest are decided in other tests.
  await signInByKeys(page, 'max', '/inbox?sort=oldest');
  const open = page.locator('[data-list] li.open');
  const first = await open.getAttribute('data-key');
  await page.keyboard.press('j');
  await expect(open).not.toHaveAttribute('data-key', first!);
  await page.keyboard.press('k');
  await expect(open).toHaveAttribute('data-key', first!);
  await page.locator('body').press('Enter');
  await page.waitForURL((url) => url.pathname !== '/inbox');
  await expect(page.locator('h1')).toBeVisible();
});

test('Felix signs the last level on the page of the document, with words', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const { bill_id } = await as('clara').post('/bills', {
    vendor_id: 'VEND-LANDLORD', ap_account_id: '2000', tran_date: today, due_date: today, memo: 'A year of rent',
    lines: [{ account_id: '6100', quantity: 1, rate: 60000 }],
  });
  await as('clara').post(`/bills/${bill_id}/submit-for-approval`);
  for (const person of ['max', 'conny'] as const) await as(person).post(`/bills/${bill_id}/approve`);
  await signInByKeys(page, 'felix', `/bills/${bill_id}`);
  await tabTo(page, '[data-decide] textarea', 120);
  await page.keyboard.type('Signed after the budget was checked');
  await tabTo(page, '[data-decide] [data-action="approve"]');
  await page.keyboard.press('Enter');
  await expect(page.locator('main .status').first()).toHaveAttribute('data-status', /Approved|Posted|Open/);
  await expect(page.locator('main .trail')).toContainText('Signed after the budget was checked');
});
