//! A reconciliation of days that statements tell of: it holds their balance, and every line of them is matched or explained.

use tests::prelude::*;

use super::*;
use crate::reconciliation::{begin, clear, complete, deposit, reopen, rows, withdrawal, worksheet};

/// January: three lines, an entry for each but the fee.
async fn january(app: &TestApp) {
    app.open_books().await;
    deposit(app, "JE-1", "2024-01-08", "50.00").await;
    withdrawal(app, "JE-2", "2024-01-12", "20.00").await;
    let lines =
        ["2024-01-10 50.00 A1 | Cobalt | x", "2024-01-12 -20.00 A2 | Verdant | y", "2024-01-31 -1.50 A3 | Bank | fee"];
    brought_in(app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
}

async fn all_matched(app: &TestApp) {
    match_with(app, &["A1"], &["JE-1#1"], None).await.expect(200);
    match_with(app, &["A2"], &["JE-2#2"], None).await.expect(200);
    withdrawal(app, "JE-3", "2024-01-31", "1.50").await;
    match_with(app, &["A3"], &["JE-3#2"], None).await.expect(200);
}

tests::on_both! {
    async fn the_worksheet_shows_what_is_matched_as_cleared_on_the_lines_day(app: TestApp) {
        january(&app).await;
        deposit(&app, "JE-9", "2024-01-20", "7.00").await;
        begin(&app, "R-1", "2024-01-31", "28.50").await;
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        // A transaction that is later than its line is cleared on its own day.
        match_with(&app, &["A2"], &["JE-9#1"], Some("an error of the bank")).await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await), [
            "JE-1#1 2024-01-08 deposit 50.00 cleared 2024-01-10",
            "JE-9#1 2024-01-20 deposit 7.00 cleared 2024-01-20",
            "JE-2#2 2024-01-12 withdrawal -20.00",
        ]);
    }

    async fn every_line_is_matched_or_explained_before_it_completes(app: TestApp) {
        january(&app).await;
        begin(&app, "R-1", "2024-01-31", "28.50").await;
        let first = line(&app, "A1").await;
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        match_with(&app, &["A2"], &["JE-2#2"], None).await.expect(200);
        let refused = complete(&app, "R-1").await.expect(409).problem("statement_lines_open");
        assert_eq!((refused.number("open_lines").as_str(), &refused["line_ids"]), ("1", &json!([line(&app, "A3").await])));
        withdrawal(&app, "JE-3", "2024-01-31", "1.50").await;
        match_with(&app, &["A3"], &["JE-3#2"], None).await.expect(200);
        complete(&app, "R-1").await.expect(200);
        app.books_agree();
        let list = matches(&app).await;
        assert!(list.len() == 3 && list.iter().all(|one| one["completed_in"] == "R-1"), "{list:?}");
        let refused = unmatch(&app, &first).await.expect(409).problem("reconciliation_completed");
        assert_eq!(refused.string("reconciliation_id"), "R-1");
        let id = list[0]["match_id"].clone();
        let path = format!("accounts/{CASH}/unmatch");
        app.post(&path, &accountant(&app), json!({ "match_ids": [id] })).await.expect(409).problem("reconciliation_completed");
        // Reopened, it is as before, and completes again.
        let done = worksheet(&app, "R-1").await;
        reopen(&app, "R-1").await.expect(200);
        assert!(matches(&app).await.iter().all(|one| one["completed_in"].is_null()));
        app.books_agree();
        unmatch(&app, &first).await.expect(200);
        complete(&app, "R-1").await.expect(409).problem("statement_lines_open");
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        complete(&app, "R-1").await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await["cleared_transactions"], done["cleared_transactions"]);
        app.books_agree();
    }

    async fn the_balance_is_that_of_the_bank(app: TestApp) {
        january(&app).await;
        all_matched(&app).await;
        begin(&app, "R-1", "2024-01-31", "28.00").await;
        let refused = complete(&app, "R-1").await.expect(409).problem("not_reconciled");
        assert_eq!((refused.number("bank_balance"), refused.number("statement_ending_balance")), ("28.50".into(), "28.00".into()));
        // A difference that an adjustment explains does not hide it.
        let items = json!({ "bankAdjustmentItems": [{ "amount": number("0.50"), "reason": "Rounded" }] });
        app.put("reconciliations/R-1", &accountant(&app), items).await.expect(200);
        complete(&app, "R-1").await.expect(409).problem("not_reconciled");
        let right = json!({ "statementEndingBalance": number("28.50"), "bankAdjustmentItems": [] });
        app.put("reconciliations/R-1", &accountant(&app), right).await.expect(200);
        complete(&app, "R-1").await.expect(200);
    }

    async fn a_day_within_a_statement_has_the_balance_of_that_day(app: TestApp) {
        january(&app).await;
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        match_with(&app, &["A2"], &["JE-2#2"], None).await.expect(200);
        begin(&app, "R-1", "2024-01-20", "28.50").await;
        complete(&app, "R-1").await.expect(409).problem("not_reconciled");
        let right = json!({ "statementEndingBalance": number("30.00") });
        app.put("reconciliations/R-1", &accountant(&app), right).await.expect(200);
        // The fee of the last day is none of these days.
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-01-31", "28.50").await;
        complete(&app, "R-2").await.expect(409).problem("statement_lines_open");
        withdrawal(&app, "JE-3", "2024-01-31", "1.50").await;
        match_with(&app, &["A3"], &["JE-3#2"], None).await.expect(200);
        complete(&app, "R-2").await.expect(200);
        let counted: Vec<Value> = matches(&app).await.iter().map(|one| one["completed_in"].clone()).collect();
        assert_eq!(counted, ["R-1", "R-1", "R-2"]);
        app.books_agree();
    }

    async fn a_statement_that_does_not_chain_is_not_reconciled(app: TestApp) {
        january(&app).await;
        all_matched(&app).await;
        let march = sheet("3", "2024-03-01 2024-03-31", "30.00", &[]);
        let id = brought_in(&app, &[march]).await;
        // January comes before the gap.
        begin(&app, "R-1", "2024-01-31", "28.50").await;
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-03-31", "30.00").await;
        let refused = complete(&app, "R-2").await.expect(409).problem("statement_broken");
        assert_eq!((refused.string("statement_id"), refused.string("date"), refused.number("difference")), (id.as_str(), "2024-03-01", "1.50".into()));
        let february = sheet("2", "2024-02-01 2024-02-29", "28.50", &["2024-02-10 1.50 B1 | Bank | fee taken back"]);
        brought_in(&app, &[february]).await;
        complete(&app, "R-2").await.expect(409).problem("statement_lines_open");
        deposit(&app, "JE-4", "2024-02-10", "1.50").await;
        match_with(&app, &["B1"], &["JE-4#1"], None).await.expect(200);
        complete(&app, "R-2").await.expect(200);
    }

    async fn a_line_that_comes_late_waits_in_the_next_session(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-08", "50.00").await;
        deposit(&app, "JE-2", "2024-01-20", "5.00").await;
        begin(&app, "R-1", "2024-01-31", "50.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-10").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        let done = worksheet(&app, "R-1").await.text;
        // The statement of January comes after it was completed by hand.
        let lines = ["2024-01-10 50.00 A1 | Cobalt | x", "2024-01-25 5.00 A2 | Cobalt | y"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines), sheet("2", "2024-02-01 2024-02-29", "55.00", &[])]).await;
        begin(&app, "R-2", "2024-02-29", "55.00").await;
        let refused = complete(&app, "R-2").await.expect(409).problem("statement_lines_open");
        assert_eq!(refused.number("open_lines"), "2");
        // The one is what R-1 cleared, the other what it left open.
        let first = line(&app, "A1").await;
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        match_with(&app, &["A2"], &["JE-2#1"], None).await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, done);
        app.books_agree();
        unmatch(&app, &first).await.expect(200);
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        complete(&app, "R-2").await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, done);
        app.books_agree();
        reopen(&app, "R-2").await.expect(200);
        app.books_agree();
        complete(&app, "R-2").await.expect(200);
        app.books_agree();
    }

    async fn what_is_cleared_otherwise_stays_as_it_is_when_it_is_matched(app: TestApp) {
        january(&app).await;
        app.posted(BILL, bill("B-1", "40.00")).await;
        app.posted(BILL_PAYMENT, on(bill_payment("BP-1", "B-1", "40.00"), "2024-01-20")).await;
        let own = json!({ "cleared_date": "2024-01-21" });
        app.post("bill-payments/BP-1/clear", &app.controller(), own).await.expect(200);
        brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "28.50", &["2024-02-02 -40.00 B1 | Verdant | B-1"])]).await;
        begin(&app, "R-1", "2024-02-29", "-11.50").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-09").await.expect(200);
        let before = worksheet(&app, "R-1").await.text;
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, before, "what a session marked");
        match_with(&app, &["B1"], &["BP-1"], None).await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, before, "what a payment cleared by itself");
    }

    async fn without_statements_everything_is_as_before(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-08", "50.00").await;
        begin(&app, "R-1", "2024-01-31", "50.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-10").await.expect(200);
        // Statements of later days, and of another account, say nothing about January.
        brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "50.00", &["2024-02-10 1.00 B1 | x | y"])]).await;
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-02-29", "51.00").await;
        complete(&app, "R-2").await.expect(409).problem("statement_lines_open");
        let savings = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), savings).await.expect(201);
        let other = json!({ "reconciliation_id": "R-3", "account_id": "1001", "statement_date": "2024-02-29", "statement_ending_balance": 0 });
        app.post("reconciliations", &accountant(&app), other).await.expect(201);
        complete(&app, "R-3").await.expect(200);
    }
}
