//! Another process holds the write lock of books on SQLite: who writes waits, and nobody else.
//! See docs/write-path.md#sqlite.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::ConnectionTrait;
use tests::prelude::*;
use tokio::task::JoinSet;

/// Less than SQLite waits for a lock, and than a test of it may take.
const PATIENCE: Duration = Duration::from_secs(3);

async fn run(other: &impl ConnectionTrait, sql: &str) {
    other.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_does_not_wait_for_a_lock_that_who_writes_waits_for() {
    let app = TestApp::start_process(Backend::Sqlite, &[]).await;
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-BEFORE", "5.00")).await;
    let app = Arc::new(app);
    let other = tests::fixture::connect(&app.database).await;
    for round in 0..3 {
        let id = format!("JE-{round}");
        run(&other, "BEGIN IMMEDIATE").await;
        let writes = tokio::spawn({
            let (app, entry) = (Arc::clone(&app), entry_named(&id, "5.00"));
            async move { app.post("journal-entries", &app.clerk(), entry).await.expect(201) }
        });
        tokio::time::sleep(Duration::from_millis(300)).await;
        for _ in 0..20 {
            let reads = async {
                app.get("/livez", &Token::none()).await.expect(200);
                app.get("journal-entries/JE-BEFORE", &app.clerk()).await.expect(200);
            };
            tokio::time::timeout(PATIENCE, reads).await.expect("nobody listens while a set waits for the lock");
        }
        assert!(!writes.is_finished(), "the entry did not wait for the lock");
        run(&other, "COMMIT").await;
        assert_eq!(writes.await.expect("written")["journal_entry_id"], id);
    }
    other.close().await.expect("closed");
    app.end().check().await;
}

/// Who was told that it was not done, because another process wrote for longer than anybody waits, finds it not done; and the service says
/// that it is ready, for nothing is wrong with the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_lock_kept_waiting_for_too_long_is_not_done_later() {
    let app = TestApp::start_process(Backend::Sqlite, &[]).await;
    app.open_books().await;
    let app = Arc::new(app);
    let other = tests::fixture::connect(&app.database).await;
    run(&other, "BEGIN IMMEDIATE").await;
    let mut entries = JoinSet::new();
    for number in 0..8 {
        let app = Arc::clone(&app);
        entries.spawn(async move {
            let id = format!("JE-{number}");
            let answer = app.post("journal-entries", &app.clerk(), entry_named(&id, "5.00")).await;
            (id, answer.status)
        });
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let customer = json!({ "customer_id": "C-9", "name": "Nine" });
    app.post("customers", &app.admin(), customer).await.expect(503).problem("unavailable");
    app.get("/readyz", &Token::none()).await.expect(200);
    let told = entries.join_all().await;
    // Whoever still waited for the lock would get it now.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    run(&other, "COMMIT").await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    for (id, status) in told {
        assert_eq!(status, 503, "{id}");
        app.get(&format!("journal-entries/{id}"), &app.clerk()).await.expect(404);
    }
    app.get("/readyz", &Token::none()).await.expect(200);
    app.posted(JOURNAL_ENTRY, entry_named("JE-AFTER", "5.00")).await;
    other.close().await.expect("closed");
    app.end().check().await;
}
