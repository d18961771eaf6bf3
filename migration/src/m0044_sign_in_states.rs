//! Sign-ins that began at a provider and are to come back: by the hashes of their states, each good once.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE sign_in_state (state_hash TEXT NOT NULL PRIMARY KEY, ends_at BIGINT NOT NULL)",
    "CREATE INDEX sign_in_state_end ON sign_in_state (ends_at)",
];

/// Who is at the provider just now begins again.
const DOWN: &[&str] = &["DROP TABLE sign_in_state"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
