//! A cancelled request leaves no transaction open on its connection.

use std::time::Duration;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};
use tests::prelude::*;

/// The number of other connections to this database that are idle inside a transaction.
async fn left_inside(watcher: &DatabaseConnection) -> i64 {
    let text = "SELECT count(*) AS many FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'";
    let row =
        watcher.query_one_raw(Statement::from_string(watcher.get_database_backend(), text)).await.expect("counted");
    row.expect("a row").try_get("", "many").expect("a number")
}

/// Yields to other tasks this many times: shorter than any timer.
async fn some_turns(turns: usize) {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
}

tests::on_both! {
    async fn what_is_given_up_leaves_nothing_open(app: TestApp) {
        app.open_books().await;
        let watcher = Database::connect(app.database.url()).await.expect("another connection");
        for turns in 0..300 {
            tokio::select! {
                biased;
                begun = app.engine().store.begin_read() => drop(begun.expect("begun")),
                () = some_turns(turns % 60) => {}
            }
            if app.database.backend == Backend::Sqlite {
                continue;
            }
            let mut looks = 0;
            while left_inside(&watcher).await > 0 {
                looks += 1;
                assert!(looks < 100, "given up after {} turns, a connection is left inside a transaction", turns % 60);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        watcher.close().await.expect("closed");
        for number in 0..20 {
            app.post("journal-entries", &app.clerk(), entry_named(&format!("JE-{number}"), "1.00")).await.expect(201);
            app.get(&format!("reports/trial-balance?period_id={PERIOD}"), &app.controller()).await.expect(200);
        }
    }
}

/// A BEGIN without an end, as apalis' workers leave one when they are stopped in the middle of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_left_inside_a_transaction_spoils_no_read() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    for _ in 0..20 {
        app.engine().store.reader.execute_unprepared("BEGIN").await.expect("begun, and left");
        app.get(&format!("reports/trial-balance?period_id={PERIOD}"), &app.controller()).await.expect(200);
        app.get("journal-entries", &app.controller()).await.expect(200);
    }
    end.check().await;
}
