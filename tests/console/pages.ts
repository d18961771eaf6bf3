// The pages of the console, for the tests that look at all of them. A new page belongs in here.
import type { Interface, Person } from './fixtures.ts';

/** One page and who looks at it; `{bill}` and the like stand for the first document of the register. */
export type Place = { path: string; person: Person };

const place = (path: string, person: Person = 'conny'): Place => ({ path, person });

/** The registers of documents, and what the id of one of theirs is called. */
export const registers = [
  { list: 'journal-entries', id: 'journal_entry_id' },
  { list: 'bills', id: 'bill_id' },
  { list: 'bill-payments', id: 'bill_payment_id' },
  { list: 'vendor-credits', id: 'vendor_credit_id' },
  { list: 'invoices', id: 'invoice_id' },
  { list: 'invoice-payments', id: 'customer_payment_id' },
  { list: 'credit-memos', id: 'credit_memo_id' },
  { list: 'customer-refunds', id: 'customer_refund_id' },
  { list: 'vendor-refunds', id: 'vendor_refund_id' },
  { list: 'expenses', id: 'expense_id' },
];

export const places: Place[] = [
  place('/inbox', 'max'),
  place('/settings'),
  ...registers.map(({ list }) => place(`/${list}/{${list}}`)),
  ...[...registers.map(({ list }) => list), 'accounts', 'customers', 'vendors', 'exchange-rates', 'dimensions', 'dimension-values', 'tax-codes', 'payment-terms', 'close-tasks', 'budgets', 'report-layouts'].map((list) => place(`/${list}`)),
  ...['accounts', 'customers', 'vendors', 'dimensions'].map((list) => place(`/${list}/{${list}}`)),
  place('/bills?status=Posted&sort=-tran_date'),
  ...['', '/trial-balance', '/balance-sheet', '/income-statement', '/cash-flow', '/cash-flow?figures=direct', '/by-dimension', '/income-statement?dimension_id=department&value_id=none', '/budget-vs-actual', '/vat', '/general-ledger', '/journal', '/statement-of-account', '/statement-of-account?party_type=customer&party_id={customers}', '/aging', '/export'].map((report) => place(`/reports${report}`)),
  ...['/budgets/new', '/report-layouts/new', '/dimensions?new=true', '/tax-codes?new=true'].map((form) => place(form)),
  place('/close'),
  place('/close/{accounting-periods}'),
  place('/fiscal-years'),
  place('/revaluations/{accounting-periods}'),
  place('/recurring-documents'),
  place('/deferrals'),
  place('/bills/{bills}/defer'),
  place('/recurring-documents/{recurring-documents}'),
  place('/bank-statements'),
  place('/bank-statements/{bank-statements}'),
  ...['', '/sure', '/matches', '/columns', '/rules'].map((page) => place(`/matching/1000${page}`)),
  place('/reconciliations'),
  place('/reconciliations/{reconciliations}'),
  place('/audit'),
  place('/audit/bill/{bills}'),
  place('/audit/verify'),
  place('/rules', 'ada'),
  place('/rules/{approval-rules}', 'ada'),
  place('/rules/{approval-rules}/edit', 'ada'),
  place('/new/rules', 'ada'),
  ...['drafts', 'replays', 'sets', 'simulate'].map((page) => place(`/rules/${page}`, 'ada')),
  place('/change-requests', 'ada'),
  place('/change-requests/{change-requests}', 'ada'),
  place('/people', 'ada'),
  place('/people/{users}', 'ada'),
  place('/people/{users}/edit', 'ada'),
  place('/people/new', 'ada'),
  place('/roles', 'ada'),
  place('/roles/controller', 'ada'),
  place('/roles/new', 'ada'),
  place('/delegations', 'ada'),
  place('/delegations/{delegations}', 'ada'),
  place('/delegations/new', 'ada'),
  place('/jobs', 'ada'),
  place('/search?q=paper', 'ada'),
  place('/tour', 'ada'),
  place('/me', 'ada'),
  place('/new/bills', 'clara'),
  place('/new/journal-entries', 'clara'),
  place('/new/invoices', 'clara'),
  place('/new/bill-payments', 'clara'),
  place('/bills/{bills}/copy', 'clara'),
  place('/bills/{bills}/repeat'),
  place('/bills/BILL-DEMO-7/correct'),
  place('/credit-memos/CM-DEMO-2/apply-several'),
];

/** One page of each kind: what every run looks at. `CONSOLE_ALL=1` looks at all of them (`just console-tests`). */
const everyday = [
  '/inbox', '/bills/{bills}', '/journal-entries/{journal-entries}', '/bills', '/accounts', '/accounts/{accounts}', '/reports',
  '/reports/trial-balance', '/reports/aging', '/report-layouts/new', '/close/{accounting-periods}', '/bank-statements', '/bank-statements/{bank-statements}',
  '/matching/1000', '/fiscal-years', '/recurring-documents/{recurring-documents}', '/reconciliations/{reconciliations}', '/audit', '/rules',
  '/vendors/{vendors}', '/close-tasks', '/reports/journal', '/reports/statement-of-account?party_type=customer&party_id={customers}',
  '/rules/{approval-rules}/edit', '/change-requests/{change-requests}', '/people/{users}', '/roles/controller', '/jobs', '/new/bills',
];
export const looked: Place[] = process.env.CONSOLE_ALL ? places : places.filter(({ path }) => everyday.includes(path));

const others: Record<string, string> = { 'accounting-periods': 'period_id', 'approval-rules': 'rule_id', 'bank-statements': 'statement_id' };

/** The path with the ids that it asks for: `/bills/{bills}` is the page of the newest bill. */
export async function filled(path: string, api: Interface): Promise<string> {
  let filled = path;
  for (const [hole, list] of path.matchAll(/\{([a-z-]+)\}/g)) {
    const { data } = await api.get(`/${list}?limit=1`);
    const named = registers.find((register) => register.list === list)?.id ?? others[list] ?? `${list.slice(0, -1).replaceAll('-', '_')}_id`;
    const id = data[0][named];
    filled = filled.replace(hole, encodeURIComponent(id));
  }
  return filled;
}
