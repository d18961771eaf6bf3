// Two people at once: what one does the other sees, without loading anything anew.
import { expect, signIn, test, type Interface, type Page, type Person } from './fixtures.ts';

/** A bill that Clara wrote and submitted: Max is the first to sign it. */
async function submitted(clara: Interface, memo: string): Promise<string> {
  const { today } = await clara.get('/me');
  const { bill_id } = await clara.post('/bills', {
    vendor_id: 'VEND-PAPER', ap_account_id: '2000', tran_date: today, due_date: today, memo,
    lines: [{ account_id: '6200', quantity: 1, rate: 42 }],
  });
  await clara.post(`/bills/${bill_id}/submit-for-approval`);
  return bill_id;
}

/** Signs in, and waits until the page follows what happens: what was done before that it does not hear of. */
async function follow(page: Page, person: Person, path: string): Promise<void> {
  const follows = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/events');
  await signIn(page, person, path);
  await follows;
}

test('a bill that is submitted appears in the inbox of who signs, and goes when it is signed elsewhere', async ({ page, as }) => {
  await signIn(page, 'max', '/inbox');
  const bill = await submitted(as('clara'), 'while Max looks on');
  const row = page.locator('[data-list] li', { hasText: bill });
  await expect(row).toBeVisible();
  await as('max').post(`/bills/${bill}/approve`);
  await expect(row).toHaveCount(0);
});

test('who looks at a document hears that it was changed, and loses nothing of what they write', async ({ page, as }) => {
  const bill = await submitted(as('clara'), 'two at a time');
  await follow(page, 'max', `/bills/${bill}`);
  const words = page.locator('[data-decide] textarea');
  await words.fill('I am thinking');
  await as('max').post(`/bills/${bill}/hold`, { reason: 'wait' });
  await expect(page.locator('main').getByRole('status').last()).not.toBeEmpty();
  await expect(words).toHaveValue('I am thinking');
  await page.reload();
  await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'On Hold');
});

test('what somebody begins to write while a change is fetched stays', async ({ page, as }) => {
  const bill = await submitted(as('clara'), 'written meanwhile');
  await follow(page, 'max', `/bills/${bill}`);
  let begun = () => {}, goOn = () => {};
  const asked = new Promise<void>((resolve) => (begun = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(`**/bills/${bill}`, async (route) => {
    if (route.request().headers()['x-by-itself']) {
      begun();
      await gate;
    }
    await route.continue();
  });
  await as('max').post(`/bills/${bill}/hold`, { reason: 'wait' });
  await asked;
  const words = page.locator('[data-decide] textarea');
  await words.fill('I am thinking');
  goOn();
  await expect(page.locator('main').getByRole('status').last()).not.toBeEmpty();
  await expect(words).toHaveValue('I am thinking');
});

test.describe('two who sign at once', () => {
  test.use({ expected: [/status of (403|409|412)/] });

  test('the second is told so, and nothing is signed twice', async ({ page, browser, as }) => {
    const bill = await submitted(as('clara'), 'signed by one');
    await signIn(page, 'max', `/bills/${bill}`);
    const other = await (await browser.newContext({ baseURL: process.env.CONSOLE_URL })).newPage();
    // The other's page does not follow what happens.
    await other.route('**/events*', (route) => route.abort());
    await signIn(other, 'max', `/bills/${bill}`);
    await page.locator('[data-action="approve"]').click();
    await expect(page.locator('.said')).not.toBeEmpty();
    await other.locator('[data-action="approve"]').click();
    await expect(other.getByRole('alert')).toBeVisible();
    const { approval_plan } = await as('ada').get(`/bills/${bill}`);
    const signatures = approval_plan.steps.flatMap((step: any) => step.signatures);
    expect(signatures.filter((signature: any) => signature.signed_by === 'max')).toHaveLength(1);
    // What the decision came to is still said when the page has followed what others did.
    await as('ada').post(`/bills/${bill}/void`, { reason: 'ordered twice' });
    await expect(page.locator('main .status').first()).toHaveAttribute('data-status', 'Voided');
    await expect(page.locator('.said')).not.toBeEmpty();
  });
});
