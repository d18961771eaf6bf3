//! A month of business, through the service: journal entries of six lines, bills and invoices of some items, and their payments.
//! Everything is posted and paid.

use super::FIRST;
use crate::prelude::*;

/// How many expense accounts the entries and bills name.
pub const ACCOUNTS: u32 = 40;
/// How many lines a group of documents has in the ledger: 10 entries of 6 lines, 3 bills of 5, 2 invoices of 4, 5 payments of 2.
pub const LINES: u32 = 93;
/// How many documents that is.
pub const DOCUMENTS: u32 = 20;

/// The expense account of a number.
pub fn account_of(number: u32) -> String {
    format!("6{:03}", 100 + number % ACCOUNTS)
}

/// Posts groups of documents, some at a time.
pub async fn post(app: &TestApp, groups: u32) {
    const AT_ONCE: u32 = 8;
    let share = |first: u32| async move {
        for group in (first..groups).step_by(AT_ONCE as usize) {
            post_group(app, group).await;
        }
    };
    Box::pin(async { tokio::join!(share(0), share(1), share(2), share(3), share(4), share(5), share(6), share(7)) })
        .await;
}

async fn post_group(app: &TestApp, group: u32) {
    let day = |shift: u32| format!("{FIRST}-{:02}", 1 + (group + shift) % 14);
    let pay_day = |shift: u32| format!("{FIRST}-{:02}", 15 + (group + shift) % 14);
    for number in 0..10 {
        app.posted(JOURNAL_ENTRY, dated(entry_of_six(group, number), FIRST, &pay_day(number))).await;
    }
    for (kind, count, items) in [(BILL, 3, 4), (INVOICE, 2, 3)] {
        for number in 0..count {
            let id = format!("{}-{group}-{number}", kind.name);
            let body = due(dated(of_items(kind, &id, group, items), FIRST, &day(number)), &format!("{FIRST}-28"));
            app.posted(kind, body).await;
            let total = format!("{}.00", items * 25);
            let (payment, body) = kind.paid_by(&id, &format!("pays-{id}"), &total);
            app.posted(payment, dated(body, FIRST, &pay_day(number))).await;
        }
    }
}

fn entry_of_six(group: u32, number: u32) -> Value {
    let mut lines: Vec<Value> = (0..5).map(|line| debit(&account_of(group + number * 5 + line), "20.10")).collect();
    lines.push(credit(CASH, "100.50"));
    with(entry_of(lines), json!({ "journal_entry_id": format!("JE-{group}-{number}") }))
}

fn of_items(kind: Kind, id: &str, group: u32, items: u32) -> Value {
    let account = |number: u32| if kind == BILL { account_of(group + number) } else { REVENUE.to_owned() };
    let lines: Vec<Value> = (0..items).map(|number| item(&account(number), "1", "25.00")).collect();
    with(kind.of_amount(id, "25.00"), json!({ "lines": lines }))
}
