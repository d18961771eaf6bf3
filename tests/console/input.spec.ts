// What was typed is not lost: not by a session that ends, not by a connection that breaks, not by a second window.
import { expect, signIn, test, type Interface, type Page } from './fixtures.ts';

test.use({ expected: [/status of (401|412)|ERR_(FAILED|INTERNET_DISCONNECTED)/] });

const accounts = ['6100', '6200', '6200', '6100', '6200', '6100'];

/** Six lines and a head, as Clara types them. */
async function typeBill(page: Page, memo: string): Promise<void> {
  await page.locator('[name="vendor_id"]').fill('VEND-PAPER');
  await page.locator('[name="due_date"]').fill(await page.locator('[name="tran_date"]').inputValue());
  await page.locator('[name="memo"]').fill(memo);
  for (const [at, account] of accounts.entries()) {
    await page.locator(`#l-${at + 1}-account_id`).fill(account);
    await page.locator(`#l-${at + 1}-quantity`).fill(String(at + 1));
    await page.locator(`#l-${at + 1}-rate`).fill('10.50');
  }
}

/** What the form says. */
const typed = (page: Page) => page.locator('form[data-editor]').evaluate((form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name, value]) => !['csrf', 'key', 'version'].includes(name) && value !== '').map(([name, value]) => `${name}=${value}`));

const save = (page: Page) => page.keyboard.press('ControlOrMeta+S');

/** How many bills say this. */
async function written(clara: Interface, memo: string): Promise<any[]> {
  const { data } = await clara.get('/bills?limit=50');
  return data.filter((bill: any) => bill.memo === memo);
}

test('a session that ended while a bill was written gives all of it back after signing in', async ({ page, as }) => {
  const memo = `Long thought about ${Date.now()}`;
  await signIn(page, 'clara', '/new/bills');
  await typeBill(page, memo);
  const before = await typed(page);
  const csrf = (await page.locator('meta[name="csrf"]').getAttribute('content'))!;
  await page.request.post('/sign-out', { form: { csrf }, headers: { 'sec-fetch-site': 'same-origin' } });
  await save(page);
  const said = page.locator('.said');
  await expect(said).toContainText(/session/);
  expect(await typed(page)).toEqual(before);
  await said.locator('a').click();
  await page.locator('button[value="clara"]').click();
  await expect(page).toHaveURL('/new/bills');
  await expect(said).not.toBeEmpty();
  expect(await typed(page)).toEqual(before);
  await save(page);
  await expect(page).toHaveURL(/\/bills\/BILL/);
  const bills = await written(as('clara'), memo);
  expect(bills).toHaveLength(1);
  expect((await as('clara').get(`/bills/${bills[0].bill_id}`)).lines).toHaveLength(6);
});

for (const lost of ['before it was sent', 'before the answer came', 'and the page was loaded anew']) {
  test(`a connection that is lost ${lost} costs nothing, and the bill is made once`, async ({ page, context, as }) => {
    const memo = `Lost and found ${lost} ${Date.now()}`;
    await signIn(page, 'clara', '/new/bills');
    await typeBill(page, memo);
    const before = await typed(page);
    if (lost === 'before it was sent') {
      await context.setOffline(true);
    } else {
      await page.route('**/new/bills', async (route) => {
        if ((route.request().postData() ?? '').includes('intent=save')) await route.fetch();
        await route.abort();
      });
    }
    await save(page);
    await expect(page.locator('.said')).toContainText(/connection/);
    expect(await typed(page)).toEqual(before);
    expect(await written(as('clara'), memo)).toHaveLength(lost === 'before it was sent' ? 0 : 1);

    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'wait' });
    if (lost === 'and the page was loaded anew') await page.reload();
    expect(await typed(page)).toEqual(before);
    await save(page);
    await expect(page).toHaveURL(/\/bills\/BILL/);
    expect(await written(as('clara'), memo)).toHaveLength(1);
  });
}

test('the second of two windows is told what the first one saved, and loses nothing', async ({ page, context, as }) => {
  const { today } = await as('clara').get('/me');
  const { bill_id } = await as('clara').post('/bills', {
    vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, memo: 'as it was',
    lines: [{ account_id: '6200', quantity: 1, rate: 12 }],
  });
  await signIn(page, 'clara', `/bills/${bill_id}/edit`);
  const other = await context.newPage();
  await other.goto(`/bills/${bill_id}/edit`);
  await page.locator('[name="memo"]').fill('from the first window');
  await save(page);
  await expect(page).toHaveURL(`/bills/${bill_id}`);

  await typeBill(other, 'from the second window');
  const before = await typed(other);
  await save(other);
  await expect(other.getByRole('alert')).toContainText('412');
  await expect(other.locator('.note table')).toContainText('from the first window');
  await expect(other.locator('.note table')).toContainText('from the second window');
  expect(await typed(other)).toEqual(before);
  expect((await as('clara').get(`/bills/${bill_id}`)).memo).toBe('from the first window');
  await other.locator('[data-save]').click();
  await expect(other).toHaveURL(`/bills/${bill_id}`);
  const now = await as('clara').get(`/bills/${bill_id}`);
  expect(now.memo).toBe('from the second window');
  expect(now.lines).toHaveLength(6);
});
