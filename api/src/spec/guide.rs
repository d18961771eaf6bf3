//! The start of the description: the introduction, the groups of operations, and the catalogue of errors.

use engine::values::error::RefusalName;
use serde_json::{Value, json};

use super::answers::meaning;
use crate::problem::{OWN_CODES, status_of};
use crate::schema::document::place::PLACES;

/// The groups in reading order, each with what it is for. Those of the documents go before them, as their types say.
const TAGS: [(&str, &str); 36] = [
    ("Approvals", "What waits for the caller's signature, and what came back to them, of every document type."),
    (
        "Approval rules",
        "Who must sign what. Rules are matched when a document is submitted; the routing plan is then pinned to it.",
    ),
    ("Approval rule sets", "Which rules were in force together, since when, and by whom."),
    (
        "Approval rule drafts",
        "Changes of rules that are gathered, proved, replayed, signed, and come into force together.",
    ),
    ("Approval rule replays", "A rule set over what was submitted: which documents would have gone another way."),
    (
        "Change requests",
        "Sensitive actions that an approval rule guards: each waits as the call that asked for it, until it is signed and carried out.",
    ),
    ("Accounting periods", "Months or other spans that documents post into, closed and reopened for each sub-ledger."),
    ("Period exceptions", "One document that comes into a soft-closed period, until a day."),
    ("Close tasks", "What each period has to have before it is closed: the template of its checklist."),
    (
        "Dimensions",
        "What lines are told apart by besides their accounts: departments, cost centers, and up to eight more.",
    ),
    ("Dimension values", "What lines may name in a dimension, what that is a part of, and when."),
    (
        "Tax codes",
        "Which tax a line bears, by the day of its document: rates, accounts, what is deducted, reverse charges.",
    ),
    ("Payment terms", "When bills and invoices are due, and what is let off for an early payment."),
    ("Write off rules", "How small a difference a payment may let off or keep, and where it is posted."),
    ("Fiscal years", "Which periods belong together, and the close that carries their income into retained earnings."),
    ("Budgets", "What fiscal years are to bring, by account and period, in versions of which one is in force."),
    ("Report layouts", "Which lines a statement has, and which accounts stand in each."),
    ("Revaluations", "What open items and accounts in other currencies are worth at a period's end."),
    (
        "Bank statements",
        "What the bank says of an account: files brought in once, whose lines are matched with the books.",
    ),
    (
        "Matching rules",
        "What the company knows of lines of its bank statements: whose they are, and what entry they lack.",
    ),
    ("Deferrals", "What lines of bills and invoices are for in months to come, recognised month by month."),
    ("Recurring documents", "Templates of documents of any type, of which one is made on each day of a schedule."),
    ("Reconciliations", "The ledger of a bank account beside its statement."),
    ("Accounts", "The chart of accounts."),
    (
        "Exchange rates",
        "What one unit of another currency is worth in the base currency, day by day. A document's rate is held against them.",
    ),
    ("Customers", "Whom invoices name."),
    ("Vendors", "Whom bills name."),
    ("Delegations", "Who signs for whom, from one day to another."),
    ("Me", "Who the caller is, what they may do, and for whom they act."),
    ("Users", "The people whom approvals must know: managers, delegates, their roles and limits, who is active."),
    ("Roles", "Named lists of permissions, `<resource>.<action>`. A token names its roles."),
    (
        "Reports",
        "Read from the postings, in base currency; JSON, CSV or XLSX, by `Accept` or `format`. In CSV a text that a spreadsheet would take for a formula has a `'` before it.",
    ),
    ("Export", "The whole journal as plain text, for hledger and beancount."),
    ("Audit", "Everything that was ever done, sealed into a chain of hashes."),
    ("Jobs", "What runs in the background: postings, closes, changes that were signed, and replays."),
    ("Queues", "The workers of jobs, and how far behind they are."),
];

const INTRODUCTION: &str = "Keeps the books of an organisation: journal entries, bills, invoices, expenses, payments and credits go through \
approval workflows into a double-entry ledger, with accounting periods, bank reconciliation and reports.

<details><summary>First steps, conventions, and all error codes</summary>

## Begin

1. Get a token: `gl token --user me --role admin` prints one. Send it with every request as `Authorization: jwt <TOKEN>`.
2. Create a document with `POST` on its collection. It is a `Draft`.
3. `submit-for-approval`: the approval rules say how many levels must sign. It is now `Pending Approval`.
4. `approve`, once for each level, each time by somebody else, and never by whoever made it. After the last signature it is `Posted` to the ledger.

`gl serve --demo` has a company to try this with; the examples here name its accounts, customers and vendors.

## Conventions

- **Amounts** are JSON numbers with at most the decimals of their currency, and exact: the service never puts them through a binary float, and keeps up \
to 15 digits before the point. The format `double` tells generated clients to read them into 64 bits, which carry any number of up to 15 digits in all \
unchanged: in cents up to 9,999,999,999,999.99. Whoever has larger amounts reads the number's own text, and whoever adds amounts up should use decimals.
- **Dates** are `YYYY-MM-DD`. **Timestamps** are UTC to the microsecond, `2026-01-31T09:30:00.000000Z`.
- **Ids** may be given on creation or, where the schema does not require them, left out: the service then makes one.
- **Fields** that a body does not know are refused. `null` means the same as leaving the field out, but where a field says otherwise. \
In an answer what has no value is `null`; only fields that are not required are left out, such as `total` when it was not asked for.
- A **PUT** of a document replaces its draft. Fields that a read shows besides those of the body may be sent back unchanged.
- **Lists** take `limit` and `cursor`: while `has_more`, ask again with `cursor` set to `next_cursor`. A walk neither repeats nor skips a row.
- **Retries**: send `X-Idempotency-Key` with a POST or PUT, and the same request again gets the first answer again, for 7 days.
- **Lost updates**: reads carry an `ETag`; send it as `If-Match` and a change made in between is told as 412.
- **Reports**, exports and the audit list may come from a read replica. `X-Replica-Lag-Ms` on the answer says so: it has everything that was \
committed until so many milliseconds before the request.
- **Dry runs**: with `dry_run=true` the answer is that of the real call, with `would_post`, and nothing changes.
- **Signatures**: where an approval rule guards an action, it answers 202 with a `change_request_id`, and nothing has happened yet. A dry \
run answers the same, with `change_request_id` null.
- Fields may be added to answers; a client should pass over those that it does not know.

## Errors

Every error is `application/problem+json` (RFC 9457). Programs should look at its `code`, which is stable; `x-codes` of an \
operation has those that it answers with, where not every code of the status is meant. `detail` is for people; `errors` names every \
wrong field at once, by JSON pointer. `request_id` finds the request in the service's log.

| status | `code` | meaning |
|---|---|---|
";

/// Writes the introduction, the groups and where the service is.
pub fn write(spec: &mut Value) {
    let used = tags_in_use(spec);
    let Some(top) = spec.as_object_mut() else { return };
    top.insert("openapi".into(), json!("3.0.3"));
    top.insert(
        "servers".into(),
        json!([{ "url": "/", "description": "The service that this description comes from" }]),
    );
    top.insert("security".into(), json!([{ (crate::auth::SCHEME): [] }]));
    if let Some(info) = top.get_mut("info").and_then(Value::as_object_mut) {
        info.insert("description".into(), json!(format!("{INTRODUCTION}{}\n</details>\n", catalogue())));
        info.insert("contact".into(), json!({ "name": "The people who run this service" }));
        info.insert(
            "license".into(),
            json!({ "name": env!("CARGO_PKG_LICENSE"), "url": "https://spdx.org/licenses/" }),
        );
    }
    let documents = PLACES.iter().map(|place| (group(place.path), place.about));
    let all = documents.chain(TAGS.into_iter().map(|(name, told)| (name.to_owned(), told)));
    let known = all.filter(|(name, _)| used.contains(name));
    let tags: Vec<Value> = known.map(|(name, told)| json!({ "name": name, "description": told })).collect();
    top.insert("tags".into(), json!(tags));
}

/// The group of an operation, by its path below the prefix: its collection, in words.
pub fn group(path: &str) -> String {
    let words = path.split('/').find(|segment| !segment.is_empty()).unwrap_or("service").replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn tags_in_use(spec: &mut Value) -> Vec<String> {
    let mut used = Vec::new();
    super::walk::operations(spec, |_, _, operation| {
        let tags = operation.get("tags").and_then(Value::as_array).into_iter().flatten();
        used.extend(tags.filter_map(Value::as_str).map(str::to_owned));
    });
    used
}

/// A row for each code, by status.
fn catalogue() -> String {
    let own = OWN_CODES.into_iter();
    let named = RefusalName::ALL.iter().map(|name| (status_of(name.class()), name.code(), meaning(*name)));
    let mut rows: Vec<(u16, &str, &str)> = own.chain(named).collect();
    rows.sort_by_key(|(status, ..)| *status);
    let row =
        |(status, code, told): (u16, &str, &str)| format!("| {status} | `{code}` | {} |\n", told.trim_end_matches('.'));
    rows.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_stands_twice() {
        let text = catalogue();
        for line in text.lines() {
            let code = line.split('|').nth(2).unwrap_or_default();
            assert_eq!(text.matches(code).count(), 1, "{code}");
        }
    }
}
