// Text that looks like a page: wherever the interface takes text, the console shows it letter by letter.
import { expect, signIn, test, type Interface } from './fixtures.ts';

const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>'`;

/** Records with such texts, and the pages that show them. */
async function plant(as: (person: any) => Interface): Promise<string[]> {
  const [clara, max, conny, ada] = (['clara', 'max', 'conny', 'ada'] as const).map(as);
  const { today } = await conny.get('/me');
  const own = `X${Date.now()}`;
  await ada.post('/vendors', { vendor_id: `V${own}`, vendor_name: evil });
  await ada.post('/customers', { customer_id: `C${own}`, customer_name: evil });
  await ada.post('/accounts', { account_id: `6${own.slice(-6)}`, account_name: evil, account_type: 'expense', subtype: 'operating_expense' }).catch(() => {});
  const bill = {
    vendor_id: `V${own}`, ap_account_id: '2000', tran_date: today, due_date: today, reference: evil.slice(0, 40), memo: evil,
    lines: [{ account_id: '6200', quantity: 1, rate: 250, description: evil }],
  };
  const { bill_id } = await clara.post('/bills', bill);
  await clara.post(`/bills/${bill_id}/submit-for-approval`, {});
  await max.post(`/bills/${bill_id}/request-change`, { comments: evil });
  const { bill_id: held } = await clara.post('/bills', { ...bill, reference: `${evil.slice(0, 40)} 2` });
  await clara.post(`/bills/${held}/submit-for-approval`, {});
  await max.post(`/bills/${held}/hold`, { reason: evil });
  const { journal_entry_id } = await clara.post('/journal-entries', {
    tran_date: today, memo: evil, lines: [{ account_id: '6100', debit: 12, memo: evil }, { account_id: '1000', credit: 12, memo: evil }],
  });
  const { invoice_id } = await clara.post('/invoices', {
    invoice_id: `I${own}`, posting_period_id: today.slice(0, 7), customer_id: `C${own}`, ar_account_id: '1100', tran_date: today, due_date: today, memo: evil,
    lines: [{ account_id: '4000', quantity: 1, rate: 10, description: evil }],
  });
  return [
    `/bills/${bill_id}`, `/bills/${held}`, `/journal-entries/${journal_entry_id}`, `/invoices/${invoice_id}`,
    `/bills/${bill_id}/copy`, `/journal-entries/${journal_entry_id}/copy`, `/audit/bill/${bill_id}`, '/audit', '/inbox',
    `/bills?vendor_id=V${own}`, '/bills', '/journal-entries', '/vendors', '/customers', '/accounts', `/vendors/V${own}`, `/customers/C${own}`,
  ];
}

test('stored text is shown as text on every page', async ({ page, as }) => {
  test.setTimeout(180_000);
  const pages = await plant(as);
  await signIn(page, 'conny');
  let shown = 0;
  for (const path of pages) {
    // The list of another helper of the console may not be there: what is there is looked at.
    const answer = await page.request.get(path);
    if (answer.status() === 404) continue;
    await page.goto(path);
    expect(await page.locator('img[src="x"], main script').count(), path).toBe(0);
    shown += (await page.locator('main').innerText()).includes('onerror=alert(1)') ? 1 : 0;
  }
  expect(shown).toBeGreaterThanOrEqual(6);
});

test.describe('in an address', () => {
  test.use({ expected: [/status of (400|404|410|422)/] });

  test('text of the address is shown as text', async ({ page }) => {
    await signIn(page, 'conny');
    const text = encodeURIComponent(evil);
    for (const path of [`/bills/${text}`, `/search?q=${text}`, `/inbox?document_type=${text}&submitted_by=${text}`, `/sign-in/link/${text}`,
      `/audit?performed_by=${text}`, `/audit/bill/${text}`, `/new/bills?copy=${text}`, `/settings?x=${text}`, `/sign-in?to=/${text}`]) {
      await page.goto(path);
      expect(await page.locator('img[src="x"], main script').count(), path).toBe(0);
    }
  });
});
