// What protects a session and its pages. The header is of every page: see pages.ts.
import { expect, signIn, test } from './fixtures.ts';
import { filled, places } from './pages.ts';

test('every page sends a strict policy and is framed nowhere', async ({ page, as }) => {
  let person = '';
  for (const place of places) {
    if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
    const path = await filled(place.path, as('ada'));
    // Only the answer is looked at, not the page: all places in the time of one test, on a slow machine too.
    const answer = await page.request.get(path);
    expect.soft(answer.status(), path).toBe(200);
    const headers = answer.headers();
    expect.soft(headers['content-security-policy'], path).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect.soft(headers['content-security-policy'], path).not.toContain('unsafe');
    expect.soft(headers['x-frame-options'], path).toBe('DENY');
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff');
    expect.soft(headers['cache-control'], path).toBe('no-store');
    expect.soft(headers['referrer-policy'], path).toBe('same-origin');
  }
});

test('a change without the token of the session is refused', async ({ page, context }) => {
  await signIn(page, 'max');
  const csrf = await page.locator('meta[name="csrf"]').getAttribute('content');
  const headers = { 'sec-fetch-site': 'same-origin' };
  for (const form of [{}, { csrf: '' }, { csrf: `${csrf}x` }, { csrf: csrf!.slice(1) }]) {
    const answer = await page.request.post('/settings', { form: { ...form, theme: 'dark' }, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(403);
    expect((await context.cookies()).filter((cookie) => cookie.name === 'gl_reader')).toEqual([]);
    expect((await page.request.post('/sign-out', { form, headers, maxRedirects: 0 })).status()).toBe(403);
  }
  expect((await page.goto('/settings'))!.url()).toContain('/settings');
});

test('a change that another site sends is refused, whatever it knows', async ({ page }) => {
  await signIn(page, 'max');
  const csrf = (await page.locator('meta[name="csrf"]').getAttribute('content'))!;
  const send = (headers: Record<string, string>, path = '/settings') =>
    page.request.post(path, { form: { csrf, theme: 'dark', user: 'ada' }, headers, maxRedirects: 0 });
  for (const site of ['cross-site', 'same-site']) {
    expect((await send({ 'sec-fetch-site': site })).status()).toBe(403);
    expect((await send({ 'sec-fetch-site': site }, '/sign-in/demo')).status()).toBe(403);
  }
  expect((await send({ origin: 'https://example.com' })).status()).toBe(403);
  expect((await send({ 'sec-fetch-site': 'same-origin' })).status()).toBe(303);
});

test.describe('a page of another site', () => {
  test.use({ expected: [/./] });

  test('can send no form with the session', async ({ page, context, baseURL }) => {
    await signIn(page, 'max');
    const stranger = await context.newPage();
    await stranger.route('http://stranger.example/', (route) => route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${baseURL}/sign-out"><button>win a prize</button></form>`,
    }));
    await stranger.goto('http://stranger.example/');
    const sent = stranger.waitForRequest((sent) => sent.url().endsWith('/sign-out'));
    await stranger.locator('button').click({ noWaitAfter: true });
    await sent;
    await stranger.close();
    await page.goto('/settings');
    await expect(page).toHaveURL(/\/settings$/);
  });

  test('cannot show a page below its own buttons', async ({ page, context, baseURL }) => {
    await signIn(page, 'max');
    const stranger = await context.newPage();
    await stranger.route('http://stranger.example/', (route) => route.fulfill({
      contentType: 'text/html',
      body: `<button>win a prize</button><iframe src="${baseURL}/inbox" style="position:absolute;opacity:.01"></iframe>`,
    }));
    await stranger.goto('http://stranger.example/');
    const refused = stranger.frames().find((frame) => frame !== stranger.mainFrame())!;
    await expect.poll(() => refused.url()).not.toBe('about:blank');
    expect(refused.url()).not.toContain('/inbox');
    await expect(refused.locator('main, form, button[data-action]')).toHaveCount(0);
    await stranger.close();
  });
});

test('the cookie of a session opens nothing of the interface', async ({ page }) => {
  await signIn(page, 'max');
  for (const path of ['/bills', '/me', '/accounts', '/journal-entries']) {
    const read = await page.request.get(`/service/general-ledger${path}`);
    expect(read.status(), path).toBe(401);
    const write = await page.request.post(`/service/general-ledger${path}`, { data: {} });
    expect([401, 405], path).toContain(write.status());
  }
});
