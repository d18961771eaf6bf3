//! Closing and reopening by jobs. See docs/rules/periods.md#close.

use std::sync::Arc;

use tests::prelude::*;
use tokio::task::JoinSet;

tests::on_both! {
    /// None of them holds what another one waits for.
    async fn many_ask_at_a_time_what_bars_a_close(app: TestApp) {
        app.open_books().await;
        app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(201);
        let app = Arc::new(app);
        let mut reports = JoinSet::new();
        for _ in 0..40 {
            let app = Arc::clone(&app);
            reports.spawn(async move { app.get("accounting-periods/2024-01/unposted-entries", &app.controller()).await });
        }
        for report in reports.join_all().await {
            assert_eq!(report.expect(200).number("total_unposted"), "1");
        }
    }

    async fn unposted_documents_bar_a_close_unless_it_is_forced(app: TestApp) {
        app.open_books().await;
        let (clerk, controller) = (app.clerk(), app.controller());
        app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
        app.post("journal-entries", &clerk, entry_named("JE-2", "6.00")).await.expect(201);
        app.act("journal-entries/JE-2/submit-for-approval", &clerk).await.expect(200);
        let close = "accounting-periods/2024-01/close";
        let barred = app.act(close, &controller).await.expect(409).problem("unposted_documents");
        assert_eq!(barred["counts"]["journal_entry"], json!({ "draft": 1, "pending_approval": 1 }));
        let report = app.get("accounting-periods/2024-01/unposted-entries", &controller).await.expect(200);
        assert_eq!(report.number("total_unposted"), "2");
        assert_eq!(report["by_document_type"]["journal_entries"]["draft"][0]["id"], "JE-1");
        assert_eq!(report["summary"]["by_status"]["pending_approval"], 1);
        assert_eq!(report["summary"].get("by_type"), None);
        app.post("journal-entries", &clerk, entry_named("JE-3", "7.00")).await.expect(201);
        let path = "accounting-periods/2024-01/unposted-entries?at_most";
        let first = app.get(&format!("{path}=1"), &controller).await.expect(200);
        let entries = &first["by_document_type"]["journal_entries"];
        assert_eq!((&entries["draft"][0]["id"], entries["draft"].as_array().map(Vec::len)), (&json!("JE-3"), Some(1)));
        assert_eq!(entries["pending_approval"][0]["id"], "JE-2");
        let counts = json!({ "draft": 2, "pending_approval": 1, "on_hold": 0, "approved": 0 });
        assert_eq!((first.number("total_unposted"), &first["summary"]["by_status"]), ("3".to_owned(), &counts));
        assert_eq!(first["summary"]["by_type"]["journal_entries"], counts);
        assert_eq!(first["summary"]["by_type"]["bills"]["draft"], 0);
        for wrong in ["0", "201", "x", "-1"] {
            app.get(&format!("{path}={wrong}"), &controller).await.expect(422).problem("invalid").names("at_most");
        }
        app.delete("journal-entries/JE-3", &clerk).await.expect(204);
        let forced = app.post(close, &controller, json!({ "force": true })).await.expect(200);
        assert_eq!(forced["is_closed"], true);
        for (action, who) in [("submit-for-approval", &clerk), ("approve", &app.manager())] {
            let id = if action == "approve" { "JE-2" } else { "JE-1" };
            app.act(&format!("journal-entries/{id}/{action}"), who).await.expect(409).problem("period_closed");
        }
        let moved = with(entry("5.00"), json!({ "posting_period_id": "2024-02" }));
        app.put("journal-entries/JE-1", &clerk, moved).await.expect(200);
        let trail = app.get("accounting-periods/2024-01/audit-trail", &controller).await.expect(200);
        let last = trail["audit_trail"].as_array().and_then(|rows| rows.last().cloned()).unwrap_or_default();
        assert_eq!((&last["action"], &last["details"]["stranded"][0]["id"]), (&json!("Close"), &json!("JE-1")));
        app.books_agree();
    }
}

/// An entry is approved without a worker. When the worker is back the period is closed by force: the close posts the entry first.
async fn what_was_approved_is_posted_by_the_close(backend: Backend) {
    let away = [("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "200ms")];
    let app = TestApp::start_process(backend, &away).await;
    app.open_books().await;
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
    app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
    let queued = app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
    assert_eq!((queued.string("status"), &queued["posted"]), ("Approved", &json!(false)));
    let waiting = app.act("accounting-periods/2024-01/close", &app.controller()).await.expect(202);
    let job = format!("jobs/{}", waiting.string("job_id"));
    assert_eq!(app.get(&job, &app.controller()).await.expect(200)["state"], "queued");
    let mut worker = Process::spawn(&["worker"], app.database.url(), &settings(&away));
    app.eventually(&job, &app.controller(), |job| job["state"] == "done").await;
    assert_eq!(app.get("journal-entries/JE-1", &clerk).await.expect(200)["status"], "Posted");
    worker.terminate(std::time::Duration::from_secs(12));
    app.books_agree();
}

#[tokio::test]
async fn what_was_approved_is_posted_by_the_close_on_sqlite() {
    what_was_approved_is_posted_by_the_close(Backend::Sqlite).await;
}

#[tokio::test]
async fn what_was_approved_is_posted_by_the_close_on_postgres() {
    what_was_approved_is_posted_by_the_close(Backend::Postgres).await;
}
