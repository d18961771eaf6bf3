//! The document types that the books know, so that a start finds those that a release brought, once, and gives their permissions to
//! the built-in roles (`engine/src/features/people/commands/seed_roles.rs`). These seven every release before this step knew.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE document_type (name TEXT NOT NULL PRIMARY KEY)",
    "INSERT INTO document_type (name) VALUES ('journal_entry'), ('bill'), ('invoice'), ('bill_payment'), ('invoice_payment'),
        ('credit_memo'), ('expense')",
];

const DOWN: &[&str] = &["DROP TABLE document_type"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
