//! A document that a forced close strands keeps its state, and is posted when the period is reopened.
//! See docs/rules/periods.md#forced-close.

use std::collections::BTreeSet;

use engine::approval::access::Actor;
use engine::books::period::Scope;
use engine::books::request::Asked;
use engine::features::periods::commands::close::Close;
use tests::prelude::*;

/// A forced close without the job's "post first", as when an approval slips in between.
fn forced(scope: Scope) -> Close {
    Close {
        job_id: None,
        period_id: PERIOD.into(),
        scope,
        force: true,
        requested_by: "conrad".into(),
        over_approved: true,
        posted_first: BTreeSet::new(),
    }
}

async fn approved_under_a_forced_close_is_posted_by_the_reopening(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    let (clerk, controller) = (app.clerk(), app.controller());
    app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
    app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
    let signed = app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
    assert_eq!((signed.string("status"), &signed["posted"]), ("Approved", &json!(false)));
    assert!(signed.string("message").contains("queued"), "{}", signed.text);
    app.engine().perform(Asked::by(Actor::system()), forced(Scope::All)).await.expect("closed by force");
    app.work_off().await;
    assert_eq!(
        app.get("journal-entries/JE-1", &clerk).await.expect(200)["status"],
        "Approved",
        "nothing is posted into a closed period"
    );
    let trial = app.get(&format!("reports/trial-balance?period_id={PERIOD}"), &controller).await.expect(200);
    assert_eq!(trial.number("total_debit"), "0.00");
    let trail = app.get(&format!("accounting-periods/{PERIOD}/audit-trail"), &controller).await.expect(200);
    assert!(trail.text.contains("stranded") && trail.text.contains("JE-1"), "{}", trail.text);
    app.post(&format!("accounting-periods/{PERIOD}/reopen"), &controller, json!({ "reason": "late" }))
        .await
        .expect(200);
    app.work_off().await;
    assert_eq!(app.get("journal-entries/JE-1", &clerk).await.expect(200)["status"], "Posted");
    let jobs = app.get("jobs", &app.admin()).await.expect(200);
    assert!(jobs.data().iter().all(|job| job["state"] == "done"), "{}", jobs.text);
    let job = jobs.data()[0]["job_id"].as_str().unwrap_or_default().to_owned();
    app.act(&format!("jobs/{job}/retry"), &app.admin()).await.expect(409).problem("job_not_retryable");
    end.check().await;
}

/// A sweep looks for so many at a time.
async fn what_a_closed_period_holds_hides_nothing(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "0s")]).await;
    let end = app.end();
    app.open_books().await;
    let bills: Vec<Value> = (1..=201).map(|number| bill(&format!("B-{number}"), "1.00")).collect();
    let sign = |kind: &str, id: String| json!({ "document_type": kind, "id": id, "action": "approve" });
    let mut signatures: Vec<Value> = (1..=201).map(|number| sign("bill", format!("B-{number}"))).collect();
    signatures.push(sign("journal_entry", "JE-1".into()));
    app.post("bills/bulk", &app.clerk(), json!({ "items": bills, "submit": true })).await.expect(200);
    app.pending(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
    let signed = app.post("approvals/bulk", &app.manager(), json!({ "items": signatures })).await.expect(200);
    assert_eq!(signed.number("succeeded"), "202", "{}", signed.text);
    app.engine().perform(Asked::by(Actor::system()), forced(Scope::Ap)).await.expect("closed by force");
    app.run("DELETE FROM job").await;
    let swept = app.engine().sweep().await.expect("swept");
    assert_eq!(swept.enqueued, 1, "the entry of the open sub-ledger");
    app.work_off().await;
    app.expect_fields("journal-entries/JE-1", &[("status", "Posted")]).await;
    app.expect_fields("bills/B-1", &[("status", "Approved")]).await;
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_under_a_forced_close_is_posted_by_the_reopening_on_sqlite() {
    approved_under_a_forced_close_is_posted_by_the_reopening(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_under_a_forced_close_is_posted_by_the_reopening_on_postgres() {
    approved_under_a_forced_close_is_posted_by_the_reopening(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_closed_period_holds_hides_nothing_on_sqlite() {
    what_a_closed_period_holds_hides_nothing(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_closed_period_holds_hides_nothing_on_postgres() {
    what_a_closed_period_holds_hides_nothing(Backend::Postgres).await;
}
