//! The trial balance. See docs/rules/reports.md#trial-balance.

use tests::prelude::*;

use super::lines;
use super::statements::books;

const ALL: [&str; 5] = ["account_id", "opening_balance", "debit", "credit", "closing_balance"];

async fn posted(app: &TestApp, body: Value) {
    let clerk = app.clerk();
    let id = body["journal_entry_id"].as_str().unwrap_or_default().to_owned();
    app.post("journal-entries", &clerk, body).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
    app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
    app.eventually(&format!("journal-entries/{id}"), &clerk, |entry| entry["status"] == "Posted").await;
}

tests::on_both! {
    async fn it_opens_moves_and_closes(app: TestApp) {
        app.open_books().await;
        posted(&app, entry_named("JE-1", "100.00")).await;
        let february = json!({ "tran_date": "2024-02-03", "posting_period_id": null });
        posted(&app, with(entry_named("JE-2", "30.50"), february)).await;
        let euros = json!({ "currency": "EUR", "exchange_rate": number("1.0777") });
        app.rate("EUR", DAY, "1.0777").await;
        posted(&app, with(entry_named("JE-3", "10.05"), euros)).await;
        let controller = app.controller();
        let report = app.get("reports/trial-balance?period_id=2024-02", &controller).await.expect(200);
        let row = |report: &Answer, id: &str| report.data().iter().find(|row| row["account_id"] == id).cloned().unwrap_or_default();
        let cash = row(&report, CASH);
        let texts = ["opening_balance", "debit", "credit", "closing_balance"].map(|column| cash[column].to_string());
        // 100.00 and 10.05 × 1.0777 = 10.830885, rounded half away from zero.
        assert_eq!(texts, ["-110.83", "0.00", "30.50", "-141.33"]);
        assert_eq!(report.number("total_debit"), report.number("total_credit"));
        let whole = app.get("reports/trial-balance?as_of=2024-12-31", &controller).await.expect(200);
        let expense = row(&whole, EXPENSE);
        assert_eq!((expense["opening_balance"].to_string(), expense["closing_balance"].to_string()), ("0.00".into(), "141.33".into()));
        app.get("reports/trial-balance", &app.clerk()).await.expect(403);
        app.books_agree();
    }

    async fn months_stand_side_by_side(app: TestApp) {
        books(&app).await;
        let february = app.report("trial-balance?period_id=2024-02&compare=previous_period").await;
        let cash = &february.data()[0];
        assert_eq!(lines(std::slice::from_ref(cash), &ALL), ["1000 880.00 0.00 0.00 880.00"]);
        assert_eq!(cash["comparatives"].to_string(), r#"[{"closing_balance":880.00,"credit":120.00,"debit":1000.00,"opening_balance":0.00}]"#);
        // What moved in another column alone has a row, too.
        let january = app.report("trial-balance?period_id=2024-01&compare=previous_period&columns=13").await;
        assert_eq!((january["comparatives"].to_string(), january.data().len()), ("[]".to_owned(), 5));
        let rows = app.csv("trial-balance?period_id=2024-02&compare=previous_period").await;
        let cells = ["debit", "debit 2024-01-01..2024-01-31", "credit 2024-01-01..2024-01-31"].map(|cell| rows[rows.len() - 1][cell].clone());
        assert_eq!(cells, ["130.00", "1420.00", "1420.00"]);
        let rows = app.csv("trial-balance?as_of=2024-02-29&compare=previous_period").await;
        assert_eq!(rows[0]["closing_balance 2024-01-31"], "880.00");
        let alone = app.report("trial-balance?period_id=2024-02").await;
        assert!(alone.json.get("comparatives").is_none() && alone.data()[0].get("comparatives").is_none());
        let wrong = app.get("reports/trial-balance?compare=year_to_date&columns=14", &app.accountant()).await.expect(422);
        assert_eq!(wrong["errors"][0]["pointer"], json!("columns"), "{}", wrong.text);
    }

    async fn a_column_is_the_trial_balance_of_its_days(app: TestApp) {
        books(&app).await;
        let year = json!({ "fiscal_year_id": "FY24", "fiscal_year_name": "2024", "start_date": "2024-01-01", "end_date": "2024-03-31" });
        app.post("fiscal-years", &app.controller(), year).await.expect(201);
        for way in ["previous_period", "same_period_last_year", "year_to_date"] {
            for query in ["period_id=2024-03", "as_of=2024-03-31"] {
                let report = app.report(&format!("trial-balance?{query}&compare={way}&columns=3")).await;
                for (at, told) in report.json["comparatives"].as_array().expect("columns").iter().enumerate() {
                    let rows: Vec<Value> = report.data().iter().map(|row| with(row["comparatives"][at].clone(), json!({ "account_id": row["account_id"] }))).collect();
                    let rows: Vec<String> = lines(&rows, &ALL).into_iter().filter(|row| !row.ends_with(" 0.00 0.00 0.00")).collect();
                    let to = told["to"].as_str().expect("a day");
                    let alone = match (told["period_id"].as_str(), told["from"].as_str()) {
                        (Some(id), _) => app.report(&format!("trial-balance?period_id={id}")).await,
                        (None, None) => app.report(&format!("trial-balance?as_of={to}")).await,
                        // Of days there is none by itself: it comes to what it comes to as of the last of them.
                        (None, Some(_)) => {
                            let alone = app.report(&format!("trial-balance?as_of={to}")).await;
                            let closing = |row: &String| row.rsplit(' ').next().map(str::to_owned);
                            let sheet: Vec<_> = lines(alone.data(), &ALL).iter().map(closing).collect();
                            assert_eq!(rows.iter().map(closing).collect::<Vec<_>>(), sheet, "{query} {way} {told}");
                            continue;
                        }
                    };
                    assert_eq!(rows, lines(alone.data(), &ALL), "{query} {way} {told}");
                    for total in ["total_debit", "total_credit"] {
                        assert_eq!(told[total], alone.json[total], "{query} {way} {told}");
                    }
                }
            }
        }
    }
}
