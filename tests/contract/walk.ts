// What a client developer would write: a client whose types are generated from the description, and with it the life of an
// invoice from draft to paid and of a bill to a payment that the bank shows.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./gl.js";

type Schemas = components["schemas"];

const address = needed("GL_URL");

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}

function as(person: string) {
  const authorization = `jwt ${needed(`GL_TOKEN_${person.toUpperCase()}`)}`;
  return createClient<paths>({ baseUrl: address, headers: { Authorization: authorization } });
}

/** The answer, or an error that says which code the service refused with. */
function answered<T>(result: { data?: T; error?: Schemas["Problem"]; response: Response }): T {
  if (result.error !== undefined) throw new Error(`${result.response.status} ${result.error.code}: ${result.error.detail}`);
  assert(result.data !== undefined, `${result.response.status} without a body`);
  return result.data;
}

/** What was done; the demo has no rule that asks for signatures first. */
function done<T extends object>(answer: T): Exclude<T, Schemas["ChangeRequested"]> {
  assert(!("change_request_id" in answer), "it waits for signatures");
  return answer as Exclude<T, Schemas["ChangeRequested"]>;
}

const [clara, max, conny] = [as("clara"), as("max"), as("conny")];
const G = "/service/general-ledger";
const today = new Date().toISOString().slice(0, 10);
const at = (id: string) => ({ params: { path: { id } } });
/** This run's own ids, so that it can run again on the same books. */
const run = process.pid.toString() + Date.now().toString(36);

async function invoiceToPaid() {
  const draft: Schemas["InvoiceInput"] = {
    invoice_id: `INV-TS-${run}`,
    customer_id: "CUST-ACME",
    ar_account_id: "1100",
    tran_date: today,
    due_date: today,
    posting_period_id: today.slice(0, 7),
    lines: [{ account_id: "4000", description: "Consulting, a day", quantity: 1, rate: 800, tax_rate: 0.07 }],
  };
  const created = answered(await clara.POST(`${G}/invoices`, { body: draft }));
  assert.deepEqual([created.status, created.total, created.amount_due], ["Draft", 856, 856]);
  const invoice = at(created.invoice_id);

  const submitted = answered(await clara.POST(`${G}/invoices/{id}/submit-for-approval`, invoice));
  assert.equal(submitted.approval_plan?.steps[0]?.approvers[0]?.approver_role, "manager");
  const approved = answered(await max.POST(`${G}/invoices/{id}/approve`, { ...invoice, body: { comments: "Checked" } }));
  assert.deepEqual([approved.status, approved.posted], ["Posted", true]);

  const received = done(
    answered(
      await conny.POST(`${G}/invoices/{id}/receive-payment`, {
        ...invoice,
        body: { payment_date: today, payment_amount: 856, deposit_account_id: "1000", payment_method: "Bank Transfer" },
      }),
    ),
  );
  assert.equal(received.payment_status, "Pending Approval");
  const paid = answered(await max.POST(`${G}/invoice-payments/{id}/approve`, at(received.payment_id)));
  assert.equal(paid.status, "Posted");

  const read = answered(await clara.GET(`${G}/invoices/{id}`, invoice));
  const status: Schemas["Invoice"]["status"] = read.status;
  assert.deepEqual([status, read.amount_paid, read.amount_due], ["Paid", 856, 0]);
  assert.equal(read.lines?.[0]?.account_name, "Consulting revenue");
}

async function billToClearedPayment() {
  const created = answered(
    await clara.POST(`${G}/bills`, {
      params: { header: { "X-Idempotency-Key": `bill-${run}` } },
      body: {
        vendor_id: "VEND-PAPER",
        ap_account_id: "2000",
        reference: `TS/${run}`,
        tran_date: today,
        due_date: today,
        memo: null,
        lines: [{ account_id: "6200", quantity: 2, rate: 125, tax_rate: 0.07 }],
      },
    }),
  );
  assert.equal(created.total, 267.5);
  const bill = at(created.bill_id);
  answered(await clara.POST(`${G}/bills/{id}/submit-for-approval`, bill));
  assert.equal(answered(await max.POST(`${G}/bills/{id}/approve`, bill)).status, "Posted");

  const payment = answered(
    await clara.POST(`${G}/bill-payments`, {
      body: { bill_id: created.bill_id, account_id: "1000", ap_account_id: "2000", tran_date: today, payment: 267.5 },
    }),
  );
  const paid = at(payment.bill_payment_id);
  answered(await clara.POST(`${G}/bill-payments/{id}/submit-for-approval`, paid));
  answered(await max.POST(`${G}/bill-payments/{id}/approve`, paid));
  const clear = { ...paid, body: { cleared_date: today } };
  const cleared = done(answered(await conny.POST(`${G}/bill-payments/{id}/clear`, clear)));
  assert.deepEqual([cleared.status, cleared.cleared_date], ["Cleared", today]);
  assert.equal(answered(await clara.GET(`${G}/bills/{id}`, bill)).amount_due, 0);
}

async function refusalsAreTyped() {
  const { error, response } = await clara.POST(`${G}/invoices/{id}/approve`, at("INV-DEMO-6"));
  assert(error !== undefined);
  assert.equal(response.status, error.status);
  const missing = await clara.GET(`${G}/invoices/{id}`, at("INV-NONE"));
  assert.deepEqual([missing.error?.status, missing.error?.code, missing.data], [404, "not_found", undefined]);
}

/** Sent as a number, read as one, and put back: the same to the cent, and in the answer's own text. */
async function amountsComeBackUnchanged() {
  const amount: Schemas["Amount"] = 12345678.91;
  const lines = (debit: number, credit: number) => [
    { account_id: "6100", debit },
    { account_id: "1000", credit },
  ];
  const sent = { tran_date: today, memo: "TypeScript", lines: lines(amount, amount) };
  const created = answered(await clara.POST(`${G}/journal-entries`, { body: sent }));
  const entry = at(created.journal_entry_id);
  const text = await clara.GET(`${G}/journal-entries/{id}`, { ...entry, parseAs: "text" });
  assert.match(String(text.data), /"total_debit":12345678\.91[,}]/);
  const read = answered(await clara.GET(`${G}/journal-entries/{id}`, entry));
  const [first, second] = read.lines ?? [];
  assert.deepEqual([read.total_debit, read.total_credit, first?.debit, second?.credit], Array(4).fill(amount));
  const body = { tran_date: read.tran_date, lines: lines(first?.debit ?? 0, second?.credit ?? 0) };
  assert.equal(answered(await clara.PUT(`${G}/journal-entries/{id}`, { ...entry, body })).total_debit, amount);
}

async function everyPageOnce() {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? { limit: 3 } : { limit: 3, cursor };
    const page = answered(await clara.GET(`${G}/invoices`, { params: { query } }));
    for (const invoice of page.data) {
      assert(!seen.has(invoice.invoice_id), `${invoice.invoice_id} stands on two pages`);
      seen.add(invoice.invoice_id);
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert(seen.size > 3, "the demo company has more than a page of invoices");
}

await invoiceToPaid();
await billToClearedPayment();
await refusalsAreTyped();
await everyPageOnce();
await amountsComeBackUnchanged();
console.log("an invoice from draft to paid, a bill to a cleared payment, an amount there and back");
