//! The version of a digest, beside it: a signed document is compared in the form in which it was signed, whichever
//! fields documents get later. Existing digests are of version 0. Also the reason for an overridden exchange rate.

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

/// Documents that the program before this step could neither post nor verify.
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
