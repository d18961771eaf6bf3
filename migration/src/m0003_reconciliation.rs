//! Bank reconciliation: sessions, and which movement of a bank account is marked as cleared.
//!
//! `line_number` of a mark is 0 for a payment, and the journal line's number for everything else. The primary key
//! lets a movement be marked once per bank account; the partial index lets an account have one session in progress.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub struct Migration;

const TABLES: [&str; 6] = [
    "CREATE TABLE reconciliation (
        reconciliation_id TEXT NOT NULL PRIMARY KEY, account_id TEXT NOT NULL, currency TEXT NOT NULL, statement_date TEXT NOT NULL,
        statement_ending_balance BIGINT NOT NULL, bank_adjustments BIGINT NOT NULL, book_adjustments BIGINT NOT NULL, memo TEXT,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL,
        completed_at BIGINT, completed_by TEXT, summary TEXT)",
    "CREATE UNIQUE INDEX reconciliation_in_progress ON reconciliation (account_id) WHERE completed_at IS NULL",
    "CREATE INDEX reconciliation_account ON reconciliation (account_id, statement_date)",
    "CREATE INDEX reconciliation_newest ON reconciliation (created_at, reconciliation_id)",
    "CREATE TABLE cleared_mark (
        account_id TEXT NOT NULL, source_kind TEXT NOT NULL, source_id TEXT NOT NULL, line_number BIGINT NOT NULL,
        reconciliation_id TEXT NOT NULL, cleared_date TEXT NOT NULL, marked_at BIGINT NOT NULL, marked_by TEXT NOT NULL,
        completed_in TEXT, completed_at BIGINT, PRIMARY KEY (account_id, source_kind, source_id, line_number))",
    "CREATE INDEX cleared_mark_source ON cleared_mark (source_kind, source_id)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::resume::run(manager, &TABLES).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["cleared_mark", "reconciliation"] {
            manager.get_connection().execute_unprepared(&format!("DROP TABLE {table}")).await?;
        }
        Ok(())
    }
}
