// The buttons of a document: for each person and each state of the demo's documents those that the interface allows, and of
// every other action why not.
import { expect, people, signIn, test, type Interface, type Person } from './fixtures.ts';
import { registers } from './pages.ts';

type Found = { path: string; id: string; status: string };

/** One document of each state of each register. */
async function documents(api: Interface): Promise<Found[]> {
  const found: Found[] = [];
  for (const { list, id } of registers) {
    const { data } = await api.get(`/${list}?limit=200`);
    const states = new Map<string, any>();
    // The oldest: the demo's own, which no other test changes meanwhile.
    for (const one of data) states.set(one.status, one);
    for (const [status, one] of states) found.push({ path: `/${list}/${encodeURIComponent(one[id])}`, id: one[id], status });
  }
  return found;
}

/** What the page of a document offers: the actions that one can take, and the reasons for the others. */
function offered(html: string): { actions: string[]; missing: Record<string, string> } {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const buttons = [...page.querySelectorAll<HTMLElement>('main button[data-action]')].map((button) => button.dataset.action!);
  const links = [...page.querySelectorAll<HTMLAnchorElement>('main .head .actions a.button')].map((link) => link.getAttribute('href')!);
  const own = links.filter((link) => !link.startsWith('/new/')).map((link) => link.split('/').pop()!);
  const missing: Record<string, string> = {};
  for (const item of page.querySelectorAll<HTMLElement>('main [data-missing]')) {
    for (const action of item.dataset.missing!.split(' ')) missing[action] = item.textContent!;
  }
  return { actions: [...buttons, ...own].sort(), missing };
}

const hasItems = (list: string): boolean => ['bills', 'vendor-credits', 'invoices', 'credit-memos', 'expenses'].includes(list);

/** What stands beside the actions: steps of several operations, where the page offers them. */
function steps(path: string, status: string, allowed: string[], may: (permission: string) => boolean): string[] {
  const list = path.split('/')[1]!;
  const takesBack = allowed.includes(list === 'journal-entries' ? 'reverse' : 'void');
  const kind = list === 'journal-entries' ? 'journal_entry' : list.slice(0, -1).replace('-', '_');
  return [
    ...(allowed.includes('apply') ? ['apply-several'] : []),
    ...(status === 'Posted' && takesBack && may(`${kind}.write`) ? ['correct'] : []),
    ...(hasItems(list) && ['Posted', 'Paid'].includes(status) && may('deferral.write') ? ['defer'] : []),
    ...((hasItems(list) || list === 'journal-entries') && may('recurring_document.write') ? ['repeat'] : []),
  ];
}

for (const person of people.filter((person): person is Exclude<Person, 'ada'> => person !== 'ada')) {
  test(`${person} sees the buttons that the interface allows, and why the others are missing`, async ({ page, as }) => {
    test.setTimeout(180_000);
    await signIn(page, person);
    const found = await documents(as('ada'));
    const { permissions } = await as(person).get('/me');
    const may = (permission: string) => {
      const [resource, action] = permission.split('.');
      return ['*.*', `${resource}.*`, `*.${action}`, permission].some((one) => permissions.includes(one));
    };
    expect(new Set(found.map((one) => one.status)).size).toBeGreaterThanOrEqual(5);
    for (const { path, status } of found) {
      const what = `${path} (${status}) for ${person}`;
      const shown = await page.request.get(path);
      // Payroll is shown to nobody who may not read it.
      if (shown.status() === 403 && !may('payroll.read')) continue;
      const html = await shown.text();
      const { actions, missing } = await page.evaluate(offered, html);
      const { allowed_actions, why_not } = await as(person).get(`${path}?explain=true`);
      expect.soft(actions, what).toEqual([...allowed_actions, ...steps(path, status, allowed_actions, may)].sort());
      expect.soft(Object.keys(missing).sort(), what).toEqual(Object.keys(why_not).sort());
      for (const [action, why] of Object.entries(missing)) expect.soft(why, what).toContain(why_not[action]);
    }
  });
}
