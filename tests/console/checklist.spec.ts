// The checklist of a month: signed with evidence by keyboard, suspended by what is posted after, taken back.
import { expect, signIn, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('Conny signs a task of the month, sees it suspended by a posting, and signs again', async ({ page, as }) => {
  const task = { close_task_id: `CT-${Date.now()}`, kind: 'manual', title: 'Count the cash', is_required: false };
  await as('conny').post('/close-tasks', task);
  const { today } = await as('clara').get('/me');
  const { data } = await as('conny').get('/accounting-periods');
  const { period_id: period } = data.find((one: { start_date: string; end_date: string }) => one.start_date <= today && today <= one.end_date);
  await signIn(page, 'conny', `/close/${period}`);
  const row = page.locator('.checklist > li', { hasText: task.close_task_id });
  await expect(row).toHaveAttribute('data-state', 'ready');

  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await write(page, `#task-${task.close_task_id}`, 'Counted with Clara');
  // Enter in the evidence signs nothing.
  await page.keyboard.press('Enter');
  await expect(row).toHaveAttribute('data-state', 'ready');
  await row.locator('button.go').focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveAttribute('data-state', 'signed_off');
  await expect(row.locator('blockquote')).toHaveText('Counted with Clara');

  const entry = { tran_date: today, lines: [{ account_id: '1000', debit: 7 }, { account_id: '4000', credit: 7 }] };
  const { journal_entry_id: id } = await as('clara').post('/journal-entries', entry);
  await as('clara').post(`/journal-entries/${id}/submit-for-approval`);
  await as('max').post(`/journal-entries/${id}/approve`);
  await expect.poll(async () => (await as('clara').get(`/journal-entries/${id}`)).status).toBe('Posted');
  await page.reload();
  await expect(row).toHaveAttribute('data-state', 'suspended');
  await expect(row.locator(`.suspended a[href="/journal-entries/${id}"]`)).toBeVisible();

  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await write(page, `#task-${task.close_task_id}`, 'Counted again');
  await enter(page, `form[action$="/${task.close_task_id}/sign-off"] button.go`);
  await expect(row).toHaveAttribute('data-state', 'signed_off');
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await write(page, `#task-${task.close_task_id}`, 'A coin was missed');
  await enter(page, `form[action$="/${task.close_task_id}/withdraw"] button.danger`);
  await expect(row).toHaveAttribute('data-state', 'ready');
});
