// What came back to who wrote it, and what is under way twice.
import { expect, signIn, test, type Interface, type Person } from './fixtures.ts';
import { seen } from './keys.ts';

type As = (person: Person) => Interface;

/** A bill of one hundred that Clara wrote. */
async function bill(as: As): Promise<string> {
  const { today } = await as('clara').get('/me');
  const vendor = `V${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
  await as('ada').post('/vendors', { vendor_id: vendor, vendor_name: 'Paper mill' });
  const body = {
    vendor_id: vendor, ap_account_id: '2000', tran_date: today, due_date: today, reference: vendor,
    lines: [{ account_id: '6200', quantity: 1, rate: 100 }],
  };
  return (await as('clara').post('/bills', body)).bill_id;
}

/** The same, in the ledger. */
async function owed(as: As): Promise<string> {
  const id = await bill(as);
  await as('clara').post(`/bills/${id}/submit-for-approval`);
  await as('max').post(`/bills/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/bills/${id}`)).status).toBe('Posted');
  return id;
}

async function payment(as: As, id: string, amount: number): Promise<string> {
  const { today } = await as('clara').get('/me');
  const body = { bill_id: id, account_id: '1000', ap_account_id: '2000', tran_date: today, payment: amount };
  const made = await as('clara').post('/bill-payments', body);
  await as('clara').post(`/bill-payments/${made.bill_payment_id}/submit-for-approval`);
  return made.bill_payment_id;
}

test('Clara hears why her bill came back, and recalls what she submitted', async ({ page, as }) => {
  const id = await bill(as);
  await as('clara').post(`/bills/${id}/submit-for-approval`);
  await as('max').post(`/bills/${id}/request-change`, { comments: 'The receipt is missing' });
  await signIn(page, 'clara', '/inbox');
  const row = page.locator('section.returned li', { hasText: id });
  await expect(row).toContainText('The receipt is missing');
  await expect(row).toContainText('max');
  await row.locator('a').click();
  await expect(page.locator('[data-returned]')).toContainText('Sent back by max');
  await expect(page.locator('[data-returned]')).toContainText('The receipt is missing');

  await page.locator('button[data-action="submit-for-approval"]').click();
  await expect(page.locator('.status').first()).toHaveText('Pending Approval');
  await expect(page.locator('[data-returned]')).toHaveCount(0);
  const recall = page.locator('button[data-action="request-change"]');
  await expect(recall).toHaveText('Recall');
  await page.locator('[data-decide] textarea').fill('Another amount');
  await seen(page);
  await recall.click();
  await expect(page.locator('.said')).toContainText(`${id} is recalled`);
  await expect(page.locator('[data-returned]')).toContainText('Recalled by clara');
  await expect(page.locator('.trail li').last()).toContainText('Recall');
  await page.goto('/inbox');
  await expect(page.locator('section.returned li', { hasText: id })).toHaveCount(0);
});

test('a payment is proposed for what is left, and its signer sees the others', async ({ page, as }) => {
  const id = await owed(as);
  const first = await payment(as, id, 60);
  await signIn(page, 'clara', `/new/bill-payments?bill_id=${id}`);
  await expect(page.locator('input[name="payment"]')).toHaveValue('40.00');
  await page.goto(`/bills/${id}`);
  await expect(page.locator('.totals')).toContainText('60.00 USD');

  const second = await payment(as, id, 60);
  await signIn(page, 'max', `/bill-payments/${second}`);
  const others = page.locator('[data-under-way]');
  await expect(others).toContainText(id);
  await expect(others.locator('li')).toHaveCount(1);
  await expect(others.locator('li')).toContainText(first);
  await expect(others).toContainText('120.00 USD');
  await page.goto(`/inbox?open=bill_payment:${second}`);
  await expect(page.locator('[data-pane] [data-under-way]')).toContainText(first);
});

test('a credit that is used up offers no Apply', async ({ page, as }) => {
  const id = await owed(as);
  const of = await as('clara').get(`/bills/${id}`);
  const body = {
    vendor_id: of.vendor_id, ap_account_id: '2000', tran_date: of.tran_date, bill_id: id,
    lines: [{ account_id: '6200', quantity: 1, rate: 30 }],
  };
  const credit = (await as('clara').post('/vendor-credits', body)).vendor_credit_id;
  await as('clara').post(`/vendor-credits/${credit}/submit-for-approval`);
  await as('max').post(`/vendor-credits/${credit}/approve`);
  await expect.poll(async () => (await as('clara').get(`/vendor-credits/${credit}`)).status).toBe('Posted');
  await signIn(page, 'conny', `/vendor-credits/${credit}`);
  const apply = page.locator(`a[href="/vendor-credits/${credit}/apply"]`);
  await apply.click();
  await expect(page.locator('input[name="amount"]')).toHaveValue('30.00');
  await as('conny').post(`/vendor-credits/${credit}/apply`, { bill_id: id, amount: 30 });
  await page.goto(`/vendor-credits/${credit}`);
  await expect(apply).toHaveCount(0);
  await expect(page.locator('[data-missing~="apply"]')).toContainText('is left to apply');
});
