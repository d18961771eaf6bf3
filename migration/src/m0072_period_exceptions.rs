//! Exceptions of a close: one document that comes into a soft-closed period, for some days.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &["CREATE TABLE period_exception (
    period_exception_id TEXT NOT NULL PRIMARY KEY, period_id TEXT NOT NULL, document_type TEXT NOT NULL,
    document_id TEXT NOT NULL, last_day TEXT NOT NULL, reason TEXT NOT NULL, is_revoked BOOLEAN NOT NULL,
    version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
    updated_by TEXT NOT NULL)"];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["period_exception.read"]),
    ("clerk", &["period_exception.read"]),
    ("accountant", &["period_exception.read"]),
    ("manager", &["period_exception.read"]),
    ("controller", &["period_exception.read", "period_exception.write"]),
    ("cfo", &["period_exception.read", "period_exception.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(
            manager,
            &[(
                "SELECT 1 AS one FROM period_exception LIMIT 1",
                "table period_exception has rows: the program before this step cannot read them",
            )],
        )
        .await?;
        crate::refuse_if_guarded(manager, "period_exception").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, &["DROP TABLE period_exception"]).await
    }
}
