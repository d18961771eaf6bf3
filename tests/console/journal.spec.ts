// The journal of a day and the statement of account: from the overview down to a document, as pages and as files.
import { expect, signIn, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test.use({ expected: [/status of 422/] });

test('the journal of a day leads to its documents and accounts, and what is wrong stands at its field', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const lines = [{ account_id: '6100', debit: 41.17, department_id: 'SALES', memo: 'Of a line' }, { account_id: '1000', credit: 41.17 }];
  const { journal_entry_id: id } = await as('clara').post('/journal-entries', { tran_date: today, memo: 'For the journal', lines });
  await as('clara').post(`/journal-entries/${id}/submit-for-approval`);
  await as('max').post(`/journal-entries/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/journal-entries/${id}`)).status).toBe('Posted');

  await signIn(page, 'conny', '/reports');
  await enter(page, '.report-list a[href="/reports/journal"]');
  await page.waitForURL('/reports/journal');
  // Others post on this day meanwhile.
  await expect(async () => {
    const answer = await as('conny').get(`/reports/journal?from=${today}&limit=200`);
    await page.goto(`/reports/journal?from=${today}&to=${today}&limit=200`);
    expect(await page.locator('tr.posting').count()).toBe(answer.data.length);
    const total = answer.total_debit.toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(await page.locator('.totals').textContent()).toContain(total);
  }).toPass();
  const posting = page.locator('tbody').filter({ has: page.locator(`a[href="/journal-entries/${id}"]`) });
  await expect(posting).toContainText('For the journal');
  await expect(posting).toContainText('Of a line');
  await expect(posting.locator('tr').nth(1)).toContainText('41.17');
  await posting.locator('a[href*="/reports/general-ledger"]').first().click();
  await expect(page.locator('main')).toContainText(id);

  await page.goto('/reports/journal');
  await enter(page, 'nav.chips a[href*="from="]');
  await page.waitForURL(/from=/);
  // The last day is not before the first.
  await page.goto('/reports/journal?from=2026-02-02&to=2026-02-01');
  await expect(page.locator('.problem')).toBeVisible();
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');

  for (const kind of ['csv', 'xlsx']) {
    const file = await page.request.get(`/reports/journal.${kind}?from=${today}&to=${today}`);
    expect(file.ok()).toBe(true);
    expect(file.headers()['content-disposition']).toContain(`journal-${today}-${today}.${kind}`);
  }
});

test('a statement of account begins on the page of a party and has its pages', async ({ page, as }) => {
  const { data: invoices } = await as('conny').get('/invoices?status=Posted&limit=1');
  const customer = invoices[0].customer_id;
  await signIn(page, 'conny', `/customers/${customer}`);
  await enter(page, 'a[href^="/reports/statement-of-account"]');
  await page.waitForURL(/statement-of-account/);
  const whole = await as('conny').get(`/reports/statement-of-account?party_type=customer&party_id=${customer}&limit=50`);
  await expect(page.locator('.ledger-table').first().locator('tbody tr:not(.edge):not(.total)')).toHaveCount(whole.data.length);
  await expect(page.locator('.totals').first()).toContainText(whole.closing_balance.toLocaleString('en-US', { minimumFractionDigits: 2 }));
  await expect(page.locator('.ledger-table').last().locator('tbody tr')).toHaveCount(whole.open_items.length);
  await enter(page, '.totals a[href*="bucket="]');
  await page.waitForURL(/reports\/aging/);

  await page.goto('/reports/statement-of-account?party_type=vendor');
  await expect(page.locator('.account-list a').first()).toBeVisible();
  await write(page, '#party_id', 'NOBODY');
  await page.keyboard.press('Enter');
  await page.waitForURL(/NOBODY/);
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator('#party_id')).toBeFocused();
});
