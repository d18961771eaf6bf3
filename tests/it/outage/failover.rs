//! The primary dies under load, its synchronous standby is promoted, and the address that `gl` knows moves to it. The service goes on
//! without a restart; no answered change is lost, and nothing is posted twice.
//! See docs/scale.md#failover.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, Statement};
use tests::postgres::own::{Server, Stop};
use tests::prelude::*;
use tests::proxy::Proxy;

use super::clients::{Clients, back_by_itself};

/// Every commit waits for the standby from now on, and the standby keeps up.
async fn make_synchronous(primary: &Server) {
    primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'").await;
    primary.run("SELECT pg_reload_conf()").await;
    let db = primary.connect("postgres").await;
    let (start, sync) = (Instant::now(), "SELECT 1 AS one FROM pg_stat_replication WHERE sync_state = 'sync'");
    while db.query_one_raw(Statement::from_string(db.get_database_backend(), sync)).await.expect("asked").is_none() {
        assert!(start.elapsed() < Duration::from_secs(10), "the standby is not synchronous");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    db.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promoted_standby_has_every_answered_change_once() {
    let mut primary = Server::start(&[]);
    primary.run("CREATE DATABASE gl").await;
    let standby = primary.standby();
    make_synchronous(&primary).await;
    let proxy = Proxy::to(primary.port).await;
    let url = format!("postgres://postgres@127.0.0.1:{}/gl", proxy.port);
    let mut process = Process::spawn(&["serve", "--migrate"], &url, &settings(&[]));
    process.await_address();
    let app = Arc::new(TestApp::of_process(Database::at(url), process).await);
    app.open_books().await;
    let clients = Clients::of(&app);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let dies = Instant::now();
    let primary = tokio::task::spawn_blocking(move || {
        primary.stop(Stop::Kill);
        primary
    })
    .await
    .expect("killed");
    // For a moment the address leads to a server that only reads, as where the address moves before the promotion.
    proxy.point_at(standby.port);
    tokio::time::sleep(Duration::from_millis(500)).await;
    standby.run("SELECT pg_promote(true, 30)").await;
    let promoted = dies.elapsed();
    back_by_itself(&app, "JE-BACK").await;
    println!("killed; promoted after {promoted:.1?}, posting again after {:.1?}", dies.elapsed());
    tokio::time::sleep(Duration::from_millis(500)).await;
    let lives = clients.settle().await;
    assert!(lives > 6, "the clients hardly worked");
    // Each life moved 5.00, and the one afterwards 7.00.
    let balance = app.get("reports/trial-balance?as_of=2024-12-31", &app.controller()).await.expect(200);
    assert_eq!(balance.number("total_debit"), format!("{}.00", lives * 5 + 7), "after {lives} lives");
    app.books_agree();
    drop(primary);
}

/// What a standby had not got is lost with the primary, and the next change follows the one before it. A process that knew the lost one, and
/// outlived the failover, does not decide by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_decided_by_a_change_of_the_catalog_that_was_lost() {
    let app = TestApp::start(Backend::Postgres).await;
    app.open_books().await;
    app.post("journal-entries", &app.clerk(), entry_named("JE-0", "5.00")).await.expect(201);
    let revision = app.engine().known_catalog().revision;
    app.put("accounts/6000", &app.admin(), json!({ "is_active": false })).await.expect(200);
    app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(422);
    app.run("UPDATE account SET is_active = true, version = version - 1 WHERE account_id = '6000'").await;
    app.run(&format!("UPDATE catalog_revision SET revision = {revision}")).await;
    app.put("accounts/1000", &app.admin(), json!({ "account_name": "Another" })).await.expect(200);
    app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(201);
}

/// Neither are its figures: what a closed period held is kept, and a later close is another one, though it gets the version of the lost one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_figure_is_kept_of_a_close_that_was_lost() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    let (close, report) = (format!("accounting-periods/{PERIOD}/close"), "reports/trial-balance?as_of=2024-12-31");
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
    app.post(&close, &app.controller(), json!({})).await.expect(200);
    app.get(report, &app.controller()).await.expect(200);
    app.run(
        "UPDATE period SET closing_gl = 'open', closing_ap = 'open', closing_ar = 'open', closing_payroll = 'open', \
         version = version - 1, last_change = NULL WHERE closing_gl <> 'open'; UPDATE catalog_revision SET revision = revision - 1",
    )
    .await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-2", "7.00")).await;
    app.post(&close, &app.controller(), json!({})).await.expect(200);
    let balance = app.get(report, &app.controller()).await.expect(200);
    assert!(balance.text.contains("12.00") && !balance.text.contains("5.00"), "{}", balance.text);
    drop(app);
    drop(end);
}
