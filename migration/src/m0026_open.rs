//! What is open is indexed while it is open: aging begins there, however much was paid before. A bill that is paid stays Posted, so
//! its status does not tell.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// As the engine asks for it (`engine/src/features/reports/open_items.rs`). Entries, payments and expenses have none of these rows.
const UP: &[&str] =
    &["CREATE INDEX document_open ON document (kind) WHERE status = 'Posted' AND amount_settled <> total
        AND control_account_id IS NOT NULL AND cash_account_id IS NULL"];

const DOWN: &[&str] = &["DROP INDEX document_open"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
