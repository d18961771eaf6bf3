//! The trial balance. See docs/rules/reports.md#trial-balance.

use tests::prelude::*;

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
}
