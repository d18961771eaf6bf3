// Signing in and out, and what opens no session.
import { request } from '@playwright/test';
import { expect, gl, people, signIn, test } from './fixtures.ts';

test('everybody of the demo signs in by one click, and the page says who they are', async ({ page }) => {
  for (const person of people) {
    await signIn(page, person);
    await expect(page.locator('.who summary')).toContainText(new RegExp(person, 'i'));
    await page.context().clearCookies();
  }
});

test('a page that asks for a session leads to the sign-in and back again, query and all', async ({ page }) => {
  await page.goto('/settings?x=1&y=a%20b');
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await page.locator('button[value="max"]').click();
  await expect(page).toHaveURL('/settings?x=1&y=a%20b');
});

test('no address of another site is gone to after signing in', async ({ page, baseURL }) => {
  for (const to of ['https://example.com/', '//example.com/', '/\\example.com', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
    await page.locator('button[value="max"]').click();
    await expect(page).toHaveURL(`${baseURL}/inbox`);
  }
});

test('signing out ends the session on the server', async ({ page, baseURL }) => {
  await signIn(page, 'max');
  const cookies = await page.context().cookies();
  const session = cookies.find((cookie) => cookie.name === 'gl_session')!;
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
  await page.locator('.who summary').click();
  await page.locator('form[action="/sign-out"] button').click();
  await expect(page).toHaveURL('/sign-in');
  expect((await page.context().cookies()).filter((cookie) => cookie.name === 'gl_session')).toEqual([]);

  const thief = await request.newContext({ baseURL, extraHTTPHeaders: { cookie: `gl_session=${session.value}` } });
  const answer = await thief.get('/settings', { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe('/sign-in?to=%2Fsettings');
  await thief.dispose();
});

test('a cookie that somebody planted does not become the session', async ({ page, context, baseURL }) => {
  const planted = 'a'.repeat(64);
  await context.addCookies([{ name: 'gl_session', value: planted, url: baseURL }]);
  await signIn(page, 'max');
  const own = (await context.cookies()).find((cookie) => cookie.name === 'gl_session')!;
  expect(own.value).not.toBe(planted);
  expect(own.value.length).toBeGreaterThanOrEqual(32);
});

test('signing in anew ends the session before', async ({ page, context, baseURL }) => {
  await signIn(page, 'clara');
  const former = (await context.cookies()).find((cookie) => cookie.name === 'gl_session')!;
  await signIn(page, 'felix');
  const thief = await request.newContext({ baseURL, extraHTTPHeaders: { cookie: `gl_session=${former.value}` } });
  expect((await thief.get('/settings', { maxRedirects: 0 })).status()).toBe(303);
  await thief.dispose();
});

test('an open page whose session has ended is told to listen no more', async ({ playwright, baseURL }) => {
  const nobody = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { accept: 'text/event-stream' } });
  expect((await nobody.get('/events?', { maxRedirects: 0 })).status()).toBe(204);
  await nobody.dispose();
});

test.describe('a link for once', () => {
  test.use({ expected: [/status of 410/] });

  test('signs one person in, and nobody a second time', async ({ page, baseURL }) => {
    const printed = gl('login', '--user', 'max');
    const path = /\/sign-in\/link\/\S+/.exec(printed)![0];
    // Looking at it does not use it up.
    for (let look = 0; look < 2; look += 1) {
      expect((await page.goto(path))!.status()).toBe(200);
    }
    await expect(page.locator('h1')).toContainText('max');
    await page.locator('main button').click();
    await expect(page).toHaveURL(`${baseURL}/inbox`);
    await expect(page.locator('.who summary')).toContainText('Max');

    await page.context().clearCookies();
    expect((await page.goto(path))!.status()).toBe(410);
    await expect(page.locator('form')).toHaveCount(0);
    expect((await page.request.post(path, { headers: { 'sec-fetch-site': 'same-origin' } })).status()).toBe(410);
    expect((await page.goto('/settings'))!.url()).toContain('/sign-in');
  });
});
