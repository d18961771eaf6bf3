//! Bank reconciliation: worksheets as a bookkeeper reads them, refusals, races, many movements.
//! See docs/rules/reconciliation.md.

mod currencies;
mod histories;
mod items;
mod locked;
mod marks;
mod payments;
mod races;
mod sessions;
mod volume;
mod worksheet;

use tests::prelude::*;

/// Posts an entry in USD on the day; up to 1,000.00 one signature is enough.
pub async fn posted(app: &TestApp, id: &str, day: &str, lines: Vec<Value>) {
    let body = with(entry_of(lines), json!({ "journal_entry_id": id, "tran_date": day, "posting_period_id": null }));
    post_entry(app, id, body).await;
}

/// Creates, submits and signs the entry.
pub async fn post_entry(app: &TestApp, id: &str, body: Value) {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, body).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
    let signed = app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
    assert_eq!(signed["posted"], true, "{}", signed.text);
}

/// An entry that pays money in: line 1 is the bank's.
pub async fn deposit(app: &TestApp, id: &str, day: &str, amount: &str) {
    posted(app, id, day, vec![debit(CASH, amount), credit(REVENUE, amount)]).await;
}

/// An entry that pays money out: line 2 is the bank's.
pub async fn withdrawal(app: &TestApp, id: &str, day: &str, amount: &str) {
    posted(app, id, day, vec![debit(EXPENSE, amount), credit(CASH, amount)]).await;
}

pub fn accountant(app: &TestApp) -> Token {
    app.token("bo", &["accountant"], &[])
}

/// Begins a session on the cash account.
pub async fn begin(app: &TestApp, id: &str, statement_date: &str, balance: &str) -> Answer {
    let body = json!({
        "reconciliation_id": id,
        "account_id": CASH,
        "statement_date": statement_date,
        "statement_ending_balance": number(balance),
    });
    app.post("reconciliations", &accountant(app), body).await.expect(201)
}

pub async fn clear(app: &TestApp, id: &str, transaction_ids: &[&str], date: &str) -> Answer {
    let body = json!({ "transaction_ids": transaction_ids, "cleared_date": date });
    app.post(&format!("reconciliations/{id}/clear"), &accountant(app), body).await
}

pub async fn unclear(app: &TestApp, id: &str, transaction_ids: &[&str]) -> Answer {
    let body = json!({ "transaction_ids": transaction_ids });
    app.post(&format!("reconciliations/{id}/unclear"), &accountant(app), body).await
}

pub async fn complete(app: &TestApp, id: &str) -> Answer {
    app.act(&format!("reconciliations/{id}/complete"), &accountant(app)).await
}

pub async fn reopen(app: &TestApp, id: &str) -> Answer {
    app.post(&format!("reconciliations/{id}/reopen"), &app.controller(), json!({ "reason": "a line was missed" })).await
}

/// Reads the worksheet, and asserts that cleared and uncleared balances sum to the ledger's balance.
pub async fn worksheet(app: &TestApp, id: &str) -> Answer {
    let answer = app.get(&format!("reconciliations/{id}/worksheet"), &accountant(app)).await.expect(200);
    let cents = |name: &str| {
        let text = answer["summary"][name].to_string();
        text.replace('.', "").parse::<i64>().unwrap_or_else(|_| panic!("{name} is {text}"))
    };
    assert_eq!(cents("cleared_balance") + cents("uncleared_balance"), cents("gl_ending_balance"), "{}", answer.text);
    answer
}

/// The worksheet's rows, one a line, the cleared ones with their date.
pub fn rows(worksheet: &Answer) -> Vec<String> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_else(|| panic!("no {name} in {row}")).to_owned();
    let told = |row: &Value| {
        let (id, date, kind) = (text(row, "transaction_id"), text(row, "date"), text(row, "type"));
        format!("{id} {date} {kind} {}", row["amount"])
    };
    let list = |name: &str| worksheet[name].as_array().cloned().unwrap_or_else(|| panic!("no {name}"));
    let cleared = list("cleared_transactions").into_iter();
    let cleared = cleared.map(|row| format!("{} cleared {}", told(&row), text(&row, "cleared_date")));
    let uncleared =
        list("uncleared_transactions").into_iter().inspect(|row| assert!(row.get("cleared_date").is_none()));
    cleared.chain(uncleared.map(|row| told(&row))).collect()
}

/// Asserts figures of the summary, by name.
#[track_caller]
pub fn assert_summary(worksheet: &Answer, expected: &[(&str, &str)]) {
    for (name, figure) in expected {
        assert_eq!(worksheet["summary"][*name].to_string(), *figure, "{name}: {}", worksheet.text);
    }
}
