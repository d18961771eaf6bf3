// What every test begins with. A page that complains in the console of the browser fails its test.
import { execFileSync } from 'node:child_process';
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test';

export { expect };
export type { Page };

export const roles = { clara: 'clerk', max: 'manager', conny: 'controller', felix: 'cfo', ada: 'admin' } as const;
export type Person = keyof typeof roles;
export const people = Object.keys(roles) as Person[];

const tokens = new Map<Person, string>();

/** A token of the interface for somebody of the demo. */
export function token(person: Person): string {
  let found = tokens.get(person);
  if (!found) {
    found = gl('token', '--user', person, '--role', roles[person]).trim();
    tokens.set(person, found);
  }
  return found;
}

/** What a command of `gl` prints, beside the books of the service. */
export function gl(...command: string[]): string {
  return execFileSync(process.env.GL ?? 'gl', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Calls operations of the interface in somebody's name. */
export class Interface {
  constructor(private request: APIRequestContext, private person: Person) {}

  async call(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.request.fetch(`/service/general-ledger${path}`, {
      method,
      headers: { authorization: `jwt ${token(this.person)}` },
      // A connection that was idle may just be closed.
      maxRetries: 1,
      ...(body === undefined ? {} : { data: body }),
    });
    const told = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${told}`);
    return told && (answer.headers()['content-type'] ?? '').includes('json') ? JSON.parse(told) : told;
  }

  get(path: string): Promise<any> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<any> {
    return this.call('POST', path, body);
  }
}

/** Signs in as somebody of the demo, by the page that people use. */
export async function signIn(page: Page, person: Person, to = '/settings'): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
  await page.locator(`button[name="user"][value="${person}"]`).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

type Fixtures = {
  /** Complaints that a test provokes. */
  expected: RegExp[];
  as: (person: Person) => Interface;
};

/** Notes what the browser says against a page. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`${page.url()}: a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

export const test = base.extend<Fixtures>({
  expected: [[], { option: true }],
  context: async ({ context, expected }, use) => {
    const complaints: string[] = [];
    context.on('page', (page) => listen(page, complaints));
    await use(context);
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    expect(unexpected, 'what the browser says against the pages').toEqual([]);
  },
  as: async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL: process.env.INTERFACE_URL ?? process.env.CONSOLE_URL });
    await use((person) => new Interface(request, person));
    await request.dispose();
  },
});
