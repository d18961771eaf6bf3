//! The version of a digest stands beside it, so that what was signed is compared by the form that it was signed in, whatever
//! documents hold later. What is signed already is of version 0. And the reason for a rate of the author's own.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN exchange_rate_reason TEXT",
    "ALTER TABLE document ADD COLUMN digest_version BIGINT",
    "UPDATE document SET digest_version = 0 WHERE digest IS NOT NULL",
    "ALTER TABLE signature ADD COLUMN digest_version BIGINT NOT NULL DEFAULT 0",
];

const DOWN: &[&str] = &[
    "ALTER TABLE signature DROP COLUMN digest_version",
    "ALTER TABLE document DROP COLUMN digest_version",
    "ALTER TABLE document DROP COLUMN exchange_rate_reason",
];

/// What the program before this step could neither post nor hold against its signatures.
const SIGNED_SINCE: &str = "SELECT document_id FROM document WHERE digest_version > 0 ORDER BY document_id LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let since = db.query_one_raw(Statement::from_string(db.get_database_backend(), SIGNED_SINCE)).await?;
        if let Some(row) = since {
            let id: String = row.try_get("", "document_id")?;
            return Err(DbErr::Custom(format!(
                "{id:?} and perhaps others were submitted since this step was taken: the program before it cannot verify them"
            )));
        }
        crate::run(manager, DOWN).await
    }
}
