//! `/readyz` reports the living workers: a server without workers is ready, and names the queues without a worker.
//! See docs/rules/operation.md#health.

use std::time::Duration;

use tests::prelude::*;

async fn a_missing_worker_is_seen_and_does_no_harm(backend: Backend) {
    let apart = [("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "50ms")];
    let app = TestApp::start_with(backend, &apart).await;
    let end = app.end();
    app.open_books().await;
    let ready = app.get("/readyz", &Token::none()).await.expect(200);
    assert_eq!((&ready["status"], &ready["workers"]), (&json!("ready"), &json!("missing")), "{}", ready.text);
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
    app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
    app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
    let mut worker = Process::spawn(&["worker"], app.database.url(), &settings(&apart));
    app.eventually("/readyz", &Token::none(), |ready| ready["workers"] == "alive").await;
    app.eventually("journal-entries/JE-1", &clerk, |entry| entry["status"] == "Posted").await;
    // A killed worker counts as missing once its heartbeats are overdue.
    worker.signal("KILL");
    worker.wait(Duration::from_secs(5));
    app.eventually("/readyz", &Token::none(), |ready| ready.status == 200 && ready["workers"] == "missing").await;
    let metrics = app.get("/metrics", &Token::none()).await.expect(200);
    assert!(metrics.text.contains("gl_workers{queue=\"close_period\"} 0"), "{}", metrics.text);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_worker_is_seen_and_does_no_harm_on_sqlite() {
    a_missing_worker_is_seen_and_does_no_harm(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_worker_is_seen_and_does_no_harm_on_postgres() {
    a_missing_worker_is_seen_and_does_no_harm(Backend::Postgres).await;
}
