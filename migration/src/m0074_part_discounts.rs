//! The discounts of the parts of payments: rows of `document_line` after those of the parts, without a share of the control account.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// What the program before this step could not read, or verify, and why.
const KEPT: &[(&str, &str)] = &[(
    "SELECT 1 AS one FROM document_line WHERE settled_id IS NOT NULL AND base_settled IS NULL LIMIT 1",
    "a payment takes a discount of one of several documents: the program before this step cannot read it",
)];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(manager, KEPT).await
    }
}
