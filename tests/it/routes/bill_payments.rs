//! `/bill-payments`: payments of bills and expenses, and `clear`. See docs/rules/payments.md#clear-and-deposit.

use super::every_type::{self, pointers, set};
use tests::prelude::*;

const SHOWN: &str =
    "bill_payment_id bill_id vendor_id vendor_name ap_account_id account_id tran_date posting_period_id payment
    currency exchange_rate status current_approval_level created_at created_by updated_by version allowed_actions";

const WRONG: [(&str, &str, &str); 11] = [
    ("bill_id", r#""B-99""#, "/bill_id"),
    ("bill_id", "null", "/bill_id"),
    ("bill_id", "7", "/bill_id"),
    ("expense_id", r#""E-1""#, "/expense_id"),
    ("expense_id", "7", "/expense_id"),
    ("vendor_id", r#""V-1""#, "/vendor_id"),
    ("account_id", r#""6000""#, "/account_id"),
    ("ap_account_id", r#""1100""#, "/ap_account_id"),
    ("payment", "null", "/payment"),
    ("payment", "0", "/payment"),
    ("payment_method", r#""""#, "/payment_method"),
];

tests::on_both! {
    async fn a_bill_payment_is_kept_as_written(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        every_type::is_kept_as_written(&app, BILL_PAYMENT, SHOWN).await;
        every_type::requires(&app, BILL_PAYMENT, "/bill_id /account_id /ap_account_id /tran_date /payment").await;
        every_type::refuses_wrong_values(&app, BILL_PAYMENT, &WRONG).await;
    }

    async fn a_bill_payment_walks_the_workflow(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        every_type::walks_the_workflow(&app, BILL_PAYMENT).await;
        every_type::asks_for_permissions(&app, BILL_PAYMENT).await;
        every_type::heeds_if_match(&app, BILL_PAYMENT).await;
    }

    async fn a_bill_payment_can_be_tried_and_retried(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        every_type::can_be_tried_dry(&app, BILL_PAYMENT, "1000 -100.00 -100.00\n 2000 100.00 100.00").await;
        every_type::can_be_retried(&app, BILL_PAYMENT, &[("clear", json!({ "cleared_date": "2024-01-31" }))]).await;
    }

    async fn a_payment_is_cleared_on_or_after_its_day(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        let path = app.posted(BILL_PAYMENT, bill_payment("P-1", "B-0", "10.00")).await;
        let (controller, clear) = (app.controller(), format!("{path}/clear"));
        for wrong in [json!({}), json!({ "cleared_date": "2024-01-19" }), json!({ "cleared_date": null }), json!({ "cleared_date": "soon" })] {
            let refused = app.post(&clear, &controller, wrong).await.expect(422).problem("invalid");
            assert_eq!(pointers(&refused), set("/cleared_date"), "{}", refused.text);
        }
        let done = app.post(&clear, &controller, json!({ "cleared_date": "2024-02-01" })).await.expect(200);
        assert_eq!(every_type::fields(&done.json), set("bill_payment_id status cleared_date cleared_at cleared_by"));
        assert_eq!((done.string("bill_payment_id"), done.string("status"), done.string("cleared_date")), ("P-1", "Cleared", "2024-02-01"));
        app.expect_fields(&path, &[("status", "Cleared"), ("cleared_date", "2024-02-01"), ("cleared_by", "conrad")]).await;
        app.void(&path).await.expect(409).problem("wrong_status");
    }

    async fn a_void_answers_with_the_interfaces_fields(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        let path = app.posted(BILL_PAYMENT, bill_payment("P-1", "B-0", "10.00")).await;
        app.expect_fields("bills/B-0", &[("amount_due", "9990.00")]).await;
        let done = app.void(&path).await.expect(200);
        assert_eq!((done.string("bill_payment_id"), done.string("status"), done.string("void_reason")), ("P-1", "Voided", "by mistake"));
        assert!(done["voided_at"].is_string(), "{}", done.text);
        app.expect_fields("bills/B-0", &[("amount_due", "10000.00"), ("amount_paid", "0.00")]).await;
    }

    async fn an_expense_is_paid_like_a_bill(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.post("users", &app.admin(), json!({ "user_id": "emil", "name": "Emil Ek", "is_active": true })).await.expect(201);
        app.posted(EXPENSE_REPORT, expense("E-1", "84.00")).await;
        let body = with(expense_payment("P-1", "E-1", "84.00"), json!({ "payment_method": "Check", "reference": "17", "memo": "m" }));
        let path = app.posted(BILL_PAYMENT, body).await;
        let shown = [("expense_id", "E-1"), ("employee_id", "emil"), ("employee_name", "Emil Ek"), ("payment_method", "Check"), ("reference", "17")];
        app.expect_fields(&path, &shown).await;
        app.expect_fields("expenses/E-1", &[("status", "Posted"), ("amount_paid", "84.00"), ("amount_due", "0.00")]).await;
        let read = app.get(&path, &app.clerk()).await.expect(200);
        assert!(read["bill_id"].is_null() && read["vendor_id"].is_null(), "{}", read.text);
        let both = with(bill_payment("P-2", "B-0", "1.00"), json!({ "expense_id": "E-1" }));
        app.post("bill-payments", &app.clerk(), both).await.expect(422).problem("invalid").names("/expense_id");
        let over = app.draft(BILL_PAYMENT, expense_payment("P-3", "E-1", "0.01")).await;
        let refused = app.act(&format!("{over}/submit-for-approval"), &app.clerk()).await;
        refused.expect(422).problem("overpayment").names("/payment");
        app.void("expenses/E-1").await.expect(409).problem("wrong_status");
        app.void(&path).await.expect(200);
        app.void("expenses/E-1").await.expect(200);
    }
}
