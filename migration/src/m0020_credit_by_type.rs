//! An application of a credit names both of its documents by type and id (`engine/src/kernel/entity/credit_application.rs`).

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE credit_application RENAME TO credit_application_before",
    "CREATE TABLE credit_application (
        credit_kind TEXT NOT NULL, credit_id TEXT NOT NULL, position BIGINT NOT NULL,
        settled_kind TEXT NOT NULL, settled_id TEXT NOT NULL, amount BIGINT NOT NULL, base_amount BIGINT NOT NULL,
        credit_base_amount BIGINT NOT NULL, applied_on TEXT NOT NULL, applied_at BIGINT NOT NULL, applied_by TEXT NOT NULL,
        CONSTRAINT credit_application_by_type PRIMARY KEY (credit_kind, credit_id, position))",
    "INSERT INTO credit_application (credit_kind, credit_id, position, settled_kind, settled_id, amount, base_amount,
            credit_base_amount, applied_on, applied_at, applied_by)
        SELECT 'credit_memo', credit_memo_id, position, 'invoice', invoice_id, amount, base_amount,
            memo_base_amount, applied_on, applied_at, applied_by FROM credit_application_before",
    "DROP TABLE credit_application_before",
    "CREATE INDEX credit_application_settled ON credit_application (settled_kind, settled_id)",
];

const DOWN: &[&str] = &[
    "ALTER TABLE credit_application RENAME TO credit_application_after",
    "CREATE TABLE credit_application (
        credit_memo_id TEXT NOT NULL, position BIGINT NOT NULL, invoice_id TEXT NOT NULL, amount BIGINT NOT NULL,
        base_amount BIGINT NOT NULL, memo_base_amount BIGINT NOT NULL, applied_on TEXT NOT NULL, applied_at BIGINT NOT NULL,
        applied_by TEXT NOT NULL, PRIMARY KEY (credit_memo_id, position))",
    "INSERT INTO credit_application (credit_memo_id, position, invoice_id, amount, base_amount, memo_base_amount,
            applied_on, applied_at, applied_by)
        SELECT credit_id, position, settled_id, amount, base_amount, credit_base_amount, applied_on, applied_at, applied_by
        FROM credit_application_after WHERE credit_kind = 'credit_memo'",
    "DROP TABLE credit_application_after",
    "CREATE INDEX credit_application_invoice ON credit_application (invoice_id)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
