//! The way back of what was made by a slip: fiscal years, their periods of adjustments, and periods by themselves. See
//! docs/rules/periods.md#taking-a-period-back.

use tests::prelude::*;

tests::on_both! {
    async fn fiscal_years_and_periods_that_are_taken_back(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        let year = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "April", "start_date": "2024-04-01", "end_date": "2024-04-30",
        });
        app.post("fiscal-years", &app.admin(), year).await.expect(201);
        let fields = "period_id start_date is_adjustment:boolean version:integer";
        app.step("alma", "POST fiscal-years/FY1/adjustment-period", json!({}), 201, fields).await;
        for path in ["accounting-periods/FY1-ADJ", "fiscal-years/FY1", "accounting-periods/2024-03"] {
            app.step("alma", &format!("DELETE {path}"), Value::Null, 204, "").await;
        }
    }
}
