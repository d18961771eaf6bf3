// What documents name and who is paid: payment terms, bank details, and the tasks that each month has.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { enter, tabTo, write } from './keys.ts';

/** Opens what is folded away, by its button. */
async function unfold(page: Page, summary: string): Promise<void> {
  await tabTo(page, summary);
  await page.keyboard.press('Enter');
}

test.use({ expected: [/status of 4(12|22)/] });
// A rule that one of them makes holds for all.
test.describe.configure({ mode: 'serial' });

test('Conny keeps payment terms, is told what is wrong at its field, changes them and switches them off', async ({ page, as }) => {
  const id = `T${Date.now()}`;
  await signIn(page, 'conny', '/payment-terms?new=true');
  await write(page, '#field-payment_terms_id', id);
  await write(page, '#field-payment_terms_name', '2 % within 10 days, 30 days net');
  await write(page, '#field-net_days', '30');
  await write(page, '#field-discount_percent', '2');
  await enter(page, 'form[action="/payment-terms"] button.go');
  // Percent go with days.
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
  await write(page, '#field-discount_days', '10');
  await write(page, '#field-sales_discount_account_id', '4000');
  await enter(page, 'form[action="/payment-terms"] button.go');
  await page.waitForURL(`/payment-terms/${id}`);
  expect(await as('conny').get(`/payment-terms/${id}`)).toMatchObject({ net_days: 30, discount_percent: 2, discount_days: 10, is_active: true });

  await write(page, '#field-net_days', '45');
  await tabTo(page, '#field-is_active');
  await page.keyboard.press('Space');
  await enter(page, 'form[action^="/payment-terms"] button.go');
  await page.waitForURL(`/payment-terms/${id}`);
  await expect(page.locator('.head .status')).toBeVisible();
  await expect(page.locator('.steps li').last()).toContainText('30 → 45');
  await page.goto('/payment-terms?is_active=false');
  await expect(page.locator('tbody tr', { hasText: id })).toHaveCount(1);

  // Who may not write them sees why.
  await signIn(page, 'clara', `/payment-terms/${id}`);
  await expect(page.locator('#why-edit')).toContainText('payment_terms.write');
});

test('bank details are shown to who may read them, changed by a form, and who did so is told', async ({ page, as }) => {
  const vendor = `V${Date.now()}`;
  await as('conny').post('/vendors', { vendor_id: vendor, vendor_name: 'Paid by transfer' });
  await signIn(page, 'clara', `/vendors/${vendor}`);
  await expect(page.locator('#edit')).toBeVisible();
  await expect(page.locator('#bank-details')).toHaveCount(0);

  await signIn(page, 'conny', `/vendors/${vendor}`);
  await expect(page.locator('[aria-labelledby="bank-details"] .empty')).toBeVisible();
  await unfold(page, '[aria-labelledby="bank-details"] summary.button');
  await write(page, '#f-account_holder', 'Paid by transfer');
  await write(page, '#f-iban', 'DE89370400440532013001');
  // Enter in a field changes nothing.
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-labelledby="bank-details"] .empty')).toBeVisible();
  await enter(page, '[aria-labelledby="bank-details"] button.go');
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator('#f-iban')).toBeFocused();
  // What was refused is kept in the window until it is taken, but for the numbers.
  const kept = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(kept).toContain('Paid by transfer');
  expect(kept).not.toContain('DE89370400440532013001');
  await write(page, '#f-iban', 'DE89370400440532013000');
  await enter(page, '[aria-labelledby="bank-details"] button.go');
  await expect(page.locator('[aria-labelledby="bank-details"]')).toContainText('DE89 3704 0044 0532 0130 00');
  await expect(page.locator('[aria-labelledby="bank-details"] .note')).toContainText('conny');
  await expect(page.locator('.steps')).toContainText('…3000');
  await expect(page.locator('.steps')).not.toContainText('DE89370400440532013000');

  // A version that is no longer the present one is refused, and the input stays.
  await unfold(page, '[aria-labelledby="bank-details"] summary.button');
  await as('felix').call('PUT', `/vendors/${vendor}`, { vendor_name: 'Paid by transfer, too' });
  await write(page, '#f-account_holder', 'Paid Ltd');
  await enter(page, '[aria-labelledby="bank-details"] button.go');
  await expect(page.locator('[aria-labelledby="bank-details"] .problem')).toBeVisible();
  await expect(page.locator('#f-account_holder')).toHaveValue('Paid Ltd');
  await enter(page, '[aria-labelledby="bank-details"] button.go');
  await expect(page.locator('[aria-labelledby="bank-details"] dl').first()).toContainText('Paid Ltd');
});

test('a change of bank details that a rule guards becomes a change request', async ({ page, as }) => {
  const vendor = `G${Date.now()}`;
  await as('conny').post('/vendors', { vendor_id: vendor, vendor_name: 'Guarded' });
  const rule = {
    rule_id: `bank-${Date.now()}`, rule_name: 'Bank details take a signature', rule_type: 'Amount Threshold', priority: 10,
    document_type: 'bank_details', action: 'change', is_active: true, approval_level: 1, approver_type: 'role', approver_role: 'cfo',
  };
  await as('ada').post('/approval-rules', rule);
  try {
    await signIn(page, 'conny', `/vendors/${vendor}`);
    await unfold(page, '[aria-labelledby="bank-details"] summary.button');
    await write(page, '#f-account_holder', 'Guarded');
    await write(page, '#f-iban', 'DE89370400440532013000');
    await enter(page, '[aria-labelledby="bank-details"] button.go');
    await page.waitForURL(/\/change-requests\//);
    await page.goto(`/vendors/${vendor}`);
    await expect(page.locator('[aria-labelledby="bank-details"] .empty')).toBeVisible();
  } finally {
    await as('ada').call('PUT', `/approval-rules/${rule.rule_id}`, { is_active: false });
  }
});

test('Conny keeps a task of the close from a month that has none, and switches it off', async ({ page, as }) => {
  const month = { period_id: '2018-01', period_name: 'January 2018', start_date: '2018-01-01', end_date: '2018-01-31' };
  await as('conny').post('/accounting-periods', month);
  await signIn(page, 'conny', '/close/2018-01');
  await enter(page, 'a[href^="/close-tasks"]');
  await page.waitForURL(/\/close-tasks/);
  await page.goto('/close-tasks?new=true');
  const id = `CT-${Date.now()}`;
  await page.locator('#field-kind').selectOption('manual');
  await write(page, '#field-due_days', '3');
  await write(page, '#field-close_task_id', id);
  await enter(page, 'form[action="/close-tasks"] button.go');
  // A manual task has a title of its own.
  await enter(page, '.problem a[data-to-field]');
  await expect(page.locator('#field-title')).toBeFocused();
  await page.keyboard.type('Count the stamps');
  await tabTo(page, '#field-is_required');
  await page.keyboard.press('Space');
  await enter(page, 'form[action="/close-tasks"] button.go');
  await page.waitForURL(`/close-tasks/${id}`);
  expect(await as('conny').get(`/close-tasks/${id}`)).toMatchObject({ title: 'Count the stamps', is_required: false, due_days: 3, from_date: null });

  await page.goto('/close/2018-01');
  await enter(page, `.checklist a[href="/close-tasks/${id}"]`);
  await page.waitForURL(`/close-tasks/${id}`);
  await tabTo(page, '#field-is_active');
  await page.keyboard.press('Space');
  await enter(page, `form[action="/close-tasks/${id}"] button.go`);
  await expect(page.locator('.head .status')).toBeVisible();
  await page.goto('/close/2018-01');
  await expect(page.locator('.checklist', { hasText: id })).toHaveCount(0);
});
