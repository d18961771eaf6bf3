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

/// What nobody reads, and every job pays for, goes: two indexes that are there under another name, and a notification within the
/// transaction that enqueues. Processes tell each other after the commit, by themselves (docs/adr/0013).
const CHANGED_ON_POSTGRES: &[&str] = &[
    "DROP INDEX IF EXISTS apalis.unique_job_id",
    "DROP INDEX IF EXISTS apalis.lidx",
    "DROP INDEX IF EXISTS apalis.idx_apalis_jobs_lock_by",
    // Of those that a worker holds, which are asked for by that worker.
    "CREATE INDEX IF NOT EXISTS jobs_held ON apalis.jobs (lock_by) WHERE lock_by IS NOT NULL",
    "ALTER TABLE apalis.jobs DISABLE TRIGGER notify_workers",
    TAKE_JOBS,
];

/// What apalis' own function does, in a language whose plans are kept: SQL plans it anew for each call, which took longer than to run
/// it.
const TAKE_JOBS: &str = "\
    CREATE OR REPLACE FUNCTION apalis.get_jobs(worker_id text, v_job_type text, v_job_count integer DEFAULT 5)
        RETURNS SETOF apalis.jobs LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        RETURN QUERY
            WITH due AS (
                SELECT id FROM apalis.jobs
                WHERE (status = 'Pending' OR (status = 'Failed' AND attempts < max_attempts))
                    AND run_at < now() AND job_type = v_job_type
                ORDER BY priority DESC, run_at ASC LIMIT v_job_count FOR UPDATE SKIP LOCKED
            )
            UPDATE apalis.jobs taken SET status = 'Queued', lock_by = worker_id, lock_at = now()
            FROM due WHERE taken.id = due.id RETURNING taken.*;
    END $$";

/// Indexes for the dashboard of apalis, which this program has not, and for its way to put jobs in, which is not used. The table has
/// only jobs that did not end.
const UNREAD_ON_SQLITE: &[&str] = &[
    "DROP INDEX IF EXISTS idx_jobs_job_type_status_run_at",
    "DROP INDEX IF EXISTS idx_jobs_status_run_at",
    "DROP INDEX IF EXISTS idx_jobs_completed_done_at",
    "DROP INDEX IF EXISTS idx_jobs_claimable",
    // A job's key is its id.
    "DROP INDEX IF EXISTS idx_jobs_idempotency_key",
    "DROP INDEX IF EXISTS LIdx",
    // Of those that a worker holds, which are asked for by that worker.
    "CREATE INDEX IF NOT EXISTS jobs_held ON Jobs (lock_by) WHERE lock_by IS NOT NULL",
];

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
        for statement in CHANGED_ON_POSTGRES {
            crash::here();
            sqlx::query(AssertSqlSafe(*statement)).execute(&mut *tx).await.map_err(failed)?;
        }
        crash::here();
        tx.commit().await.map_err(failed)?;
    } else {
        let pool = db.get_sqlite_connection_pool();
        let begin = async || pool.begin_with("BEGIN IMMEDIATE").await;
        let mut tx = runner::patiently(begin, runner::is_busy_cause).await.map_err(failed)?;
        steps.run_direct(None, &mut *tx, false).await.map_err(refused)?;
        for statement in UNREAD_ON_SQLITE {
            crash::here();
            sqlx::query(AssertSqlSafe(*statement)).execute(&mut *tx).await.map_err(failed)?;
        }
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
