//! `/customer-refunds` and `/vendor-refunds`. See docs/rules/payments.md#refund.

use engine::values::kind::Control;
use tests::prelude::*;

use super::every_type::{self, pointers, set};

const SHOWN: &str =
    "account_id tran_date posting_period_id payment currency exchange_rate status current_approval_level
    created_at created_by updated_by version allowed_actions";

/// The fields of its own that a draft of the type has, and what 100.00 of it posts.
fn own(kind: Kind) -> (&'static str, &'static str) {
    match kind.control() {
        Some(Control::Receivable) => (
            "customer_refund_id credit_memo_id customer_id customer_name ar_account_id",
            "1000 -100.00 -100.00\n 1100 100.00 100.00",
        ),
        _ => (
            "vendor_refund_id vendor_credit_id vendor_id vendor_name ap_account_id",
            "1000 100.00 100.00\n 2000 -100.00 -100.00",
        ),
    }
}

/// The action by which the bank shows it, and the field of its day.
fn at_the_bank(kind: Kind) -> (&'static str, &'static str) {
    if kind == CUSTOMER_REFUND { ("clear", "cleared_date") } else { ("deposit", "deposit_date") }
}

tests::on_both! {
    async fn a_refund_is_kept_as_written(app: TestApp) {
        app.open_debts().await;
        for kind in [CUSTOMER_REFUND, VENDOR_REFUND] {
            let (fields, _) = own(kind);
            every_type::is_kept_as_written(&app, kind, &format!("{fields} {SHOWN}")).await;
            let (credit, control) = (kind.pays()[0].1, kind.control_field());
            let required = format!("/{credit} /account_id /{control} /tran_date /payment");
            every_type::requires(&app, kind, &required).await;
            let (credit_pointer, control_pointer) = (format!("/{credit}"), format!("/{control}"));
            let wrong = [
                (credit, r#""X-99""#, credit_pointer.as_str()),
                (credit, "null", &credit_pointer),
                (credit, "7", &credit_pointer),
                ("invoice_id", r#""I-0""#, "/invoice_id"),
                ("applications", "[]", "/applications"),
                ("account_id", r#""6000""#, "/account_id"),
                (control, r#""4000""#, &control_pointer),
                ("payment", "null", "/payment"),
                ("payment", "0", "/payment"),
            ];
            every_type::refuses_wrong_values(&app, kind, &wrong).await;
        }
    }

    async fn a_refund_walks_the_workflow(app: TestApp) {
        app.open_debts().await;
        for kind in [CUSTOMER_REFUND, VENDOR_REFUND] {
            every_type::walks_the_workflow(&app, kind).await;
            every_type::asks_for_permissions(&app, kind).await;
            every_type::heeds_if_match(&app, kind).await;
        }
    }

    async fn a_refund_can_be_tried_and_retried(app: TestApp) {
        app.open_debts().await;
        for kind in [CUSTOMER_REFUND, VENDOR_REFUND] {
            every_type::can_be_tried_dry(&app, kind, own(kind).1).await;
            let (action, field) = at_the_bank(kind);
            every_type::can_be_retried(&app, kind, &[(action, json!({ field: "2024-01-31" }))]).await;
        }
    }

    async fn a_refund_ends_on_or_after_its_day(app: TestApp) {
        app.open_debts().await;
        for kind in [CUSTOMER_REFUND, VENDOR_REFUND] {
            let path = app.posted(kind, kind.of_amount("R-1", "10.00")).await;
            let (action, field) = at_the_bank(kind);
            let (controller, end) = (app.controller(), format!("{path}/{action}"));
            for wrong in [json!({}), json!({ field: "2024-01-19" }), json!({ field: null })] {
                let refused = app.post(&end, &controller, wrong).await.expect(422).problem("invalid");
                assert_eq!(pointers(&refused), set(&format!("/{field}")), "{}", refused.text);
            }
            let done = app.post(&end, &controller, json!({ field: "2024-02-01" })).await.expect(200);
            let status = if kind == CUSTOMER_REFUND { "Cleared" } else { "Deposited" };
            assert_eq!((done.string(kind.id), done.string("status")), ("R-1", status));
            app.expect_fields(&path, &[("status", status), (field, "2024-02-01")]).await;
            app.void(&path).await.expect(409).problem("wrong_status");
            app.act(&format!("{path}/un{action}"), &controller).await.expect(200);
            app.expect_fields(&path, &[("status", "Posted")]).await;
        }
    }
}
