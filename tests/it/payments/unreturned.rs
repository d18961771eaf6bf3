//! The return of a payment that was recorded by mistake. See docs/rules/payments.md#a-return-taken-back.

use engine::values::kind::Action;
use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::returned::{amount_due, begin, mark, of_january};

/// What the books say at the end of each month, and what is left of the document.
async fn told(app: &TestApp, document: &str) -> (Vec<Value>, Value, String) {
    let mut found = of_january(app).await;
    for report in ["balance-sheet?", "aging?kind=ar&", "aging?kind=ap&"] {
        let report = app.get(&format!("reports/{report}as_of=2024-03-31"), &app.controller()).await.expect(200);
        found.push(report.json);
    }
    let sheet = app.get("reconciliations/R-1/worksheet", &app.controller()).await.expect(200);
    (found, sheet.json, amount_due(app, document).await)
}

async fn refused(app: &TestApp, path: &str, status: u16, code: &str) {
    app.act(&format!("{path}/unreturn"), &app.controller()).await.expect(status).problem(code);
}

async fn came_back(app: &TestApp, path: &str, day: &str) {
    let back = json!({
        "return_date": day, "reason": "by mistake", "fee": number("1.50"), "fee_account_id": EXPENSE,
    });
    app.post(&format!("{path}/return"), &app.controller(), back).await.expect(200);
}

tests::on_both! {
    /// Undo after do is nothing: in the ledger, the sub-ledgers and on the worksheet; and it may be done again.
    async fn what_was_returned_by_mistake_is_as_it_was(app: TestApp) {
        app.open_debts().await;
        let conrad = app.controller();
        let paid = app.posted(INVOICE_PAYMENT, INVOICE_PAYMENT.of_amount("P-1", "7.00")).await;
        app.post(&format!("{paid}/deposit"), &conrad, json!({ "deposit_date": "2024-01-25" })).await.expect(200);
        begin(&app, "R-1", "2024-03-31", "7.00").await;
        mark(&app, "R-1", &["P-1"], "2024-03-31").await;
        let before = told(&app, "invoices/I-0").await;
        for day in ["2024-02-08", "2024-02-09"] {
            came_back(&app, &paid, day).await;
            assert_ne!(told(&app, "invoices/I-0").await, before);
            let answer = app.post(&format!("{paid}/unreturn"), &conrad, json!({ "reason": "another" })).await.expect(200);
            assert_eq!((answer.string("status"), answer.string("unreturn_date")), ("Deposited", day));
            assert_eq!(told(&app, "invoices/I-0").await, before);
        }
        app.expect_fields(&paid, &[("deposit_date", "2024-01-25"), ("status", "Deposited")]).await;
        let payment = app.get(&paid, &conrad).await.expect(200);
        assert_eq!(payment["return_date"], Value::Null, "{}", payment.text);
        let trail = app.get("invoices/I-0/audit-trail", &conrad).await.expect(200);
        assert_eq!(trail.text.matches("Payment Stands Again").count(), 2, "{}", trail.text);
        // Once its month is closed it stands again from the next one on, and no earlier day changes.
        came_back(&app, &paid, "2024-02-10").await;
        app.close("2024-02", "all").await;
        let dry = app.post(&format!("{paid}/unreturn?dry_run=true"), &conrad, json!({})).await.expect(200);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(4), "{}", dry.text);
        let answer = app.post(&format!("{paid}/unreturn"), &conrad, json!({})).await.expect(200);
        assert_eq!((answer.string("unreturn_date"), answer.string("unreturn_period_id")), ("2024-03-01", "2024-03"));
        let early = json!({ "return_date": "2024-02-29", "reason": "r" });
        app.post(&format!("{paid}/return"), &conrad, early).await.expect(422).names("/return_date");
        equals_trial_balance(&app).await;
    }

    /// One of several documents settles each of them again, a reassigned one what it was reassigned to.
    async fn it_settles_again_what_it_had_settled(app: TestApp) {
        app.open_debts().await;
        app.more_debts().await;
        let conrad = app.controller();
        let moved = app.posted(BILL_PAYMENT, BILL_PAYMENT.of_amount("P-1", "5.00")).await;
        app.post(&format!("{moved}/reassign"), &conrad, BILL_PAYMENT.reassignment()).await.expect(200);
        let to = BILL_PAYMENT.reassignment()["bill_id"].as_str().expect("a bill").to_owned();
        for id in ["I-17", "I-18"] {
            app.posted(INVOICE, invoice(id, "100.00")).await;
        }
        let part = |id: &str| json!({ "document_id": id, "amount": 30 });
        let several = json!({ "invoice_id": null, "payment": null, "applications": [part("I-17"), part("I-18")] });
        let shared = app.posted(INVOICE_PAYMENT, with(INVOICE_PAYMENT.of_amount("P-2", "60.00"), several)).await;
        let dues = async || {
            let paths = [format!("bills/{to}"), "bills/B-0".into(), "invoices/I-17".into(), "invoices/I-18".into()];
            let mut found = Vec::new();
            for path in paths {
                found.push(amount_due(&app, &path).await);
            }
            found
        };
        let before = dues().await;
        for day in ["2024-03-08", "2024-03-09"] {
            for path in [&moved, &shared] {
                came_back(&app, path, day).await;
            }
            assert_ne!(dues().await, before);
            for path in [&moved, &shared] {
                app.act(&format!("{path}/unreturn"), &conrad).await.expect(200);
            }
            assert_eq!(dues().await, before);
        }
        app.expect_fields(&moved, &[("reassigned_bill_id", &to)]).await;
        equals_trial_balance(&app).await;
    }

    async fn what_bars_it_is_named(app: TestApp) {
        app.open_debts().await;
        let kinds = kinds_with(Action::Unreturn);
        let mut marked = Vec::new();
        for kind in &kinds {
            let id = format!("U-{}", kind.name);
            let path = app.posted(*kind, kind.of_amount(&id, "5.00")).await;
            refused(&app, &path, 409, "wrong_status").await;
            came_back(&app, &path, "2024-01-31").await;
            marked.extend([format!("{id}#return"), id]);
        }
        let ids: Vec<&str> = marked.iter().map(String::as_str).collect();
        begin(&app, "R-1", "2024-01-31", "0.00").await;
        mark(&app, "R-1", &ids, "2024-01-31").await;
        for kind in &kinds {
            refused(&app, &kind.at(&format!("U-{}", kind.name)), 409, "transaction_cleared").await;
        }
        let sheet = app.get("reconciliations/R-1/worksheet", &app.controller()).await.expect(200);
        let balance = json!({ "statementEndingBalance": sheet["summary"]["gl_ending_balance"] });
        app.put("reconciliations/R-1", &app.controller(), balance).await.expect(200);
        app.act("reconciliations/R-1/complete", &app.controller()).await.expect(200);
        for kind in &kinds {
            refused(&app, &kind.at(&format!("U-{}", kind.name)), 409, "reconciliation_completed").await;
            // It was paid otherwise since.
            let path = app.posted(*kind, kind.of_amount("U-2", "5.00")).await;
            came_back(&app, &path, "2024-02-01").await;
            app.posted(*kind, kind.of_amount("U-3", "9998.00")).await;
            refused(&app, &path, 422, "overpayment").await;
            let path = app.posted(*kind, kind.of_amount("U-4", "1.00")).await;
            came_back(&app, &path, "2024-03-20").await;
        }
        app.close("2024-03", "all").await;
        for kind in &kinds {
            refused(&app, &kind.at("U-4"), 422, "no_open_period").await;
        }
    }
}
