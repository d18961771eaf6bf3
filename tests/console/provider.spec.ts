// Signing in at a provider of OpenID Connect (provider.mjs), and what of its answers is refused.
import { expect, test, type Page } from './fixtures.ts';

test.skip(!process.env.PROVIDER_URL, 'no provider is configured');
test.use({ expected: [/status of (400|401|403|502)/] });

async function signInAt(page: Page, user: string, to = '/settings'): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
  await page.locator('a[href^="/sign-in/provider"]').click();
  await page.locator('input[name="user"]').fill(user);
  await page.locator('button').click();
  await page.waitForURL((url) => url.origin === new URL(process.env.CONSOLE_URL!).origin);
}

const session = async (page: Page) => (await page.context().cookies(process.env.CONSOLE_URL)).find((cookie) => cookie.name === 'gl_session');

test('the provider signs somebody in, with the roles that it claims, and back to the page', async ({ page }) => {
  await signInAt(page, 'clara', '/settings?x=1');
  await expect(page).toHaveURL('/settings?x=1');
  await expect(page.locator('.who summary')).toContainText('Clara');
  await expect(page.locator('.who summary')).toContainText('clerk');
  expect((await page.context().cookies()).filter((cookie) => cookie.name === 'gl_sign_in')).toEqual([]);
});

test('without a claim of roles those that are recorded count', async ({ page }) => {
  await signInAt(page, 'max');
  await expect(page.locator('.who summary')).toContainText('manager');
});

test('the own name of somebody who is not recorded leads to their own page', async ({ page }) => {
  await signInAt(page, 'visitor', '/people/visitor');
  await expect(page).toHaveURL('/me');
  await expect(page.locator('main')).toContainText('visitor');
});

test('an ID token that is wrong in one thing signs nobody in', async ({ page }) => {
  for (const wrong of ['wrong-nonce', 'wrong-audience', 'wrong-issuer', 'wrong-key', 'expired', 'not-yet', 'from-the-future']) {
    await page.context().clearCookies();
    await signInAt(page, wrong);
    await expect(page.getByRole('alert'), wrong).toContainText('cannot be trusted');
    expect(await session(page), wrong).toBeUndefined();
  }
});

test('nobody is the service itself', async ({ page }) => {
  await signInAt(page, 'system');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await session(page)).toBeUndefined();
});

test('a refusal of the provider is told in its words', async ({ page }) => {
  await signInAt(page, 'denied');
  await expect(page.getByRole('alert')).toContainText('Not today.');
  await expect(page.locator('a[href^="/sign-in/provider"]')).toBeVisible();
});

test('an answer to a sign-in of another browser is refused, and so is one that comes again', async ({ page, browser }) => {
  // The way to the provider and back, but for the last step.
  const origin = new URL(process.env.CONSOLE_URL!).origin;
  let answer = '/sign-in/provider';
  do {
    const step = await page.request.get(answer, { maxRedirects: 0 });
    answer = new URL(step.headers().location, step.url()).href;
    if (answer.includes('/interaction/')) answer += '?user=felix';
  } while (!answer.startsWith(origin));
  const stranger = await browser.newContext({ baseURL: process.env.CONSOLE_URL });
  const other = await stranger.newPage();
  expect((await other.goto(answer))!.status()).toBe(400);
  await expect(other.getByRole('alert')).toBeVisible();
  expect((await stranger.cookies()).filter((cookie) => cookie.name === 'gl_session')).toEqual([]);
  // One that began a sign-in of its own has another state.
  await other.goto('/sign-in/provider');
  expect((await other.goto(answer))!.status()).toBe(400);
  await stranger.close();

  const kept = (await page.context().cookies()).filter((cookie) => cookie.name === 'gl_sign_in');
  await page.goto(answer);
  await expect(page).toHaveURL('/inbox');
  // Nor with a copy of the cookie: the server knows that it was answered.
  await page.context().addCookies(kept);
  expect((await page.goto(answer))!.status()).toBe(400);
  await page.context().clearCookies({ name: 'gl_sign_in' });
  await page.context().clearCookies({ name: 'gl_session' });
  expect((await page.goto(answer))!.status()).toBe(400);
  expect(await session(page)).toBeUndefined();
});

test('what is shown of an answer is shown as text', async ({ page }) => {
  await page.goto('/sign-in');
  const began = await page.request.get('/sign-in/provider', { maxRedirects: 0 });
  const state = new URL(began.headers().location).searchParams.get('state');
  const why = '<img src=x onerror=alert(1)>';
  await page.goto(`/sign-in/provider/back?state=${state}&error=access_denied&error_description=${encodeURIComponent(why)}`);
  await expect(page.getByRole('alert')).toContainText(why);
});
