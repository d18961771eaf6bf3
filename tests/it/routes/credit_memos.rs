//! `/credit-memos`: credit, and its application to invoices. See docs/rules/payments.md#applying-a-credit.

use super::every_type::{self, pointers, set};
use tests::prelude::*;

const SHOWN: &str =
    "credit_memo_id customer_id customer_name ar_account_id tran_date posting_period_id currency exchange_rate
    status subtotal tax_total total amount_paid amount_due lines current_approval_level created_at created_by updated_by
    version allowed_actions";

const WRONG: [(&str, &str, &str); 5] = [
    ("customer_id", r#""V-1""#, "/customer_id"),
    ("customer_id", "null", "/customer_id"),
    ("invoice_id", r#""I-99""#, "/invoice_id"),
    ("ar_account_id", r#""2000""#, "/ar_account_id"),
    ("lines.0.rate", "-5", "/lines"),
];

tests::on_both! {
    async fn a_credit_memo_is_kept_as_written(app: TestApp) {
        app.prepare(CREDIT_MEMO).await;
        every_type::is_kept_as_written(&app, CREDIT_MEMO, SHOWN).await;
        every_type::requires(&app, CREDIT_MEMO, "/customer_id /ar_account_id /tran_date /lines").await;
        every_type::refuses_wrong_values(&app, CREDIT_MEMO, &WRONG).await;
    }

    async fn a_credit_memo_walks_the_workflow(app: TestApp) {
        app.prepare(CREDIT_MEMO).await;
        every_type::walks_the_workflow(&app, CREDIT_MEMO).await;
        every_type::asks_for_permissions(&app, CREDIT_MEMO).await;
        every_type::heeds_if_match(&app, CREDIT_MEMO).await;
    }

    async fn a_credit_memo_can_be_tried_and_retried(app: TestApp) {
        app.prepare(CREDIT_MEMO).await;
        app.posted(INVOICE, invoice("I-1", "500.00")).await;
        every_type::can_be_tried_dry(&app, CREDIT_MEMO, "1100 -100.00 -100.00\n 4000 100.00 100.00").await;
        let apply = |amount: &str| json!({ "invoice_id": "I-1", "amount": number(amount) });
        every_type::can_be_retried(&app, CREDIT_MEMO, &[("apply", apply("30.00")), ("apply", apply("70.00"))]).await;
        app.expect_fields("invoices/I-1", &[("amount_due", "400.00")]).await;
    }

    async fn credit_is_applied_until_nothing_is_left(app: TestApp) {
        app.prepare(CREDIT_MEMO).await;
        for (id, amount) in [("I-1", "100.00"), ("I-2", "60.00")] {
            app.posted(INVOICE, invoice(id, amount)).await;
        }
        app.posted(CREDIT_MEMO, with(credit_memo("CM-1", "130.00"), json!({ "invoice_id": "I-1" }))).await;
        app.expect_fields("credit-memos/CM-1", &[("invoice_id", "I-1"), ("amount_due", "130.00")]).await;
        let done = app.apply(CREDIT_MEMO, "CM-1", "I-1", "100.00").await.expect(200);
        let wanted = set("credit_memo_id status invoice_id amount applied_at applied_by amount_applied_total amount_unapplied invoice_status invoice_amount_due");
        assert_eq!(every_type::fields(&done.json), wanted, "{}", done.text);
        assert_eq!((done.string("status"), done.string("invoice_status"), done.number("amount_unapplied")), ("Posted", "Paid", "30.00".into()));
        let over = app.apply(CREDIT_MEMO, "CM-1", "I-2", "30.01").await.expect(422).problem("overpayment");
        assert_eq!(pointers(&over), set("/amount"));
        app.apply(CREDIT_MEMO, "CM-1", "I-1", "1.00").await.expect(422).problem("overpayment");
        app.apply(CREDIT_MEMO, "CM-1", "I-2", "30.00").await.expect(200);
        app.apply(CREDIT_MEMO, "CM-1", "I-2", "0.01").await.expect(422).problem("overpayment");
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_paid", "100.00"), ("amount_due", "0.00")]).await;
        app.expect_fields("invoices/I-2", &[("status", "Posted"), ("amount_due", "30.00")]).await;
        app.expect_fields("credit-memos/CM-1", &[("status", "Posted"), ("amount_paid", "130.00"), ("amount_due", "0.00")]).await;
        app.void("credit-memos/CM-1").await.expect(409).problem("wrong_status");
        app.void("invoices/I-2").await.expect(409).problem("wrong_status");
        let rows = app.get("credit-memos/CM-1/applications", &app.clerk()).await.expect(200);
        let told: Vec<_> = rows.data().iter().map(|row| (row["invoice_id"].as_str(), row["amount"].to_string())).collect();
        assert_eq!(told, [(Some("I-1"), "100.00".to_owned()), (Some("I-2"), "30.00".to_owned())]);
        let trail = app.get("invoices/I-1/audit-trail", &app.clerk()).await.expect(200);
        assert_eq!(every_type::told(&trail)[4..], ["Apply abel", "Paid abel"]);
        assert_eq!(app.balance(RECEIVABLE).await, "30.00");
    }

    async fn credit_goes_only_where_it_fits(app: TestApp) {
        app.prepare(CREDIT_MEMO).await;
        app.post("customers", &app.admin(), customer("C-2", "Copper Ltd")).await.expect(201);
        let second = with(account("1101", "More receivables", "asset"), json!({ "subtype": "ar" }));
        app.post("accounts", &app.admin(), second).await.expect(201);
        app.posted(CREDIT_MEMO, credit_memo("CM-1", "50.00")).await;
        for (id, change) in [
            ("theirs", json!({ "customer_id": "C-2" })),
            ("euros", json!({ "currency": "EUR", "exchange_rate": number("1.1") })),
            ("elsewhere", json!({ "ar_account_id": "1101" })),
        ] {
            app.posted(INVOICE, with(invoice(id, "50.00"), change)).await;
            app.apply(CREDIT_MEMO, "CM-1", id, "1.00").await.expect(422).problem("invalid").names("/invoice_id");
        }
        app.draft(INVOICE, invoice("draft", "50.00")).await;
        app.apply(CREDIT_MEMO, "CM-1", "draft", "1.00").await.expect(409).problem("wrong_status");
        app.apply(CREDIT_MEMO, "CM-1", "none", "1.00").await.expect(422).names("/invoice_id");
        for wrong in ["0", "-1", "0.001", "1e20"] {
            app.apply(CREDIT_MEMO, "CM-1", "theirs", wrong).await.expect(422).names("/amount");
        }
        let empty = app.act("credit-memos/CM-1/apply", &app.accountant()).await.expect(422).problem("invalid");
        assert_eq!(pointers(&empty), set("/invoice_id /amount"));
        let mixed = json!({ "invoice_id": "theirs", "amount": "1", "when": 1 });
        let mixed = app.post("credit-memos/CM-1/apply", &app.accountant(), mixed).await.expect(422).problem("invalid");
        assert_eq!(pointers(&mixed), set("/invoice_id /amount /when"));
        let about = with(credit_memo("CM-2", "1.00"), json!({ "invoice_id": "theirs" }));
        app.post("credit-memos", &app.clerk(), about).await.expect(422).names("/invoice_id");
        app.expect_fields("credit-memos/CM-1", &[("amount_due", "50.00")]).await;
    }
}
