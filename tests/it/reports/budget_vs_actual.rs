//! Budget against actual. See docs/rules/budgets.md#against-actuals.

use tests::prelude::*;

use super::lines;
use super::statements::books;

const FIGURES: [&str; 5] = ["account_id", "budget", "actual", "variance", "variance_percent"];

fn line(account: &str, period: &str, amount: &str) -> Value {
    json!({ "account_id": account, "period_id": period, "amount": number(amount) })
}

/// The three months as a year, and a budget of it in force: less rent than there was, more sales, and a loan that is to be paid back.
async fn planned(app: &TestApp) {
    books(app).await;
    let year = json!({
        "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-03-31",
        "adjustment_period": true,
    });
    app.post("fiscal-years", &app.controller(), year).await.expect(201);
    let lines = json!([
        line(REVENUE, "2024-01", "200.00"),
        line(REVENUE, "2024-02", "100.00"),
        line(REVENUE, "2024-03", "100.00"),
        line(EXPENSE, "2024-01", "90.00"),
        with(line(EXPENSE, "2024-01", "10.00"), json!({ "department_id": "D-1" })),
        line(EXPENSE, "2024-02", "30.00"),
        line(RECEIVABLE, "2024-03", "-100.00"),
    ]);
    let budget = json!({ "budget_id": "BG-1", "budget_name": "First", "fiscal_year_id": "FY1", "lines": lines });
    app.post("budgets", &app.controller(), budget).await.expect(201);
    app.act("budgets/BG-1/activate", &app.controller()).await.expect(200);
}

tests::on_both! {
    async fn what_was_planned_stands_beside_what_came_of_it(app: TestApp) {
        planned(&app).await;
        let january = app.report("budget-vs-actual?budget_id=BG-1&from_period_id=2024-01&to_period_id=2024-01").await;
        assert_eq!(
            lines(january.data(), &FIGURES),
            ["4000 200.00 300.00 100.00 50.00", "6000 100.00 120.00 20.00 20.00"]
        );
        assert_eq!(january["net_income"].to_string(), r#"{"actual":180.00,"budget":100.00,"variance":80.00,"variance_percent":"80.00"}"#);
        let year = app.report("budget-vs-actual?fiscal_year_id=FY1").await;
        assert_eq!(
            lines(year.data(), &FIGURES),
            ["1100 -100.00 1280.00 1380.00 1380.00", "4000 400.00 380.00 -20.00 -5.00", "6000 130.00 170.00 40.00 30.77"]
        );
        let totals = year["totals"].as_array().expect("totals");
        assert_eq!(
            lines(totals, &["account_type", "budget", "actual"]),
            ["asset -100.00 1280.00", "income 400.00 380.00", "expense 130.00 170.00"]
        );
        assert_eq!(lines(std::slice::from_ref(&year.json), &["budget_id", "from_period_id", "to_period_id"]), ["BG-1 2024-01 FY1-ADJ"]);
        // Of one department, and of none.
        let of_value = "budget-vs-actual?budget_id=BG-1&to_period_id=2024-01&dimension_id=department&value_id";
        let of_d1 = app.report(&format!("{of_value}=D-1")).await;
        assert_eq!(lines(of_d1.data(), &FIGURES), ["6000 10.00 0.00 -10.00 -100.00"]);
        let of_none = app.report(&format!("{of_value}=none")).await;
        assert_eq!(lines(&of_none.data()[1..], &FIGURES), ["6000 90.00 120.00 30.00 33.33"]);
        // What nobody planned has no percentage.
        let march = app.report("budget-vs-actual?budget_id=BG-1&from_period_id=2024-02&to_period_id=2024-03").await;
        assert_eq!(lines(&march.data()[2..], &FIGURES), ["6000 30.00 50.00 20.00 66.67"]);
        let adjustments = app.report("budget-vs-actual?budget_id=BG-1&from_period_id=FY1-ADJ").await;
        assert_eq!((adjustments.data().len(), adjustments["totals"].to_string()), (0, "[]".to_owned()));
    }

    async fn a_table_says_the_same(app: TestApp) {
        planned(&app).await;
        let rows = app.csv("budget-vs-actual?budget_id=BG-1&to_period_id=2024-01").await;
        let row = |row: &std::collections::BTreeMap<String, String>| {
            ["row", "account_id", "account_type", "currency", "budget", "actual", "variance", "variance_percent"].map(|cell| row[cell].clone()).join(",")
        };
        assert_eq!(
            rows.iter().map(row).collect::<Vec<_>>(),
            [
                "account,4000,income,USD,200.00,300.00,100.00,50.00",
                "account,6000,expense,USD,100.00,120.00,20.00,20.00",
                "total,,income,USD,200.00,300.00,100.00,50.00",
                "total,,expense,USD,100.00,120.00,20.00,20.00",
                "net_income,,,USD,100.00,180.00,80.00,80.00",
            ]
        );
        let sheet = app.get("reports/budget-vs-actual?budget_id=BG-1&format=xlsx", &app.accountant()).await.expect(200);
        assert!(sheet.header("content-type").contains("spreadsheetml"), "{:?}", sheet.header("content-type"));
    }

    /// A close of the year, and another budget in force, change nothing of what was told.
    async fn a_past_report_stays(app: TestApp) {
        planned(&app).await;
        let before = app.report("budget-vs-actual?budget_id=BG-1").await;
        let copy = json!({ "budget_id": "BG-2", "budget_name": "Second", "copy_of": "BG-1" });
        app.post("budgets", &app.controller(), copy).await.expect(201);
        app.act("budgets/BG-2/activate", &app.controller()).await.expect(200);
        for period in ["2024-01", "2024-02", "2024-03", "FY1-ADJ"] {
            app.close(period, "all").await;
        }
        app.post("fiscal-years/FY1/close", &app.admin(), json!({})).await.expect(200);
        assert_eq!(app.report("budget-vs-actual?budget_id=BG-1").await.text, before.text);
        let active = app.report("budget-vs-actual?fiscal_year_id=FY1").await;
        assert_eq!((&active["budget_id"], &active["data"]), (&json!("BG-2"), &before["data"]));
    }

    async fn wrong_queries_are_named(app: TestApp) {
        planned(&app).await;
        let year = json!({ "fiscal_year_id": "FY2", "fiscal_year_name": "Next", "start_date": "2024-04-01", "end_date": "2024-04-30" });
        app.post("fiscal-years", &app.controller(), year).await.expect(201);
        for (query, at, what) in [
            ("", "budget_id", "is required, or fiscal_year_id"),
            ("budget_id=BG-1&fiscal_year_id=FY1", "fiscal_year_id", "cannot be combined with budget_id"),
            ("budget_id=BG-9", "budget_id", "there is no such budget"),
            ("fiscal_year_id=FY2", "fiscal_year_id", "has no active budget"),
            ("fiscal_year_id=FY9", "fiscal_year_id", "there is no such fiscal year"),
            ("budget_id=BG-1&from_period_id=2024-04", "from_period_id", "is no accounting period of the budget's fiscal year"),
            ("budget_id=BG-1&from_period_id=2024-02&to_period_id=2024-01", "to_period_id", "is before from_period_id"),
        ] {
            let answer = app.get(&format!("reports/budget-vs-actual?{query}"), &app.accountant()).await.expect(422);
            let error = &answer["errors"][0];
            assert_eq!((error["pointer"].as_str(), error["detail"].as_str()), (Some(at), Some(what)), "{query}");
        }
        let narrow = app.token("nora", &[], &["report.read"]);
        app.get("reports/budget-vs-actual?budget_id=BG-1", &narrow).await.expect(403);
    }
}
