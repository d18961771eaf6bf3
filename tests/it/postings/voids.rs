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
}
