//! The journal's order as an index, so that the export reads on from where it was without sorting a day again.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: [&str; 2] = [
    "DROP INDEX posting_date",
    "CREATE INDEX posting_journal_order ON posting (posting_date, source_kind, source_id, kind)",
];

const DOWN: [&str; 2] = ["DROP INDEX posting_journal_order", "CREATE INDEX posting_date ON posting (posting_date)"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::resume::run(manager, &UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &DOWN).await
    }
}
