//! A value that a later release wrote in a new version is not read in part: the error names table, column and key.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::approval::access::{Actor, UserId};
use engine::books::action::post::Post;
use engine::books::command::Wants;
use engine::books::request::Kept;
use engine::books::request::{Asked, Idempotency};
use engine::features::reconciliation::model::WantedSession;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders as books;
use engine::values::error::Error;
use engine::values::kind::{DocumentKey, DocumentKind};
use sea_orm::{ConnectionTrait, Statement};
use tests::fixture;
use tests::prelude::*;

use super::{RELEASES, fine};

/// Table, column, and the column and value of the key; the test reads each of them.
const COLUMNS: [(&str, &str, &str, &str); 13] = [
    ("document", "plan", "document_id", "JE-HALF"),
    ("document", "signed_by", "document_id", "JE-HALF"),
    ("document", "beneficiaries", "document_id", "JE-HALF"),
    ("approval_rule", "rule", "rule_id", "je-1"),
    ("role", "permissions", "role_id", "auditor"),
    ("directory_user", "delegations", "user_id", "mona"),
    ("period", "last_change", "period_id", "2024-02"),
    ("idempotency", "answer", "idempotency_key", "kept-4"),
    ("job", "payload", "resource_id", "JE-APPROVED"),
    ("job", "result", "resource_id", "JE-POSTED"),
    ("reconciliation", "summary", "reconciliation_id", "REC-JAN"),
    ("reconciliation", "bank_adjustment_items", "reconciliation_id", "REC-FEB"),
    ("reconciliation", "book_adjustment_items", "reconciliation_id", "REC-FEB"),
];

async fn first(db: &impl ConnectionTrait, sql: String) -> Option<String> {
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql.clone())).await.expect(&sql);
    row.expect("a row").try_get_by_index(0).expect("a text")
}

async fn put(db: &impl ConnectionTrait, (table, column, by, key): (&str, &str, &str, &str), text: Option<String>) {
    let sql = format!("UPDATE {table} SET {column} = $1 WHERE {by} = $2");
    let values = [text.into(), key.into()];
    let put = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    assert_eq!(db.execute_raw(put).await.expect("set").rows_affected(), 1, "{table} {key}");
    db.execute_unprepared("UPDATE catalog_revision SET revision = revision + 1").await.expect("raised");
}

/// Reads the row as the service does.
async fn read(app: &TestApp, table: &str, key: &str) -> Result<(), Error> {
    let engine: &Arc<Engine> = app.engine();
    let seen = |wants: Wants| async move { engine.look(&Actor::system(), &wants).await.map(drop) };
    match table {
        "document" => engine.document(&DocumentKey::new(DocumentKind::JournalEntry, key)).await.map(drop),
        "job" => seen(Wants { job: Some(key.to_owned()), ..Wants::default() }).await,
        "reconciliation" => {
            let wanted = WantedSession::Session { reconciliation_id: key.to_owned() };
            seen(Wants::of_feature(wanted)).await
        }
        "idempotency" => {
            let key = Idempotency { user_id: UserId::from("bo"), key: key.to_owned(), fingerprint: String::new() };
            let asked = Asked { idempotency: Some(key), ..Asked::by(Actor::system()) };
            let nothing = Post { jobs: Vec::new() };
            engine.perform_keeping(asked, nothing, |_| Kept::Nothing).await.map(drop)
        }
        _ => engine.present_catalog().await.map(drop),
    }
}

async fn named(backend: Backend) {
    for release in RELEASES {
        let database = fixture::books(release, backend).await;
        fine(&["migrate", "up"], &database);
        let app = TestApp::start_on(database, &[("GL_WORKERS", "none")]).await;
        let db = &app.engine().store.writer;
        for place @ (table, column, by, mut key) in COLUMNS {
            let found = first(db, format!("SELECT job_id FROM job WHERE resource_id = '{key}'"));
            let job_id = if table == "job" { found.await.expect("a job") } else { String::new() };
            if table == "job" {
                key = &job_id;
            }
            let before = first(db, format!("SELECT {column} FROM {table} WHERE {by} = '{}'", place.3)).await;
            put(db, place, Some(r#"{"v":7}"#.into())).await;
            let error = read(&app, table, key).await.expect_err(column).to_string();
            let named = format!("table {table}, column {column}, key {key:?}: unreadable value: it is of version 7");
            assert!(error.contains(&named), "wanted {named}\nfound {error}");
            if column == "payload" {
                one_that_cannot_be_read_keeps_no_other_waiting(app.engine(), key).await;
            }
            put(db, place, before).await;
            // With the wrong fingerprint the key is refused, and nothing else is wrong by now.
            match read(&app, table, key).await {
                Ok(()) => {}
                Err(Error::Refused(refusal)) => assert_eq!(refusal.code(), "idempotency_key_reused"),
                Err(error) => panic!("{table} {column}: {error}"),
            }
        }
    }
}

/// The sweep delivers the other jobs.
async fn one_that_cannot_be_read_keeps_no_other_waiting(engine: &Engine, job_id: &str) {
    let stale = books::stale(&engine.store.reader, engine.clock.now(), 200).await.expect("the others");
    let stale: BTreeSet<&str> = stale.iter().map(|record| record.job_id.as_str()).collect();
    assert!(stale.len() >= 7 && !stale.contains(job_id), "{stale:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_named_on_sqlite() {
    named(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_named_on_postgres() {
    named(Backend::Postgres).await;
}
