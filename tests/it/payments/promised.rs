//! An approved payment lowers the amount due before it is posted. See docs/rules/payments.md#drafts-reserve-nothing.

use tests::prelude::*;

/// Without a worker a payment stays Approved: the amount due is lowered, no action is possible on either document, and
/// the later posting cannot fail. For every type and every action.
async fn approved_is_promised(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    for kind in debt_kinds() {
        let path = app.pending(kind, kind.body(&kind.debt())).await;
        app.approve(&path).await.expect(200);
    }
    app.work_off().await;
    for kind in trade_kinds() {
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
    for kind in trade_kinds() {
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
