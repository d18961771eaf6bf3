//! A job that begins again and again without an end is set aside, until somebody puts it back.
//! See docs/rules/operation.md#jobs.

use tests::prelude::*;

use super::at_once::waiting_deliveries;

async fn what_was_set_aside_is_put_back(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    app.spend_keys().await;
    let asked = app.act(&format!("accounting-periods/{PERIOD}/close"), &app.controller()).await.expect(202);
    let (engine, job) = (app.engine(), asked.string("job_id"));
    let mut starts = 0;
    while engine.begin_job(job).await.expect("the database answers").is_some() {
        starts += 1;
        assert!(starts < 20, "it begins for ever");
    }
    let path = format!("jobs/{job}");
    assert_eq!(app.get(&path, &app.admin()).await.expect(200)["state"], "quarantined");
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
