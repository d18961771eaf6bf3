//! Backups of books in use, restored as the README describes: they agree with themselves and with a head of the trail
//! that was kept elsewhere.

use std::sync::Arc;

use tests::postgres::own::{Server, client};
use tests::prelude::*;

use super::clients::Clients;

/// Runs a sub-command on these books, which must succeed; returns its output.
pub fn gl(arguments: &[&str], url: &str) -> String {
    let told = tests::process::run(arguments, &settings(&[("GL_DATABASE_URL", url)]));
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success(), "gl {arguments:?}: {out}{err}");
    out.trim().to_owned()
}

async fn the_copy_holds(url: &str, head: &str) {
    assert!(gl(&["check"], url).ends_with(" 0 differences"));
    assert!(gl(&["audit", "verify", "--head", head], url).starts_with("verified "));
    let app = TestApp::start_on(Database::at(url.to_owned()), &[]).await;
    let entry = app.get("journal-entries/JE-1", &app.clerk()).await.expect(200);
    assert_eq!(entry["status"], "Posted");
    app.post("journal-entries", &app.clerk(), entry_named("JE-AFTER", "5.00")).await.expect(201);
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn books_on_sqlite_are_backed_up_in_use_and_restored() {
    let app = Arc::new(TestApp::start(Backend::Sqlite).await);
    app.open_books().await;
    let clients = Clients::of(&app);
    app.eventually("journal-entries/JE-1", &app.clerk(), |entry| entry["status"] == "Posted").await;
    let url = app.database.url().to_owned();
    let file = tests::scratch::folder("backup").join("gl's backup.db");
    let name = file.to_str().expect("UTF-8");
    let head = gl(&["audit", "head"], &url);
    gl(&["backup", name], &url);
    clients.settle().await;
    let again = tests::process::run(&["backup", name], &settings(&[("GL_DATABASE_URL", &url)]));
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && told.contains("exists already"), "{told}");
    the_copy_holds(&format!("sqlite://{name}"), &head).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn books_on_postgres_are_backed_up_in_use_and_restored() {
    let server = Server::start(&[]);
    server.run("CREATE DATABASE gl").await;
    server.run("CREATE DATABASE gl_restored").await;
    let (url, restored) = (server.url("gl"), server.url("gl_restored"));
    let app = Arc::new(TestApp::start_on(Database::at(url.clone()), &[]).await);
    app.open_books().await;
    let clients = Clients::of(&app);
    app.eventually("journal-entries/JE-1", &app.clerk(), |entry| entry["status"] == "Posted").await;
    let head = gl(&["audit", "head"], &url);
    let dump = tests::scratch::folder("backup").join("gl.dump");
    client("pg_dump", &["--format=custom", &format!("--file={}", dump.display()), &url]);
    clients.settle().await;
    client("pg_restore", &["--exit-on-error", &format!("--dbname={restored}"), dump.to_str().expect("UTF-8")]);
    the_copy_holds(&restored, &head).await;
    let refused = tests::process::run(&["backup", "gl.db"], &settings(&[("GL_DATABASE_URL", &url)]));
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && told.contains("pg_dump") && told.lines().count() == 1, "{told}");
}
