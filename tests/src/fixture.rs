//! Books of earlier releases, unchanged: see `tests/fixtures/README.md`.

use std::path::PathBuf;

use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection};
use serde_json::Value;

use crate::database::{Backend, Database};
use crate::token;

fn file(release: &str, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(release).join(name)
}

fn read(release: &str, name: &str) -> String {
    let file = file(release, name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

const fn word(backend: Backend) -> &'static str {
    match backend {
        Backend::Sqlite => "sqlite",
        Backend::Postgres => "postgres",
    }
}

/// The books of that release, in a database of the test's own, untouched by any later program.
pub async fn books(release: &str, backend: Backend) -> Database {
    let database = backend.empty().await;
    let db = connect(&database).await;
    let dump = read(release, &format!("{}.sql", word(backend)));
    if backend == Backend::Sqlite {
        // A dump has its tables in the order of their names.
        db.execute_unprepared("PRAGMA foreign_keys = OFF").await.expect("set");
    }
    db.execute_unprepared(&dump).await.unwrap_or_else(|error| panic!("{release}: {error}"));
    db.close().await.expect("closed");
    // m0019 finds a request that was cut off by its instant, so that instant stays.
    make_fresh(&database, "WHERE answer IS NOT NULL").await;
    database
}

/// The service keeps answers for seven days. This keeps those of the fixtures for as long as there are tests.
pub async fn make_fresh(database: &Database, which: &str) {
    let db = connect(database).await;
    let fresh = format!("UPDATE idempotency SET created_at = {} {which}", token::now() * 1_000_000);
    db.execute_unprepared(&fresh).await.expect("kept answers are of today");
    db.close().await.expect("closed");
}

/// The requests that can be repeated on the books of that release: `user`, `roles`, `method`, `path`, `body`, `key`,
/// and the `status` and `answer` of the first time.
pub fn kept(release: &str, backend: Backend) -> Vec<Value> {
    serde_json::from_str(&read(release, &format!("{}.json", word(backend)))).expect("kept answers")
}

/// A connection of the test's own, past the service.
pub async fn connect(database: &Database) -> DatabaseConnection {
    let url = match database.backend {
        Backend::Sqlite => format!("{}?mode=rwc", database.url()),
        Backend::Postgres => database.url().to_owned(),
    };
    // A dump changes how its connection looks names up: it is used for nothing else.
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    sea_orm::Database::connect(options).await.expect("a connection")
}
