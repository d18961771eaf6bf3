//! Sessions of the console, and links that sign a person in once. Of a secret only the hash is kept.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE console_session (
        session_id TEXT NOT NULL PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE, former_hash TEXT, rotated_at BIGINT NOT NULL,
        confirmed_at BIGINT, user_id TEXT NOT NULL, user_key TEXT NOT NULL, roles TEXT, permissions TEXT NOT NULL, csrf TEXT NOT NULL,
        signed_in_by TEXT NOT NULL, began_at BIGINT NOT NULL, seen_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, ended_at BIGINT)",
    "CREATE INDEX console_session_former ON console_session (former_hash)",
    "CREATE INDEX console_session_user ON console_session (user_key)",
    "CREATE TABLE sign_in_link (
        secret_hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, made_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, used_at BIGINT)",
];

/// Everybody is signed out.
const DOWN: &[&str] = &["DROP TABLE sign_in_link", "DROP TABLE console_session"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
