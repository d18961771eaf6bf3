//! Statements beside those of other days. See docs/rules/reports.md#comparatives.

use tests::prelude::*;

use super::lines;
use super::statements::books;

/// The accounts of a section with their figures of all columns.
fn table(report: &Answer, section: &str) -> Vec<String> {
    let accounts = report.json[section]["accounts"].as_array().cloned().unwrap_or_default();
    let flat = |account: &Value| {
        let beside = account["comparatives"].as_array().cloned().unwrap_or_default();
        let beside = beside.iter().map(|sum| format!(" {sum}")).collect::<String>();
        format!("{}{beside}", lines(std::slice::from_ref(account), &["account_id", "balance"]).concat())
    };
    accounts.iter().map(flat).collect()
}

fn balances(report: &Answer, section: &str) -> Vec<String> {
    let accounts = report.json[section]["accounts"].as_array().cloned().unwrap_or_default();
    lines(&accounts, &["account_id", "balance"])
}

/// What column `at` says, as lines of accounts that have a balance there.
fn column(report: &Answer, section: &str, at: usize) -> Vec<String> {
    let accounts = report.json[section]["accounts"].as_array().cloned().unwrap_or_default();
    let of = |account: &Value| {
        format!("{} {}", account["account_id"].as_str().unwrap_or_default(), account["comparatives"][at])
    };
    accounts.iter().map(of).filter(|line| !line.ends_with(" 0.00")).collect()
}

tests::on_both! {
    async fn months_stand_side_by_side(app: TestApp) {
        books(&app).await;
        let february = app.report("income-statement?period_id=2024-02&compare=previous_period").await;
        assert_eq!(table(&february, "income"), ["4000 80.00 300.00"]);
        assert_eq!(table(&february, "expenses"), ["6000 50.00 120.00"]);
        let beside = february.json["comparatives"].to_string();
        assert_eq!(
            beside,
            r#"[{"expenses":120.00,"from":"2024-01-01","income":300.00,"net_income":180.00,"period_id":"2024-01","to":"2024-01-31"}]"#
        );
        let rows = app.csv("income-statement?period_id=2024-02&compare=previous_period").await;
        let last = rows.last().expect("rows");
        assert_eq!((last["balance"].as_str(), last["balance 2024-01-01..2024-01-31"].as_str()), ("30.00", "180.00"));
        // What has a balance in another column alone has a row, too.
        let sheet = app.report("balance-sheet?as_of=2024-01-31&compare=same_period_last_year&columns=3").await;
        assert_eq!(table(&sheet, "assets"), ["1000 880.00 0.00 0.00", "1100 300.00 0.00 0.00"]);
        let march = app.report("balance-sheet?as_of=2024-03-31&compare=previous_period&columns=3").await;
        assert_eq!(table(&march, "liabilities"), ["2000 50.00 50.00 0.00"]);
        let january = app.report("balance-sheet?as_of=2024-01-31").await;
        assert!(january.json.get("comparatives").is_none() && january.json["assets"]["accounts"][0].get("comparatives").is_none());
    }

    async fn a_column_is_the_statement_of_its_days(app: TestApp) {
        books(&app).await;
        let year = json!({ "fiscal_year_id": "FY24", "fiscal_year_name": "2024", "start_date": "2024-01-01", "end_date": "2024-03-31" });
        app.post("fiscal-years", &app.controller(), year).await.expect(201);
        let ways = ["previous_period", "same_period_last_year", "year_to_date"];
        for way in ways {
            for query in ["period_id=2024-03", "from=2024-02-01&to=2024-03-15", "from=2024-02-01&to=2024-02-29"] {
                let report = app.report(&format!("income-statement?{query}&compare={way}&columns=4")).await;
                for (at, told) in report.json["comparatives"].as_array().expect("columns").iter().enumerate() {
                    let span = match told["period_id"].as_str() {
                        Some(id) => format!("period_id={id}"),
                        None => format!("from={}&to={}", told["from"].as_str().expect("a day"), told["to"].as_str().expect("a day")),
                    };
                    let alone = app.report(&format!("income-statement?{span}")).await;
                    for section in ["income", "expenses"] {
                        assert_eq!(column(&report, section, at), balances(&alone, section), "{query} {way} {span}");
                        assert_eq!(told[section], alone.json[section]["total"], "{query} {way} {span}");
                    }
                    assert_eq!(told["net_income"], alone.json["net_income"]);
                }
            }
            let report = app.report(&format!("balance-sheet?as_of=2024-03-31&compare={way}&columns=3")).await;
            for (at, told) in report.json["comparatives"].as_array().expect("columns").iter().enumerate() {
                let alone = app.report(&format!("balance-sheet?as_of={}", told["as_of"].as_str().expect("a day"))).await;
                for section in ["assets", "liabilities", "equity"] {
                    assert_eq!(column(&report, section, at), balances(&alone, section), "{way} {told}");
                    assert_eq!(told[section], alone.json[section]["total"], "{way} {told}");
                }
                assert_eq!(told["assets"], told["total_liabilities_and_equity"]);
                for earnings in ["current_earnings", "earlier_earnings"] {
                    assert_eq!(told[earnings], alone.json["equity"][earnings], "{way} {told}");
                }
            }
        }
    }
}
