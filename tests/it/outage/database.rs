//! PostgreSQL goes away and comes back while clients work: 503 with `Retry-After` in the meantime, nothing is lost or
//! done twice, and no restart is needed.
//! See docs/rules/interface.md#idempotency.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::{ConnectionTrait, Statement};
use tests::postgres::own::{Server, Stop};
use tests::prelude::*;
use tests::proxy::Proxy;

use super::clients::{Clients, back_by_itself};

async fn books_on(url: String) -> Arc<TestApp> {
    let app = TestApp::start_on(Database::at(url), &[]).await;
    app.open_books().await;
    Arc::new(app)
}

async fn made(server: &Server) -> String {
    server.run("CREATE DATABASE gl").await;
    server.url("gl")
}

async fn stopped_and_started(how: Stop) {
    let mut server = Server::start(&[]);
    let app = books_on(made(&server).await).await;
    let clients = Clients::of(&app);
    tokio::time::sleep(Duration::from_millis(700)).await;
    let mut server = tokio::task::spawn_blocking(move || {
        server.stop(how);
        server
    })
    .await
    .expect("stopped");
    tokio::time::sleep(Duration::from_secs(1)).await;
    // While the database is away, reads get 503 too.
    let refused = app.get("accounts", &app.clerk()).await.expect(503).problem("unavailable");
    assert!(!refused.header("retry-after").is_empty());
    app.get("/readyz", &Token::none()).await.expect(503);
    app.get("/livez", &Token::none()).await.expect(200);
    let _server = tokio::task::spawn_blocking(move || {
        server.start_again();
        server
    })
    .await
    .expect("started");
    back_by_itself(&app, "JE-BACK").await;
    assert!(clients.settle().await > 6, "the clients hardly worked");
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_stopped_and_started_is_outlived() {
    stopped_and_started(Stop::Fast).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_dies_at_once_is_outlived() {
    stopped_and_started(Stop::Immediate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_are_cut_are_made_anew() {
    let server = Server::start(&[]);
    let app = books_on(made(&server).await).await;
    let clients = Clients::of(&app);
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        server.cut_all().await;
    }
    back_by_itself(&app, "JE-BACK").await;
    assert!(clients.settle().await > 6, "the clients hardly worked");
    app.end().check().await;
}

/// Connections that died while idle must not fail one request each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_died_in_quiet_harm_nobody() {
    let server = Server::start(&[]);
    let database = Database::at(made(&server).await);
    let app = Arc::new(TestApp::start_on(database, &[("GL_WORKERS", "none")]).await);
    app.open_books().await;
    // Enough requests that the pool opens connections for them; their answers do not matter.
    let many = (0..200).map(|_| {
        let app = Arc::clone(&app);
        tokio::spawn(async move { app.get("journal-entries?count=true", &app.clerk()).await })
    });
    for one in many.collect::<Vec<_>>() {
        one.await.expect("answered");
    }
    let open = "SELECT 1 FROM pg_stat_activity WHERE datname = 'gl'";
    let home = server.connect("postgres").await;
    let open = home.query_all_raw(Statement::from_string(home.get_database_backend(), open)).await.expect("counted");
    assert!(open.len() > 5, "only {} connections are open", open.len());
    home.close().await.expect("closed");
    server.cut_all().await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for _ in 0..60 {
        app.get("accounts", &app.clerk()).await.expect(200);
    }
    app.post("journal-entries", &app.clerk(), entry("5.00")).await.expect(201);
    app.end().check().await;
}

/// A database that neither answers nor breaks the connection: the caller still gets an answer, and work goes on
/// afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_database_is_given_up() {
    let server = Server::start(&[]);
    made(&server).await;
    let proxy = Proxy::to(server.port).await;
    let app = books_on(format!("postgres://postgres@127.0.0.1:{}/gl", proxy.port)).await;
    proxy.fall_silent();
    let asked = tokio::time::Instant::now();
    let given_up = app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(503);
    given_up.problem("unavailable");
    assert!(asked.elapsed() < Duration::from_secs(12), "answered after {:?}", asked.elapsed());
    proxy.speak();
    back_by_itself(&app, "JE-BACK").await;
    app.end().check().await;
}
