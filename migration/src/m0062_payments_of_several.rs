//! A payment may settle several documents: its lines say which, each with its part and what that takes of the control account.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document_line ADD COLUMN settled_kind TEXT",
    "ALTER TABLE document_line ADD COLUMN settled_id TEXT",
    "ALTER TABLE document_line ADD COLUMN base_settled BIGINT",
    "CREATE INDEX document_line_settled ON document_line (settled_id, settled_kind) WHERE settled_id IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX document_line_settled",
    "ALTER TABLE document_line DROP COLUMN base_settled",
    "ALTER TABLE document_line DROP COLUMN settled_id",
    "ALTER TABLE document_line DROP COLUMN settled_kind",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(
            manager,
            &[(
                "SELECT 1 AS one FROM document_line WHERE settled_id IS NOT NULL LIMIT 1",
                "a payment settles several documents: the program before this step cannot read that",
            )],
        )
        .await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
