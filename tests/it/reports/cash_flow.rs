//! The cash flow statement, by both methods. See docs/rules/reports.md#cash-flow.

use tests::prelude::*;

use super::lines;
use super::statements::books;

fn section(report: &Answer, name: &str) -> (String, String) {
    let section = &report.json[name];
    let rows = section["accounts"].as_array().cloned().unwrap_or_default();
    (lines(&rows, &["account_id", "balance"]).join(" "), section["total"].to_string())
}

fn pair(rows: &str, total: &str) -> (String, String) {
    (rows.to_owned(), total.to_owned())
}

tests::on_both! {
    async fn both_methods_tell_the_same_change(app: TestApp) {
        books(&app).await;
        let query = "from=2024-01-01&to=2024-02-29";
        let indirect = app.report(&format!("cash-flow?{query}")).await;
        // 380.00 was sold and 170.00 spent; 380.00 is owed to us, 50.00 by us.
        assert_eq!(indirect.number("net_income"), "210.00");
        assert_eq!(section(&indirect, "operating"), pair("1100 -380.00 2000 50.00", "-330.00"));
        assert_eq!(section(&indirect, "financing"), pair("3000 1000.00", "1000.00"));
        let of = |report: &Answer| {
            ["opening_cash", "cash_from_operating", "exchange_effect", "net_change", "closing_cash"].map(|name| report.number(name))
        };
        assert_eq!(of(&indirect), ["0.00", "-120.00", "0.00", "880.00", "880.00"]);
        let direct = app.report(&format!("cash-flow?{query}&method=direct")).await;
        assert_eq!(section(&direct, "operating"), pair(&format!("{EXPENSE} -120.00"), "-120.00"));
        assert_eq!(section(&direct, "financing"), pair("3000 1000.00", "1000.00"));
        assert_eq!(of(&direct), of(&indirect));
        assert!(direct["net_income"].is_null());
        // The loan of March is investing where it is said to be, and by a range as well.
        for named in ["1100", "1100..1199", "9..95, 11..1100"] {
            let march = app.report(&format!("cash-flow?period_id=2024-03&method=direct&investing={named}")).await;
            assert_eq!((section(&march, "investing"), section(&march, "operating")), (pair("1100 -900.00", "-900.00"), pair("", "0.00")));
            assert_eq!(of(&march), ["880.00", "0.00", "0.00", "-900.00", "-20.00"]);
        }
    }

    async fn columns_stand_beside_it(app: TestApp) {
        books(&app).await;
        let report = app.report("cash-flow?period_id=2024-02&compare=previous_period").await;
        assert_eq!((report.number("net_income"), report.number("net_change")), ("30.00".into(), "0.00".into()));
        let january = &report["comparatives"][0];
        assert_eq!(lines(std::slice::from_ref(january), &["period_id", "net_income", "net_change", "closing_cash"]), ["2024-01 180.00 880.00 880.00"]);
        let rows = report["operating"]["accounts"].as_array().cloned().unwrap_or_default();
        assert_eq!(lines(&rows, &["account_id", "balance", "comparatives"]), ["1100 -80.00 [-300.00]", "2000 50.00 [0.00]"]);
        let csv = app.csv("cash-flow?period_id=2024-02&compare=previous_period").await;
        let total = csv.iter().find(|row| row["row"] == "closing_cash").expect("a row");
        assert_eq!([&total["balance"], &total["balance 2024-01-01..2024-01-31"]], ["880.00", "880.00"]);
    }

    async fn what_is_wrong_is_told(app: TestApp) {
        app.open_books().await;
        for (query, pointer) in [
            ("investing=nope", "investing"),
            ("financing=2..1", "financing"),
            ("investing=1100&financing=1100..1199", "financing"),
            ("investing=,", "investing"),
            ("period_id=nope", "period_id"),
            ("from=2024-02-01&to=2024-01-01", "to"),
            ("columns=14&compare=previous_period", "columns"),
            ("method=other", "method"),
        ] {
            app.get(&format!("reports/cash-flow?{query}"), &app.controller()).await.expect(422).problem("invalid").names(pointer);
        }
    }
}
