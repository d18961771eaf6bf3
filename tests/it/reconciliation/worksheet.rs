//! From the bank's statement to a difference of 0.

use tests::prelude::*;

use super::*;

/// The books of January; they lack a bank fee of 5.00.
async fn january(app: &TestApp) {
    app.open_books().await;
    deposit(app, "JE-OPEN", "2024-01-02", "900.00").await;
    deposit(app, "JE-SALE", "2024-01-05", "250.00").await;
    withdrawal(app, "JE-RENT", "2024-01-08", "150.00").await;
    withdrawal(app, "JE-CHECK", "2024-01-30", "40.00").await;
    deposit(app, "JE-TRANSIT", "2024-01-31", "60.00").await;
    deposit(app, "JE-LATER", "2024-02-01", "7.00").await;
}

tests::on_both! {
    async fn a_statement_is_reconciled_to_nothing(app: TestApp) {
        january(&app).await;
        let begun = begin(&app, "R-1", "2024-01-31", "995.00").await;
        assert_eq!(begun.header("Location"), "/service/general-ledger/reconciliations/R-1");
        assert_eq!((begun.string("status"), begun.string("currency")), ("In Progress", "USD"));
        clear(&app, "R-1", &["JE-OPEN#1", "JE-SALE#1"], "2024-01-06").await.expect(200);
        clear(&app, "R-1", &["JE-RENT#2"], "2024-01-09").await.expect(200);

        let sheet = worksheet(&app, "R-1").await;
        assert_eq!(sheet.string("reconciliation_id"), "R-1");
        assert_eq!(rows(&sheet), [
            "JE-OPEN#1 2024-01-02 deposit 900.00 cleared 2024-01-06",
            "JE-SALE#1 2024-01-05 deposit 250.00 cleared 2024-01-06",
            "JE-RENT#2 2024-01-08 withdrawal -150.00 cleared 2024-01-09",
            "JE-CHECK#2 2024-01-30 withdrawal -40.00",
            "JE-TRANSIT#1 2024-01-31 deposit 60.00",
        ]);
        assert_eq!(sheet["uncleared_transactions"][0]["description"], "Office chairs");
        assert_eq!(sheet["uncleared_transactions"][0]["reference"], "JE-CHECK");
        assert_summary(&sheet, &[
            ("statement_ending_balance", "995.00"),
            ("gl_ending_balance", "1020.00"),
            ("cleared_deposits", "1150.00"),
            ("cleared_withdrawals", "-150.00"),
            ("cleared_balance", "1000.00"),
            ("uncleared_deposits", "60.00"),
            ("uncleared_withdrawals", "-40.00"),
            ("uncleared_balance", "20.00"),
            ("bank_adjustments", "0.00"),
            ("book_adjustments", "0.00"),
            ("difference", "-5.00"),
        ]);
        let refused = complete(&app, "R-1").await.expect(409).problem("not_reconciled");
        assert_eq!((refused.number("difference"), refused.number("book_adjustments")), ("-5.00".into(), "0.00".into()));

        // A book adjustment explains the difference, but is not an entry.
        let path = "reconciliations/R-1";
        let changed = app.put(path, &accountant(&app), json!({ "bookAdjustments": -5, "memo": "Fee" })).await.expect(200);
        assert_eq!((changed.number("book_adjustments"), changed.string("memo")), ("-5.00".into(), "Fee"));
        assert_eq!((changed.number("statement_ending_balance"), changed.string("updated_by")), ("995.00".into(), "bo"));
        assert_summary(&worksheet(&app, "R-1").await, &[("difference", "0.00"), ("book_adjustments", "-5.00")]);
        let refused = complete(&app, "R-1").await.expect(409).problem("not_reconciled");
        assert_eq!((refused.number("difference"), refused.number("book_adjustments")), ("0.00".into(), "-5.00".into()));

        // The fee is posted and cleared, and the books agree with the bank.
        withdrawal(&app, "JE-FEE", "2024-01-31", "5.00").await;
        app.put(path, &accountant(&app), json!({ "bookAdjustments": 0 })).await.expect(200);
        clear(&app, "R-1", &["JE-FEE#2"], "2024-01-31").await.expect(200);
        assert_summary(&worksheet(&app, "R-1").await, &[("difference", "0.00"), ("cleared_balance", "995.00")]);
        let done = complete(&app, "R-1").await.expect(200);
        assert_eq!((done.string("status"), done.string("completed_by")), ("Completed", "bo"));
    }

    async fn the_next_statement_goes_on_where_the_last_one_ended(app: TestApp) {
        january(&app).await;
        begin(&app, "R-1", "2024-01-31", "1000.00").await;
        clear(&app, "R-1", &["JE-OPEN#1", "JE-SALE#1", "JE-RENT#2"], "2024-01-09").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        let january = worksheet(&app, "R-1").await;

        // An entry backdated into a reconciled month does not change the completed worksheet; the next one lists it.
        withdrawal(&app, "JE-BACKDATED", "2024-01-15", "3.00").await;
        begin(&app, "R-2", "2024-02-29", "1024.00").await;
        clear(&app, "R-2", &["JE-CHECK#2", "JE-TRANSIT#1", "JE-LATER#1", "JE-BACKDATED#2"], "2024-02-02").await.expect(200);
        let february = worksheet(&app, "R-2").await;
        assert_eq!(rows(&february), [
            "JE-OPEN#1 2024-01-02 deposit 900.00 cleared 2024-01-09",
            "JE-SALE#1 2024-01-05 deposit 250.00 cleared 2024-01-09",
            "JE-RENT#2 2024-01-08 withdrawal -150.00 cleared 2024-01-09",
            "JE-BACKDATED#2 2024-01-15 withdrawal -3.00 cleared 2024-02-02",
            "JE-CHECK#2 2024-01-30 withdrawal -40.00 cleared 2024-02-02",
            "JE-TRANSIT#1 2024-01-31 deposit 60.00 cleared 2024-02-02",
            "JE-LATER#1 2024-02-01 deposit 7.00 cleared 2024-02-02",
        ]);
        assert_summary(&february, &[("cleared_balance", "1024.00"), ("difference", "0.00")]);
        complete(&app, "R-2").await.expect(200);
        assert_eq!(worksheet(&app, "R-1").await.text, january.text);
    }

    async fn an_account_without_movements_reconciles_at_once(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0").await;
        let sheet = worksheet(&app, "R-1").await;
        assert_eq!((rows(&sheet).len(), sheet["summary"]["difference"].to_string()), (0, "0.00".to_owned()));
        complete(&app, "R-1").await.expect(200);
    }
}
