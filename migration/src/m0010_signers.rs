//! The user behind a customer or vendor, and the beneficiaries of a document, found at submit: neither signs the
//! document. Whether a request was allowed without its permission, kept beside its answer: a retry is answered only
//! while its caller may still ask. A permission of its own for applying credit memos.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE party ADD COLUMN user_id TEXT",
    "CREATE INDEX party_user ON party (party_kind, party_id) WHERE user_id IS NOT NULL",
    "ALTER TABLE document ADD COLUMN beneficiaries TEXT",
    "ALTER TABLE idempotency ADD COLUMN without_permission BOOLEAN NOT NULL DEFAULT FALSE",
];

const DOWN: &[&str] = &[
    "ALTER TABLE idempotency DROP COLUMN without_permission",
    "ALTER TABLE document DROP COLUMN beneficiaries",
    "DROP INDEX party_user",
    "ALTER TABLE party DROP COLUMN user_id",
];

/// The roles that could apply credit memos before this step, with the permission to write them.
const APPLY: &[(&str, &[&str])] =
    &[("accountant", &["credit_memo.apply"]), ("controller", &["credit_memo.apply"]), ("cfo", &["credit_memo.apply"])];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, APPLY).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::grant::take_back(manager, APPLY).await?;
        crate::run(manager, DOWN).await
    }
}
