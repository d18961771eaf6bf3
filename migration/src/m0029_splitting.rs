//! What belongs together is added up: where a rule of its type does so, a submission says when and by whom, for two indexes that have
//! no entry for any other document.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::m0025_facts::make;

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN added_at BIGINT",
    "ALTER TABLE document ADD COLUMN added_author TEXT",
    "CREATE INDEX document_added_author ON document (kind, added_author, added_at) WHERE added_at IS NOT NULL",
    "CREATE INDEX document_added_party ON document (kind, party_key, added_at)
        WHERE added_at IS NOT NULL AND party_key IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX document_added_party",
    "DROP INDEX document_added_author",
    "ALTER TABLE document DROP COLUMN added_author",
    "ALTER TABLE document DROP COLUMN added_at",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        make(manager).await
    }

    /// Rules that add up are of a version that the program before the step before cannot read: that step refuses them.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await?;
        make(manager).await
    }
}
