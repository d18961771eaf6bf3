//! A payment that came back: on its own day, with the bank's fee, and what was reported and reconciled before stays.
//! See docs/rules/payments.md#returned.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use crate::bank_statements::{brought_in, match_with, sheet};

/// A receipt of 7.00 and a payment of 5.00, both in January.
async fn open(app: &TestApp) {
    app.open_debts().await;
    app.posted(BILL_PAYMENT, BILL_PAYMENT.of_amount("P-1", "5.00")).await;
    app.posted(INVOICE_PAYMENT, INVOICE_PAYMENT.of_amount("P-2", "7.00")).await;
}

pub(super) async fn of_january(app: &TestApp) -> Vec<Value> {
    let mut found = Vec::new();
    for report in ["trial-balance?", "balance-sheet?", "aging?kind=ar&", "aging?kind=ap&"] {
        let report = app.get(&format!("reports/{report}as_of=2024-01-31"), &app.controller()).await.expect(200);
        found.push(report.json);
    }
    found
}

pub(super) async fn begin(app: &TestApp, id: &str, day: &str, balance: &str) {
    let session = json!({
        "reconciliation_id": id, "account_id": CASH, "statement_date": day, "statement_ending_balance": number(balance),
    });
    app.post("reconciliations", &app.controller(), session).await.expect(201);
}

pub(super) async fn mark(app: &TestApp, id: &str, transactions: &[&str], day: &str) {
    let marks = json!({ "transaction_ids": transactions, "cleared_date": day });
    app.post(&format!("reconciliations/{id}/clear"), &app.controller(), marks).await.expect(200);
}

pub(super) async fn amount_due(app: &TestApp, path: &str) -> String {
    app.get(path, &app.controller()).await.expect(200).number("amount_due")
}

tests::on_both! {
    async fn what_came_back_stands_on_its_day(app: TestApp) {
        open(&app).await;
        let conrad = app.controller();
        app.post("invoice-payments/P-2/deposit", &conrad, json!({ "deposit_date": "2024-01-25" })).await.expect(200);
        begin(&app, "R-1", "2024-01-31", "2.00").await;
        mark(&app, "R-1", &["P-1", "P-2"], "2024-01-31").await;
        app.act("reconciliations/R-1/complete", &conrad).await.expect(200);
        let (before, due) = (of_january(&app).await, amount_due(&app, "invoices/I-0").await);
        // It was marked with the day of the statement: it may have come back before.
        let back = |day: &str| json!({ "return_date": day, "reason": "no funds" });
        app.post("bill-payments/P-1/return?dry_run=true", &conrad, back("2024-01-30")).await.expect(200);
        app.post("invoice-payments/P-2/return", &conrad, back("2024-01-24")).await.expect(422).names("/return_date");

        let back = json!({
            "return_date": "2024-02-08", "reason": "no funds", "fee": number("1.50"), "fee_account_id": EXPENSE,
        });
        let dry = app.post("invoice-payments/P-2/return?dry_run=true", &conrad, back.clone()).await.expect(200);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(4), "{}", dry.text);
        app.expect_fields("invoice-payments/P-2", &[("status", "Deposited")]).await;
        let answer = app.post("invoice-payments/P-2/return", &conrad, back).await.expect(200);
        assert_eq!((answer.string("status"), answer.string("return_period_id")), ("Returned", "2024-02"));
        app.expect_fields("invoice-payments/P-2", &[
            ("status", "Returned"), ("return_date", "2024-02-08"), ("return_reason", "no funds"),
            ("returned_by", "conrad"), ("deposit_date", "2024-01-25"),
        ]).await;
        app.expect_fields("invoices/I-0", &[("status", "Posted")]).await;
        assert_ne!(amount_due(&app, "invoices/I-0").await, due, "it is due again");
        let trail = app.get("invoices/I-0/audit-trail", &conrad).await.expect(200);
        assert!(trail.text.contains("Payment Returned"), "{}", trail.text);
        assert_eq!(of_january(&app).await, before, "January stays");

        begin(&app, "R-2", "2024-02-29", "-6.50").await;
        let sheet = app.get("reconciliations/R-2/worksheet", &conrad).await.expect(200);
        let open = sheet["uncleared_transactions"].as_array().into_iter().flatten();
        let open: Vec<Value> = open.map(|row| json!([row["transaction_id"], row["date"], row["amount"]])).collect();
        assert_eq!(open, [json!(["P-2#return", "2024-02-08", number("-8.50")])], "{}", sheet.text);
        mark(&app, "R-2", &["P-2#return"], "2024-02-09").await;
        app.act("reconciliations/R-2/complete", &conrad).await.expect(200);
        equals_trial_balance(&app).await;
    }

    async fn what_is_matched_came_back_after_the_banks_line(app: TestApp) {
        open(&app).await;
        let lines = ["2024-01-25 -5.00 A1 | Vendor | P-1"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
        match_with(&app, &["A1"], &["P-1"], None).await.expect(200);
        let back = |day: &str| json!({ "return_date": day, "reason": "account closed" });
        let path = "bill-payments/P-1/return";
        let early = app.post(path, &app.controller(), back("2024-01-24")).await.expect(422).names("/return_date");
        assert!(early.text.contains("is before 2024-01-25, the day on which the bank had it"), "{}", early.text);
        app.post(path, &app.controller(), back("2024-01-25")).await.expect(200);
    }

    async fn it_is_refused_where_it_cannot_be(app: TestApp) {
        open(&app).await;
        let (conrad, path) = (app.controller(), "bill-payments/P-1/return");
        let back = |day: &str| json!({ "return_date": day, "reason": "account closed" });
        app.post("bill-payments/P-1/clear", &conrad, json!({ "cleared_date": "2024-01-30" })).await.expect(200);
        app.post(path, &conrad, json!({})).await.expect(422).names("/return_date").names("/reason");
        let half = json!({ "return_date": "2024-01-29", "reason": "r", "fee": 0 });
        app.post(path, &conrad, half).await.expect(422).names("/return_date").names("/fee").names("/fee_account_id");
        app.post("accounting-periods/2024-02/close", &conrad, json!({ "close_type": "ap" })).await.expect(200);
        app.post(path, &conrad, back("2024-02-08")).await.expect(409).problem("period_closed");
        app.post(path, &app.token("carl", &["clerk"], &[]), back("2024-01-31")).await.expect(403);
        app.post(path, &conrad, back("2024-01-31")).await.expect(200);
        let again = app.post(path, &conrad, back("2024-01-31")).await.expect(409).problem("wrong_status");
        assert!(again.text.contains("allowed now: unreturn"), "{}", again.text);
        app.post("bill-payments/P-1/void", &conrad, json!({ "reason": "r" })).await.expect(409).problem("wrong_status");
        // Another payment of the bill takes its place.
        app.posted(BILL_PAYMENT, BILL_PAYMENT.of_amount("P-3", "5.00")).await;
    }
}
