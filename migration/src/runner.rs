//! Applies the steps: each in one transaction together with its mark in `seaql_migrations`, so that a process that is killed
//! anywhere, or a disk that is full, leaves the step undone or done, and never half of it.
//!
//! Any number of processes may migrate at once. On SQLite the transaction takes the write lock when it begins, on
//! PostgreSQL it takes an advisory lock, and only then it reads the marks. So a process that waited finds the step done
//! and takes the next.
//!
//! sea-orm-migration's own loop ensures neither: on SQLite it runs a step outside of any transaction, and it reads the
//! marks once, before the first step.

use std::time::{Duration, SystemTime};

use sea_orm_migration::prelude::{DbErr, MigrationTrait, MigratorTrait, SchemaManager};
use sea_orm_migration::sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, RuntimeErr, SqliteTransactionMode, SqlxError,
    Statement, TransactionOptions, TransactionTrait,
};

use crate::{Migrator, crash};

/// The key of the PostgreSQL advisory lock that lets one process migrate at a time.
const MIGRATION_LOCK: i64 = 0x676c_6d69_6772_6174;

/// How long a process waits for another that migrates the same SQLite file, beyond SQLite's own patience for each try.
const PATIENCE: Duration = Duration::from_mins(10);
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The same table as sea-orm-migration makes.
const MARKS: &str = "CREATE TABLE seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL)";

/// The steps of this program in the order of their numbers.
pub fn steps() -> Vec<Box<dyn MigrationTrait>> {
    let mut steps = Migrator::migrations();
    steps.sort_by(|one, other| one.name().cmp(other.name()));
    steps
}

/// Applies every step that has no mark, up to and including the one of this name.
pub async fn up(db: &DatabaseConnection, last: Option<&str>) -> Result<(), DbErr> {
    loop {
        let tx = begin(db).await?;
        match next(&tx, last).await {
            Ok(true) => {
                crash::here();
                tx.commit().await?;
                crash::here();
            }
            Ok(false) => return tx.commit().await,
            Err(error) => return undo(tx, error).await,
        }
    }
}

/// Takes back the applied step with the highest number.
pub async fn down(db: &DatabaseConnection) -> Result<(), DbErr> {
    let tx = begin(db).await?;
    match last_down(&tx).await {
        Ok(()) => tx.commit().await,
        Err(error) => undo(tx, error).await,
    }
}

/// Applies the first step without a mark, and marks it. `false`: there is none.
async fn next(tx: &DatabaseTransaction, last: Option<&str>) -> Result<bool, DbErr> {
    if !are_marks_kept(tx).await? {
        tx.execute_unprepared(MARKS).await?;
    }
    let applied = marks(tx).await?;
    #[allow(clippy::borrowed_box, reason = "the elements of the list of steps")]
    let wanted = |step: &Box<dyn MigrationTrait>| {
        !applied.iter().any(|name| name == step.name()) && last.is_none_or(|last| step.name() <= last)
    };
    let Some(step) = steps().into_iter().find(wanted) else { return Ok(false) };
    crash::here();
    let name = step.name();
    step.up(&SchemaManager::new(tx)).await.map_err(|error| in_step(name, &error))?;
    crash::here();
    let at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mark = format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{name}', {at})");
    tx.execute_unprepared(&mark).await?;
    tracing::debug!(step = name, "applied");
    Ok(true)
}

async fn last_down(tx: &DatabaseTransaction) -> Result<(), DbErr> {
    let applied = marks(tx).await?;
    let newest = steps().into_iter().rev().find(|step| applied.iter().any(|name| name == step.name()));
    let Some(step) = newest else { return Ok(()) };
    step.down(&SchemaManager::new(tx)).await.map_err(|error| in_step(step.name(), &error))?;
    tx.execute_unprepared(&format!("DELETE FROM seaql_migrations WHERE version = '{}'", step.name())).await.map(drop)
}

/// The names of the steps that are marked as applied.
pub async fn marks(db: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    if !are_marks_kept(db).await? {
        return Ok(Vec::new());
    }
    let statement = "SELECT version FROM seaql_migrations ORDER BY version";
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), statement)).await?;
    rows.iter().map(|row| row.try_get::<String>("", "version")).collect()
}

/// Whether the table of marks exists; a new database has none.
async fn are_marks_kept(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let backend = db.get_database_backend();
    let exists = match backend {
        DbBackend::Postgres => {
            "SELECT 1 AS one FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'seaql_migrations'"
        }
        _ => "SELECT 1 AS one FROM sqlite_master WHERE name = 'seaql_migrations'",
    };
    Ok(db.query_one_raw(Statement::from_string(backend, exists)).await?.is_some())
}

fn in_step(name: &str, error: &DbErr) -> DbErr {
    DbErr::Migration(format!("step {name} was not applied, and nothing of it is kept: {error}"))
}

async fn undo(tx: DatabaseTransaction, error: DbErr) -> Result<(), DbErr> {
    // A full disk makes SQLite roll back by itself; then nothing is left to undo.
    if let Err(left) = tx.rollback().await {
        tracing::debug!(%left, "rollback failed");
    }
    Err(error)
}

/// Begins a transaction with the lock that lets one process migrate at a time.
async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    if db.get_database_backend() == DbBackend::Postgres {
        let tx = db.begin().await?;
        tx.execute_unprepared(&lock()).await?;
        return Ok(tx);
    }
    let immediate = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    patiently(async || db.begin_with_options(immediate).await, is_busy).await
}

/// Takes the advisory lock until the transaction ends.
pub fn lock() -> String {
    format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
}

/// Tries again for as long as another process has the SQLite file to itself.
pub async fn patiently<T, E>(attempt: impl AsyncFn() -> Result<T, E>, is_busy: impl Fn(&E) -> bool) -> Result<T, E> {
    let began = std::time::Instant::now();
    let mut told = false;
    loop {
        match attempt().await {
            Err(error) if is_busy(&error) && began.elapsed() < PATIENCE => {
                if !std::mem::replace(&mut told, true) {
                    tracing::info!("waiting: another process has the database file to itself");
                }
                tokio::time::sleep(BETWEEN_TRIES).await;
            }
            outcome => return outcome,
        }
    }
}

fn is_busy(error: &DbErr) -> bool {
    let (DbErr::Conn(RuntimeErr::SqlxError(cause))
    | DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))) = error
    else {
        return false;
    };
    is_busy_cause(cause)
}

/// SQLITE_BUSY and SQLITE_LOCKED, by the low byte of the extended code.
pub fn is_busy_cause(cause: &SqlxError) -> bool {
    let code = cause.as_database_error().and_then(|database| database.code().and_then(|code| code.parse::<i64>().ok()));
    code.is_some_and(|code| matches!(code & 0xff, 5 | 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_number_of_its_own() {
        let names: Vec<String> = steps().iter().map(|step| step.name().to_owned()).collect();
        let numbers: std::collections::BTreeSet<&str> = names.iter().filter_map(|name| name.get(..5)).collect();
        assert_eq!(numbers.len(), names.len(), "{names:?}");
        assert!(names.iter().all(|name| name.starts_with('m') && name.as_bytes().get(5) == Some(&b'_')), "{names:?}");
    }

    #[tokio::test]
    async fn a_step_that_landed_late_is_applied_and_the_newest_is_taken_back_first() {
        let mut options = sea_orm_migration::sea_orm::ConnectOptions::new("sqlite::memory:");
        options.max_connections(1);
        let db = sea_orm_migration::sea_orm::Database::connect(options).await.expect("opened");
        crate::up(&db).await.expect("migrated");
        db.execute_unprepared("DROP INDEX posting_journal_order; CREATE INDEX posting_date ON posting (posting_date)")
            .await
            .expect("as before m0005");
        db.execute_unprepared("DELETE FROM seaql_migrations WHERE version = 'm0005_journal_order'")
            .await
            .expect("gone");
        assert_eq!(crate::state(&db).await.expect("a state"), crate::SchemaState::TooOld);
        crate::up(&db).await.expect("migrated");
        assert_eq!(crate::state(&db).await.expect("a state"), crate::SchemaState::Current);
        let newest = steps().last().map(|step| step.name().to_owned()).expect("a step");
        crate::down(&db).await.expect("taken back");
        assert!(!marks(&db).await.expect("marks").contains(&newest));
    }
}
