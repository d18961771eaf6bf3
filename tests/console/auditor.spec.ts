// The questions of who audits the books, without a mouse.
import { expect, gl, test } from './fixtures.ts';
import { enter, write } from './keys.ts';

test('an auditor goes from a figure to its proof, and finds nothing that changes anything', async ({ page, as }) => {
  const own = `auditor-${Date.now()}`;
  await as('ada').post('/roles', { role_id: own, permissions: ['*.read'] });
  await as('ada').post('/users', { user_id: own, name: 'Audrey Auditor', roles: [own] });
  await page.goto(/\/sign-in\/link\/\S+/.exec(gl('login', '--user', own))![0]);
  await enter(page, 'main button');
  await page.waitForURL('/inbox');

  /** Follows a link by Enter; the page that comes offers no change. */
  const follow = async (selector: string, to: RegExp) => {
    await enter(page, selector);
    await page.waitForURL(to);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('main form[method="post"], main [data-action]')).toHaveCount(0);
  };
  await follow('nav a[href="/reports"]', /\/reports$/);
  await follow('main a[href="/reports/balance-sheet"]', /\/balance-sheet$/);
  await follow('.sheet-table td a[href*="account_id=1000"]', /\/general-ledger\?.*account_id=1000/);
  await follow('.ledger-table a[href^="/bill-payments/"]', /\/bill-payments\//);
  await expect(page.locator('main details.why')).toBeVisible();
  const document = new URL(page.url()).pathname.split('/').pop()!;
  await follow('a[href^="/audit/bill_payment/"]', /\/audit\/bill_payment\//);
  await expect(page.locator('h1')).toContainText(document);
  await expect(page.locator('.commands')).toContainText('gl ');

  await follow('nav a[href="/audit"]', /\/audit$/);
  await write(page, '#performed_by', 'clara');
  await page.keyboard.press('Enter');
  await page.waitForURL(/performed_by=clara/);
  const performers = await page.locator('table.trail tbody tr > td:nth-child(2)').allInnerTexts();
  expect(performers.length).toBeGreaterThan(5);
  expect(new Set(performers)).toEqual(new Set(['clara']));
  await follow('main a[href="/audit/verify"]', /\/audit\/verify$/);
  await expect(page.locator('.seal code')).toHaveText(/^\d+:[0-9a-f]{64}$/);
});
