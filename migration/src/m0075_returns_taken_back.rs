//! Returns that were taken back: postings of kinds of their own, and an action that rules may guard.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// What the program before this step could not read, and why.
const KEPT: &[(&str, &str)] = &[(
    "SELECT 1 AS one FROM posting WHERE kind LIKE 'unreturn%' LIMIT 1",
    "the return of a payment was taken back: the program before this step cannot read its posting",
)];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(manager, KEPT).await?;
        crate::refuse_if_guarded(manager, "unreturn").await
    }
}
