//! Payments on the worksheet: their ids, their own clear action, their voids.

use tests::prelude::*;

use super::*;

/// Submits and signs a document at this path.
async fn sign(app: &TestApp, path: &str) {
    app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.act(&format!("{path}/approve"), &app.manager()).await.expect(200);
    app.eventually(path, &app.manager(), |document| document["status"] == "Posted").await;
}

fn item(account: &str, amount: &str) -> Value {
    json!([{ "account_id": account, "quantity": 1, "rate": number(amount) }])
}

/// A posted bill, and a posted payment of it.
async fn paid(app: &TestApp, id: &str, day: &str, amount: &str) {
    let clerk = app.clerk();
    let bill = json!({
        "bill_id": format!("B-{id}"), "vendor_id": "V-1", "ap_account_id": PAYABLE, "tran_date": "2024-01-03",
        "due_date": "2024-02-02", "lines": item(EXPENSE, amount),
    });
    app.post("bills", &clerk, bill).await.expect(201);
    sign(app, &format!("bills/B-{id}")).await;
    let payment = json!({
        "bill_payment_id": id, "bill_id": format!("B-{id}"), "account_id": CASH, "ap_account_id": PAYABLE,
        "tran_date": day, "payment": number(amount), "payment_method": "Check", "reference": format!("No. {id}"),
    });
    app.post("bill-payments", &clerk, payment).await.expect(201);
    sign(app, &format!("bill-payments/{id}")).await;
}

/// A posted invoice, and a posted payment of it.
async fn received(app: &TestApp, id: &str, day: &str, amount: &str) {
    let clerk = app.clerk();
    let invoice = json!({
        "invoice_id": format!("I-{id}"), "customer_id": "C-1", "ar_account_id": RECEIVABLE, "tran_date": "2024-01-03",
        "due_date": "2024-02-02", "posting_period_id": PERIOD, "lines": item(REVENUE, amount),
    });
    app.post("invoices", &clerk, invoice).await.expect(201);
    sign(app, &format!("invoices/I-{id}")).await;
    let payment = json!({
        "customer_payment_id": id, "customer_id": "C-1", "invoice_id": format!("I-{id}"), "account_id": CASH,
        "ar_account_id": RECEIVABLE, "tran_date": day, "posting_period_id": PERIOD, "payment": number(amount),
        "memo": "Thank you",
    });
    app.post("invoice-payments", &clerk, payment).await.expect(201);
    sign(app, &format!("invoice-payments/{id}")).await;
}

async fn void(app: &TestApp, id: &str) -> Answer {
    app.post(&format!("bill-payments/{id}/void"), &app.controller(), json!({ "reason": "Bounced" })).await
}

async fn clear_by_itself(app: &TestApp, id: &str, day: &str) -> Answer {
    app.post(&format!("bill-payments/{id}/clear"), &accountant(app), json!({ "cleared_date": day })).await
}

tests::on_both! {
    async fn payments_stand_under_their_own_ids(app: TestApp) {
        app.open_books().await;
        received(&app, "IN-1", "2024-01-10", "100.00").await;
        received(&app, "IN-2", "2024-01-11", "60.00").await;
        paid(&app, "OUT-1", "2024-01-12", "40.00").await;
        paid(&app, "OUT-2", "2024-01-13", "25.00").await;
        paid(&app, "OUT-3", "2024-01-14", "5.00").await;
        let deposited = json!({ "deposit_date": "2024-01-12" });
        app.post("invoice-payments/IN-2/deposit", &accountant(&app), deposited).await.expect(200);
        clear_by_itself(&app, "OUT-2", "2024-01-31").await.expect(200);
        clear_by_itself(&app, "OUT-3", "2024-02-01").await.expect(200);
        begin(&app, "R-1", "2024-01-31", "75.00").await;
        clear(&app, "R-1", &["IN-1"], "2024-01-11").await.expect(200);
        let sheet = worksheet(&app, "R-1").await;
        // A deposited payment is not cleared. A payment cleared in February is uncleared in January.
        assert_eq!(rows(&sheet), [
            "IN-1 2024-01-10 deposit 100.00 cleared 2024-01-11",
            "OUT-2 2024-01-13 withdrawal -25.00 cleared 2024-01-31",
            "IN-2 2024-01-11 deposit 60.00",
            "OUT-1 2024-01-12 withdrawal -40.00",
            "OUT-3 2024-01-14 withdrawal -5.00",
        ]);
        let texts = |list: &str, at: usize| [&sheet[list][at]["description"], &sheet[list][at]["reference"]].map(Value::clone);
        assert_eq!(texts("cleared_transactions", 0), ["Thank you", "IN-1"]);
        assert_eq!(texts("uncleared_transactions", 1), ["Payment of bill B-OUT-1", "No. OUT-1"]);
        assert_summary(&sheet, &[("gl_ending_balance", "90.00"), ("uncleared_balance", "15.00"), ("difference", "0.00")]);
        // A session can neither take back nor repeat the payment's own clear action.
        unclear(&app, "R-1", &["OUT-2"]).await.expect(422).names("/transaction_ids/0");
        clear(&app, "R-1", &["OUT-1", "OUT-3"], "2024-01-31").await.expect(422).names("/transaction_ids/1");
        complete(&app, "R-1").await.expect(200);
        // A later clear with an earlier date does not change the completed session.
        let before = worksheet(&app, "R-1").await;
        clear_by_itself(&app, "OUT-1", "2024-01-30").await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, before.text);
        begin(&app, "R-2", "2024-02-29", "30.00").await;
        assert_summary(&worksheet(&app, "R-2").await, &[("cleared_balance", "30.00"), ("difference", "0.00"), ("uncleared_balance", "60.00")]);
    }

    async fn what_a_session_has_marked_is_not_cleared_by_itself_as_well(app: TestApp) {
        app.open_books().await;
        paid(&app, "OUT-1", "2024-01-12", "40.00").await;
        begin(&app, "R-1", "2024-01-31", "-40.00").await;
        clear(&app, "R-1", &["OUT-1"], "2024-01-13").await.expect(200);
        clear_by_itself(&app, "OUT-1", "2024-01-29").await.expect(409).problem("transaction_cleared");
        let read = app.get("bill-payments/OUT-1", &app.controller()).await.expect(200);
        assert!(!read["allowed_actions"].to_string().contains("clear"), "{}", read.text);
        unclear(&app, "R-1", &["OUT-1"]).await.expect(200);
        clear(&app, "R-1", &["OUT-1"], "2024-01-13").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        clear_by_itself(&app, "OUT-1", "2024-01-29").await.expect(409).problem("reconciliation_completed");
    }

    async fn two_payments_of_one_id_are_told_apart(app: TestApp) {
        app.open_books().await;
        received(&app, "P-1", "2024-01-10", "100.00").await;
        paid(&app, "P-1", "2024-01-12", "40.00").await;
        begin(&app, "R-1", "2024-01-31", "60.00").await;
        let refused = clear(&app, "R-1", &["P-1"], "2024-01-13").await.expect(422).problem("invalid");
        assert!(refused.text.contains("bill_payment/P-1 or invoice_payment/P-1"), "{}", refused.text);
        refused.names("/transaction_ids/0");
        clear(&app, "R-1", &["invoice_payment/P-1"], "2024-01-13").await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await), [
            "invoice_payment/P-1 2024-01-10 deposit 100.00 cleared 2024-01-13",
            "bill_payment/P-1 2024-01-12 withdrawal -40.00",
        ]);
        clear(&app, "R-1", &["bill_payment/P-1"], "2024-01-13").await.expect(200);
        complete(&app, "R-1").await.expect(200);
    }

    async fn a_payment_and_its_void_are_left_out(app: TestApp) {
        app.open_books().await;
        paid(&app, "OUT-1", "2024-01-12", "40.00").await;
        paid(&app, "OUT-2", "2024-01-13", "25.00").await;
        void(&app, "OUT-1").await.expect(200);
        // The second payment is voided in February, because January is closed for payables by then.
        app.post("accounting-periods/2024-01/close", &app.controller(), json!({ "close_type": "ap" })).await.expect(200);
        void(&app, "OUT-2").await.expect(200);
        begin(&app, "R-1", "2024-01-31", "0.00").await;
        let january = worksheet(&app, "R-1").await;
        assert_eq!(rows(&january), ["OUT-2 2024-01-13 withdrawal -25.00"]);
        let refused = clear(&app, "R-1", &["OUT-1"], "2024-01-31").await.expect(422);
        assert!(refused.text.contains("nets to nothing: it is voided"), "{}", refused.text);
        // It stood on the statement's day, and may be on the statement: not later, for February's sheet has it no more.
        let refused = clear(&app, "R-1", &["OUT-2"], "2024-02-01").await.expect(422);
        assert!(refused.text.contains("is voided after 2024-01-31"), "{}", refused.text);
        clear(&app, "R-1", &["OUT-2"], "2024-01-31").await.expect(200);
        app.put("reconciliations/R-1", &app.controller(), json!({ "statementEndingBalance": -25 })).await.expect(200);
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-02-29", "0.00").await;
        let february = worksheet(&app, "R-2").await;
        assert_eq!((rows(&february).len(), february["summary"]["gl_ending_balance"].to_string()), (0, "0.00".to_owned()));
        complete(&app, "R-2").await.expect(200);
    }

    async fn what_the_bank_has_is_not_voided(app: TestApp) {
        app.open_books().await;
        paid(&app, "OUT-1", "2024-01-12", "40.00").await;
        paid(&app, "OUT-2", "2024-01-13", "25.00").await;
        let allows_void = async |id: &str| {
            let read = app.get(&format!("bill-payments/{id}"), &app.controller()).await.expect(200);
            let list = app.get("bill-payments", &app.controller()).await.expect(200);
            let listed = list.data().iter().find(|row| row["bill_payment_id"] == id).cloned().unwrap_or_default();
            assert_eq!(listed["allowed_actions"], read["allowed_actions"]);
            read["allowed_actions"].as_array().into_iter().flatten().any(|action| action == "void")
        };
        begin(&app, "R-1", "2024-01-31", "-40.00").await;
        clear(&app, "R-1", &["OUT-1", "OUT-2"], "2024-01-20").await.expect(200);
        let refused = void(&app, "OUT-2").await.expect(409).problem("transaction_cleared");
        assert_eq!((refused.string("reconciliation_id"), allows_void("OUT-2").await), ("R-1", false));
        unclear(&app, "R-1", &["OUT-2"]).await.expect(200);
        assert!(allows_void("OUT-2").await);
        complete(&app, "R-1").await.expect(200);
        let before = worksheet(&app, "R-1").await;
        let refused = void(&app, "OUT-1").await.expect(409).problem("reconciliation_completed");
        assert_eq!((refused.string("reconciliation_id"), allows_void("OUT-1").await), ("R-1", false));
        // An outstanding payment may still be voided; the completed worksheet does not change.
        void(&app, "OUT-2").await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, before.text);
    }

    async fn a_void_and_a_mark_cannot_both_win(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0.00").await;
        for round in 0..8 {
            let id = format!("OUT-{round}");
            paid(&app, &id, "2024-01-12", "4.00").await;
            let ids = [id.as_str()];
            let (voided, marked) = tokio::join!(void(&app, &id), clear(&app, "R-1", &ids, "2024-01-20"));
            match (voided.status, marked.status) {
                (200, 422) => {
                    marked.names("/transaction_ids/0");
                }
                (409, 200) => {
                    voided.problem("transaction_cleared");
                }
                other => panic!("{other:?}: {} {}", voided.text, marked.text),
            }
        }
    }
}
