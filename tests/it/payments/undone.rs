//! Undo after do is nothing: what is cleared, deposited, applied or paid, and taken back, leaves every report of every day as it was.
//! See docs/rules/payments.md#unclear-and-undeposit and docs/rules/payments.md#taking-an-application-back.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

const DAYS: [&str; 4] = ["2024-01-16", "2024-01-31", "2024-02-10", "2024-03-31"];

/// Every report of these days, and the worksheet of the session. Of a trial balance what is left on its accounts: what was posted and
/// posted back stands in both of its columns.
async fn reports(app: &TestApp) -> Vec<Value> {
    let mut paths = vec!["reconciliations/R-1/worksheet".to_owned()];
    for day in DAYS {
        let reports = ["trial-balance?", "balance-sheet?", "aging?kind=ar&", "aging?kind=ap&"];
        paths.extend(reports.map(|report| format!("reports/{report}as_of={day}")));
    }
    let mut found = Vec::new();
    for path in paths {
        let report = app.get(&path, &app.controller()).await.expect(200);
        if path.contains("trial-balance") {
            let rows = report["data"].as_array().into_iter().flatten();
            let rows = rows.map(|row| json!([row["account_id"], row["closing_balance"]]));
            found.push(json!({ path: rows.filter(|row| row[1] != number("0.00")).collect::<Vec<_>>() }));
        } else {
            found.push(json!({ path: report.json }));
        }
    }
    found
}

async fn open(app: &TestApp) {
    app.open_debts().await;
    app.rate("EUR", DAY, "1.10").await;
    app.rate("EUR", "2024-01-16", "1.25").await;
    for kind in debt_kinds() {
        app.posted(kind, in_currency(kind.of_amount("E-1", "100.00"), "EUR", "1.10")).await;
    }
    for (credit, _) in credits() {
        app.posted(credit, on(in_currency(credit.of_amount("C-1", "60.00"), "EUR", "1.25"), "2024-01-16")).await;
    }
    app.posted(BILL_PAYMENT, BILL_PAYMENT.of_amount("P-1", "5.00")).await;
    app.posted(INVOICE_PAYMENT, INVOICE_PAYMENT.of_amount("P-2", "7.00")).await;
    for kind in [CUSTOMER_REFUND, VENDOR_REFUND] {
        app.posted(kind, kind.of_amount("P-3", "3.00")).await;
    }
    let session = json!({
        "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-03-31", "statement_ending_balance": 0,
    });
    app.post("reconciliations", &app.admin(), session).await.expect(201);
}

tests::on_both! {
    async fn undo_after_do_is_nothing(app: TestApp) {
        open(&app).await;
        let (admin, before) = (app.admin(), reports(&app).await);
        for (path, done, day, back) in [
            ("bill-payments/P-1", "clear", "cleared_date", "unclear"),
            ("invoice-payments/P-2", "deposit", "deposit_date", "undeposit"),
            ("customer-refunds/P-3", "clear", "cleared_date", "unclear"),
            ("vendor-refunds/P-3", "deposit", "deposit_date", "undeposit"),
        ] {
            app.post(&format!("{path}/{done}"), &admin, json!({ day: "2024-01-31" })).await.expect(200);
            let taken_back = app.act(&format!("{path}/{back}"), &admin).await.expect(200);
            assert_eq!(taken_back.string("status"), "Posted");
            app.expect_fields(path, &[("status", "Posted")]).await;
            assert_eq!(reports(&app).await, before, "{back}");
        }
        for (credit, credited) in credits() {
            let applied = app.apply(credit, "C-1", "E-1", "60.00").await.expect(200);
            assert_ne!(reports(&app).await, before, "{} is applied", credit.name);
            let body = json!({ credited.id: "E-1", "application_number": 1, "reason": "another's" });
            let dry = app.post(&format!("{}/unapply?dry_run=true", credit.at("C-1")), &admin, body.clone()).await.expect(200);
            assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(2), "{}", dry.text);
            let taken_back = app.post(&format!("{}/unapply", credit.at("C-1")), &admin, body).await.expect(200);
            assert_eq!(taken_back["amount"], applied["amount"], "{}", taken_back.text);
            assert_eq!((taken_back.number("amount_unapplied").as_str(), taken_back.string("reason")), ("60.00", "another's"));
            let list = app.get(&format!("{}/applications", credit.at("C-1")), &admin).await.expect(200);
            assert_eq!((&list["data"][1]["undoes"], &list["data"][1]["amount"]), (&json!(1), &number("-60.00")), "{}", list.text);
            assert_eq!(reports(&app).await, before, "{} is unapplied", credit.name);
        }
        equals_trial_balance(&app).await;
    }

    /// What was reported at the end of a closed period stays; from the next day on it is as if nothing had been applied.
    async fn a_closed_period_keeps_what_was_applied_in_it(app: TestApp) {
        open(&app).await;
        let at = |day: &str| format!("reports/aging?kind=ar&as_of={day}");
        let never = app.get(&at("2024-02-10"), &app.controller()).await.expect(200);
        app.apply(CREDIT_MEMO, "C-1", "E-1", "60.00").await.expect(200);
        let shown = app.get(&at("2024-01-31"), &app.controller()).await.expect(200);
        app.close(PERIOD, "all").await;
        let body = json!({ "invoice_id": "E-1" });
        let taken_back = app.post("credit-memos/C-1/unapply", &app.admin(), body).await.expect(200);
        assert_eq!(taken_back.string("unapplied_on"), "2024-02-01");
        assert_eq!(app.get(&at("2024-01-31"), &app.controller()).await.expect(200).json, shown.json);
        assert_eq!(app.get(&at("2024-02-10"), &app.controller()).await.expect(200).json, never.json);
        equals_trial_balance(&app).await;
    }

    /// A receipt of December that bounced in January is not taken out of December.
    async fn a_void_counts_from_its_day(app: TestApp) {
        open(&app).await;
        let at = |day: &str| format!("reports/trial-balance?as_of={day}");
        let before = app.get(&at("2024-02-07"), &app.controller()).await.expect(200);
        let voided = json!({ "reason": "bounced", "void_date": "2024-02-08" });
        let answer = app.post("invoice-payments/P-2/void", &app.controller(), voided).await.expect(200);
        assert_eq!((answer.string("reversal_date"), answer.string("reversal_period_id")), ("2024-02-08", "2024-02"));
        assert_eq!(app.get(&at("2024-02-07"), &app.controller()).await.expect(200).json, before.json);
        for (day, due) in [("2024-02-07", "9993.00"), ("2024-02-08", "10000.00")] {
            let aging = app.get(&format!("reports/aging?kind=ar&as_of={day}"), &app.controller()).await.expect(200);
            let rows = aging["data"].as_array().into_iter().flatten();
            let own = rows.flat_map(|party| party["documents"].as_array().into_iter().flatten()).find(|row| row["document_id"] == "I-0");
            assert_eq!(own.map(|row| row["open_amount"].clone()), Some(number(due)), "{day}: {}", aging.text);
        }
        equals_trial_balance(&app).await;
    }
}
