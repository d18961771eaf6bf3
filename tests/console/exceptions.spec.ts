// What a close lets in, and what a month still has to recognise.
import { expect, signIn, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('Conny lets one entry into a closed month, and takes that back', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const period = { period_id: '2019-01', period_name: 'January 2019', start_date: '2019-01-01', end_date: '2019-01-31' };
  await as('conny').post('/accounting-periods', period);
  await as('conny').post('/accounting-periods/2019-01/close', { close_type: 'all' });
  await signIn(page, 'conny', '/close/2019-01');
  await expect(page.locator('#exceptions + .hint + .empty')).toBeVisible();
  await enter(page, '#exceptions ~ details summary');
  await write(page, '#document_id', 'JE-LATE-1');
  await page.locator('#last_day').fill(today);
  await write(page, '#exception-reason', 'The auditors found it');
  // Enter in a field sends nothing.
  await page.keyboard.press('Enter');
  await expect(page.locator('#exceptions + .hint + .empty')).toBeVisible();
  await enter(page, 'form[action$="/exceptions"] button');
  await expect(page.locator('form[action$="/revoke"]')).toHaveCount(1);

  const entry = {
    journal_entry_id: 'JE-LATE-1', tran_date: '2019-01-30',
    lines: [{ account_id: '6200', debit: 7 }, { account_id: '1000', credit: 7 }],
  };
  await as('clara').post('/journal-entries', entry);
  await as('clara').post('/journal-entries/JE-LATE-1/submit-for-approval');
  await as('max').post('/journal-entries/JE-LATE-1/approve');
  await expect.poll(async () => (await as('clara').get('/journal-entries/JE-LATE-1')).status).toBe('Posted');

  await enter(page, 'form[action$="/revoke"] button');
  await expect(page.locator('form[action$="/revoke"]')).toHaveCount(0);
  const { data } = await as('conny').get('/period-exceptions?period_id=2019-01');
  expect(data.map((one: { is_revoked: boolean }) => one.is_revoked)).toEqual([true]);
});

test.describe('with what is refused', () => {
  test.use({ expected: [/status of 422/] });

  test('Conny defers a line of a bill over three months', async ({ page, as }) => {
    const { today } = await as('clara').get('/me');
    await as('conny').post('/accounts', { account_id: '2950', account_name: 'To be recognised', account_type: 'liability' });
    const lines = [{ account_id: '2950', quantity: 1, rate: 80, description: 'Insurance' }];
    const reference = `DEFER-${Date.now()}`;
    const body = { vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, reference, lines };
    const { bill_id: id } = await as('clara').post('/bills', body);
    await as('clara').post(`/bills/${id}/submit-for-approval`);
    await as('max').post(`/bills/${id}/approve`);
    await expect.poll(async () => (await as('clara').get(`/bills/${id}`)).status).toBe('Posted');
    await signIn(page, 'conny', `/bills/${id}`);
    await enter(page, `a[href="/bills/${id}/defer"]`);
    await page.waitForURL(`/bills/${id}/defer`);
    await write(page, '#f-account_id', '6200');
    await enter(page, 'main form button.go');
    // The fault leads to its field.
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#f-months')).toBeFocused();
    // So does that of the line.
    await page.locator('#f-line_number').evaluate((select: HTMLSelectElement) => {
      select.add(new Option('9 · none', '9', true, true));
    });
    await write(page, '#f-months', '3');
    await enter(page, 'main form button.go');
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#f-line_number')).toBeFocused();
    await expect(page.locator('#f-line_number')).toHaveAttribute('aria-invalid', 'true');
    await page.locator('#f-line_number').selectOption('1');
    await enter(page, 'main form button.go');
    await page.waitForURL('/deferrals');
    const { data } = await as('conny').get('/deferrals?status=active');
    const made = data.find((one: { document_id: string }) => one.document_id === id);
    expect(made.parts.map((part: { amount: number }) => part.amount)).toEqual([26.67, 26.66, 26.67]);
  });
});
