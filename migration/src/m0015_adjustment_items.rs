//! The items of a reconciliation's adjustments: a JSON array for each side, null without items.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: [&str; 2] = [
    "ALTER TABLE reconciliation ADD COLUMN bank_adjustment_items TEXT",
    "ALTER TABLE reconciliation ADD COLUMN book_adjustment_items TEXT",
];

const DOWN: [&str; 2] = [
    "ALTER TABLE reconciliation DROP COLUMN book_adjustment_items",
    "ALTER TABLE reconciliation DROP COLUMN bank_adjustment_items",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &DOWN).await
    }
}
