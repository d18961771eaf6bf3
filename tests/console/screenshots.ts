// Pictures of the pages for docs/console: `tests/console/run sqlite --project=screenshots`, or into the folder PICTURES.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, signIn, test } from './fixtures.ts';
import { filled, places, registers, type Place } from './pages.ts';

const folder = process.env.PICTURES ? `${process.env.PICTURES}/` : new URL('../../docs/console/', import.meta.url).pathname;

/** The pages that are shown light and dark, wide and narrow, by the name of their picture. */
const main: Record<string, string> = {
  inbox: '/inbox', bill: '/bills/{bills}', 'new-bill': '/new/bills', bills: '/bills', reports: '/reports', close: '/close',
  reconciliation: '/reconciliations/{reconciliations}', rules: '/rules', audit: '/audit', people: '/people', settings: '/settings',
};

/** The name of a page's picture; of one that is not a main page its path, with `one` for an id. */
function named(path: string): string {
  const name = path.slice(1).replace(/\{[a-z-]+\}/g, 'one').replace(/[^a-zA-Z]+/g, '-').toLowerCase();
  return Object.entries(main).find(([, template]) => template === path)?.[0] ?? name;
}

/** The beginnings of paths by area, in the order of the index. */
const areas: Record<string, string[]> = {
  'Every day': ['inbox', 'search', 'tour', 'me', 'settings'],
  Documents: [...registers.map(({ list }) => list), 'new'],
  'Accounts and parties': ['accounts', 'customers', 'vendors', 'exchange-rates', 'dimensions', 'dimension-values', 'tax-codes'],
  'The end of the month': ['close', 'fiscal-years', 'revaluations', 'recurring-documents', 'deferrals', 'bank-statements', 'matching', 'reconciliations', 'reports', 'budgets', 'report-layouts'],
  Proofs: ['audit'],
  'Rules, people, jobs': ['rules', 'change-requests', 'people', 'roles', 'delegations', 'jobs'],
};

/** The main pages of an area as pictures, the others as links. */
function section(area: string, here: Place[]): string {
  const of = ({ path }: Place, rest = 'light-wide') => `${named(path)}-${rest}.png`;
  const isMain = ({ path }: Place) => Object.values(main).includes(path);
  const others = (place: Place) => ['light-narrow', 'dark-wide', 'dark-narrow'].map((rest) => `[${rest.replace('-', ', ')}](${of(place, rest)})`).join(' · ');
  const shown = here.filter(isMain).map((place) => `\n\`${place.path}\`, as ${place.person} sees it: ${others(place)}\n\n![${place.path}](${of(place)})\n`);
  const listed = here.filter((place) => !isMain(place)).map((place) => `- [\`${place.path}\`](${of(place)}), as ${place.person} sees it`);
  return `## ${area}\n${shown.join('')}${listed.length ? `\n${listed.join('\n')}\n` : ''}`;
}

test('the index of the pictures', () => {
  mkdirSync(folder, { recursive: true });
  const sections = Object.entries(areas).map(([area, begins]) => {
    const here = places.filter(({ path }) => begins.includes(path.slice(1).split(/[/?]/)[0]!));
    return { here, text: section(area, here) };
  });
  expect(sections.flatMap(({ here }) => here)).toHaveLength(places.length);
  const lead = 'The pages of the demo company. `tests/console/screenshots` makes the pictures and this page anew.';
  writeFileSync(`${folder}README.md`, `# Pictures of the console\n\n${lead}\n\n${sections.map(({ text }) => text).join('\n')}`);
});

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 800 } };

for (const theme of ['light', 'dark']) {
  test(`pictures, ${theme}`, async ({ page, context, as, baseURL }) => {
    test.setTimeout(600_000);
    mkdirSync(folder, { recursive: true });
    await context.addCookies([{ name: 'gl_reader', value: `iso.minus.${theme}`, url: baseURL }]);
    let person = '';
    for (const place of places) {
      const isMain = Object.values(main).includes(place.path);
      if (theme === 'dark' && !isMain) continue;
      if (person !== place.person) await signIn(page, (person = place.person) as typeof place.person);
      const path = await filled(place.path, as('ada'));
      for (const [size, viewport] of Object.entries(sizes)) {
        if (size === 'narrow' && !isMain) continue;
        await page.setViewportSize(viewport);
        await page.goto(path);
        const file = `${folder}${named(place.path)}-${theme}-${size}.png`;
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
