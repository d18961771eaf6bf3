//! Drafts reserve nothing; what is not in the ledger, or no longer, is not paid; what changed since is refused.

use tests::prelude::*;

tests::on_both! {
    async fn the_first_final_signature_wins_what_is_due(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let (one, other) = (
            app.pending(INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "100.00")).await,
            app.pending(INVOICE_PAYMENT, invoice_payment("P-2", "I-1", "100.00")).await,
        );
        app.draft(INVOICE_PAYMENT, invoice_payment("P-3", "I-1", "5000.00")).await;
        app.expect_fields("invoices/I-1", &[("amount_due", "100.00")]).await;
        app.approve(&other).await.expect(200);
        app.approve(&one).await.expect(422).problem("overpayment");
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_paid", "100.00")]).await;
        app.expect_fields(&one, &[("status", "Pending Approval")]).await;
    }

    async fn what_is_not_in_the_ledger_is_not_paid(app: TestApp) {
        app.open_books().await;
        let bill_path = app.draft(BILL, bill("B-1", "100.00")).await;
        let path = app.pending(BILL_PAYMENT, bill_payment("P-1", "B-1", "60.00")).await;
        app.approve(&path).await.expect(409).problem("wrong_status");
        app.act(&format!("{bill_path}/submit-for-approval"), &app.clerk()).await.expect(200);
        app.approve(&path).await.expect(409).problem("wrong_status");
        app.approve(&bill_path).await.expect(200);
        app.approve(&path).await.expect(200);
        app.expect_fields(&bill_path, &[("amount_due", "40.00")]).await;

        app.posted(BILL, bill("B-2", "10.00")).await;
        let late = app.pending(BILL_PAYMENT, bill_payment("P-2", "B-2", "10.00")).await;
        let draft = app.draft(BILL_PAYMENT, bill_payment("P-3", "B-2", "10.00")).await;
        app.void("bills/B-2").await.expect(200);
        app.approve(&late).await.expect(409).problem("wrong_status");
        app.put(&draft, &app.clerk(), bill_payment("P-3", "B-2", "1.00")).await.expect(422).names("/bill_id");
        app.post("bill-payments", &app.clerk(), bill_payment("P-4", "B-2", "1.00")).await.expect(422).names("/bill_id");
    }

    async fn a_bill_edited_or_deleted_under_its_payment_is_not_paid(app: TestApp) {
        app.open_books().await;
        app.draft(BILL, bill("B-1", "100.00")).await;
        let path = app.pending(BILL_PAYMENT, bill_payment("P-1", "B-1", "60.00")).await;
        app.rate("EUR", DAY, "1.1").await;
        app.put("bills/B-1", &app.clerk(), in_currency(bill("B-1", "100.00"), "EUR", "1.1")).await.expect(200);
        app.act("bills/B-1/submit-for-approval", &app.clerk()).await.expect(200);
        app.approve("bills/B-1").await.expect(200);
        app.approve(&path).await.expect(409).problem("wrong_status");
        app.draft(BILL, bill("B-2", "100.00")).await;
        let orphan = app.pending(BILL_PAYMENT, bill_payment("P-2", "B-2", "60.00")).await;
        app.delete("bills/B-2", &app.clerk()).await.expect(204);
        app.approve(&orphan).await.expect(409).problem("wrong_status");
        app.get(&orphan, &app.clerk()).await.expect(200);
        app.void(&orphan).await.expect(200);
    }

    async fn an_account_that_a_payment_waits_for_stays_active(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let till = with(account("1001", "Till", "asset"), json!({ "subtype": "cash" }));
        app.post("accounts", &app.admin(), till).await.expect(201);
        let body = with(invoice_payment("P-1", "I-1", "1.00"), json!({ "account_id": "1001" }));
        let path = app.draft(INVOICE_PAYMENT, body.clone()).await;
        let inactive = json!({ "is_active": false });
        app.put("accounts/1001", &app.admin(), inactive.clone()).await.expect(200);
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(422).problem("invalid").names("/account_id");
        app.post("invoice-payments", &app.clerk(), with(body, json!({ "customer_payment_id": "P-2" }))).await.expect(422).names("/account_id");
        app.put("accounts/1001", &app.admin(), json!({ "is_active": true })).await.expect(200);
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
        app.put("accounts/1001", &app.admin(), inactive).await.expect(409).problem("in_use");
        app.approve(&path).await.expect(200);
    }
}

/// While the worker is away a payment is Approved: what is due is lowered, nothing can be done to either, and once it is
/// back the posting cannot fail. Every type, every action.
async fn approved_is_promised(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    for (kind, body) in [(BILL, bill("B-0", "100.00")), (INVOICE, invoice("I-0", "100.00"))] {
        let path = app.pending(kind, body).await;
        app.approve(&path).await.expect(200);
    }
    app.work_off().await;
    for kind in TRADE {
        let path = app.pending(kind, with(kind.body("A-1"), json!({}))).await;
        let signed = app.approve(&path).await.expect(200);
        assert_eq!((signed.string("status"), &signed["posted"]), ("Approved", &json!(false)), "{}", kind.name);
        let read = app.get(&format!("{path}?explain=true"), &app.token("sam", &[], &["*.*"])).await.expect(200);
        assert_eq!(read["allowed_actions"], json!([]), "{}", read.text);
        for (action, body) in [
            ("void", json!({ "reason": "r" })),
            ("reject", json!({ "reason": "r" })),
            ("hold", json!({ "reason": "r" })),
        ] {
            app.post(&format!("{path}/{action}"), &app.admin(), body).await.expect(409).problem("wrong_status");
        }
        app.act(&format!("{path}/approve"), &app.admin()).await.expect(409).problem("wrong_status");
    }
    app.expect_fields("invoices/I-0", &[("status", "Posted"), ("amount_due", "0.00"), ("amount_paid", "100.00")]).await;
    app.expect_fields("bills/B-0", &[("status", "Posted"), ("amount_due", "0.00")]).await;
    app.void("bills/B-0").await.expect(409).problem("wrong_status");
    app.receive("I-0", "0.01").await.expect(422).problem("overpayment");
    let queued = app.receive("A-1", "1.00").await;
    queued.expect(409).problem("wrong_status");
    app.work_off().await;
    app.expect_fields("invoices/I-0", &[("status", "Paid")]).await;
    for kind in TRADE {
        app.expect_fields(&kind.at("A-1"), &[("status", "Posted")]).await;
    }
    let away = app.receive("A-1", "100.00").await.expect(201);
    assert_eq!((away.string("payment_status"), away.string("invoice_status")), ("Approved", "Posted"));
    app.work_off().await;
    app.expect_fields("invoices/A-1", &[("status", "Paid")]).await;
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_is_promised_on_sqlite() {
    approved_is_promised(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_is_promised_on_postgres() {
    approved_is_promised(Backend::Postgres).await;
}
