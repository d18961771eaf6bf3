// One payment of several documents, written in the form of payments: the service adds it up.
import { expect, signIn, test, type Interface, type Person } from './fixtures.ts';
import { enter, write } from './keys.ts';

type As = (person: Person) => Interface;

/** Two posted bills, or invoices, of a party of the test's own. */
async function two(as: As, collection: 'bills' | 'invoices'): Promise<{ party: string; ids: string[]; today: string }> {
  const { today } = await as('clara').get('/me');
  const party = `P${collection}${Date.now()}`;
  const isBill = collection === 'bills';
  await as('ada').post(isBill ? '/vendors' : '/customers', isBill ? { vendor_id: party, vendor_name: 'Two bills' } : { customer_id: party, customer_name: 'Two invoices' });
  const ids: string[] = [];
  for (const rate of [300, 200]) {
    const id = `${party}-${rate}`;
    const lines = [{ account_id: isBill ? '6200' : '4000', quantity: 1, rate }];
    const dated = { tran_date: today, due_date: today, lines };
    await as('clara').post(`/${collection}`, isBill
      ? { ...dated, bill_id: id, vendor_id: party, ap_account_id: '2000', reference: id }
      : { ...dated, invoice_id: id, customer_id: party, ar_account_id: '1100', posting_period_id: today.slice(0, 7) });
    await as('clara').post(`/${collection}/${id}/submit-for-approval`);
    await as('max').post(`/${collection}/${id}/approve`);
    await expect.poll(async () => (await as('clara').get(`/${collection}/${id}`)).status).toBe('Posted');
    ids.push(id);
  }
  return { party, ids, today };
}

test.describe('with a script', () => {
  test.use({ expected: [/status of 422/] });

  test('Clara records a receipt of two invoices, whose sum the preview shows, and changes its parts', async ({ page, as }) => {
    const { party, ids } = await two(as, 'invoices');
    const id = `R-${party}`;
    await signIn(page, 'clara', '/new/invoice-payments');
    await write(page, '#f-customer_payment_id', id);
    await write(page, '#f-customer_id', party);
    await write(page, '#f-account_id', '1000');
    await write(page, '#f-ar_account_id', '1100');
    await write(page, '#l-1-document_id', ids[0]!);
    await write(page, '#l-1-amount', '300');
    await write(page, '#l-2-document_id', 'NOBODY');
    await write(page, '#l-2-amount', '150.5');
    await enter(page, 'button[value="save"]');
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#l-2-document_id')).toBeFocused();
    await write(page, '#l-2-document_id', ids[1]!);
    await expect(page.locator('#preview')).toContainText('450.50');
    await enter(page, 'button[value="save"]');
    await page.waitForURL(`/invoice-payments/${id}`);
    expect(await as('clara').get(`/invoice-payments/${id}`)).toMatchObject({ payment: 450.5, invoice_id: null });

    // The draft has its parts again, and no amount that could differ from their sum.
    await page.goto(`/invoice-payments/${id}/edit`);
    await expect(page.locator('#l-2-document_id')).toHaveValue(ids[1]!);
    await expect(page.locator('#f-payment')).toHaveValue('');
    await write(page, '#l-2-amount', '200');
    await enter(page, 'button[value="save"]');
    await page.waitForURL(`/invoice-payments/${id}`);
    await expect(page.locator('main')).toContainText('500.00');
    const { applications } = await as('clara').get(`/invoice-payments/${id}`);
    expect(applications.map((part: { amount: number }) => part.amount)).toEqual([300, 200]);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('Clara pays two bills by one payment', async ({ page, as }) => {
    const { ids } = await two(as, 'bills');
    await signIn(page, 'clara', '/new/bill-payments');
    await page.locator('#f-account_id').fill('1000');
    await page.locator('#f-ap_account_id').fill('2000');
    for (const [at, id] of ids.entries()) {
      await page.locator(`#l-${at + 1}-document_id`).fill(id);
      await page.locator(`#l-${at + 1}-amount`).fill('200');
    }
    await page.locator('button[value="preview"]:not(.unseen)').click();
    await expect(page.locator('#preview')).toContainText('400.00');
    await page.locator('button[value="save"]').click();
    await page.waitForURL(/\/bill-payments\/[^/]+$/);
    await expect(page.locator('main')).toContainText('400.00');
  });
});
