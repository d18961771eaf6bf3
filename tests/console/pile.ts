// Documents that wait: bills of a vendor of their own, so that tests beside each other see only theirs.
import type { Interface, Person } from './fixtures.ts';

export type Pile = { vendor: string; ids: string[] };
export type As = (person: Person) => Interface;

/** Bills of these amounts that Clara wrote and submitted: Max signs them. */
export async function pile(as: As, amounts: number[]): Promise<Pile> {
  const { today } = await as('clara').get('/me');
  const vendor = `V${Date.now()}-${amounts.length}-${Math.floor(Math.random() * 1e6)}`;
  await as('ada').post('/vendors', { vendor_id: vendor, vendor_name: `Stationery ${amounts.length}` });
  const items = amounts.map((rate, at) => ({
    vendor_id: vendor, ap_account_id: '2000', tran_date: today, due_date: today, memo: `Box ${at + 1}`, reference: `${vendor}/${at + 1}`,
    lines: [{ account_id: '6200', quantity: 1, rate }],
  }));
  const { data } = await as('clara').post('/bills/bulk', { items, submit: true });
  return { vendor, ids: data.map((bill: any) => bill.id) };
}

/** That many amounts. */
export const amounts = (count: number): number[] => Array.from({ length: count }, (_, at) => 20 + at);

/** How they stand now. */
export const states = (as: As, ids: string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await as('clara').get(`/bills/${id}`)).status));
