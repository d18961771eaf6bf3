// A telephone in the hand: what is touched is shown, no amount is out of sight, nothing is too small, and no key is named.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { filled, looked } from './pages.ts';
import { amounts, pile, states } from './pile.ts';

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

const rows = (page: Page) => page.locator('[data-list] li');
const decide = (page: Page) => page.locator('[data-decide]');
const approve = (page: Page) => page.locator('[data-action="approve"]');

test.describe('in the hand', () => {
  test.use(phone);

  test('a touched row lays its document over the list, with the decisions in reach and a way back', async ({ page, as }) => {
    const { vendor, ids } = await pile(as, amounts(12));
    await signIn(page, 'max', `/inbox?party_id=${vendor}`);
    await expect(rows(page)).toHaveCount(12);
    await expect(decide(page)).toBeHidden();
    const row = rows(page).nth(9);
    const key = (await row.getAttribute('data-key'))!;
    await row.scrollIntoViewIfNeeded();
    // A touch may scroll further before it is one.
    await page.evaluate(() => addEventListener('click', (event) => {
      (window as any).at = [scrollY, (event.target as HTMLElement).closest('li')!.getBoundingClientRect().top];
    }, { capture: true, once: true }));
    await row.locator('a.row').tap();
    const [scrolled, at] = await page.evaluate(() => (window as any).at as [number, number]);
    expect(scrolled).toBeGreaterThan(0);
    await expect(page.locator('[data-pane] h2').first()).toContainText(key.replace('bill:', ''));
    await expect(page.locator('[data-list]')).toBeHidden();
    // At the bottom, and not below it.
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    const box = (await decide(page).boundingBox())!;
    expect(box.y + box.height).toBeGreaterThan(700);
    await page.locator('[data-back]').tap();
    await expect(page.locator('[data-list]')).toBeVisible();
    // The row is where the finger left it.
    await expect.poll(async () => Math.abs((await row.boundingBox())!.y - at)).toBeLessThan(2);
    // The browser's own way back leads to the list as well.
    await rows(page).nth(3).locator('a.row').tap();
    await expect(page.locator('[data-list]')).toBeHidden();
    await page.goBack();
    await expect(page.locator('[data-list]')).toBeVisible();
    expect(new Set(await states(as, ids))).toEqual(new Set(['Pending Approval']));
  });

  test('a second touch that was meant for the first document does not sign the next one', async ({ page, as }) => {
    const { vendor, ids } = await pile(as, amounts(3));
    await signIn(page, 'max', `/inbox?party_id=${vendor}`);
    await rows(page).first().locator('a.row').tap();
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    await page.waitForTimeout(350);
    await page.evaluate(() =>
      document.addEventListener('page', () => document.querySelector<HTMLElement>('[data-action="approve"]')?.click(), { once: true }));
    await approve(page).tap();
    await expect(rows(page)).toHaveCount(2);
    // The next one lies there to be read.
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    await page.waitForTimeout(600);
    expect((await states(as, ids)).filter((status) => status !== 'Pending Approval')).toHaveLength(1);
    await approve(page).tap();
    await expect(rows(page)).toHaveCount(1);
  });

  test('a document has its decisions at the bottom of its own page', async ({ page, as }) => {
    const { ids } = await pile(as, amounts(1));
    await signIn(page, 'max', `/bills/${ids[0]}`);
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
  });

  test('a register has its amounts and states in cards', async ({ page }) => {
    await signIn(page, 'max', '/bills');
    const card = page.locator('[data-register] tbody tr').first();
    for (const part of ['.lead', '.status', 'th a']) await expect(card.locator(part).first()).toBeInViewport({ ratio: 1 });
    const href = (await card.locator('th a').getAttribute('href'))!;
    // Wherever it is touched.
    const { width, height } = (await card.boundingBox())!;
    await card.tap({ position: { x: width / 2, y: height - 6 } });
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  });

  /** What is wrong for fingers and eyes on the page as it is. */
  const wrong = () => {
    const found: string[] = [];
    const shown = (element: Element) => (element as HTMLElement).checkVisibility({ visibilityProperty: true } as any);
    const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.className} ${(element.textContent ?? '').trim().slice(0, 30)}`;
    for (const figure of document.querySelectorAll('main .figure, main .status')) {
      if (!figure.textContent!.trim() || figure.closest('svg, thead, dialog, details:not([open])') || !shown(figure)) continue;
      const { left, right } = figure.getBoundingClientRect();
      if (left < 0 || right > innerWidth + 1) found.push(`out of sight: ${named(figure)}`);
    }
    const targets = 'button, .button, select, textarea, input, summary, .chip[href], nav.places a, .tick, .list a.row, .cards th[scope=row] a';
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      const box = target.matches('[type=checkbox], [type=radio]') ? target.closest('label') ?? target : target;
      if (!shown(box) || target.matches('.unseen, [type=hidden]') || target.closest('dialog:not([open])')) continue;
      const { width, height } = box.getBoundingClientRect();
      if (height < 43.9 || width < 43.9) found.push(`${Math.round(width)}x${Math.round(height)}: ${named(target)}`);
    }
    for (const hint of document.querySelectorAll('kbd, .row-keys')) if (shown(hint) && !hint.closest('dialog')) found.push(`a key is named: ${named(hint)}`);
    return [...new Set(found)];
  };

  test('on no page an amount or a state is out of sight, a target too small, or a key named', async ({ page, as }) => {
    test.setTimeout(240_000);
    let person = '';
    for (const place of looked) {
      if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
      const path = await filled(place.path, as('ada'));
      await page.goto(path);
      expect.soft(await page.evaluate(wrong), path).toEqual([]);
    }
  });
});

test.describe('a small window with a keyboard', () => {
  test.use({ viewport: { width: 900, height: 700 } });

  test('a key opens the document that is not shown, and signs only what is', async ({ page, as }) => {
    const { vendor, ids } = await pile(as, amounts(2));
    await signIn(page, 'max', `/inbox?party_id=${vendor}`);
    await expect(rows(page)).toHaveCount(2);
    await page.waitForTimeout(350);
    await page.keyboard.press('a');
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    expect(new Set(await states(as, ids))).toEqual(new Set(['Pending Approval']));
    // With rows ticked the list comes back, and says what the next key would do.
    await page.keyboard.press('x');
    await page.keyboard.press('a');
    await expect(page.locator('[data-list]')).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.locator('[data-confirm]')).toHaveText(/^Approve 1, /);
    await expect(page.locator('[data-confirm]')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    expect(new Set(await states(as, ids))).toEqual(new Set(['Pending Approval']));
    await page.keyboard.press('j');
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    await page.waitForTimeout(350);
    await page.keyboard.press('a');
    await expect(rows(page)).toHaveCount(1);
    expect((await states(as, ids)).filter((status) => status !== 'Pending Approval')).toHaveLength(1);
  });
});
