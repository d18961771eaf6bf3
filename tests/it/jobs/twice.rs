//! A job is delivered at least once and done once: a repeated delivery, however late, changes nothing.

use engine::books::queue::{JobRecord, JobState};
use engine::kernel::outsiders::{redeliver, stale};
use engine::values::clock::Timestamp;
use tests::prelude::*;

/// A requested close without a worker to run it; its job is marked as begun.
async fn begun_close(app: &TestApp) -> JobRecord {
    app.open_books().await;
    let asked = app.act(&format!("accounting-periods/{PERIOD}/close"), &app.controller()).await.expect(202);
    let begun = app.engine().begin_job(asked.string("job_id")).await.expect("the job begins");
    begun.expect("nobody did it before")
}

async fn is_closed(app: &TestApp) -> bool {
    let period = app.get(&format!("accounting-periods/{PERIOD}"), &app.controller()).await.expect(200);
    period["is_closed"] == true
}

/// A worker is paused in the middle of a close. It goes on after another worker has closed the period and a user has reopened it.
async fn a_close_that_comes_late_closes_nothing(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    let job = begun_close(&app).await;
    app.engine().run_close(&job).await;
    assert!(is_closed(&app).await);
    let reason = json!({ "reason": "an invoice came late" });
    app.post(&format!("accounting-periods/{PERIOD}/reopen"), &app.controller(), reason).await.expect(200);
    app.engine().run_close(&job).await;
    assert!(!is_closed(&app).await, "closed a second time by a job that had ended");
    let job = app.get(&format!("jobs/{}", job.job_id), &app.admin()).await.expect(200);
    assert_eq!(job["state"], "done");
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_close_that_comes_late_closes_nothing_on_sqlite() {
    a_close_that_comes_late_closes_nothing(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_close_that_comes_late_closes_nothing_on_postgres() {
    a_close_that_comes_late_closes_nothing(Backend::Postgres).await;
}

/// The sweep finds a job that seems lost; the job ends before the sweep delivers it again.
async fn what_ended_meanwhile_is_not_swept_up(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    let job = begun_close(&app).await;
    let (engine, far) = (app.engine(), Timestamp::from_micros(i64::MAX));
    let found = stale(&engine.store.reader, far, 10).await.expect("stale jobs");
    assert!(found.iter().any(|found| found.job_id == job.job_id), "{found:?}");
    engine.run_close(&job).await;
    let tx = engine.store.begin_write().await.expect("a transaction");
    let again = redeliver(&tx, &found[0], far, engine.clock.now()).await.expect("the sweep goes on");
    tx.commit().await.expect("committed");
    assert!(!again, "a job that ended is delivered again");
    let job = app.get(&format!("jobs/{}", job.job_id), &app.admin()).await.expect(200);
    assert_eq!(job["state"], JobState::Done.name());
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ended_meanwhile_is_not_swept_up_on_sqlite() {
    what_ended_meanwhile_is_not_swept_up(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ended_meanwhile_is_not_swept_up_on_postgres() {
    what_ended_meanwhile_is_not_swept_up(Backend::Postgres).await;
}
