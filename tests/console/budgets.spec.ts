// What is planned beside what came of it, and what lines are told apart by.
import { expect, signIn, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('Conny puts a budget in force, and sees it beside what was posted', async ({ page, as }) => {
  const { data: periods } = await as('conny').get('/accounting-periods?limit=3');
  const [latest] = periods;
  const days = { start_date: latest.start_date, end_date: latest.end_date };
  await as('conny').post('/fiscal-years', { fiscal_year_id: 'FY-PLAN', fiscal_year_name: 'To plan', ...days });
  const lines = [{ account_id: '4000', period_id: latest.period_id, amount: 9000 }];
  const budget = { budget_id: 'BG-PLAN', budget_name: 'The plan', fiscal_year_id: 'FY-PLAN', lines };
  await as('conny').post('/budgets', budget);

  await signIn(page, 'conny', '/budgets');
  await enter(page, 'a[href="/budgets/BG-PLAN"]');
  await expect(page.locator('.head .state')).toHaveAttribute('data-state', 'draft');
  await enter(page, 'form[action$="/activate"] button');
  await expect(page.locator('.head .state')).toHaveAttribute('data-state', 'active');

  await page.goto('/reports/budget-vs-actual?budget_id=BG-PLAN');
  const { data, net_income: net } = await as('conny').get('/reports/budget-vs-actual?budget_id=BG-PLAN');
  await expect(page.locator('tbody tr').filter({ has: page.locator('a .id') })).toHaveCount(data.length);
  await expect(page.locator('tbody tr').filter({ hasText: '4000' })).toContainText('9,000.00');
  await expect(page.locator('.foot-rows')).toContainText(Math.abs(net.actual).toLocaleString('en-US', { minimumFractionDigits: 2 }));
});

test('Conny adds a project, and a department leads to its statement and to its lines', async ({ page, as }) => {
  await signIn(page, 'conny', '/dimension-values?new=true');
  await write(page, '#field-dimension_id', 'project');
  await write(page, '#field-value_id', 'P-CONSOLE');
  await write(page, '#field-value_name', 'By the console');
  await enter(page, 'form[action="/dimension-values"] button.go');
  await page.waitForURL('/dimension-values/project:P-CONSOLE');
  await expect(page.locator('h1')).toHaveText('By the console');

  const { today } = await as('clara').get('/me');
  const entry = {
    tran_date: today,
    lines: [{ account_id: '6100', debit: 12.5, department_id: 'SALES' }, { account_id: '1000', credit: 12.5 }],
  };
  const { journal_entry_id: id } = await as('clara').post('/journal-entries', entry);
  await as('clara').post(`/journal-entries/${id}/submit-for-approval`);
  await as('max').post(`/journal-entries/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/journal-entries/${id}`)).status).toBe('Posted');

  await page.goto('/reports/by-dimension?dimension_id=department');
  await enter(page, 'tbody a[href*="/reports/income-statement"][href*="value_id=SALES"]');
  await expect(page.locator('.chip.on')).toContainText('SALES');
  await enter(page, 'tbody a[href*="/reports/general-ledger"][href*="account_id=6100"]');
  await expect(page.locator('.chip.on')).toContainText('SALES');
  await expect(page.locator('main')).toContainText(id);
  // Without the filter it is the whole account.
  await enter(page, '.chip.on');
  await expect(page.locator('.chip.on').filter({ hasText: 'SALES' })).toHaveCount(0);
});
