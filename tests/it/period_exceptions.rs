//! Exceptions of a close. See docs/rules/periods.md#exceptions.

use engine::values::clock::Date;
use tests::prelude::*;

fn late(id: &str) -> Value {
    with(entry_of(vec![debit(EXPENSE, "7.00"), credit(CASH, "7.00")]), json!({ "journal_entry_id": id }))
}

async fn expenses(app: &TestApp, period: &str) -> String {
    let report = app.get(&format!("reports/trial-balance?period_id={period}"), &app.admin()).await.expect(200);
    let row = report.data().iter().find(|row| row["account_id"] == EXPENSE).cloned().unwrap_or_default();
    row["closing_balance"].to_string()
}

tests::on_both! {
    /// The entry that is named is written, signed and posted in the closed month, and no other; reports of the month that were read
    /// before, and after each step, have it in once it is posted.
    async fn one_entry_comes_into_a_closed_month(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, with(entry("5.00"), json!({ "journal_entry_id": "JE-1" }))).await;
        app.close(PERIOD, "all").await;
        assert_eq!(expenses(&app, PERIOD).await, "5.00");
        let author = app.accountant();
        app.post("journal-entries", &author, late("JE-LATE")).await.expect(409).problem("period_closed");

        let given = app.post("period-exceptions", &app.controller(), period_exception("PE-1", PERIOD, "JE-LATE")).await;
        given.expect(201);
        let again = app.post("period-exceptions", &app.controller(), period_exception("PE-1", PERIOD, "JE-LATE")).await;
        again.expect(409).problem("already_exists");
        let by_author = app.post("period-exceptions", &author, period_exception("PE-2", PERIOD, "JE-2")).await;
        by_author.expect(403).problem("forbidden");
        assert_eq!(expenses(&app, PERIOD).await, "5.00");
        app.post("journal-entries", &author, late("JE-OTHER")).await.expect(409).problem("period_closed");
        app.posted(JOURNAL_ENTRY, late("JE-LATE")).await;
        assert_eq!(expenses(&app, PERIOD).await, "12.00");
        let trail = app.get("journal-entries/JE-LATE/audit-trail", &app.admin()).await.expect(200);
        let posted = trail["audit_trail"].as_array().expect("rows").iter().find(|row| row["action"] == "Post to GL").cloned();
        assert_eq!(posted.expect("a posting")["details"]["period_exception_id"], "PE-1", "{}", trail.text);
        let period = app.get("accounting-periods/2024-01", &app.admin()).await.expect(200);
        assert_eq!(period["is_closed"], true);

        // Sums that were carried forward before the second exception are not taken for what the month holds after it.
        app.delete("period-exceptions/PE-1", &app.controller()).await.expect(204);
        assert_eq!(expenses(&app, PERIOD).await, "12.00");
        app.post("period-exceptions", &app.controller(), period_exception("PE-3", PERIOD, "JE-3")).await.expect(201);
        app.posted(JOURNAL_ENTRY, late("JE-3")).await;
        app.delete("period-exceptions/PE-3", &app.controller()).await.expect(204);
        assert_eq!(expenses(&app, PERIOD).await, "19.00");
        let trail = app.get("accounting-periods/2024-01/audit-trail", &app.admin()).await.expect(200);
        let exceptions = trail["audit_trail"].as_array().expect("rows").iter().filter(|row| {
            row["action"].as_str().is_some_and(|action| action.starts_with("Exception"))
        });
        assert_eq!(exceptions.count(), 4, "{}", trail.text);
    }

    /// What waited for its signature at a forced close is signed and posted by its exception.
    async fn what_was_left_waiting_is_posted(app: TestApp) {
        app.open_books().await;
        let path = app.pending(BILL, bill("BILL-1", "5.00")).await;
        app.close(PERIOD, "all").await;
        app.approve(&path).await.expect(409).problem("period_closed");
        let named = |reason: &str| {
            json!({
                "period_id": PERIOD, "document_type": "bill", "document_id": "BILL-1", "last_day": soon(), "reason": reason,
            })
        };
        app.post("period-exceptions", &app.controller(), named("It came in time")).await.expect(201);
        app.approve(&path).await.expect(200);
        app.eventually(&path, &app.admin(), |read| read["status"] == "Posted").await;
        app.post("period-exceptions", &app.controller(), named("Again")).await.expect(422).names("/document_id");
    }

    /// Where an exception is of no use, the answer says why.
    async fn what_has_no_exceptions(app: TestApp) {
        app.open_books().await;
        let ask = async |id: &str, more: Value| {
            let body = with(period_exception(id, PERIOD, "JE-LATE"), more);
            app.post("period-exceptions", &app.controller(), body).await
        };
        ask("PE-1", json!({})).await.expect(409).problem("not_closed");
        app.close(PERIOD, "all").await;
        ask("PE-1", json!({ "last_day": "2024-01-31" })).await.expect(422).names("/last_day");
        ask("PE-1", json!({ "last_day": "2999-01-31", "period_id": "2031-01" })).await.expect(422).names("/period_id");
        ask("PE-1", json!({})).await.expect(201);
        app.delete("period-exceptions/PE-1", &app.controller()).await.expect(204);
        let changed = app.put("period-exceptions/PE-1", &app.controller(), json!({ "reason": "Another" })).await;
        changed.expect(409).problem("wrong_status");
        let reason = json!({ "reason": "audited" });
        app.post("accounting-periods/2024-01/hard-close", &app.controller(), reason).await.expect(200);
        ask("PE-2", json!({})).await.expect(409).problem("hard_closed");
    }

    /// A fiscal year is not closed while something may still come into it, and once it is closed nothing may.
    async fn a_closed_year_has_none(app: TestApp) {
        app.open_books().await;
        let year = json!({ "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-01-31" });
        app.post("fiscal-years", &app.admin(), year).await.expect(201);
        app.close(PERIOD, "all").await;
        app.post("period-exceptions", &app.controller(), period_exception("PE-1", PERIOD, "JE-LATE")).await.expect(201);
        let refused = app.post("fiscal-years/FY1/close", &app.admin(), json!({})).await.expect(409).problem("fiscal_year_not_ready");
        assert!(refused.text.contains("PE-1"), "{}", refused.text);
        app.delete("period-exceptions/PE-1", &app.controller()).await.expect(204);
        app.post("fiscal-years/FY1/close", &app.admin(), json!({})).await.expect(200);
        let late = app.post("period-exceptions", &app.controller(), period_exception("PE-2", PERIOD, "JE-LATE")).await;
        late.expect(409).problem("fiscal_year_closed");
        // Neither is one prolonged that ended before the close.
        let past = Date::parse(&soon()).expect("a day").plus_days(-8).to_string();
        app.run(&format!("UPDATE period_exception SET is_revoked = FALSE, last_day = '{past}'")).await;
        app.run("UPDATE catalog_revision SET revision = revision + 1").await;
        let put = async || app.put("period-exceptions/PE-1", &app.controller(), json!({ "last_day": soon() })).await;
        put().await.expect(409).problem("fiscal_year_closed");
        let reason = json!({ "reason": "audited" });
        app.post("accounting-periods/2024-01/hard-close", &app.controller(), reason).await.expect(200);
        put().await.expect(409).problem("hard_closed");
        app.run(&format!("UPDATE period_exception SET is_revoked = TRUE, last_day = '{}'", soon())).await;
    }
}
