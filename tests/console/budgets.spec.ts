// What is planned beside what came of it, and what lines are told apart by.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('Conny puts a budget in force, and sees it beside what was posted', async ({ page, as }) => {
  const { data: periods } = await as('conny').get('/accounting-periods?limit=3');
  const [latest] = periods;
  const lines = [{ account_id: '4000', period_id: latest.period_id, amount: 9000 }];
  const budget = { budget_id: 'BG-PLAN', budget_name: 'The plan', fiscal_year_id: 'FY-DEMO-1', lines };
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

test.describe('with what is refused', () => {
  test.use({ expected: [/status of (412|422)/] });

  const save = (page: Page) => page.keyboard.press('ControlOrMeta+S');

  test('Conny writes a budget as a sheet, with keys and with rows of a spreadsheet', async ({ page, as }) => {
    const year = { fiscal_year_id: 'FY-SHEET', fiscal_year_name: 'To write', start_date: '2021-01-01', end_date: '2021-12-31' };
    await as('conny').post('/fiscal-years', year);
    await signIn(page, 'conny', '/budgets');
    await enter(page, 'a[href="/budgets/new"]');
    await page.waitForURL('/budgets/new');
    await page.locator('#f-fiscal_year_id').selectOption('FY-SHEET');
    await write(page, '#f-budget_id', 'BG-SHEET');
    // Enter in a field sends nothing; and the name is missing.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/budgets/new');
    await page.locator('#f-budget_name').fill('The sheet');
    await enter(page, 'main form button.go');
    await page.waitForURL('/budgets/BG-SHEET/edit');
    await expect(page.locator('table[data-lines] thead th')).toHaveCount(17);

    await write(page, '#l-1-account_id', '4000');
    await write(page, '#l-1-p0', '1,000');
    await write(page, '#l-1-p1', '12,50');
    await save(page);
    // The fault leads to its cell.
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#l-1-p1')).toBeFocused();
    await expect(page.locator('#l-1-p1-fault')).toContainText('1,250');
    await write(page, '#l-1-p1', '80.5');
    await page.locator('#l-2-account_id').evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '6100\tSALES\t\t5\t6\n6200\t\t\t7\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(page.locator('#l-3-p0')).toHaveValue('7');
    await page.locator('tr:has(#l-3-account_id) [data-remove]').click();
    await expect(page.locator('#l-3-account_id')).toHaveValue('');
    // Enter goes down the column.
    await page.locator('#l-1-p0').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#l-2-p0')).toBeFocused();
    await save(page);
    await page.waitForURL('/budgets/BG-SHEET');
    const { data } = await as('conny').get('/budgets/BG-SHEET/lines');
    expect(data.map((line: any) => [line.account_id, line.department_id, line.period_id, line.amount])).toEqual([
      ['4000', null, '2021-01', 1000], ['4000', null, '2021-02', 80.5], ['6100', 'SALES', '2021-01', 5], ['6100', 'SALES', '2021-02', 6],
    ]);

    // What somebody else saved meanwhile is told, and nothing that was typed is lost.
    await enter(page, 'a[href="/budgets/BG-SHEET/edit"]');
    await page.waitForURL('/budgets/BG-SHEET/edit');
    await as('felix').call('PUT', '/budgets/BG-SHEET', { budget_name: 'By Felix' });
    await page.locator('#l-1-p0').fill('1,001');
    await save(page);
    await expect(page.locator('.note')).toContainText('felix');
    await expect(page.locator('#l-1-p0')).toHaveValue('1,001');
    await page.locator('[data-save]').focus();
    await save(page);
    await page.waitForURL('/budgets/BG-SHEET');
    const [first] = (await as('conny').get('/budgets/BG-SHEET/lines')).data;
    expect(first.amount).toBe(1001);

    // One in force is not written; a copy of it is.
    await as('conny').post('/budgets/BG-SHEET/activate');
    await page.goto('/budgets/BG-SHEET/edit');
    await page.waitForURL('/budgets/BG-SHEET');
    await enter(page, 'a[href="/budgets/new?copy_of=BG-SHEET"]');
    await page.locator('#f-budget_name').fill('The next sheet');
    await enter(page, 'main form button.go');
    await page.waitForURL(/budgets\/BG-.*\/edit/);
    await expect(page.locator('#l-1-p0')).toHaveValue('1001.00');
  });

  test('Conny keeps a layout whose lines are moved, and its next version', async ({ page, as }) => {
    await signIn(page, 'conny', '/report-layouts');
    await enter(page, 'a[href="/report-layouts/new"]');
    await page.waitForURL('/report-layouts/new');
    await write(page, '#f-layout_name', 'Money of ours');
    await page.locator('#f-statement').selectOption('cash_flow');
    await write(page, '#f-layout_id', 'RL-CONSOLE');
    await write(page, '#l-1-title', 'All of it');
    await write(page, '#l-1-line_id', 'all');
    await write(page, '#l-1-sum_of', 'sales, costs');
    for (const [row, id, accounts] of [[2, 'sales', '4000..4999, 1100'], [3, 'costs', '5000..6999']] as const) {
      await page.locator(`#l-${row}-title`).fill(`The ${id}`);
      await page.locator(`#l-${row}-line_id`).fill(id);
      await page.locator(`#l-${row}-accounts`).fill(accounts);
    }
    await page.locator('#l-3-positive').selectOption('debit');
    await save(page);
    // A sum adds up lines above it: each fault leads to its cell, and the line goes below.
    await expect(page.locator('#l-1-sum_of')).toHaveAttribute('aria-invalid', 'true');
    await enter(page, '.problem a[data-to-field]');
    await expect(page.locator('#l-1-sum_of')).toBeFocused();
    await page.locator('tr:has(#l-2-title) [data-raise]').click();
    await page.locator('tr:has(#l-3-title) [data-raise]').click();
    await expect(page.locator('#l-2-line_id')).toHaveValue('costs');
    await save(page);
    await page.waitForURL('/report-layouts/RL-CONSOLE');
    const kept = await as('conny').get('/report-layouts/RL-CONSOLE');
    expect(kept.statement).toBe('cash_flow');
    expect(kept.lines.map((line: any) => [line.line_id, line.positive, line.accounts ?? line.sum_of])).toEqual([
      ['sales', 'credit', ['4000..4999', '1100']], ['costs', 'debit', ['5000..6999']], ['all', 'credit', ['sales', 'costs']],
    ]);
    const flow = await as('conny').get('/reports/cash-flow?method=direct&layout_id=RL-CONSOLE');
    expect(flow.layout.lines[0].line_id).toBe('sales');

    await enter(page, 'a[href="/report-layouts/RL-CONSOLE/edit"]');
    await page.waitForURL('/report-layouts/RL-CONSOLE/edit');
    await expect(page.locator('#f-statement')).toHaveCount(0);
    await page.locator('#l-1-title').fill('What was sold');
    await save(page);
    await page.waitForURL('/report-layouts/RL-CONSOLE');
    expect((await as('conny').get('/report-layouts/RL-CONSOLE')).version).toBe(2);
    await enter(page, 'a[href="/report-layouts/new?copy_of=RL-CONSOLE"]');
    await expect(page.locator('#l-1-title')).toHaveValue('What was sold');
  });

  test('Without a script rows come and go by buttons of the form', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await signIn(page, 'conny', '/report-layouts/new');
    await page.locator('#l-1-title').fill('Sales');
    await page.locator('#l-2-title').fill('Costs');
    await page.locator('tr:has(#l-2-title) [data-raise]').click();
    await expect(page.locator('#l-1-title')).toHaveValue('Costs');
    await page.locator('[data-more]').click();
    await expect(page.locator('#l-12-title')).toBeVisible();
    await page.locator('tr:has(#l-1-title) [data-remove]').click();
    await expect(page.locator('#l-1-title')).toHaveValue('Sales');
    await context.close();
  });

  test('Max may read layouts, and is told what he lacks to write one', async ({ page }) => {
    await signIn(page, 'max', '/report-layouts/new');
    await expect(page.locator('[data-save]')).toBeDisabled();
    await expect(page.locator('#why-save')).toContainText('report_layout.write');
    await page.goto('/report-layouts');
    await expect(page.locator('a[href="/report-layouts/new"]')).toHaveCount(0);
  });

  test('Conny writes the rates of a tax code in percent', async ({ page, as }) => {
    await signIn(page, 'conny', '/tax-codes?new=true');
    await write(page, '#field-tax_code_id', 'PERCENT');
    await write(page, '#field-tax_code_name', 'In percent');
    await page.locator('#field-rates').fill('19% 2026-01-01');
    await write(page, '#field-account_id', '2100');
    await write(page, '#field-recoverable', '50%');
    await enter(page, 'form[action="/tax-codes"] button.go');
    await page.waitForURL('/tax-codes/PERCENT');
    const kept = await as('conny').get('/tax-codes/PERCENT');
    expect([kept.rates[0].rate, kept.recoverable]).toEqual([0.19, 0.5]);
  });
});
