//! `/invoices`: what a customer owes, and `receive-payment`. See docs/rules/payments.md#receive-payment.

use super::every_type::{self, pointers, set};
use tests::prelude::*;

/// The interface's fields, and what the service adds to them.
const SHOWN: &str =
    "invoice_id customer_id customer_name ar_account_id tran_date due_date posting_period_id currency exchange_rate
    status subtotal tax_total total amount_paid amount_due amount_pending amount_left lines created_at
    current_approval_level created_by updated_by version allowed_actions";

const WRONG: [(&str, &str, &str); 18] = [
    ("invoice_id", "null", "/invoice_id"),
    ("customer_id", r#""C-9""#, "/customer_id"),
    ("customer_id", "5", "/customer_id"),
    ("ar_account_id", r#""2000""#, "/ar_account_id"),
    ("due_date", r#""2024-02-30""#, "/due_date"),
    ("posting_period_id", "null", "/posting_period_id"),
    ("total", "100.00", "/total"),
    ("lines", r#"{"a":1}"#, "/lines"),
    ("lines", r"[5]", "/lines/0"),
    ("lines.0.account_id", r#""nowhere""#, "/lines/0/account_id"),
    ("lines.0.account_id", r#""1100""#, "/lines/0/account_id"),
    ("lines.0.quantity", "-1", "/lines/0/quantity"),
    ("lines.0.rate", "null", "/lines/0/rate"),
    ("lines.0.rate", r#""5""#, "/lines/0/rate"),
    ("lines.0.tax_rate", "1.5", "/lines/0/tax_rate"),
    ("lines.0.tax_account_id", r#""nowhere""#, "/lines/0/tax_account_id"),
    ("lines.0.account_name", r#""Revenue""#, "/lines/0/account_name"),
    ("lines.0.line_number", "0", "/lines/0/line_number"),
];

fn payment(amount: &str) -> Value {
    json!({ "payment_date": PAY_DAY, "payment_amount": number(amount), "deposit_account_id": CASH })
}

tests::on_both! {
    async fn an_invoice_is_kept_as_written(app: TestApp) {
        app.prepare(INVOICE).await;
        every_type::is_kept_as_written(&app, INVOICE, SHOWN).await;
        every_type::requires(&app, INVOICE, "/invoice_id /customer_id /ar_account_id /tran_date /due_date /posting_period_id /lines").await;
        every_type::refuses_wrong_values(&app, INVOICE, &WRONG).await;
    }

    async fn an_invoice_walks_the_workflow(app: TestApp) {
        app.prepare(INVOICE).await;
        every_type::walks_the_workflow(&app, INVOICE).await;
        every_type::asks_for_permissions(&app, INVOICE).await;
        every_type::heeds_if_match(&app, INVOICE).await;
    }

    async fn an_invoice_can_be_tried_and_retried(app: TestApp) {
        app.prepare(INVOICE).await;
        every_type::can_be_tried_dry(&app, INVOICE, "1100 100.00 100.00\n 4000 -100.00 -100.00").await;
        every_type::can_be_retried(&app, INVOICE, &[("receive-payment", payment("40.00")), ("receive-payment", payment("60.00"))]).await;
        app.expect_fields("invoices/R-1", &[("status", "Paid"), ("amount_paid", "100.00")]).await;
        assert_eq!(app.get("invoice-payments?pays=R-1", &app.clerk()).await.expect(200).data().len(), 2);
    }

    async fn the_lines_have_the_interfaces_fields(app: TestApp) {
        app.prepare(INVOICE).await;
        let line = with(taxed(REVENUE, "2.5", "19.99", "0.07"), json!({ "description": "Hours", "line_number": 7, "department_id": "d", "cost_center_id": "c" }));
        app.draft(INVOICE, with(invoice("I-1", "1"), json!({ "lines": [line], "memo": "m" }))).await;
        let read = app.get("invoices/I-1", &app.clerk()).await.expect(200);
        let wanted = json!({
            "line_number": 7, "account_id": REVENUE, "account_name": "Revenue", "description": "Hours", "quantity": number("2.5"),
            "rate": number("19.99"), "amount": number("49.98"), "tax_rate": number("0.07"), "tax_amount": number("3.50"),
            "tax_account_id": TAX, "department_id": "d", "cost_center_id": "c",
        });
        assert_eq!(read["lines"], json!([wanted]), "{}", read.text);
        assert_eq!((read.number("subtotal"), read.number("tax_total"), read.number("total")), ("49.98".into(), "3.50".into(), "53.48".into()));
        app.put("invoices/I-1", &app.clerk(), read.json).await.expect(200);
    }

    async fn a_payment_is_received(app: TestApp) {
        app.prepare(INVOICE).await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let told = with(payment("40.00"), json!({ "payment_method": "Bank Transfer", "reference": "T-77" }));
        let part = app.post("invoices/I-1/receive-payment", &app.controller(), told).await.expect(201);
        let wanted = set("invoice_id payment_id payment_date payment_amount deposit_account_id payment_method reference invoice_status amount_paid_total amount_due payment_status");
        assert_eq!(every_type::fields(&part.json), wanted, "{}", part.text);
        let money = (part.number("payment_amount"), part.number("amount_paid_total"), part.number("amount_due"));
        assert_eq!(money, ("40.00".into(), "40.00".into(), "60.00".into()));
        assert_eq!((part.string("invoice_status"), part.string("payment_status")), ("Posted", "Posted"));
        let location = part.header("Location").to_owned();
        assert!(location.ends_with(&format!("/invoice-payments/{}", part.string("payment_id"))), "{location}");
        let made = app.get(&location, &app.clerk()).await.expect(200);
        assert_eq!((made.string("payment_method"), made.string("reference"), made.string("customer_id")), ("Bank Transfer", "T-77", "C-1"));
        let trail = app.get(&format!("{location}/audit-trail"), &app.clerk()).await.expect(200);
        assert_eq!(every_type::told(&trail), ["Created conrad", "Post to GL system"]);
        let rest = app.receive("I-1", "60.00").await.expect(201);
        assert_eq!((rest.string("invoice_status"), rest.number("amount_due")), ("Paid", "0.00".into()));
        let trail = app.get("invoices/I-1/audit-trail", &app.clerk()).await.expect(200);
        assert_eq!(every_type::told(&trail)[4..], ["Receive Payment conrad", "Receive Payment conrad", "Paid system"]);
        app.receive("I-1", "1.00").await.expect(409).problem("wrong_status");
    }

    async fn a_payment_that_does_not_fit_is_refused(app: TestApp) {
        app.prepare(INVOICE).await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let path = "invoices/I-1/receive-payment";
        let over = app.receive("I-1", "100.01").await.expect(422).problem("overpayment");
        assert_eq!((pointers(&over), over.number("amount_due")), (set("/payment_amount"), "100.00".into()));
        let empty = app.act(path, &app.controller()).await.expect(422).problem("invalid");
        assert_eq!(pointers(&empty), set("/payment_date /payment_amount /deposit_account_id"));
        let wrong = json!({ "payment_date": "then", "payment_amount": "5", "deposit_account_id": 5, "payment_method": "", "more": 1 });
        let wrong = app.post(path, &app.controller(), wrong).await.expect(422).problem("invalid");
        assert_eq!(pointers(&wrong), set("/payment_date /payment_amount /deposit_account_id /payment_method /more"));
        for (field, text, pointer) in [
            ("payment_amount", "0", "/payment_amount"),
            ("payment_amount", "-1", "/payment_amount"),
            ("payment_amount", "1.001", "/payment_amount"),
            ("deposit_account_id", r#""4000""#, "/deposit_account_id"),
            ("deposit_account_id", r#""1100""#, "/deposit_account_id"),
            ("deposit_account_id", r#""none""#, "/deposit_account_id"),
        ] {
            let body = every_type::changed(payment("1.00"), field, text);
            let refused = app.post(path, &app.controller(), body).await.expect(422).problem("invalid");
            assert_eq!(pointers(&refused), set(pointer), "{field} {text}: {}", refused.text);
        }
        let nowhere = with(payment("1.00"), json!({ "payment_date": "2030-05-05" }));
        let refused = app.post(path, &app.controller(), nowhere).await.expect(422).problem("no_open_period");
        assert_eq!(pointers(&refused), set("/payment_date"));
        app.close("2024-02", "ar").await;
        let closed = with(payment("1.00"), json!({ "payment_date": "2024-02-05" }));
        app.post(path, &app.controller(), closed).await.expect(409).problem("period_closed");
        app.post(path, &app.clerk(), payment("1.00")).await.expect(403).problem("forbidden");
        app.draft(INVOICE, invoice("I-2", "1.00")).await;
        app.receive("I-2", "1.00").await.expect(409).problem("wrong_status");
        app.receive("I-3", "1.00").await.expect(404).problem("not_found");
        app.expect_fields("invoices/I-1", &[("amount_paid", "0.00"), ("amount_due", "100.00")]).await;
        assert!(app.get("invoice-payments", &app.clerk()).await.expect(200).data().is_empty());
    }
}
