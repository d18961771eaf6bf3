//! A job that starts again and again without an end is set aside until a user retries it.
//! See docs/rules/operation.md#jobs.

use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

use super::at_once::waiting_deliveries;

/// The queue of closes: its workers, what is queued, runs and was set aside in it, and whether anything waits.
async fn closes(app: &TestApp) -> (Value, Value, Value, Value, bool) {
    let queues = app.get("queues", &app.admin()).await.expect(200);
    let one = queues.data().iter().find(|queue| queue["job_type"] == "close_period").expect("a queue").clone();
    let count = |name: &str| one[name].clone();
    (count("workers"), count("queued"), count("running"), count("quarantined"), one["waiting_since"].is_string())
}

async fn what_was_set_aside_is_put_back(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    app.spend_keys().await;
    let asked = app.act(&format!("accounting-periods/{PERIOD}/close"), &app.controller()).await.expect(202);
    let (engine, job) = (app.engine(), asked.string("job_id"));
    assert_eq!(closes(&app).await, (json!(0), json!(1), json!(0), json!(0), true));
    let mut starts = 0;
    while engine.begin_job(job).await.expect("the database answers").is_some() {
        starts += 1;
        assert!(starts < 20, "it begins for ever");
    }
    let path = format!("jobs/{job}");
    assert_eq!(app.get(&path, &app.admin()).await.expect(200)["state"], "quarantined");
    assert_eq!(closes(&app).await, (json!(0), json!(0), json!(0), json!(1), false));
    assert_eq!(waiting_deliveries(&app).await, (0, 0), "no death of a worker delivers it again");
    let back = app.step("alma", &format!("POST {path}/retry"), Value::Null, 200, "job_id job_type state").await;
    assert_eq!((starts, back.string("state"), back.number("starts").as_str()), (5, "queued", "0"));
    assert_eq!(waiting_deliveries(&app).await, (1, 0), "it is delivered again");
    app.act(&format!("{path}/retry"), &app.admin()).await.expect(409).problem("job_not_retryable");
    end.check().await;
    assert_eq!(app.get(&path, &app.admin()).await.expect(200)["state"], "done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_set_aside_is_put_back_on_sqlite() {
    what_was_set_aside_is_put_back(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_set_aside_is_put_back_on_postgres() {
    what_was_set_aside_is_put_back(Backend::Postgres).await;
}

/// The seconds until apalis delivers the only job.
async fn delivered_in(app: &TestApp) -> i64 {
    let reader = &app.engine().store.reader;
    let text = match app.database.backend {
        Backend::Sqlite => "SELECT run_at - CAST(strftime('%s', 'now') AS INTEGER) AS seconds FROM Jobs",
        Backend::Postgres => {
            "SELECT CAST(ceil(extract(epoch FROM run_at - now())) AS BIGINT) AS seconds FROM apalis.jobs"
        }
    };
    let row = reader.query_one_raw(Statement::from_string(reader.get_database_backend(), text)).await.expect("a row");
    row.expect("a delivery").try_get("", "seconds").expect("a number")
}

/// Each pause is longer than the one before, and the sweep does not shorten it.
async fn what_fails_starts_again_ever_later(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    let asked = app.act(&format!("accounting-periods/{PERIOD}/close"), &app.controller()).await.expect(202);
    let (engine, job) = (app.engine(), asked.string("job_id"));
    for (starts, pause) in [(1, 5), (2, 15), (3, 45), (4, 135)] {
        engine.note_failure(job, "the disk is full").await;
        let seconds = delivered_in(&app).await;
        assert!((pause - 3..=pause).contains(&seconds), "after start {starts} in {seconds} s, not {pause}");
        assert_eq!(engine.sweep().await.expect("swept").redelivered, 0, "it is not forgotten");
        let shown = app.get(&format!("jobs/{job}"), &app.admin()).await.expect(200);
        assert_eq!((shown.string("state"), shown.number("starts")), ("queued", starts.to_string()));
        assert_eq!(shown.string("last_error"), "the disk is full");
    }
    engine.note_failure(job, "the disk is full").await;
    assert_eq!(app.get(&format!("jobs/{job}"), &app.admin()).await.expect(200)["state"], "quarantined");
    assert_eq!(waiting_deliveries(&app).await, (0, 0));
    app.act(&format!("jobs/{job}/retry"), &app.admin()).await.expect(200);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_starts_again_ever_later_on_sqlite() {
    what_fails_starts_again_ever_later(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_starts_again_ever_later_on_postgres() {
    what_fails_starts_again_ever_later(Backend::Postgres).await;
}

/// What is approved and cannot be posted is taken back, with what it had promised. See docs/rules/documents.md#no-dead-end.
async fn what_cannot_be_posted_goes_back(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    let engine = app.engine();
    let approved = async |path: &str| {
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
        let answer = app.act(&format!("{path}/approve"), &app.manager()).await.expect(200);
        assert_eq!(answer.string("status"), "Approved");
    };
    app.post("bills", &app.clerk(), bill("BILL-1", "12.00")).await.expect(201);
    approved("bills/BILL-1").await;
    let jobs = app.get("jobs", &app.admin()).await.expect(200);
    let first = jobs.data()[0]["job_id"].as_str().expect("a job").to_owned();
    let controllers =
        |answer: &Answer| answer["allowed_actions"].as_array().expect("actions").contains(&json!("request-change"));
    let seen = app.get("bills/BILL-1", &app.controller()).await.expect(200);
    assert!(!controllers(&seen), "{seen:?}");
    let change = json!({ "comments": "the wrong bank" });
    app.post("bills/BILL-1/request-change", &app.controller(), change.clone())
        .await
        .expect(409)
        .problem("wrong_status");
    while engine.begin_job(&first).await.expect("the database answers").is_some() {}
    let seen = app.get("bills/BILL-1", &app.controller()).await.expect(200);
    assert!(controllers(&seen), "{seen:?}");
    let listed = app.get("bills", &app.controller()).await.expect(200);
    assert!(listed.data()[0]["allowed_actions"].as_array().expect("actions").contains(&json!("request-change")));
    app.post("bills/BILL-1/request-change", &app.manager(), change.clone()).await.expect(403);
    let back = app.post("bills/BILL-1/request-change", &app.controller(), change).await.expect(200);
    assert_eq!(back.string("status"), "Draft");
    assert_eq!(app.get(&format!("jobs/{first}"), &app.admin()).await.expect(200)["state"], "done");
    approved("bills/BILL-1").await;
    end.check().await;
    assert_eq!(app.get("bills/BILL-1", &app.clerk()).await.expect(200)["status"], "Posted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_posted_goes_back_on_sqlite() {
    what_cannot_be_posted_goes_back(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_posted_goes_back_on_postgres() {
    what_cannot_be_posted_goes_back(Backend::Postgres).await;
}
