//! A document that was sent back and then voided has no submission. A rule that begins to add up marked it all the same, and its row could
//! not be read any more, nor any list of its type.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] =
    &["UPDATE document SET added_at = NULL, added_author = NULL WHERE plan IS NULL AND added_at IS NOT NULL"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
