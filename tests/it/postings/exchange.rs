//! Paid or credited at another rate: the difference is a realised exchange gain (credit) or loss (debit).
//! See docs/rules/payments.md#exchange-gain-or-loss.

use tests::prelude::*;

fn at_rate(body: Value, rate: &str) -> Value {
    with(body, json!({ "exchange_rate": number(rate) }))
}

tests::on_both! {
    async fn an_invoice_paid_at_other_rates(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "100.00"), "EUR", "1.10")).await;
        app.posted(INVOICE_PAYMENT, at_rate(invoice_payment("P-1", "I-1", "40.00"), "1.20")).await;
        app.posted(INVOICE_PAYMENT, at_rate(invoice_payment("P-2", "I-1", "60.00"), "1.05")).await;
        assert_table(&app.ledger(INVOICE_PAYMENT, "P-1", "document").await, "
            2024-01-20  1000  40.00      -  EUR   48.00
            2024-01-20  1100      -  40.00  EUR  -44.00
            2024-01-20  7900      -      -  EUR   -4.00");
        assert_table(&app.ledger(INVOICE_PAYMENT, "P-2", "document").await, "
            2024-01-20  1000  60.00      -  EUR   63.00
            2024-01-20  1100      -  60.00  EUR  -66.00
            2024-01-20  7900      -      -  EUR    3.00");
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_due", "0.00")]).await;
        assert_eq!((app.balance(RECEIVABLE).await, app.balance(GAIN_LOSS).await), ("0.00".into(), "-1.00".into()));
        assert_eq!(app.balance(CASH).await, "111.00");
    }

    async fn a_bill_paid_at_other_rates(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, in_currency(bill("B-1", "100.00"), "EUR", "1.10")).await;
        app.posted(BILL_PAYMENT, at_rate(bill_payment("P-1", "B-1", "40.00"), "1.20")).await;
        app.posted(BILL_PAYMENT, at_rate(bill_payment("P-2", "B-1", "60.00"), "1.05")).await;
        assert_table(&app.ledger(BILL_PAYMENT, "P-1", "document").await, "
            2024-01-20  1000      -  40.00  EUR  -48.00
            2024-01-20  2000  40.00      -  EUR   44.00
            2024-01-20  7900      -      -  EUR    4.00");
        assert_table(&app.ledger(BILL_PAYMENT, "P-2", "document").await, "
            2024-01-20  1000      -  60.00  EUR  -63.00
            2024-01-20  2000  60.00      -  EUR   66.00
            2024-01-20  7900      -      -  EUR   -3.00");
        app.expect_fields("bills/B-1", &[("status", "Posted"), ("amount_due", "0.00")]).await;
        assert_eq!((app.balance(PAYABLE).await, app.balance(GAIN_LOSS).await), ("0.00".into(), "1.00".into()));
    }

    async fn a_credit_memo_applied_at_another_rate(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "100.00"), "EUR", "1.10")).await;
        app.posted(INVOICE, in_currency(invoice("I-2", "100.00"), "EUR", "1.25")).await;
        app.posted(CREDIT_MEMO, in_currency(credit_memo("C-1", "80.00"), "EUR", "1.25")).await;
        app.apply("C-1", "I-1", "30.00").await.expect(200);
        app.apply("C-1", "I-2", "50.00").await.expect(200);
        assert_table(&app.ledger(CREDIT_MEMO, "C-1", "application-1").await, "
            2024-01-15  1100  -  -  EUR   4.50
            2024-01-15  7900  -  -  EUR  -4.50");
        assert_table(&app.ledger(CREDIT_MEMO, "C-1", "application-2").await, "");
        // What is open: 70.00 EUR at 1.10 and 50.00 EUR at 1.25.
        assert_eq!((app.balance(RECEIVABLE).await, app.balance(GAIN_LOSS).await), ("139.50".into(), "-4.50".into()));
        app.receive("I-1", "70.00").await.expect(201);
        app.receive("I-2", "50.00").await.expect(201);
        assert_eq!(app.balance(RECEIVABLE).await, "0.00");
    }

    async fn a_credit_applied_bit_by_bit_under_one_rate_leaves_only_rounding(app: TestApp) {
        app.open_books().await;
        app.posted(CREDIT_MEMO, in_currency(credit_memo("C-1", "0.03"), "EUR", "1.5")).await;
        for number in 1..=3 {
            let id = format!("I-{number}");
            app.posted(INVOICE, in_currency(invoice(&id, "0.01"), "EUR", "1.5")).await;
            app.apply("C-1", &id, "0.01").await.expect(200);
        }
        assert_table(&app.ledger(CREDIT_MEMO, "C-1", "application-2").await, "
            2024-01-15  1100  -  -  EUR  -0.01
            2024-01-15  7990  -  -  EUR   0.01");
        assert_eq!((app.balance(RECEIVABLE).await, app.balance(GAIN_LOSS).await), ("0.00".into(), "0.00".into()));
        assert_eq!(app.balance(ROUNDING).await, "0.01");
    }

    async fn without_an_exchange_account_the_payment_is_not_approved(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "100.00"), "EUR", "1.10")).await;
        let path = app.pending(INVOICE_PAYMENT, at_rate(invoice_payment("P-1", "I-1", "40.00"), "1.20")).await;
        app.put(&format!("accounts/{GAIN_LOSS}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        app.approve(&path).await.expect(422).problem("missing_account");
        app.expect_fields("invoices/I-1", &[("amount_due", "100.00")]).await;
        app.posted(INVOICE_PAYMENT, at_rate(invoice_payment("P-2", "I-1", "40.00"), "1.10")).await;
    }
}
