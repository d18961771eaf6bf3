//! An overpayment is told at submit, whether or not an account takes what is too much. See docs/rules/payments.md#no-overpayment.

use tests::prelude::*;

tests::on_both! {
    async fn the_submitter_is_told_of_an_overpayment(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        let drafts = [
            (INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "100.01")),
            (BILL_PAYMENT, bill_payment("P-2", "B-1", "100.01")),
        ];
        for (kind, draft) in drafts.clone() {
            app.draft(kind, draft).await;
        }
        for has_rounding_account in [true, false] {
            let active = json!({ "is_active": has_rounding_account });
            app.put(&format!("accounts/{ROUNDING}"), &app.admin(), active).await.expect(200);
            for (kind, draft) in &drafts {
                let id = draft[kind.id].as_str().unwrap_or_default();
                let submit = format!("{}/submit-for-approval", kind.at(id));
                let refused = app.act(&submit, &app.clerk()).await.expect(422).problem("overpayment").names("/payment");
                assert_eq!(refused["amount_due"].to_string(), "100.00", "{}", refused.text);
            }
        }
        app.receive("I-1", "100.01").await.expect(422).problem("overpayment");
        app.receive("I-1", "100.00").await.expect(201);
    }

    async fn a_payment_of_an_unknown_document_says_that_alone(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", PAY_DAY, "1.10").await;
        for (kind, draft, field) in [
            (BILL_PAYMENT, bill_payment("P-1", "B-9", "5.00"), "/bill_id"),
            (INVOICE_PAYMENT, invoice_payment("P-2", "I-9", "5.00"), "/invoice_id"),
        ] {
            let body = with(draft, json!({ "currency": "EUR" }));
            let refused = app.post(kind.path, &app.clerk(), body).await.expect(422).problem("invalid").names(field);
            assert_eq!(refused["errors"].as_array().map(Vec::len), Some(1), "{}", refused.text);
        }
    }
}
