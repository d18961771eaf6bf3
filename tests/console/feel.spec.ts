// How pages feel: nothing jumps while they load, none is heavy, and a large screen is used with measure.
import { expect, signIn, test } from './fixtures.ts';
import { filled, looked } from './pages.ts';

/** How far what was already there moved while the page was loading. */
function shifted(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as any[]) if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // What is buffered comes with the next frames.
    setTimeout(() => resolve(sum), 150);
  });
}

test('nothing jumps while a page loads, and no page is heavy', async ({ page, as }) => {
  test.setTimeout(300_000);
  let person = '';
  for (const place of looked) {
    if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
    const path = await filled(place.path, as('ada'));
    const answer = (await page.goto(path, { waitUntil: 'load' }))!;
    expect.soft((await answer.body()).length, `bytes of ${path}`).toBeLessThan(100_000);
    expect.soft(await page.evaluate(shifted), `shift of ${path}`).toBeLessThan(0.01);
  }
});

/** The longest line of running text, in letters: as wide as its box, measured in the font's zeros. */
function longestLine(): { text: string; letters: number } {
  let longest = { text: '', letters: 0 };
  for (const block of document.querySelectorAll('main p, main li, main dd, main blockquote')) {
    const text = (block as HTMLElement).innerText?.trim() ?? '';
    if (text.length < 120 || block.querySelector('p, li, table')) continue;
    const range = document.createRange();
    range.selectNodeContents(block);
    const width = Math.max(...[...range.getClientRects()].map((line) => line.width));
    const letters = width / (parseFloat(getComputedStyle(block).fontSize) / 2);
    if (letters > longest.letters) longest = { text: text.slice(0, 60), letters };
  }
  return longest;
}

const large = ['/inbox', '/bills/{bills}', '/bills', '/reports/balance-sheet', '/close/{accounting-periods}', '/audit/verify', '/rules', '/new/bills'];

test('a very large screen is filled to no more than what can be read', async ({ page, as }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 3840, height: 2160 });
  await signIn(page, 'ada');
  for (const template of large) {
    const path = await filled(template, as('ada'));
    await page.goto(path);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(3840);
    const { text, letters } = await page.evaluate(longestLine);
    expect.soft(letters, `${path}: ${text}`).toBeLessThan(110);
    const box = (await page.locator('main').boundingBox())!;
    expect.soft(box.width, `width of ${path}`).toBeLessThan(2000);
  }
});
