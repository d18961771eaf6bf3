//! Rounding differences go to the one rounding account; without one the document is refused before it is approved.
//! See docs/rules/amounts.md#rounding-differences.

use tests::prelude::*;

/// Three items whose parts, converted one by one, are not the converted total.
fn thirds(account: &str) -> Value {
    json!([item(account, "1", "0.33"), item(account, "1", "0.33"), item(account, "1", "0.34")])
}

tests::on_both! {
    async fn what_conversion_leaves_over_is_rounding(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(with(invoice("I-1", "1"), json!({ "lines": thirds(REVENUE) })), "EUR", "1.5")).await;
        assert_table(&app.ledger(INVOICE, "I-1", "document").await, "
            2024-01-15  1100  1.00     -  EUR   1.50
            2024-01-15  4000     -  0.33  EUR  -0.50
            2024-01-15  4000     -  0.33  EUR  -0.50
            2024-01-15  4000     -  0.34  EUR  -0.51
            2024-01-15  7990     -     -  EUR   0.01");
        app.posted(BILL, in_currency(with(bill("B-1", "1"), json!({ "lines": thirds(EXPENSE) })), "EUR", "1.5")).await;
        assert_table(&app.ledger(BILL, "B-1", "document").await, "
            2024-01-15  2000     -  1.00  EUR  -1.50
            2024-01-15  6000  0.33     -  EUR   0.50
            2024-01-15  6000  0.33     -  EUR   0.50
            2024-01-15  6000  0.34     -  EUR   0.51
            2024-01-15  7990     -     -  EUR  -0.01");
        assert_eq!(app.balance(ROUNDING).await, "0.00");
    }

    async fn partial_payments_sum_to_what_the_invoice_put_there(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "0.03"), "EUR", "1.5")).await;
        for number in 1..=3 {
            app.posted(INVOICE_PAYMENT, invoice_payment(&format!("P-{number}"), "I-1", "0.01")).await;
        }
        let tables = [
            ("P-1", "
                2024-01-20  1000  0.01     -  EUR   0.02
                2024-01-20  1100     -  0.01  EUR  -0.02"),
            ("P-2", "
                2024-01-20  1000  0.01     -  EUR   0.02
                2024-01-20  1100     -  0.01  EUR  -0.01
                2024-01-20  7990     -     -  EUR  -0.01"),
            ("P-3", "
                2024-01-20  1000  0.01     -  EUR   0.02
                2024-01-20  1100     -  0.01  EUR  -0.02"),
        ];
        for (id, wanted) in tables {
            assert_table(&app.ledger(INVOICE_PAYMENT, id, "document").await, wanted);
        }
        app.expect_fields("invoices/I-1", &[("status", "Paid")]).await;
        assert_eq!(app.balance(RECEIVABLE).await, "0.00");
    }

    async fn a_hundred_yen_paid_one_by_one(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "20"), "JPY", "0.006")).await;
        for _ in 0..20 {
            app.receive("I-1", "1").await.expect(201);
        }
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_due", "0")]).await;
        assert_eq!((app.balance(RECEIVABLE).await, app.balance(CASH).await), ("0.00".into(), "0.20".into()));
        assert_eq!(app.balance(ROUNDING).await, "-0.08");
    }

    async fn without_a_rounding_account_it_is_not_submitted(app: TestApp) {
        app.open_books().await;
        app.put(&format!("accounts/{ROUNDING}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        let path = app.draft(INVOICE, in_currency(with(invoice("I-1", "1"), json!({ "lines": thirds(REVENUE) })), "EUR", "1.5")).await;
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(422).problem("missing_account");
        app.expect_fields(&path, &[("status", "Draft")]).await;
        app.put(&format!("accounts/{ROUNDING}"), &app.admin(), json!({ "is_active": true })).await.expect(200);
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
        app.put(&format!("accounts/{ROUNDING}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        app.approve(&path).await.expect(422).problem("missing_account");
        app.expect_fields(&path, &[("status", "Pending Approval")]).await;
    }
}
