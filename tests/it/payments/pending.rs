//! What is under way for a document, so that nobody pays it twice unawares. See docs/rules/payments.md#amount-pending.

use tests::prelude::*;

/// `due pending left`, as the document and its list say it.
async fn amounts(app: &TestApp, kind: Kind, id: &str) -> String {
    let text =
        |row: &Value| ["amount_due", "amount_pending", "amount_left"].map(|name| row[name].to_string()).join(" ");
    let read = app.get(&kind.at(id), &app.clerk()).await.expect(200);
    let listed = app.get(kind.path, &app.clerk()).await.expect(200);
    let row = listed.data().iter().find(|row| row[kind.id] == id).unwrap_or_else(|| panic!("{}", listed.text));
    assert_eq!(text(row), text(&read.json), "{id} in its list");
    text(&read.json)
}

/// The manager may put aside, and the controller sign, what pays.
async fn guarded(app: &TestApp, document_type: &str) {
    let rule = rule("pay", document_type, 1, "0", None, "manager");
    app.post("approval-rules", &app.admin(), rule).await.expect(201);
}

tests::on_both! {
    async fn the_full_amount_may_be_received_twice_and_is_told(app: TestApp) {
        app.open_books().await;
        guarded(&app, "invoice_payment").await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.posted(INVOICE, invoice("I-2", "50.00")).await;
        assert_eq!(amounts(&app, INVOICE, "I-1").await, "100.00 0.00 100.00");
        let mut payments = Vec::new();
        for pending in ["100.00 100.00 0.00", "100.00 200.00 0.00", "100.00 300.00 0.00"] {
            let received = app.receive("I-1", "100.00").await.expect(201);
            assert_eq!(received.string("payment_status"), "Pending Approval");
            assert_eq!(amounts(&app, INVOICE, "I-1").await, pending);
            payments.push(INVOICE_PAYMENT.at(received.string("payment_id")));
        }
        assert_eq!(amounts(&app, INVOICE, "I-2").await, "50.00 0.00 50.00");
        // The signer of one finds the others.
        let others = app.get("invoice-payments?pays=I-1&status=Pending%20Approval,On%20Hold", &app.manager()).await.expect(200);
        assert_eq!(others.data().len(), 3);
        app.post(&format!("{}/hold", payments[0]), &app.manager(), json!({ "reason": "r" })).await.expect(200);
        assert_eq!(amounts(&app, INVOICE, "I-1").await, "100.00 300.00 0.00");
        app.post(&format!("{}/reject", payments[1]), &app.manager(), json!({ "reason": "twice" })).await.expect(200);
        assert_eq!(amounts(&app, INVOICE, "I-1").await, "100.00 200.00 0.00");
        app.approve(&payments[2]).await.expect(200);
        assert_eq!(amounts(&app, INVOICE, "I-1").await, "0.00 100.00 0.00");
        app.post(&format!("{}/request-change", payments[0]), &app.manager(), json!({ "comments": "paid" })).await.expect(409);
        app.void(&payments[0]).await.expect(200);
        assert_eq!(amounts(&app, INVOICE, "I-1").await, "0.00 0.00 0.00");
    }

    async fn payments_and_credits_of_every_type_are_under_way_until_they_are_posted(app: TestApp) {
        app.open_books().await;
        for kind in payment_kinds() {
            for (paid, _) in kind.pays() {
                app.posted(paid, paid.of_amount("D-1", "100.00")).await;
                app.pending(kind, paid.paid_by("D-1", &format!("{}-1", paid.name), "10.00").1).await;
                assert_eq!(amounts(&app, paid, "D-1").await, "100.00 10.00 90.00", "{} of {}", kind.name, paid.name);
            }
        }
        for (credit, credited) in credits() {
            let about = with(credit.of_amount("C-1", "5.00"), json!({ (credited.id): "D-1" }));
            let path = app.pending(credit, about).await;
            assert_eq!(amounts(&app, credited, "D-1").await, "100.00 15.00 85.00", "{}", credit.name);
            app.approve(&path).await.expect(200);
            assert_eq!(amounts(&app, credited, "D-1").await, "100.00 10.00 90.00", "a posted credit is to be applied");
            assert_eq!(amounts(&app, credit, "C-1").await, "5.00 0.00 5.00", "no refund of it is under way");
        }
    }

    async fn more_than_a_column_holds_is_still_told(app: TestApp) {
        app.open_books().await;
        let large = "999999999999999.999";
        app.posted(INVOICE, in_currency(invoice("I-1", large), "KWD", "0.000001")).await;
        for at in 0..10 {
            app.pending(INVOICE_PAYMENT, invoice_payment(&format!("P-{at}"), "I-1", large)).await;
        }
        assert_eq!(amounts(&app, INVOICE, "I-1").await, format!("{large} 9999999999999999.990 0.000"));
    }

    async fn what_is_used_up_or_paid_offers_no_more(app: TestApp) {
        app.open_debts().await;
        for (credit, credited) in credits() {
            let path = app.posted(credit, credit.of_amount("U-1", "10.00")).await;
            let explained = format!("{path}?explain=true");
            app.apply(credit, "U-1", &credited.debt(), "9.99").await.expect(200);
            let open = app.get(&explained, &app.admin()).await.expect(200);
            assert!(open["allowed_actions"].to_string().contains("apply"), "{}", open.text);
            app.apply(credit, "U-1", &credited.debt(), "0.01").await.expect(200);
            let used = app.get(&explained, &app.admin()).await.expect(200);
            assert_eq!(used["allowed_actions"], json!(["unapply"]), "{}", used.text);
            assert!(used["why_not"]["apply"].as_str().is_some_and(|why| why.contains("is left to apply")), "{}", used.text);
            app.apply(credit, "U-1", &credited.debt(), "0.01").await.expect(422).problem("overpayment");
        }
    }
}

/// An approved payment has lowered the amount due already: it is not taken off a second time. An approved credit lowers nothing.
async fn approved(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    app.open_books().await;
    let path = app.pending(INVOICE, invoice("I-1", "100.00")).await;
    app.approve(&path).await.expect(200);
    app.work_off().await;
    let path = app.pending(INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "30.00")).await;
    assert_eq!(amounts(&app, INVOICE, "I-1").await, "100.00 30.00 70.00");
    assert_eq!(app.approve(&path).await.expect(200).string("status"), "Approved");
    assert_eq!(amounts(&app, INVOICE, "I-1").await, "70.00 30.00 70.00");
    let path = app.pending(CREDIT_MEMO, with(credit_memo("C-1", "20.00"), json!({ "invoice_id": "I-1" }))).await;
    assert_eq!(amounts(&app, INVOICE, "I-1").await, "70.00 50.00 50.00");
    assert_eq!(app.approve(&path).await.expect(200).string("status"), "Approved");
    assert_eq!(amounts(&app, INVOICE, "I-1").await, "70.00 50.00 50.00");
    app.work_off().await;
    assert_eq!(amounts(&app, INVOICE, "I-1").await, "70.00 0.00 70.00");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_approved_payment_is_counted_once_on_sqlite() {
    approved(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_approved_payment_is_counted_once_on_postgres() {
    approved(Backend::Postgres).await;
}
