//! One payment settles several documents: one bank transaction, each document with its part. See
//! docs/rules/payments.md#several-documents.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::on_account::left;
use super::reassigned::open_on;
use crate::reconciliation::{begin, clear, complete, rows, worksheet};

const END: &str = "2024-03-31";

/// A payment of these documents, each with its part.
pub fn several(kind: Kind, id: &str, parts: &[(&str, &str)]) -> Value {
    let (first, _) = parts[0];
    let paid = kind.pays()[0].0;
    let mut body = paid.paid_by(first, id, "1.00").1;
    let members = body.as_object_mut().expect("an object");
    for member in [kind.pays()[0].1, "payment"] {
        members.remove(member);
    }
    let part = |(id, amount): &(&str, &str)| json!({ "document_id": id, "amount": number(amount) });
    members.insert("applications".into(), parts.iter().map(part).collect());
    body
}

async fn invoices(app: &TestApp) {
    for (id, amount) in [("I-1", "100.00"), ("I-2", "150.00"), ("I-3", "80.00")] {
        app.posted(INVOICE, invoice(id, amount)).await;
    }
}

async fn due(app: &TestApp, of: &[(&str, &str, &str)]) {
    for (path, status, amount) in of {
        app.expect_fields(path, &[("status", status), ("amount_due", amount)]).await;
    }
}

tests::on_both! {
    async fn one_bank_movement_pays_each_its_part(app: TestApp) {
        app.open_books().await;
        invoices(&app).await;
        let (conrad, before) = (app.controller(), left(&app).await);
        let body = several(INVOICE_PAYMENT, "P-1", &[("I-1", "100.00"), ("I-2", "150.00"), ("I-3", "30.00")]);
        let made = app.post("invoice-payments", &app.clerk(), body).await.expect(201);
        assert_eq!(made["invoice_id"], Value::Null, "{}", made.text);
        assert_eq!((made.number("payment"), made["applications"][2]["document_id"].as_str()), ("280.00".into(), Some("I-3")));
        let submitted = app.act("invoice-payments/P-1/submit-for-approval", &app.clerk()).await.expect(200);
        assert_eq!(submitted["status"], "Pending Approval", "{}", submitted.text);
        let pending = app.get("invoices/I-3", &conrad).await.expect(200);
        assert_eq!((pending.number("amount_pending"), pending.number("amount_left")), ("30.00".into(), "50.00".into()));
        for pays in ["I-1", "I-2", "I-3"] {
            let found = app.get(&format!("invoice-payments?pays={pays}"), &conrad).await.expect(200);
            assert_eq!(found["data"][0]["customer_payment_id"], "P-1", "{pays}: {}", found.text);
        }
        app.approve("invoice-payments/P-1").await.expect(200);
        due(&app, &[("invoices/I-1", "Paid", "0.00"), ("invoices/I-2", "Paid", "0.00"), ("invoices/I-3", "Posted", "50.00")]).await;
        assert_eq!((app.balance(CASH).await, app.balance(RECEIVABLE).await), ("280.00".into(), "50.00".into()));
        let postings = app.get("invoice-payments/P-1/postings", &conrad).await.expect(200);
        assert_eq!(postings.data().len(), 2, "{}", postings.text);
        for (day, id, open) in [
            ("2024-01-19", "I-1", "100.00 100.00"),
            ("2024-01-19", "I-3", "80.00 80.00"),
            (PAY_DAY, "I-1", "nothing"),
            (PAY_DAY, "I-2", "nothing"),
            (PAY_DAY, "I-3", "50.00 50.00"),
        ] {
            let found = open_on(&app, "ar", day, id).await;
            assert!(found.ends_with(open), "{id} on {day}: {found}");
        }
        let statement = app.get("reports/statement-of-account?party_type=customer&party_id=C-1&from=2024-01-01&to=2024-03-31", &conrad).await.expect(200);
        assert_eq!(statement.number("closing_balance"), "50.00", "{}", statement.text);
        begin(&app, "R-1", "2024-01-31", "280.00").await;
        assert_eq!(rows(&worksheet(&app, "R-1").await), ["P-1 2024-01-20 deposit 280.00"]);
        clear(&app, "R-1", &["P-1"], "2024-01-22").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        equals_trial_balance(&app).await;

        let moved = app.post("invoice-payments/P-1/reassign", &conrad, json!({ "invoice_id": "I-3" })).await;
        moved.expect(409).problem("wrong_status");
        app.void("invoices/I-2").await.expect(409).problem("wrong_status");
        app.void("invoice-payments/P-1").await.expect(409).problem("reconciliation_completed");
        let back = json!({ "return_date": "2024-02-08", "reason": "no funds" });
        app.post("invoice-payments/P-1/return", &conrad, back).await.expect(200);
        due(&app, &[("invoices/I-1", "Posted", "100.00"), ("invoices/I-3", "Posted", "80.00")]).await;
        assert_eq!(open_on(&app, "ar", "2024-02-07", "I-2").await, "nothing");
        assert!(open_on(&app, "ar", "2024-02-08", "I-2").await.ends_with(" 150.00 150.00"));
        let now = left(&app).await;
        assert_eq!(now, before, "undo after do is nothing");
        equals_trial_balance(&app).await;
        app.void("invoices/I-2").await.expect(200);
    }

    async fn each_bill_is_relieved_at_its_own_rate(app: TestApp) {
        app.open_books().await;
        for (id, amount, rate) in [("B-1", "100.00", "1.1"), ("B-2", "33.33", "1.25"), ("B-3", "50.00", "1.2")] {
            app.posted(BILL, in_currency(bill(id, amount), "EUR", rate)).await;
        }
        let before = left(&app).await;
        let parts = [("B-1", "40.00"), ("B-2", "33.33"), ("B-3", "50.00")];
        let path = app.posted(BILL_PAYMENT, in_currency(several(BILL_PAYMENT, "P-1", &parts), "EUR", "1.3")).await;
        // 123.33 at 1.3, against 44.00, 41.66 and 60.00.
        for (id, open) in [("B-1", "-60.00 -66.00"), ("B-2", "nothing"), ("B-3", "nothing")] {
            let found = open_on(&app, "ap", END, id).await;
            assert!(found.ends_with(open) || found.replace('-', "").ends_with(&open.replace('-', "")), "{id}: {found}");
        }
        equals_trial_balance(&app).await;
        let (conrad, correction) = (app.controller(), json!({ "reason": "the first is of March" }));
        let corrected = app.post(&format!("{path}/correct"), &conrad, correction).await.expect(200);
        assert_eq!(left(&app).await, before, "undo after do is nothing");
        let copy = app.get(&format!("bill-payments/{}", corrected.string("correction_id")), &conrad).await.expect(200);
        assert_eq!(copy["applications"].as_array().map(Vec::len), Some(3), "{}", copy.text);
        equals_trial_balance(&app).await;
        due(&app, &[("bills/B-2", "Posted", "33.33")]).await;
    }

    async fn what_is_wrong_is_named_where_it_stands(app: TestApp) {
        app.open_books().await;
        invoices(&app).await;
        app.post("customers", &app.admin(), customer("C-OTHER", "Other")).await.expect(201);
        app.posted(INVOICE, with(invoice("I-8", "50.00"), json!({ "customer_id": "C-OTHER" }))).await;
        let clerk = app.clerk();
        let base = || several(INVOICE_PAYMENT, "P-1", &[("I-1", "10.00"), ("I-2", "20.00")]);
        let parts = |parts: Value| with(base(), json!({ "applications": parts }));
        let entry = |id: &str| json!({ "document_id": id, "amount": 5 });
        let many: Vec<Value> = (0..101).map(|_| entry("I-1")).collect();
        for (body, pointers) in [
            (with(base(), json!({ "invoice_id": "I-1" })), &["/applications", "/invoice_id"][..]),
            (with(base(), json!({ "payment": 31 })), &["/payment"]),
            (parts(json!([])), &["/applications"]),
            (parts(json!(many)), &["/applications"]),
            (parts(json!([entry("I-1"), entry("I-1"), entry("I-9")])), &["/applications/1/document_id", "/applications/2/document_id"]),
            (parts(json!([entry("I-1"), entry("I-8")])), &["/applications/1/document_id"]),
            (parts(json!([{ "amount": 0 }, entry("I-2")])), &["/applications/0/amount", "/applications/0/document_id"]),
            (parts(json!([with(entry("I-1"), json!({ "document_type": "bill" }))])), &["/applications/0/document_type"]),
        ] {
            let refused = app.post("invoice-payments", &clerk, body.clone()).await.expect(422);
            for pointer in pointers {
                assert!(refused.text.contains(&format!("{pointer:?}")), "{body}: {pointer} is not in {}", refused.text);
            }
        }
        app.post("invoice-payments", &clerk, with(base(), json!({ "payment": 30 }))).await.expect(201);
        // An edit has another list, and may come back to one document.
        let other = several(INVOICE_PAYMENT, "P-1", &[("I-3", "81.00"), ("I-1", "1.00")]);
        let edited = app.put("invoice-payments/P-1", &clerk, other).await.expect(200);
        assert_eq!(edited.number("payment"), "82.00");
        let trail = app.get("invoice-payments/P-1/audit-trail", &app.controller()).await.expect(200);
        assert!(trail.text.contains("applications/1/document_id"), "{}", trail.text);
        let refused = app.act("invoice-payments/P-1/submit-for-approval", &clerk).await.expect(422).problem("overpayment");
        assert!(refused.text.contains("/applications/0/amount"), "{}", refused.text);
        app.put("invoice-payments/P-1", &clerk, invoice_payment("P-1", "I-1", "10.00")).await.expect(200);
        let read = app.get("invoice-payments/P-1", &clerk).await.expect(200);
        assert_eq!((read["invoice_id"].as_str(), &read["applications"]), (Some("I-1"), &Value::Null), "{}", read.text);
    }

    async fn the_last_signature_pays_all_or_nothing(app: TestApp) {
        app.open_books().await;
        invoices(&app).await;
        for id in ["P-1", "P-2"] {
            app.pending(INVOICE_PAYMENT, several(INVOICE_PAYMENT, id, &[("I-1", "60.00"), ("I-2", "60.00")])).await;
        }
        app.approve("invoice-payments/P-1").await.expect(200);
        let late = app.act("invoice-payments/P-2/approve", &app.manager()).await.expect(422).problem("overpayment");
        assert!(late.text.contains("/applications/0/amount"), "{}", late.text);
        due(&app, &[("invoices/I-1", "Posted", "40.00"), ("invoices/I-2", "Posted", "90.00")]).await;
        app.void("invoice-payments/P-1").await.expect(200);
        due(&app, &[("invoices/I-1", "Posted", "100.00"), ("invoices/I-2", "Posted", "150.00")]).await;
        app.approve("invoice-payments/P-2").await.expect(200);
        due(&app, &[("invoices/I-1", "Posted", "40.00"), ("invoices/I-2", "Posted", "90.00")]).await;
        equals_trial_balance(&app).await;
    }
}
