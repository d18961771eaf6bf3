//! CSV has the same values as JSON, and no cell is a formula. See docs/rules/reports.md#csv.

use std::collections::BTreeMap;

use reqwest::Method;
use tests::prelude::*;

type Row = BTreeMap<String, String>;

/// The rows whose first column `row` has this value.
fn of<'a>(rows: &'a [Row], row: &'a str) -> Vec<&'a Row> {
    rows.iter().filter(|found| found["row"] == row).collect()
}

/// Asserts that each field of the JSON row is in the CSV column, word for word; null is empty there.
#[track_caller]
fn same(json: &Value, csv: &Row) {
    for (name, value) in json.as_object().expect("an object") {
        let text = if value.is_null() { String::new() } else { value.to_string() };
        let text = value.as_str().map_or(text, str::to_owned);
        assert_eq!(csv.get(name), Some(&text), "{name} of {json}");
    }
}

async fn books(app: &TestApp) {
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, with(entry_named("JE-1", "12.50"), json!({ "memo": "=1+1, \"quoted\"\nnext" }))).await;
    app.posted(INVOICE, in_currency(due(invoice("INV-1", "1000"), "2024-01-20"), "JPY", "0.0070")).await;
    app.posted(INVOICE, on(due(invoice("INV-2", "20.00"), "2024-03-20"), "2024-02-01")).await;
    app.posted(CREDIT_MEMO, credit_memo("CM-1", "4.00")).await;
}

tests::on_both! {
    async fn the_trial_balance_is_the_same(app: TestApp) {
        books(&app).await;
        for query in ["trial-balance?period_id=2024-02", "trial-balance?as_of=2024-12-31"] {
            let (json, csv) = (app.report(query).await, app.csv(query).await);
            let accounts = of(&csv, "account");
            assert_eq!(accounts.len(), json.data().len());
            json.data().iter().zip(accounts).for_each(|(json, csv)| same(json, csv));
            let total = of(&csv, "total")[0];
            assert_eq!([&total["debit"], &total["credit"]], [&json.number("total_debit"), &json.number("total_credit")]);
        }
    }

    async fn the_general_ledger_is_the_same(app: TestApp) {
        books(&app).await;
        for account in [CASH, RECEIVABLE, EXPENSE] {
            let query = format!("general-ledger?account_id={account}&to=2024-12-31");
            let (json, csv) = (app.report(&query).await, app.csv(&query).await);
            let postings = of(&csv, "posting");
            assert_eq!(postings.len(), json.data().len());
            for (json, csv) in json.data().iter().zip(postings) {
                let mut json = json.clone();
                if let Some(memo) = json["memo"].as_str().filter(|memo| memo.starts_with('=')) {
                    json["memo"] = json!(format!("'{memo}"));
                }
                // Nothing is named in these books.
                assert_eq!(json["dimensions"], json!([]));
                json["dimensions"] = json!(null);
                same(&json, csv);
            }
            assert_eq!(of(&csv, "opening")[0]["balance"], json.number("opening_balance"));
            let closing = of(&csv, "closing")[0];
            assert_eq!([&closing["debit"], &closing["balance"]], [&json.number("total_debit"), &json.number("closing_balance")]);
        }
        let cash = app.csv("general-ledger?account_id=1000&to=2024-12-31").await;
        let row = of(&cash, "posting")[0];
        // A text that begins with = is not a formula; a number that begins with - is a number.
        assert_eq!([row["memo"].as_str(), &row["amount"]], ["'=1+1, \"quoted\"\nnext", "-12.50"]);
    }

    async fn the_statements_are_the_same(app: TestApp) {
        books(&app).await;
        let (json, csv) = (app.report("balance-sheet?as_of=2024-12-31").await, app.csv("balance-sheet?as_of=2024-12-31").await);
        for section in ["assets", "liabilities", "equity"] {
            let rows: Vec<_> = of(&csv, "account").into_iter().filter(|row| row["section"] == section).collect();
            let accounts = json[section]["accounts"].as_array().expect("accounts");
            assert_eq!(accounts.len(), rows.len());
            accounts.iter().zip(rows).for_each(|(json, csv)| same(json, csv));
            let total = of(&csv, "total").into_iter().find(|row| row["section"] == section).expect("a total");
            assert_eq!(total["balance"], json[section]["total"].to_string());
        }
        assert_eq!(of(&csv, "current_earnings")[0]["balance"], json["equity"]["current_earnings"].to_string());
        let query = "income-statement?from=2024-01-01&to=2024-12-31";
        let (json, csv) = (app.report(query).await, app.csv(query).await);
        let accounts = ["income", "expenses"].map(|section| json[section]["accounts"].as_array().cloned().expect("accounts"));
        let rows = of(&csv, "account");
        assert_eq!(accounts.concat().len(), rows.len());
        accounts.concat().iter().zip(rows).for_each(|(json, csv)| same(json, csv));
        assert_eq!(of(&csv, "net_income")[0]["balance"], json.number("net_income"));
    }

    async fn the_aging_is_the_same(app: TestApp) {
        books(&app).await;
        let query = "aging?kind=ar&as_of=2024-03-01";
        let (json, csv) = (app.report(query).await, app.csv(query).await);
        let rows = of(&csv, "document");
        let documents: Vec<_> = json.data()[0]["documents"].as_array().cloned().expect("documents");
        assert_eq!((documents.len(), rows.len()), (3, 3));
        for (json, csv) in documents.iter().zip(rows) {
            let mut json = json.clone();
            let bucket = json["bucket"].as_str().unwrap_or_default().to_owned();
            let base = json["base_open_amount"].to_string();
            assert_eq!([&csv[&bucket], &csv["total"]], [&base, &base]);
            for name in ["bucket", "base_open_amount"] {
                json.as_object_mut().and_then(|fields| fields.remove(name));
            }
            same(&json, csv);
        }
        same(&json["totals"], of(&csv, "total")[0]);
    }

    async fn the_caller_says_which(app: TestApp) {
        app.open_books().await;
        let reader = app.controller();
        let reports = ["trial-balance?x", "balance-sheet?x", "income-statement?period_id=2024-01", "aging?kind=ar", "general-ledger?account_id=1000"];
        for report in reports {
            let path = format!("reports/{}", report.trim_end_matches("?x"));
            let join = if path.contains('?') { '&' } else { '?' };
            for (accept, query, answer) in [
                ("*/*", "", "application/json"),
                ("application/json;q=0.5, text/csv", "", "text/csv; charset=utf-8; header=present"),
                ("application/json", "format=csv", "text/csv; charset=utf-8; header=present"),
                ("text/csv", "format=json", "application/json"),
            ] {
                let asked = if query.is_empty() { path.clone() } else { format!("{path}{join}{query}") };
                let got = app.send(Method::GET, &asked, &reader, &[("Accept", accept)], None).await.expect(200);
                assert_eq!(got.header("content-type"), answer, "{asked} {accept}");
            }
            let got = app.send(Method::GET, &path, &reader, &[("Accept", "image/png")], None).await;
            got.expect(406).problem("not_acceptable");
        }
    }
}
