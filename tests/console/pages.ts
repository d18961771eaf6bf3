// The pages of the console, for the tests that look at all of them. A new page belongs in here.
import type { Interface, Person } from './fixtures.ts';

/** One page and who looks at it; `{bill}` and the like stand for the first document of the register. */
export type Place = { path: string; person: Person };

const place = (path: string, person: Person = 'conny'): Place => ({ path, person });

export const places: Place[] = [
  place('/inbox', 'max'),
  place('/settings'),
];

/** The path with the ids that it asks for: `/bills/{bills}` is the page of the newest bill. */
export async function filled(path: string, api: Interface): Promise<string> {
  let filled = path;
  for (const [hole, list] of path.matchAll(/\{([a-z-]+)\}/g)) {
    const { data } = await api.get(`/${list}?limit=1`);
    filled = filled.replace(hole, encodeURIComponent(data[0].id ?? data[0].code));
  }
  return filled;
}
