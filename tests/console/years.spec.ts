// The year of who closes it, and what is made again by itself.
import { expect, signIn, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('Conny makes a year, closes it after a dry run, and opens it again with a reason', async ({ page, as }) => {
  await signIn(page, 'conny', '/fiscal-years');
  await write(page, '#f-fiscal_year_id', 'FY2020');
  await write(page, '#f-fiscal_year_name', 'The year 2020');
  await page.locator('#f-start_date').fill('2020-01-01');
  await page.locator('[name="adjustment_period"]').check();
  await enter(page, 'main form button.go');
  await page.waitForURL('/fiscal-years/FY2020');
  await expect(page.locator('tbody tr')).toHaveCount(13);

  const entry = {
    tran_date: '2020-03-05', lines: [{ account_id: '1000', debit: 700 }, { account_id: '4000', credit: 700 }],
  };
  const { journal_entry_id: id } = await as('clara').post('/journal-entries', entry);
  await as('clara').post(`/journal-entries/${id}/submit-for-approval`);
  await as('max').post(`/journal-entries/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/journal-entries/${id}`)).status).toBe('Posted');

  // What is open is named, and there is no button.
  await enter(page, '[action$="#preview"] button');
  await expect(page.locator('#preview [role=alert]')).toContainText('2020-01, 2020-02');
  await expect(page.locator('#preview form')).toHaveCount(0);
  const { period_ids: periods } = await as('conny').get('/fiscal-years/FY2020');
  for (const period of periods) await as('conny').post(`/accounting-periods/${period}/close`, { close_type: 'all' });

  await enter(page, '[action$="#preview"] button');
  await expect(page.locator('#preview')).toContainText('It carries 700.00 USD');
  await expect(page.locator('#preview tbody tr')).toHaveCount(2);
  await enter(page, '#preview form button');
  await expect(page.locator('.head .state')).toHaveAttribute('data-state', 'closed');
  await expect(page.locator('a[href="/journal-entries/JE-CLOSE-FY2020-1"]')).toBeVisible();

  // Enter in the reason sends nothing.
  await write(page, '#f-reason', 'The auditor asks');
  await page.keyboard.press('Enter');
  await expect(page.locator('.head .state')).toHaveAttribute('data-state', 'closed');
  await enter(page, 'form[action$="/reopen"] button');
  await expect(page.locator('.head .state')).toHaveAttribute('data-state', 'open');
  expect((await as('conny').get('/journal-entries/JE-CLOSE-FY2020-1')).status).toBe('Voided');
});

test('Conny takes back a year that was made by a slip, after its period of adjustments was added', async ({ page, as }) => {
  await as('conny').post('/fiscal-years', {
    fiscal_year_id: 'FY2990', fiscal_year_name: 'A slip', start_date: '2990-01-01', end_date: '2990-11-30',
  });
  await signIn(page, 'conny', '/fiscal-years/FY2990');
  await expect(page.locator('tbody tr')).toHaveCount(11);
  await enter(page, 'form[action$="/adjustment-period"] button');
  await expect(page.locator('tbody tr')).toHaveCount(12);
  await expect(page.locator('form[action$="/adjustment-period"]')).toHaveCount(0);
  await enter(page, 'details.away summary');
  await enter(page, 'form[action$="/delete"] button.danger');
  await page.waitForURL('/fiscal-years');
  await expect(page.locator('a[href="/fiscal-years/FY2990"]')).toHaveCount(0);
});

test.describe('with what is refused', () => {
  test.use({ expected: [/status of (422|412)/] });

  test('Conny repeats a bill each month, and pauses, resumes and ends it', async ({ page, as }) => {
    await signIn(page, 'conny', '/bills/BILL-DEMO-2');
    await enter(page, 'a[href="/bills/BILL-DEMO-2/repeat"]');
    await page.waitForURL('/bills/BILL-DEMO-2/repeat');
    await write(page, '#f-day', 'x');
    await enter(page, 'main form button.go');
    // The fault leads to its field.
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#f-day')).toBeFocused();
    await write(page, '#f-day', '31');
    await write(page, '#f-name', 'Rent, each month');
    await enter(page, 'main form button.go');
    await page.waitForURL(/recurring-documents\/RD-/);
    const id = page.url().split('/').pop()!;
    const made = await as('conny').get(`/recurring-documents/${id}`);
    expect(made.schedule.day).toBe(31);
    expect(made.document.lines).toEqual([{
      account_id: '6100', department_id: 'OFFICE', description: 'Rent of the store room', quantity: 1, rate: 4500, tax_code_id: 'PURCHASE-7',
    }]);

    const state = page.locator('.head .state');
    for (const [step, status] of [['pause', 'paused'], ['resume', 'active'], ['end', 'ended']]) {
      // The job of the schedule may have written it since the page was loaded: then it is looked at anew.
      await expect(async () => {
        await page.reload();
        if (await state.getAttribute('data-state') !== status) await enter(page, `button[formaction$="/${step}"]`);
        await expect(state).toHaveAttribute('data-state', status!, { timeout: 3000 });
      }).toPass();
    }
    await expect(page.locator('button[formaction]')).toHaveCount(1);
  });
});

test('Conny takes a bill back and writes it anew in one step', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const lines = [{ account_id: '6200', quantity: 1, rate: 90 }];
  const reference = `ANEW-${Date.now()}`;
  const body = { vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, reference, lines };
  const { bill_id: id } = await as('clara').post('/bills', body);
  await as('clara').post(`/bills/${id}/submit-for-approval`);
  await as('max').post(`/bills/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/bills/${id}`)).status).toBe('Posted');
  await signIn(page, 'conny', `/bills/${id}`);
  await enter(page, `a[href="/bills/${id}/correct"]`);
  await page.waitForURL(`/bills/${id}/correct`);
  await expect(page.locator('main table')).toContainText('90.00');
  await write(page, '[name="reason"]', 'The wrong amount');
  await enter(page, 'button[value="act"]');
  await page.waitForURL(/\/bills\/BILL-.*\/edit/);
  expect((await as('clara').get(`/bills/${id}`)).status).toBe('Voided');
});
