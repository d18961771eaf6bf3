//! `gl check` against an attacker who can write into the database: it names every relevant field that was changed there.

mod baseline;
mod columns;
mod ledger;
mod records;
mod rows;
mod sessions;
mod signatures;

use engine::kernel::findings::Findings;
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};
use tests::prelude::*;

/// Runs the statement in the database, past the service.
async fn tamper(app: &TestApp, sql: &str) {
    let db = &app.engine().store.writer;
    let done = db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    assert!(done.rows_affected() > 0, "{sql}: nothing changed");
}

async fn differences(app: &TestApp) -> Vec<String> {
    let Findings { differences, .. } = app.engine().check(|_| {}).await.expect("the books can be read");
    differences
}

/// Asserts that `gl check` finds `change` under this name and nothing else, and finds nothing once it is undone.
async fn found(app: &TestApp, change: &str, named: &str, undo: &str) {
    tamper(app, change).await;
    let found = differences(app).await;
    assert!(found.len() == 1 && found[0].contains(named), "{change}\nwanted {named}\nfound {found:#?}");
    tamper(app, undo).await;
    assert_eq!(differences(app).await, Vec::<String>::new(), "{undo}");
}
