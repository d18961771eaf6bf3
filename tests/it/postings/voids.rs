//! A void posts the other way round: in the own period when it is open, else in the earliest later open one.
//! See docs/rules/postings.md#void.

use tests::prelude::*;

tests::on_both! {
    async fn in_its_own_period(app: TestApp) {
        app.open_books().await;
        let lines = json!([taxed(EXPENSE, "1", "100.00", "0.19")]);
        let path = app.posted(BILL, in_currency(with(bill("B-1", "1"), json!({ "lines": lines })), "EUR", "1.0842")).await;
        let done = app.void(&path).await.expect(200);
        assert_eq!((done.string("reversal_period_id"), done.string("reversal_date")), (PERIOD, DAY));
        assert_table(&app.ledger(BILL, "B-1", "void").await, "
            2024-01-15  2000  119.00       -  EUR   129.02
            2024-01-15  6000       -  100.00  EUR  -108.42
            2024-01-15  2200       -   19.00  EUR   -20.60");
        for account in [PAYABLE, EXPENSE, TAX] {
            assert_eq!(app.balance(account).await, "0.00");
        }
    }

    async fn in_the_earliest_later_open_period(app: TestApp) {
        app.open_books().await;
        for kind in TRADE {
            if kind == BILL_PAYMENT {
                app.posted(BILL, bill("B-0", "100.00")).await;
            }
            if kind == INVOICE_PAYMENT {
                app.posted(INVOICE, invoice("I-0", "100.00")).await;
            }
            app.posted(kind, kind.body("V-1")).await;
        }
        app.close(PERIOD, "all").await;
        app.close("2024-02", "ap").await;
        for (kind, period, day) in [
            (BILL, "2024-03", "2024-03-01"),
            (EXPENSE_REPORT, "2024-03", "2024-03-01"),
            (BILL_PAYMENT, "2024-03", "2024-03-01"),
            (INVOICE, "2024-02", "2024-02-01"),
            (INVOICE_PAYMENT, "2024-02", "2024-02-01"),
            (CREDIT_MEMO, "2024-02", "2024-02-01"),
        ] {
            let done = app.void(&kind.at("V-1")).await.expect(200);
            assert_eq!((done.string("reversal_period_id"), done.string("reversal_date")), (period, day), "{}", kind.name);
            let rows = app.ledger(kind, "V-1", "void").await;
            assert!(rows.lines().count() == 2 && rows.lines().all(|row| row.starts_with(day)), "{rows}");
        }
        app.expect_fields("bills/B-0", &[("amount_due", "100.00")]).await;
        app.expect_fields("invoices/I-0", &[("amount_due", "100.00"), ("status", "Posted")]).await;
        let january = app.get(&format!("reports/trial-balance?period_id={PERIOD}"), &app.controller()).await.expect(200);
        let row = |account: &str| january.data().iter().find(|row| row["account_id"] == account).map(|row| row["closing_balance"].to_string());
        assert_eq!((row(EXPENSE), row(REVENUE)), (Some("300.00".into()), Some("-100.00".into())), "{}", january.text);
    }

    async fn nowhere(app: TestApp) {
        app.open_books().await;
        let path = app.posted(INVOICE, invoice("I-1", "5.00")).await;
        let draft = app.draft(INVOICE, invoice("I-2", "5.00")).await;
        let pending = app.pending(INVOICE, invoice("I-3", "5.00")).await;
        for period in [PERIOD, "2024-02", "2024-03"] {
            app.close(period, "ar").await;
        }
        app.void(&path).await.expect(422).problem("no_open_period");
        app.expect_fields(&path, &[("status", "Posted"), ("amount_due", "5.00")]).await;
        assert_table(&app.ledger(INVOICE, "I-1", "void").await, "");
        for path in [draft, pending] {
            let done = app.void(&path).await.expect(200);
            assert!(done["reversal_date"].is_null(), "{}", done.text);
        }
        app.reopen("2024-02").await;
        assert_eq!(app.void(&path).await.expect(200).string("reversal_period_id"), "2024-02");
    }
}
