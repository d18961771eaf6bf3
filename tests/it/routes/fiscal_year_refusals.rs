//! The refusals of fiscal years, and those that a fiscal year brings to its periods. See docs/rules/fiscal-years.md.

use tests::prelude::*;

use super::named_refusals::refused;

tests::on_both! {
    async fn fiscal_years(app: TestApp) {
        app.open_books().await;
        let (alma, reason) = (app.admin(), json!({ "reason": "r" }));
        let year = |id: &str, from: &str, to: &str| json!({
            "fiscal_year_id": id, "fiscal_year_name": id, "start_date": from, "end_date": to,
        });
        for (id, from, to) in [("FY1", "2024-01-01", "2024-01-31"), ("FY2", "2024-02-01", "2024-02-29"), ("FY3", "2024-03-01", "2024-03-31")] {
            app.post("fiscal-years", &alma, year(id, from, to)).await.expect(201);
        }
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        app.posted(JOURNAL_ENTRY, on(entry_named("JE-CLOSE-FY2-1", "5.00"), "2024-02-15")).await;
        for (request, body, code) in [
            ("POST fiscal-years", year("FY1", "2025-01-01", "2025-01-31"), "already_exists"),
            ("POST fiscal-years", year("FY4", "2024-03-31", "2024-04-30"), "period_overlap"),
            ("POST fiscal-years/FY1/close", json!({}), "fiscal_year_not_ready"),
            ("POST fiscal-years/FY1/reopen", reason.clone(), "not_closed"),
            ("DELETE fiscal-years/FY2", Value::Null, "in_use"),
            ("DELETE accounting-periods/2024-01", Value::Null, "in_use"),
        ] {
            refused(&app, request, body, 409, code).await;
        }
        app.close(PERIOD, "all").await;
        app.close("2024-02", "all").await;
        let inactive = json!({ "is_active": false });
        app.put(&format!("accounts/{RETAINED_EARNINGS}"), &alma, inactive).await.expect(200);
        refused(&app, "POST fiscal-years/FY1/close", json!({}), 422, "missing_account").await;
        let active = json!({ "is_active": true });
        app.put(&format!("accounts/{RETAINED_EARNINGS}"), &alma, active).await.expect(200);
        app.post("fiscal-years/FY1/close", &alma, json!({})).await.expect(200);
        // Somebody took its id.
        refused(&app, "POST fiscal-years/FY2/close", json!({}), 409, "already_exists").await;
        for (request, code) in [
            ("POST fiscal-years/FY1/close", "already_closed"),
            ("POST fiscal-years/FY1/adjustment-period", "fiscal_year_closed"),
            ("POST accounting-periods/2024-01/reopen", "fiscal_year_closed"),
        ] {
            let body = if request.ends_with("reopen") { reason.clone() } else { json!({}) };
            refused(&app, request, body, 409, code).await;
        }
        app.post("accounting-periods/2024-01/hard-close", &alma, reason.clone()).await.expect(200);
        refused(&app, "POST fiscal-years/FY1/reopen", reason.clone(), 409, "hard_closed").await;
        refused(&app, "POST accounting-periods/2024-02/hard-close", reason.clone(), 409, "not_ready_to_hard_close").await;
    }

    async fn of_fiscal_years_the_later_one_is_reopened_first(app: TestApp) {
        app.open_books().await;
        let (alma, reason) = (app.admin(), json!({ "reason": "r" }));
        app.close("2024-02", "all").await;
        app.post("accounting-periods/2024-02/reopen", &alma, reason.clone()).await.expect(200);
        for (id, month, last) in [("FY1", "2024-01", "31"), ("FY2", "2024-02", "29")] {
            let year = json!({
                "fiscal_year_id": id, "fiscal_year_name": id, "start_date": format!("{month}-01"),
                "end_date": format!("{month}-{last}"),
            });
            app.post("fiscal-years", &alma, year).await.expect(201);
            app.close(month, "all").await;
            app.post(&format!("fiscal-years/{id}/close"), &alma, json!({})).await.expect(200);
        }
        refused(&app, "POST fiscal-years/FY1/reopen", reason, 409, "fiscal_year_closed").await;
    }

    /// A period that was closed for good before its fiscal year was recorded.
    async fn a_year_whose_last_period_is_hard_closed(app: TestApp) {
        app.open_books().await;
        let alma = app.admin();
        app.close(PERIOD, "all").await;
        app.post("accounting-periods/2024-01/hard-close", &alma, json!({ "reason": "r" })).await.expect(200);
        let year = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "FY1", "start_date": "2024-01-01", "end_date": "2024-01-31",
        });
        app.post("fiscal-years", &alma, year).await.expect(201);
        refused(&app, "POST fiscal-years/FY1/close", json!({}), 409, "hard_closed").await;
        // A later period that is hard-closed, too, takes no adjustments before it.
        app.close("2024-02", "all").await;
        app.post("accounting-periods/2024-02/hard-close", &alma, json!({ "reason": "r" })).await.expect(200);
        refused(&app, "POST fiscal-years/FY1/adjustment-period", json!({}), 409, "hard_closed").await;
    }

    async fn a_year_has_one_period_of_adjustments(app: TestApp) {
        app.open_books().await;
        let year = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "FY1", "start_date": "2024-01-01", "end_date": "2024-01-31",
            "adjustment_period": true,
        });
        app.post("fiscal-years", &app.admin(), year).await.expect(201);
        refused(&app, "POST fiscal-years/FY1/adjustment-period", json!({}), 409, "already_exists").await;
    }
}
