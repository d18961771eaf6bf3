//! `gl` as a process: killed, stopped, started again on the same database.

use std::time::Duration;

use tests::prelude::*;

async fn what_was_answered_survives_a_kill(backend: Backend) {
    let mut app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named("JE-1", "100.00")).await.expect(201);
    app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
    app.process().kill();
    app.restart();
    app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
    app.process().kill();
    app.restart();
    app.eventually("journal-entries/JE-1", &clerk, |entry| entry["status"] == "Posted").await;
    let stopped = app.process().terminate(Duration::from_secs(12));
    assert!(stopped.success(), "SIGTERM ends gl with {stopped}; its log:\n{}", app.process().log());
}

#[tokio::test]
async fn what_was_answered_survives_a_kill_on_sqlite() {
    what_was_answered_survives_a_kill(Backend::Sqlite).await;
}

#[tokio::test]
async fn what_was_answered_survives_a_kill_on_postgres() {
    what_was_answered_survives_a_kill(Backend::Postgres).await;
}
