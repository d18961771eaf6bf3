//! `gl check` against somebody who may write into the database: each field that decides something, changed there, is named.

mod baseline;
mod rows;
mod signatures;

use engine::check::Findings;
use sea_orm::ConnectionTrait;
use tests::prelude::*;

/// Does this in the database, past the service.
async fn tamper(app: &TestApp, sql: &str) {
    let db = &app.engine().store.writer;
    let done = db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    assert!(done.rows_affected() > 0, "{sql}: nothing changed");
}

async fn differences(app: &TestApp) -> Vec<String> {
    let Findings { differences, .. } = app.engine().check().await.expect("the books can be read");
    differences
}

/// `change` is found, named so, and nothing else; undone, nothing is found.
async fn found(app: &TestApp, change: &str, named: &str, undo: &str) {
    tamper(app, change).await;
    let found = differences(app).await;
    assert!(found.len() == 1 && found[0].contains(named), "{change}\nwanted {named}\nfound {found:#?}");
    tamper(app, undo).await;
    assert_eq!(differences(app).await, Vec::<String>::new(), "{undo}");
}
