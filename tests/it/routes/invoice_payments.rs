//! `/invoice-payments`: customers' payments, and `deposit`. See docs/rules/payments.md#clear-and-deposit.

use super::every_type::{self, pointers, set};
use tests::prelude::*;

const SHOWN: &str = "customer_payment_id customer_id customer_name invoice_id ar_account_id account_id tran_date posting_period_id
    payment currency exchange_rate status current_approval_level created_at created_by updated_by version allowed_actions";

const WRONG: [(&str, &str, &str); 15] = [
    ("customer_payment_id", "null", "/customer_payment_id"),
    ("customer_id", r#""C-9""#, "/customer_id"),
    ("customer_id", "null", "/customer_id"),
    ("invoice_id", r#""I-99""#, "/invoice_id"),
    ("invoice_id", "null", "/invoice_id"),
    ("account_id", r#""4000""#, "/account_id"),
    ("account_id", r#""1100""#, "/account_id"),
    ("ar_account_id", r#""2000""#, "/ar_account_id"),
    ("posting_period_id", "null", "/posting_period_id"),
    ("payment", "0", "/payment"),
    ("payment", "-5", "/payment"),
    ("payment", "0.001", "/payment"),
    ("payment", "1000000000000000", "/payment"),
    ("payment", r#""5""#, "/payment"),
    ("lines", "[]", "/lines"),
];

tests::on_both! {
    async fn an_invoice_payment_is_kept_as_written(app: TestApp) {
        app.prepare(INVOICE_PAYMENT).await;
        every_type::is_kept_as_written(&app, INVOICE_PAYMENT, SHOWN).await;
        let required = "/customer_payment_id /customer_id /invoice_id /account_id /ar_account_id /tran_date /posting_period_id /payment";
        every_type::requires(&app, INVOICE_PAYMENT, required).await;
        every_type::refuses_wrong_values(&app, INVOICE_PAYMENT, &WRONG).await;
        let euros = with(INVOICE_PAYMENT.body("X-1"), json!({ "currency": "EUR", "exchange_rate": number("1.1") }));
        let refused = app.post("invoice-payments", &app.clerk(), euros).await.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set("/currency"));
    }

    async fn an_invoice_payment_walks_the_workflow(app: TestApp) {
        app.prepare(INVOICE_PAYMENT).await;
        every_type::walks_the_workflow(&app, INVOICE_PAYMENT).await;
        every_type::asks_for_permissions(&app, INVOICE_PAYMENT).await;
        every_type::heeds_if_match(&app, INVOICE_PAYMENT).await;
    }

    async fn an_invoice_payment_can_be_tried_and_retried(app: TestApp) {
        app.prepare(INVOICE_PAYMENT).await;
        every_type::can_be_tried_dry(&app, INVOICE_PAYMENT, "1000 100.00 100.00\n 1100 -100.00 -100.00").await;
        every_type::can_be_retried(&app, INVOICE_PAYMENT, &[("deposit", json!({ "deposit_date": "2024-01-31" }))]).await;
    }

    async fn a_deposit_is_dated_on_or_after_the_payment(app: TestApp) {
        app.prepare(INVOICE_PAYMENT).await;
        let path = app.posted(INVOICE_PAYMENT, invoice_payment("P-1", "I-0", "10.00")).await;
        let (controller, deposit) = (app.controller(), format!("{path}/deposit"));
        for wrong in [json!({}), json!({ "deposit_date": "2024-01-19" }), json!({ "deposit_date": 20_240_125 }), json!({ "deposit_date": "2024-02-30" })] {
            let refused = app.post(&deposit, &controller, wrong).await.expect(422).problem("invalid");
            assert_eq!(pointers(&refused), set("/deposit_date"), "{}", refused.text);
        }
        let done = app.post(&deposit, &controller, json!({ "deposit_date": PAY_DAY })).await.expect(200);
        assert_eq!(every_type::fields(&done.json), set("customer_payment_id status deposit_date deposited_at deposited_by"));
        assert_eq!((done.string("customer_payment_id"), done.string("status"), done.string("deposit_date")), ("P-1", "Deposited", PAY_DAY));
        app.expect_fields(&path, &[("status", "Deposited"), ("deposit_date", PAY_DAY), ("deposited_by", "conrad")]).await;
        app.void(&path).await.expect(409).problem("wrong_status");
        let trail = app.get(&format!("{path}/audit-trail"), &app.clerk()).await.expect(200);
        assert_eq!(every_type::told(&trail).last().map(String::as_str), Some("Deposit conrad"));
    }
}
