//! Sessions and sign-in links carry a MAC by a key that is not in the database. Those before have none, and end: people sign in anew.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use super::m0033_sessions;

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "DELETE FROM sign_in_link",
    "DELETE FROM console_session",
    "ALTER TABLE console_session ADD COLUMN mac TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sign_in_link ADD COLUMN mac TEXT NOT NULL DEFAULT ''",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    /// Everybody is signed out.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        m0033_sessions::Migration.down(manager).await?;
        m0033_sessions::Migration.up(manager).await
    }
}
