// One receipt that settles several invoices.
import { expect, signIn, test, type Interface, type Person } from './fixtures.ts';
import { enter, write } from './keys.ts';

type As = (person: Person) => Interface;

/** A document of Clara's that Max signs, in the ledger. */
async function posted(as: As, collection: string, body: Record<string, unknown>, id: string): Promise<string> {
  const made = await as('clara').post(`/${collection}`, body);
  const path = `/${collection}/${made[id]}`;
  await as('clara').post(`${path}/submit-for-approval`);
  await as('max').post(`${path}/approve`);
  await expect.poll(async () => (await as('clara').get(path)).status).toBe('Posted');
  return made[id];
}

test.use({ expected: [/status of 422/] });

test('Conny settles two invoices by one receipt, and what is too much leads to its field', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const customer = `C${Date.now()}`;
  await as('ada').post('/customers', { customer_id: customer, customer_name: 'Pays at once' });
  const dated = { customer_id: customer, ar_account_id: '1100', tran_date: today };
  const line = (account: string, rate: number) => [{ account_id: account, quantity: 1, rate }];
  const invoice = (number: number, rate: number) => posted(as, 'invoices', {
    ...dated, invoice_id: `${customer}-${number}`, due_date: today, posting_period_id: today.slice(0, 7), lines: line('4000', rate),
  }, 'invoice_id');
  const [one, two] = [await invoice(1, 300), await invoice(2, 200)];
  const receipt = await posted(as, 'credit-memos', { ...dated, lines: line('1000', 500) }, 'credit_memo_id');

  await signIn(page, 'conny', `/credit-memos/${receipt}`);
  await enter(page, `a[href$="/${receipt}/apply-several"]`);
  await page.waitForURL(/apply-several/);
  await write(page, `#amount-${two}`, '201');
  await enter(page, 'main form button.go');
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator(`#amount-${two}`)).toBeFocused();
  await write(page, `#amount-${two}`, '200');
  await write(page, `#amount-${one}`, '300');
  await enter(page, 'main form button.go');
  await page.waitForURL(`/credit-memos/${receipt}`);
  for (const id of [one, two]) expect((await as('clara').get(`/invoices/${id}`)).status).toBe('Paid');
});
