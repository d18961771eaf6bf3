//! The balance sheet and the income statement. See docs/rules/reports.md#balance-sheet-and-income-statement.

use tests::prelude::*;

use super::lines;

fn section(report: &Answer, name: &str) -> (Vec<String>, String) {
    let section = &report.json[name];
    let rows = section["accounts"].as_array().cloned().unwrap_or_default();
    (lines(&rows, &["account_id", "balance"]), section["total"].to_string())
}

fn texts(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|row| (*row).to_owned()).collect()
}

/// 1,000.00 of capital; a sale of 300.00 in January, one of 80.00 in February; rent of 120.00 and then 50.00; a loan of
/// 900.00, which overdraws the bank account.
pub async fn books(app: &TestApp) {
    app.open_books().await;
    let entry = |id: &str, day: &str, debited: &str, credited: &str, amount: &str| {
        let lines = vec![debit(debited, amount), credit(credited, amount)];
        on(with(entry_of(lines), json!({ "journal_entry_id": id })), day)
    };
    for (id, day, debited, credited, amount) in [
        ("JE-1", "2024-01-02", CASH, "3000", "1000.00"),
        ("JE-2", "2024-01-10", RECEIVABLE, REVENUE, "300.00"),
        ("JE-3", "2024-01-31", EXPENSE, CASH, "120.00"),
        ("JE-4", "2024-02-01", RECEIVABLE, REVENUE, "80.00"),
        ("JE-5", "2024-02-29", EXPENSE, PAYABLE, "50.00"),
        ("JE-6", "2024-03-01", RECEIVABLE, CASH, "900.00"),
    ] {
        app.posted(JOURNAL_ENTRY, entry(id, day, debited, credited, amount)).await;
    }
}

tests::on_both! {
    async fn assets_equal_liabilities_and_equity(app: TestApp) {
        books(&app).await;
        let january = app.report("balance-sheet?as_of=2024-01-31").await;
        assert_eq!(section(&january, "assets"), (texts(&["1000 880.00", "1100 300.00"]), "1180.00".into()));
        assert_eq!(section(&january, "liabilities"), (vec![], "0.00".into()));
        assert_eq!(section(&january, "equity"), (texts(&["3000 1000.00"]), "1180.00".into()));
        assert_eq!(january["equity"]["current_earnings"].to_string(), "180.00");
        let march = app.report("balance-sheet?as_of=2024-03-31").await;
        // The bank account is overdrawn: a negative asset.
        assert_eq!(section(&march, "assets"), (texts(&["1000 -20.00", "1100 1280.00"]), "1260.00".into()));
        assert_eq!(section(&march, "liabilities"), (texts(&["2000 50.00"]), "50.00".into()));
        assert_eq!(march["equity"]["current_earnings"].to_string(), "210.00");
        assert_eq!(march.number("total_liabilities_and_equity"), "1260.00");
        // A closing entry carries the earnings into an equity account: the sheet still balances.
        let close = entry_of(vec![debit(REVENUE, "380.00"), credit(EXPENSE, "170.00"), credit(RETAINED_EARNINGS, "210.00")]);
        app.posted(JOURNAL_ENTRY, on(close, "2024-03-31")).await;
        let closed = app.report("balance-sheet?as_of=2024-03-31").await;
        assert_eq!(section(&closed, "equity"), (texts(&["3000 1000.00", "3900 210.00"]), "1210.00".into()));
        assert_eq!(closed["equity"]["current_earnings"].to_string(), "0.00");
        assert_eq!(closed.number("total_liabilities_and_equity"), "1260.00");
        let before = app.report("balance-sheet?as_of=2023-12-31").await;
        assert_eq!(section(&before, "assets"), (vec![], "0.00".into()));
    }

    async fn income_less_expenses_is_the_net_income(app: TestApp) {
        books(&app).await;
        for (query, income, expenses, net) in [
            ("period_id=2024-01", "300.00", "120.00", "180.00"),
            ("period_id=2024-02", "80.00", "50.00", "30.00"),
            ("from=2024-01-11&to=2024-02-28", "80.00", "120.00", "-40.00"),
            ("from=2024-01-01&to=2024-12-31", "380.00", "170.00", "210.00"),
            ("from=2024-03-01&to=2024-03-01", "0.00", "0.00", "0.00"),
            ("", "380.00", "170.00", "210.00"),
            ("from=2024-02-01", "80.00", "50.00", "30.00"),
            ("as_of=2024-01-31", "300.00", "120.00", "180.00"),
        ] {
            let report = app.report(&format!("income-statement?{query}")).await;
            assert_eq!((section(&report, "income").1, section(&report, "expenses").1, report.number("net_income")),
                (income.into(), expenses.into(), net.into()), "{query}");
        }
        let january = app.report("income-statement?period_id=2024-01").await;
        assert_eq!((january.string("from"), january.string("to")), ("2024-01-01", "2024-01-31"));
        assert_eq!(section(&january, "income").0, ["4000 300.00"]);
    }

    async fn what_is_wrong_names_the_field(app: TestApp) {
        app.open_books().await;
        let reader = app.controller();
        for (path, field) in [
            ("balance-sheet?as_of=today", "as_of"),
            ("balance-sheet?as_at=2024-01-31", "as_at"),
            ("income-statement?period_id=2031-01", "period_id"),
            ("income-statement?period_id=2024-01&to=2024-01-31", "to"),
            ("income-statement?from=2024-02-01&to=2024-01-31", "to"),
            ("trial-balance?period_id=2031-01", "period_id"),
            ("income-statement?compare=tomorrow", "compare"),
            ("income-statement?compare=year_to_date&columns=1", "columns"),
            ("balance-sheet?compare=previous_period&columns=14", "columns"),
            ("aging", "kind"),
            ("aging?kind=both", "kind"),
        ] {
            app.get(&format!("reports/{path}"), &reader).await.expect(422).problem("invalid").names(field);
        }
        for report in ["balance-sheet", "income-statement?period_id=2024-01", "aging?kind=ar"] {
            app.get(&format!("reports/{report}"), &app.clerk()).await.expect(403);
        }
    }
}
