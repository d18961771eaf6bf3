//! SQLite writes less for each command. The trail's numbers come from its rows, not from a row of `sqlite_sequence` that each command
//! writes again: rows of the trail are never taken away, so a number is never given twice. What apalis' table of jobs no longer has is
//! in `job_tables`.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The rows of a table stand as before without the word, so it is taken out of the table's text alone, as SQLite describes for such
/// changes (<https://sqlite.org/lang_altertable.html#otheralter>): to copy the trail of old books would take minutes.
const UP: &[&str] = &[
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = replace(sql, ' PRIMARY KEY AUTOINCREMENT', ' PRIMARY KEY')
        WHERE type = 'table' AND name = 'audit_entry'",
    "DELETE FROM sqlite_sequence WHERE name = 'audit_entry'",
    "PRAGMA writable_schema = RESET",
];

/// The release before puts a job into apalis' table by that index.
const DOWN: &[&str] = &[
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = replace(sql, ' PRIMARY KEY', ' PRIMARY KEY AUTOINCREMENT')
        WHERE type = 'table' AND name = 'audit_entry'",
    "PRAGMA writable_schema = RESET",
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'audit_entry', max(seq) FROM audit_entry HAVING max(seq) IS NOT NULL",
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_jobs_idempotency_key ON Jobs (job_type, idempotency_key)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, DOWN).await
    }
}

async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    match manager.get_database_backend() {
        DbBackend::Sqlite => crate::run(manager, statements).await,
        _ => Ok(()),
    }
}
