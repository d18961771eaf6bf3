// What axe-core finds against the pages, light and dark, wide and narrow.
import AxeBuilder from '@axe-core/playwright';
import { expect, signIn, test, type Page } from './fixtures.ts';
import { filled, looked } from './pages.ts';

// Themes differ in their colours alone.
async function violations(page: Page, theme: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const found = await (theme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`);
}

for (const theme of ['light', 'dark']) {
  test(`every page is accessible, ${theme}`, async ({ page, context, as, baseURL }) => {
    test.setTimeout(400_000);
    await context.addCookies([{ name: 'gl_reader', value: `iso.minus.${theme}`, url: baseURL }]);
    await page.goto('/sign-in');
    expect.soft(await violations(page, theme), '/sign-in').toEqual([]);
    let person = '';
    for (const place of looked) {
      if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
      const path = await filled(place.path, as('ada'));
      await page.goto(path);
      expect.soft(await violations(page, theme), path).toEqual([]);
    }
  });
}

test('no page is wider than a telephone', async ({ page, as }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 375, height: 800 });
  let person = '';
  for (const place of looked) {
    if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
    const path = await filled(place.path, as('ada'));
    await page.goto(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(375);
  }
});
