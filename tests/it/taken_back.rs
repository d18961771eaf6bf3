//! Fiscal years and periods that were made by a slip are taken back, and made anew. See docs/rules/fiscal-years.md#taking-a-year-back.

use reqwest::Method;
use tests::prelude::*;

async fn year(app: &TestApp, id: &str, from: &str, to: &str) -> Answer {
    let body = json!({ "fiscal_year_id": id, "fiscal_year_name": id, "start_date": from, "end_date": to });
    app.post("fiscal-years", &app.controller(), body).await.expect(201)
}

/// Takes it back.
async fn gone(app: &TestApp, path: &str) {
    app.delete(path, &app.controller()).await.expect(204);
    app.get(path, &app.controller()).await.expect(404).problem("not_found");
}

/// What bars that it is taken back.
async fn barred(app: &TestApp, path: &str) -> Answer {
    app.delete(path, &app.controller()).await.expect(409).problem("in_use")
}

/// Asserts that this thing is named among what bars it.
async fn barred_by(app: &TestApp, path: &str, resource: &str, id: &str) {
    let told = barred(app, path).await;
    let named = told["used_by"].as_array().cloned().unwrap_or_default();
    assert!(named.contains(&json!({ "type": resource, "id": id })), "{resource} {id}: {}", told.text);
    let word = resource.replace('_', " ");
    assert!(told.string("detail").contains(&format!("{word} {id}")), "{}", told.text);
}

/// The actions of a trail.
async fn actions(app: &TestApp, path: &str) -> Vec<String> {
    let trail = app.get(&format!("{path}/audit-trail"), &app.controller()).await.expect(200);
    let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| row["action"].as_str().unwrap_or_default().to_owned()).collect()
}

/// An entry of the period that holds the day.
fn entry_on(id: &str, day: &str) -> Value {
    with(entry_named(id, "5.00"), json!({ "tran_date": day, "posting_period_id": null }))
}

tests::on_both! {
    async fn a_year_that_was_made_by_a_slip(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        let wrong = year(&app, "FY27", "2027-01-01", "2027-11-30").await;
        assert_eq!(wrong["period_ids"].as_array().map(Vec::len), Some(11), "{}", wrong.text);
        app.post("fiscal-years/FY27/adjustment-period", &conrad, json!({})).await.expect(201);
        app.delete("fiscal-years/FY27", &app.clerk()).await.expect(403).problem("forbidden");
        let stale = [("If-Match", "\"1\"")];
        app.send(Method::DELETE, "fiscal-years/FY27", &conrad, &stale, None).await.expect(412).problem("stale_version");
        gone(&app, "fiscal-years/FY27").await;
        for period in ["2027-01", "2027-11", "FY27-ADJ"] {
            app.get(&format!("accounting-periods/{period}"), &conrad).await.expect(404).problem("not_found");
        }
        app.post("journal-entries", &app.clerk(), entry_on("JE-1", "2027-03-05")).await.expect(422).problem("no_open_period");
        app.delete("fiscal-years/FY27", &conrad).await.expect(404).problem("not_found");
        assert_eq!(actions(&app, "fiscal-years/FY27").await, ["Created", "Adjustment Period", "Deleted"]);
        assert_eq!(actions(&app, "accounting-periods/2027-01").await, ["Created", "Deleted"]);
        app.get("fiscal-years/FY99/audit-trail", &conrad).await.expect(404).problem("not_found");

        let right = year(&app, "FY27", "2027-01-01", "2027-12-31").await;
        assert_eq!((right["period_ids"].as_array().map(Vec::len), &right["version"]), (Some(12), &json!(1)));
        app.posted(JOURNAL_ENTRY, entry_on("JE-1", "2027-03-05")).await;
        assert_eq!(actions(&app, "accounting-periods/2027-01").await, ["Created", "Deleted", "Created"]);
        barred_by(&app, "fiscal-years/FY27", "journal_entry", "JE-1").await;
    }

    /// Undo after do is nothing: what was there before the year is there after it.
    async fn periods_that_were_there_before_stay(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_on("JE-1", "2024-01-10")).await;
        app.close("2024-02", "all").await;
        let before = app.report("trial-balance?as_of=2024-06-30").await;
        let first = app.get("accounting-periods?limit=200", &app.controller()).await.expect(200);
        let made = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-03-31",
        });
        app.post("fiscal-years", &app.controller(), made).await.expect(201);
        gone(&app, "fiscal-years/FY1").await;
        let after = app.get("accounting-periods?limit=200", &app.controller()).await.expect(200);
        assert_eq!((&after.json, &app.report("trial-balance?as_of=2024-06-30").await.json), (&first.json, &before.json));
        // One of longer months has periods of its own, which go.
        year(&app, "FY1", "2024-04-01", "2024-05-31").await;
        gone(&app, "fiscal-years/FY1").await;
        let after = app.get("accounting-periods?limit=200", &app.controller()).await.expect(200);
        assert_eq!(after.json, first.json);
    }

    async fn what_rests_on_a_year_is_named(app: TestApp) {
        app.open_books().await;
        let alma = app.admin();
        year(&app, "FY24", "2024-04-01", "2025-03-31").await;
        year(&app, "FY99", "2999-01-01", "2999-12-31").await;
        let (near, far) = ("fiscal-years/FY24", "fiscal-years/FY99");

        app.draft(JOURNAL_ENTRY, entry_on("JE-DRAFT", "2024-05-10")).await;
        barred_by(&app, near, "journal_entry", "JE-DRAFT").await;
        app.delete("journal-entries/JE-DRAFT", &app.clerk()).await.expect(204);
        let accrual = with(entry_on("JE-LATER", "2024-03-10"), json!({ "entry_type": "Accrual", "reversal_date": "2024-04-01" }));
        app.draft(JOURNAL_ENTRY, accrual).await;
        barred_by(&app, near, "journal_entry", "JE-LATER").await;
        let budget = json!({ "budget_id": "BG-1", "budget_name": "First", "fiscal_year_id": "FY99" });
        app.post("budgets", &alma, budget).await.expect(201);
        barred_by(&app, far, "budget", "BG-1").await;
        let accrual = with(entry_on("JE-FAR", "2024-03-10"), json!({ "entry_type": "Accrual", "reversal_date": "2999-02-01" }));
        app.posted(JOURNAL_ENTRY, accrual).await;
        barred_by(&app, far, "journal_entry", "JE-FAR").await;
        let recurring = json!({
            "recurring_document_id": "RD-1", "name": "Rent", "document_type": "journal_entry", "makes": "draft",
            "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
            "schedule": { "every": "month", "day": 31, "start_date": "2999-02-01" },
        });
        app.post("recurring-documents", &alma, recurring).await.expect(201);
        barred_by(&app, far, "recurring_document", "RD-1").await;
        let session = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2999-01-31", "statement_ending_balance": 0,
        });
        app.post("reconciliations", &alma, session).await.expect(201);
        barred_by(&app, far, "reconciliation", "R-1").await;
        let task = json!({ "close_task_id": "CT-1", "kind": "manual", "title": "Count the cash" });
        app.post("close-tasks", &alma, task).await.expect(201);
        let evidence = json!({ "evidence": "Counted" });
        app.post("accounting-periods/2999-01/checklist/CT-1/sign-off", &alma, evidence).await.expect(200);
        let told = barred(&app, far).await;
        let kinds: Vec<&str> = told["used_by"].as_array().into_iter().flatten().filter_map(|on| on["type"].as_str()).collect();
        assert_eq!(kinds, ["budget", "close_sign_off", "journal_entry", "reconciliation", "recurring_document"], "{}", told.text);
        app.get(far, &alma).await.expect(200);
    }

    /// A deferral over ten years, which waits for its fourth month.
    async fn a_part_of_a_deferral_rests_on_its_day(app: TestApp) {
        app.open_books().await;
        let spread = with(app.prepaid("BILL-1", "1200.00").await, json!({ "deferral_id": "DF-1", "months": 120 }));
        app.post("deferrals", &app.admin(), spread).await.expect(201);
        year(&app, "FY34", "2034-01-01", "2034-12-31").await;
        gone(&app, "fiscal-years/FY34").await;
        year(&app, "FY33", "2033-12-01", "2034-12-31").await;
        barred_by(&app, "fiscal-years/FY33", "deferral", "DF-1").await;
    }

    async fn what_was_closed_or_lies_between_stays(app: TestApp) {
        app.open_books().await;
        let told = barred(&app, "accounting-periods/2024-02").await;
        assert_eq!(told["period_ids"], json!(["2024-01", "2024-03"]), "{}", told.text);
        for (id, from, to) in [("FY25", "2025-01-01", "2025-12-31"), ("FY26", "2026-01-01", "2026-12-31"), ("FY27", "2027-01-01", "2027-12-31")] {
            year(&app, id, from, to).await;
        }
        let told = barred(&app, "fiscal-years/FY26").await;
        assert_eq!(told["fiscal_year_ids"], json!(["FY25", "FY27"]), "{}", told.text);
        let told = barred(&app, "accounting-periods/2027-12").await;
        assert_eq!(told.string("fiscal_year_id"), "FY27", "it goes with its year alone");
        for id in ["FY27", "FY26", "FY25"] {
            gone(&app, &format!("fiscal-years/{id}")).await;
        }
        gone(&app, "accounting-periods/2024-03").await;
        assert_eq!(actions(&app, "accounting-periods/2024-03").await, ["Created", "Deleted"]);
        app.close("2024-02", "gl").await;
        app.post("accounting-periods/2024-02/reopen", &app.controller(), json!({ "reason": "r" })).await.expect(200);
        assert_eq!(barred(&app, "accounting-periods/2024-02").await["period_ids"], json!(["2024-02"]));
        app.posted(JOURNAL_ENTRY, entry_on("JE-1", "2024-01-10")).await;
        barred_by(&app, "accounting-periods/2024-01", "journal_entry", "JE-1").await;
        app.post("accounting-periods", &app.controller(), period("2024-03", "Anew", "2024-03-01", "2024-03-31")).await.expect(201);
        app.posted(JOURNAL_ENTRY, entry_on("JE-2", "2024-03-10")).await;
    }

    async fn a_thirteenth_period_is_added_later(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        year(&app, "FY1", "2024-01-01", "2024-03-31").await;
        let path = "fiscal-years/FY1/adjustment-period";
        app.post(path, &app.clerk(), json!({})).await.expect(403).problem("forbidden");
        app.close("2024-03", "all").await;
        assert_eq!(app.report("trial-balance?as_of=2024-03-31").await.data().len(), 0);
        let made = app.post(path, &conrad, json!({})).await.expect(201);
        assert_eq!((made.string("period_id"), &made["is_adjustment"]), ("FY1-ADJ", &json!(true)), "{}", made.text);
        assert_eq!((made.string("start_date"), made.string("end_date")), ("2024-03-31", "2024-03-31"), "{}", made.text);
        app.post(path, &conrad, json!({})).await.expect(409).problem("already_exists");
        let read = app.get("fiscal-years/FY1", &conrad).await.expect(200);
        assert_eq!((&read["adjustment_period_id"], &read["version"]), (&json!("FY1-ADJ"), &json!(2)), "{}", read.text);
        assert_eq!(actions(&app, "fiscal-years/FY1").await, ["Created", "Adjustment Period"]);

        // By a slip: while nothing is posted into it, it goes by itself.
        gone(&app, "accounting-periods/FY1-ADJ").await;
        let read = app.get("fiscal-years/FY1", &conrad).await.expect(200);
        assert_eq!((&read["adjustment_period_id"], &read["version"]), (&Value::Null, &json!(3)), "{}", read.text);
        app.post(path, &conrad, json!({})).await.expect(201);

        let late = with(entry_on("JE-A", "2024-03-31"), json!({ "posting_period_id": "FY1-ADJ" }));
        app.posted(JOURNAL_ENTRY, late).await;
        assert_eq!(app.report("trial-balance?as_of=2024-03-31").await.data().len(), 2, "no sum of before is shown");
        barred_by(&app, "accounting-periods/FY1-ADJ", "journal_entry", "JE-A").await;
        for period in ["2024-01", "2024-02", "FY1-ADJ"] {
            app.close(period, "all").await;
        }
        app.post("fiscal-years/FY1/close", &conrad, json!({})).await.expect(200);
        let told = barred(&app, "accounting-periods/FY1-ADJ").await;
        assert_eq!(told.string("fiscal_year_id"), "FY1", "{}", told.text);
        let told = barred(&app, "fiscal-years/FY1").await;
        assert!(told.string("detail").contains("was closed before"), "{}", told.text);
    }

    /// What another process took back is gone here as well, and what it made anew is there.
    async fn another_process_takes_it_back(app: TestApp) {
        app.open_books().await;
        year(&app, "FY25", "2025-01-01", "2025-02-28").await;
        let entry = app.draft(JOURNAL_ENTRY, entry_on("JE-1", "2025-02-10")).await;
        app.delete(&entry, &app.clerk()).await.expect(204);
        let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
        gone(&other, "fiscal-years/FY25").await;
        let here = app.post("journal-entries", &app.clerk(), entry_on("JE-1", "2025-02-10")).await;
        here.expect(422).problem("no_open_period");
        year(&other, "FY25", "2025-01-01", "2025-03-31").await;
        app.draft(JOURNAL_ENTRY, entry_on("JE-1", "2025-03-10")).await;
        barred_by(&app, "fiscal-years/FY25", "journal_entry", "JE-1").await;
    }

    /// A draft of a period and the end of that period: one of both, whatever comes first.
    async fn a_document_and_the_end_of_its_period(app: TestApp) {
        app.open_books().await;
        let (carl, conrad) = (app.clerk(), app.controller());
        for round in 0..8 {
            year(&app, "FY25", "2025-01-01", "2025-02-28").await;
            let entry = entry_on(&format!("JE-{round}"), "2025-02-10");
            let (written, ended) =
                tokio::join!(app.post("journal-entries", &carl, entry), app.delete("fiscal-years/FY25", &conrad));
            assert!(matches!((written.status, ended.status), (201, 409) | (422, 204)), "{} {}", written.text, ended.text);
            if written.status == 201 {
                ended.problem("in_use");
                app.delete(&format!("journal-entries/JE-{round}"), &carl).await.expect(204);
                gone(&app, "fiscal-years/FY25").await;
            } else {
                written.problem("no_open_period");
            }
        }
    }
}
