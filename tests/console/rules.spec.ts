// A rule that is for several types at once, written in the form.
import { expect, signIn, test } from './fixtures.ts';

test('Ada writes a rule for several types, by the subtype of an account', async ({ page, as }) => {
  const id = `money-by-form-${Date.now()}`;
  await signIn(page, 'ada', '/new/rules');
  const boxes = page.locator('.several');
  await expect(boxes).toBeHidden();
  await page.locator('#document_type').selectOption('several');
  await expect(boxes).toBeVisible();
  await boxes.locator('input[value="bill"]').check();
  await boxes.locator('input[value="expense"]').check();
  const condition = page.locator('[data-row="0"]');
  await condition.locator('select').first().selectOption('account_subtype');
  await expect(condition.locator('input')).toHaveAttribute('list', 'account_subtypes');
  await condition.locator('select').nth(1).selectOption('in');
  await condition.locator('input').fill('bank; cash');
  await page.locator('#approver_role').fill('cfo');
  await page.locator('#approval_level').fill('3');
  await page.locator('#rule_name').fill('Money past the payments');
  await page.locator('#rule_id').fill(id);
  await page.locator('button[value="check"]').first().click();
  await expect(page.locator('.spoken')).toContainText('Bills and expenses where the account subtype is bank or cash');
  await page.locator('button[value="save"]').click();
  await page.waitForURL(`/rules/${id}`);

  const saved = await as('ada').get(`/approval-rules/${id}`);
  expect([saved.document_type, saved.document_types]).toEqual([null, ['bill', 'expense']]);
  expect(saved.conditions).toEqual([{ field: 'account_subtype', operator: 'in', value: ['bank', 'cash'] }]);

  await page.goto(`/rules/${id}/edit`);
  await expect(page.locator('#document_type')).toHaveValue('several');
  await expect(boxes.locator('input:checked')).toHaveCount(2);
  await page.goto('/rules?document_type=expense');
  await expect(page.locator('main')).toContainText(id);
  // The account of the line is looked up.
  await page.goto('/rules/simulate?document_type=expense&amount=5&lines/0/account_id=1000');
  await expect(page.locator('main')).toContainText(id);
});
