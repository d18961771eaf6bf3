// What is typed means what was meant, or is refused: amounts in the reader's way of writing, the period of a date, and faults that
// lead to their field.
import { expect, signIn, test, type Interface, type Page } from './fixtures.ts';

test.use({ expected: [/status of (404|409|412|422)/] });

const form = 'form[data-editor]';

/** The fields of an invoice that nobody has sent yet. */
async function begin(page: Page, id: string): Promise<void> {
  await page.goto('/new/invoices');
  await page.locator('[name="invoice_id"]').fill(id);
  await page.locator('[name="customer_id"]').fill('CUST-GLOBEX');
  await page.locator('[name="due_date"]').fill(await page.locator('[name="tran_date"]').inputValue());
  await page.locator('#l-1-account_id').fill('4000');
}

async function priced(page: Page, quantity: string, rate: string): Promise<void> {
  await page.locator('#l-1-quantity').fill(quantity);
  await page.locator('#l-1-rate').fill(rate);
  await page.locator('[data-save]').click();
}

const own = () => `F${Date.now()}${Math.floor(Math.random() * 1000)}`;

for (const { locale, refused, taken } of [
  { locale: 'en-US', refused: [['1', '12,50', ['12.50', '1,250']], ['1,5', '12.50', ['1.5', '15']]], taken: ['1.5', '1,250.50'] },
  { locale: 'de-DE', refused: [['1', '12.50', ['12,50', '1.250']], ['1', '1.2.3.4', ['1.234']]], taken: ['1,5', '1.250,50'] },
] as { locale: string; refused: [string, string, string[]][]; taken: [string, string] }[]) {
  test.describe(locale, () => {
    test.use({ locale });

    test('an amount is read as the browser writes it, or refused with what it could be', async ({ page, as }) => {
      const id = own();
      await signIn(page, 'clara');
      await begin(page, id);
      for (const [quantity, rate, readings] of refused) {
        await priced(page, quantity, rate);
        const fault = page.locator(`${form} .fault`).first();
        for (const reading of readings) await expect(fault).toContainText(reading);
      }
      await expect(as('clara').get(`/invoices/${id}`)).rejects.toThrow(/404/);
      await priced(page, ...taken);
      await expect(page).toHaveURL(`/invoices/${id}`);
      expect((await as('clara').get(`/invoices/${id}`)).total).toBe(1875.75);
      await expect(page.locator('main')).toContainText(locale === 'de-DE' ? '1.875,75' : '1,875.75');
      // What the form shows again is what was typed.
      await page.goto(`/invoices/${id}/edit`);
      await page.locator('[data-save]').click();
      await expect(page).toHaveURL(`/invoices/${id}`);
      expect((await as('clara').get(`/invoices/${id}`)).total).toBe(1875.75);
    });
  });
}

test('the settings win over the languages of the browser', async ({ page }) => {
  await signIn(page, 'ada', '/inbox?min_amount=12,50');
  await expect(page.getByRole('alert')).toContainText('1,250');
  await page.goto('/settings');
  await page.locator('[name="locale"][value="fr-FR"]').check();
  await page.locator('form.form button.go').click();
  await expect(page.locator('[data-said]')).toBeVisible();
  await page.goto('/inbox?min_amount=12,50');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('every field for a number refuses what can be read in two ways', async ({ page, as }) => {
  await signIn(page, 'ada');
  const csrf = (await page.locator('meta[name="csrf"]').getAttribute('content'))!;
  const { today } = await as('ada').get('/me');
  const { data: [rule] } = await as('ada').get('/approval-rules?limit=1');
  const { data: [open] } = await as('ada').get('/invoices?status=Posted&limit=1');
  // That of the demo is completed and opened again by others.
  const bank = await as('ada').post('/accounts', { account_id: own(), account_name: 'Another bank', account_type: 'asset', subtype: 'bank' });
  const reconciliation = await as('ada').post('/reconciliations', {
    reconciliation_id: own(), account_id: bank.account_id, statement_date: today, statement_ending_balance: 0,
  });
  const forms: [string, Record<string, string>][] = [
    ['/new/journal-entries', { intent: 'save', tran_date: today, 'line.account_id': '6100', 'line.debit': '12,50' }],
    ['/new/bills', { intent: 'save', tran_date: today, 'line.account_id': '6100', 'line.quantity': '1', 'line.rate': '12,50' }],
    ['/new/bills', { intent: 'save', tran_date: today, 'line.account_id': '6100', 'line.tax_rate': '12,50%' }],
    ['/new/bill-payments', { intent: 'save', tran_date: today, payment: '12,50' }],
    [`/invoices/${open.invoice_id}/receive-payment`, { intent: 'act', payment_date: today, payment_amount: '12,50' }],
    ['/reconciliations', { account_id: '1000', statement_date: today, statement_ending_balance: '12,50' }],
    [`/reconciliations/${reconciliation.reconciliation_id}/details`, { balance: '0', bank_amount: '12,50', bank_reason: 'x', version: String(reconciliation.version) }],
    ['/exchange-rates', { currency: 'CHF', date: today, rate: '12,50' }],
    ['/people/new', { user_id: own(), name: 'New', 'limit.bill': '12,50' }],
    ['/delegations/new', { to_user_id: 'max', first_day: today, last_day: today, reason: 'x', amount_limit: '12,50' }],
    ['/new/rules', { do: 'save', rule_id: own(), rule_name: 'x', document_type: 'bill', rule_type: 'Amount Threshold', approver_type: 'manager', min_amount: '12,50' }],
    ['/new/rules', { do: 'save', rule_id: own(), rule_name: 'x', document_type: 'bill', rule_type: 'Amount Threshold', approver_type: 'manager',
      'conditions/0/field': 'amount', 'conditions/0/operator': 'between', 'conditions/0/value': '12,50; 13' }],
    [`/rules/${rule.rule_id}/edit`, { do: 'check', document_type: 'bill', rule_type: 'Amount Threshold', approver_type: 'manager', 'try/amount': '12,50' }],
  ];
  for (const [path, fields] of forms) {
    const answer = await page.request.post(path, { form: { csrf, ...fields }, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(await answer.text(), `${path} ${JSON.stringify(fields)}`).toContain('can be read as');
  }
  for (const path of ['/inbox?max_amount=12,50', '/rules/simulate?document_type=bill&typed_amount=12,50', `/reconciliations/${reconciliation.reconciliation_id}?amount=12,50`]) {
    expect(await (await page.request.get(path)).text(), path).toContain('can be read as');
  }
});

/** The day before the first of this month, and its period. */
function lastMonth(today: string): { day: string; period: string } {
  const date = new Date(`${today.slice(0, 7)}-01T12:00:00Z`);
  date.setUTCDate(0);
  const day = date.toISOString().slice(0, 10);
  return { day, period: day.slice(0, 7) };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('the period of an invoice follows its date until another is picked', async ({ page, as }) => {
      const { today } = await as('clara').get('/me');
      const [now, { day, period }] = [today.slice(0, 7), lastMonth(today)];
      const id = own();
      await signIn(page, 'clara');
      await begin(page, id);
      await page.locator('[name="tran_date"]').fill(day);
      const field = page.locator('[name="posting_period_id"]');
      if (javaScriptEnabled) await expect(field).toHaveValue(period);
      await priced(page, '1', '10');
      await expect(page).toHaveURL(`/invoices/${id}`);
      expect((await as('clara').get(`/invoices/${id}`)).posting_period_id).toBe(period);
      // Of a draft as well; and a period that was picked stays, and is named.
      await page.goto(`/invoices/${id}/edit`);
      await field.fill(now);
      if (javaScriptEnabled) await expect(page.locator('.f-posting_period_id .elsewhere')).toHaveText(`Posted in ${now} although dated ${day}.`);
      await page.locator('.head button[value="preview"]').click();
      await expect(page.locator('.f-posting_period_id .elsewhere')).toHaveText(`Posted in ${now} although dated ${day}.`);
      await expect(page.locator('.preview .elsewhere')).toBeVisible();
      await expect(field).toHaveValue(now);
      await page.locator('[name="tran_date"]').fill(today);
      await page.locator('[data-save]').click();
      await expect(page).toHaveURL(`/invoices/${id}`);
      expect((await as('clara').get(`/invoices/${id}`)).posting_period_id).toBe(now);
    });
  });
}

test('a fault has the label of its field, its line, and a link that puts the cursor there', async ({ page }) => {
  await signIn(page, 'clara', '/new/bills');
  await page.locator('[name="vendor_id"]').fill('VEND-PAPER');
  await page.locator('#l-1-account_id').fill('6200');
  for (const row of [1, 3]) {
    await page.locator(`#l-${row}-quantity`).fill('1');
    await page.locator(`#l-${row}-rate`).fill('10');
    if (row === 1) await page.locator('[data-more]').first().click();
  }
  await page.locator('[data-save]').click();
  const alert = page.getByRole('alert');
  // The second line that is sent stands in the third row.
  const link = alert.locator('a', { hasText: 'Account, line 3' });
  await expect(link).toBeVisible();
  expect(await alert.innerText(), 'the interface is in the fold').not.toMatch(/\/lines|\/due_date|\b422\b|invalid/);
  await link.click();
  await expect(page.locator('#l-3-account_id')).toBeFocused();
  await alert.locator('a', { hasText: 'Due' }).click();
  await expect(page.locator('[name="due_date"]')).toBeFocused();
  await alert.locator('summary').click();
  expect(await alert.innerText()).toMatch(/422 invalid/);
});

test('forms of every area name their fields, and ids and versions are told to people', async ({ page, as }) => {
  await signIn(page, 'ada');
  const csrf = (await page.locator('meta[name="csrf"]').getAttribute('content'))!;
  const { today } = await as('ada').get('/me');
  const forms: [string, Record<string, string>, string][] = [
    ['/people/new', { user_id: 'x', name: '', 'limit.bill': 'much' }, '#l-bill'],
    ['/roles/new', { role_id: 'two words' }, '#f-role_id'],
    ['/delegations/new', { to_user_id: 'max', first_day: 'x', last_day: today, reason: 'x' }, '#f-first_day'],
    ['/accounts', { account_id: 'two words', account_name: 'x', account_type: 'asset' }, '#field-account_id'],
    ['/reconciliations', { account_id: '1000', statement_date: 'x', statement_ending_balance: '1' }, '#statement_date'],
    ['/new/rules', { do: 'save', rule_id: 'two words', rule_name: 'x', document_type: 'bill', rule_type: 'Amount Threshold', approver_type: 'manager' }, '#rule_id'],
    ['/rules/drafts', { draft_id: 'two words' }, '#draft_id'],
  ];
  for (const [path, fields, field] of forms) {
    const answer = await page.request.post(path, { form: { csrf, key: own(), ...fields }, headers: { 'sec-fetch-site': 'same-origin' } });
    const html = await answer.text();
    const said = html.slice(html.indexOf('class="problem"')).split('class="support"')[0]!;
    expect(said, path).toContain(`href="${field}"`);
    expect(html, path).toContain(`id="${field.slice(1)}"`);
    expect(said, path).not.toMatch(/A-Z|<code>/);
  }
  const { data: [vendor] } = await as('ada').get('/vendors?limit=1');
  const stale = await page.request.post(`/vendors/${vendor.vendor_id}`, {
    form: { csrf, key: own(), version: '999', is_edit: 'true', vendor_name: 'Another name' }, headers: { 'sec-fetch-site': 'same-origin' },
  });
  const said = (await stale.text()).split('class="problem"')[1]!.split('class="support"')[0]!;
  expect(said).toContain('Somebody else changed this');
  expect(said).not.toContain('If-Match');
});

test('the own name of who is not recorded leads to their own page', async ({ page }) => {
  await signIn(page, 'ada', '/people/ada');
  await expect(page).toHaveURL('/me');
});

/** A draft with a word that is longer than any page. */
async function longBill(clara: Interface): Promise<string> {
  const { today } = await clara.get('/me');
  const word = 'W'.repeat(170);
  const { bill_id } = await clara.post('/bills', {
    vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, memo: word,
    lines: [{ account_id: '6200', quantity: 1, rate: 12, description: word }],
  });
  return bill_id;
}

test('a long word breaks no page', async ({ page, as }) => {
  const bill = await longBill(as('clara'));
  await signIn(page, 'ada');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [`/bills/${bill}`, '/bills', `/bills/${bill}/edit`, `/bills/${bill}/submit`, `/audit/bill/${bill}`, `/search?q=${'W'.repeat(170)}`, `/bills/${'W'.repeat(170)}`]) {
      await page.goto(path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('what a change came to moves nothing, is read out, and goes by itself', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'clara', '/settings');
  const place = () => page.locator('form.form button.go').boundingBox();
  const before = await place();
  await page.locator('form.form button.go').click();
  const said = page.locator('[data-said]');
  await expect(said).toContainText('kept');
  await expect(said).toHaveAttribute('aria-live', 'polite');
  expect(await place()).toEqual(before);
  await page.clock.fastForward(30_000);
  await expect(said).toBeEmpty();
});

test('paper has the company, and nothing to be filled in', async ({ page, as }) => {
  const { today } = await as('clara').get('/me');
  const { bill_id } = await as('clara').post('/bills', {
    vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, lines: [{ account_id: '6200', quantity: 1, rate: 250 }],
  });
  await as('clara').post(`/bills/${bill_id}/submit-for-approval`);
  await signIn(page, 'max', `/bills/${bill_id}`);
  await expect(page.locator('main textarea')).toBeVisible();
  const company = await page.locator('.company').innerText();
  expect(company).toBeTruthy();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main textarea')).toBeHidden();
  await expect(page.locator('.letterhead')).toHaveText(company);
  await page.goto('/reports/balance-sheet');
  await expect(page.locator('.letterhead')).toBeVisible();
});
