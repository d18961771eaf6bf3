// No id stands twice on a page, and what a script has to say is said: a lost connection, an ended session.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { filled, places } from './pages.ts';

const twice = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  });

test.describe('every page', () => {
  // A page that is not there, and a form with faults.
  test.use({ expected: [/status of (404|422)/] });

  for (const person of [...new Set(places.map((place) => place.person))]) {
    test(`no id twice on the pages of ${person}, as they are, empty, and after a mistake`, async ({ page, as }) => {
      test.setTimeout(240_000);
      await signIn(page, person);
      const paths = await Promise.all(places.filter((place) => place.person === person).map((place) => filled(place.path, as(person))));
      for (const path of [...paths, '/inbox?party_id=nobody', '/bills?party_id=nobody', '/bills/none', '/nowhere']) {
        await page.goto(path);
        expect.soft(await twice(page), path).toEqual([]);
        // A form that is sent as it is comes back with its faults.
        const form = page.locator('main form[method=post].form').first();
        if (!(await form.count()) || !path.includes('new')) continue;
        await form.evaluate((form: HTMLFormElement) => form.requestSubmit([...form.querySelectorAll('button')].find((button) => !button.disabled)));
        await page.waitForTimeout(400);
        expect.soft(await twice(page), `${path} after a mistake`).toEqual([]);
      }
    });
  }
});

const lost = /connection/i;
const ended = /session/i;

test.describe('what a script has to say', () => {
  test.use({ expected: [/ERR_FAILED|Failed to load|401/] });

  const pages = [
    { name: 'the inbox', path: '/inbox', box: '[data-decide] textarea', go: '[data-decide] [data-action="approve"]' },
    { name: 'a document', path: '/bills/{waiting}', box: '[data-decide] textarea', go: '[data-decide] [data-action="approve"]' },
    { name: 'a form', path: '/new/bills', box: 'main [name="memo"]', go: 'main button[value="draft"], main [data-save]' },
  ];
  for (const { name, path, box, go } of pages) {
    test(`${name} says that the connection was lost or the session ended, and what was typed is still there`, async ({ page, as, context }) => {
      const person = path.startsWith('/new') ? 'clara' : 'max';
      const { data } = await as('max').get('/approvals/pending?limit=1&document_type=bill');
      await signIn(page, person, path.replace('{waiting}', data[0].document_id));
      await page.locator(box).fill('half a thought');
      const said = page.locator('[data-said]');
      await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
      await page.locator(go).first().click();
      await expect(said).toContainText(lost);
      await expect(page.locator(box)).toHaveValue('half a thought');
      await page.unroute('**/*');
      await context.clearCookies();
      await page.locator(go).first().click();
      await expect(said).toContainText(ended);
      await expect(said.locator('a')).toBeVisible();
      await expect(page.locator(box)).toHaveValue('half a thought');
    });
  }
});
