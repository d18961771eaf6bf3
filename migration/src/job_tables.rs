//! apalis' job tables, by apalis' own migrations, all of them in one transaction with their marks.
//!
//! Not by its `setup()`: on SQLite that turns `synchronous` off, and a power cut would lose postings.

use std::collections::BTreeSet;
use std::sync::Arc;

use sea_orm_migration::prelude::DbErr;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, RuntimeErr, SqlxError, Statement};
use sqlx::AssertSqlSafe;
use sqlx::migrate::{MigrateError, Migrator};

use crate::{SchemaState, crash, runner};

/// Brings them up to date. A step of apalis opens a savepoint, and its mark stands within it.
pub async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    let mut steps = steps(db.get_database_backend());
    // The transaction holds a lock of our own, which ends with it; apalis' own lock would outlive a failure.
    steps.set_locking(false);
    crash::here();
    if db.get_database_backend() == DbBackend::Postgres {
        let mut tx = db.get_postgres_connection_pool().begin().await.map_err(failed)?;
        sqlx::query(AssertSqlSafe(runner::lock())).execute(&mut *tx).await.map_err(failed)?;
        steps.run_direct(None, &mut *tx, false).await.map_err(refused)?;
        crash::here();
        tx.commit().await.map_err(failed)?;
    } else {
        let pool = db.get_sqlite_connection_pool();
        let begin = async || pool.begin_with("BEGIN IMMEDIATE").await;
        let mut tx = runner::patiently(begin, runner::is_busy_cause).await.map_err(failed)?;
        steps.run_direct(None, &mut *tx, false).await.map_err(refused)?;
        crash::here();
        tx.commit().await.map_err(failed)?;
    }
    crash::here();
    Ok(())
}

/// Compares the schema of the job tables with this program's.
pub async fn state(db: &DatabaseConnection) -> Result<SchemaState, DbErr> {
    let backend = db.get_database_backend();
    let known: BTreeSet<i64> = steps(backend).iter().map(|step| step.version).collect();
    let table = if backend == DbBackend::Postgres { "apalis._sqlx_migrations" } else { "_sqlx_migrations" };
    let exists = match backend {
        DbBackend::Postgres => format!("SELECT 1 AS one WHERE to_regclass('{table}') IS NOT NULL"),
        _ => format!("SELECT 1 AS one FROM sqlite_master WHERE name = '{table}'"),
    };
    if db.query_one_raw(Statement::from_string(backend, exists)).await?.is_none() {
        return Ok(SchemaState::TooOld);
    }
    let rows = db.query_all_raw(Statement::from_string(backend, format!("SELECT version FROM {table}"))).await?;
    let applied = rows.iter().map(|row| row.try_get("", "version")).collect::<Result<BTreeSet<i64>, _>>()?;
    Ok(if !applied.is_subset(&known) {
        SchemaState::TooNew
    } else if applied == known {
        SchemaState::Current
    } else {
        SchemaState::TooOld
    })
}

/// The steps of apalis. Their marks have a table of their own, apart from those of the books.
fn steps(backend: DbBackend) -> Migrator {
    match backend {
        DbBackend::Postgres => apalis_postgres::PostgresStorage::migrations(),
        _ => apalis_sqlite::SqliteStorage::migrations(),
    }
}

fn failed(error: SqlxError) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(error)))
}

fn refused(error: MigrateError) -> DbErr {
    failed(SqlxError::from(error))
}
