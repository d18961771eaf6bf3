// Pictures of the main pages for docs/console: `tests/console/run sqlite --project=screenshots`.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { signIn, test } from './fixtures.ts';
import { filled, places, type Place } from './pages.ts';

const folder = new URL('../../docs/console/', import.meta.url).pathname;

/** The pages that are shown, by the name of their picture. */
const shown: Record<string, string> = {
  inbox: '/inbox', bill: '/bills/{bills}', 'new-bill': '/new/bills', bills: '/bills', reports: '/reports', close: '/close',
  reconciliation: '/reconciliations/{reconciliations}', rules: '/rules', audit: '/audit', people: '/people', settings: '/settings',
};

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 800 } };

for (const theme of ['light', 'dark']) {
  test(`pictures, ${theme}`, async ({ page, context, as, baseURL }) => {
    test.setTimeout(300_000);
    mkdirSync(folder, { recursive: true });
    await context.addCookies([{ name: 'gl_reader', value: `iso.minus.${theme}`, url: baseURL }]);
    for (const [name, template] of Object.entries(shown)) {
      const place: Place | undefined = places.find((one) => one.path === template);
      if (!place) continue;
      await signIn(page, place.person);
      const path = await filled(template, as('ada'));
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await page.goto(path);
        const file = `${folder}${name}-${theme}-${size}.png`;
        await page.screenshot({ path: file });
        compress(file);
      }
    }
  });
}

/** With a palette, when a tool for it is there. */
function compress(file: string): void {
  try {
    execFileSync('pngquant', ['--force', '--skip-if-larger', '--ext', '.png', '64', file], { stdio: 'ignore' });
  } catch {
    // Larger, but right.
  }
}
