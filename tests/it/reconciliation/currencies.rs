//! Amounts are in the bank account's currency: its own, or base when it has none.

use tests::prelude::*;

use super::*;

/// An entry in euros at 1.10 dollars.
async fn euros(app: &TestApp, id: &str, bank: &str, amount: &str) {
    let lines = vec![debit(bank, amount), credit(REVENUE, amount)];
    let changes = json!({ "journal_entry_id": id, "currency": "EUR", "exchange_rate": number("1.10") });
    app.rate("EUR", DAY, "1.10").await;
    post_entry(app, id, with(entry_of(lines), changes)).await;
}

async fn bank(app: &TestApp, id: &str, currency: Option<&str>) {
    let body = with(account(id, "Bank", "asset"), json!({ "subtype": "bank", "currency": currency }));
    app.post("accounts", &app.admin(), body).await.expect(201);
}

async fn begin_on(app: &TestApp, id: &str, account: &str, balance: &str) -> Answer {
    let body = json!({
        "reconciliation_id": id,
        "account_id": account,
        "statement_date": "2024-01-31",
        "statement_ending_balance": number(balance),
    });
    app.post("reconciliations", &accountant(app), body).await
}

tests::on_both! {
    async fn a_foreign_account_counts_in_its_own_currency(app: TestApp) {
        app.open_books().await;
        bank(&app, "1002", Some("EUR")).await;
        euros(&app, "JE-1", "1002", "100.00").await;
        euros(&app, "JE-2", "1002", "0.05").await;
        let begun = begin_on(&app, "R-1", "1002", "100.00").await.expect(201);
        assert_eq!(begun.string("currency"), "EUR");
        clear(&app, "R-1", &["JE-1#1"], "2024-01-16").await.expect(200);
        let sheet = worksheet(&app, "R-1").await;
        assert_eq!(rows(&sheet), ["JE-1#1 2024-01-15 deposit 100.00 cleared 2024-01-16", "JE-2#1 2024-01-15 deposit 0.05"]);
        assert_summary(&sheet, &[("gl_ending_balance", "100.05"), ("difference", "0.00")]);
        complete(&app, "R-1").await.expect(200);
    }

    async fn an_account_without_a_currency_counts_in_base(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-USD", "2024-01-05", "10.00").await;
        euros(&app, "JE-EUR", CASH, "100.00").await;
        let begun = begin_on(&app, "R-1", CASH, "120.00").await.expect(201);
        assert_eq!(begun.string("currency"), "USD");
        clear(&app, "R-1", &["JE-USD#1", "JE-EUR#1"], "2024-01-16").await.expect(200);
        let sheet = worksheet(&app, "R-1").await;
        assert_eq!(rows(&sheet)[1], "JE-EUR#1 2024-01-15 deposit 110.00 cleared 2024-01-16");
        assert_summary(&sheet, &[("gl_ending_balance", "120.00"), ("difference", "0.00")]);
        complete(&app, "R-1").await.expect(200);
    }

    async fn lines_of_older_books_in_a_third_currency_are_shown_and_not_counted(app: TestApp) {
        app.open_books().await;
        bank(&app, "1002", None).await;
        euros(&app, "JE-1", "1002", "100.00").await;
        post_entry(&app, "JE-2", with(entry_of(vec![debit("1002", "7.00"), credit(REVENUE, "7.00")]), json!({ "journal_entry_id": "JE-2" }))).await;
        app.run("UPDATE account SET currency = 'EUR' WHERE account_id = '1002'").await;
        app.run("UPDATE catalog_revision SET revision = revision + 1").await;
        let begun = begin_on(&app, "R-1", "1002", "100.00").await.expect(201);
        assert_eq!(begun.string("currency"), "EUR");
        let sheet = worksheet(&app, "R-1").await;
        let shown = rows(&sheet);
        assert!(shown.iter().any(|row| row.starts_with("JE-2#1 ") && row.contains(" 0.00")), "{shown:?}");
        assert!(sheet.text.contains("7.00 USD"), "{}", sheet.text);
        clear(&app, "R-1", &["JE-2#1"], "2024-01-16").await.expect(422).names("/transaction_ids/0");
        clear(&app, "R-1", &["JE-1#1"], "2024-01-16").await.expect(200);
        assert_summary(&worksheet(&app, "R-1").await, &[("gl_ending_balance", "100.00"), ("difference", "0.00")]);
        complete(&app, "R-1").await.expect(200);
        worksheet(&app, "R-1").await;
        let found = app.engine().check(|_| {}).await.expect("the check ends").differences;
        assert_eq!(found, [r#"account 1002: currency is "EUR", and the trail last said null"#]);
        app.run("UPDATE account SET currency = NULL WHERE account_id = '1002'").await;
    }

    async fn yen_have_no_decimals(app: TestApp) {
        app.open_books().await;
        bank(&app, "1003", Some("JPY")).await;
        begin_on(&app, "R-1", "1003", "0.5").await.expect(422).names("/statement_ending_balance");
        let begun = begin_on(&app, "R-1", "1003", "1500").await.expect(201);
        assert_eq!(begun.number("statement_ending_balance"), "1500");
        let refused = app.put("reconciliations/R-1", &accountant(&app), json!({ "bankAdjustments": 0.5 })).await;
        refused.expect(422).names("/bankAdjustments");
    }
}
