//! The marks of a session are found by an index: a session that is deleted takes its own along, and `gl check` reads them session by
//! session.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &["CREATE INDEX cleared_mark_session ON cleared_mark (reconciliation_id)"];
const DOWN: &[&str] = &["DROP INDEX cleared_mark_session"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
