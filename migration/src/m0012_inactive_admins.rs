//! Only a user with all permissions may make another such user inactive: the directory records this for each inactive
//! person. Users who are inactive already stay inactive, whatever their tokens grant.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE directory_user ADD COLUMN inactive_by_admin BOOLEAN NOT NULL DEFAULT FALSE",
    "UPDATE directory_user SET inactive_by_admin = TRUE WHERE NOT is_active",
];

const DOWN: &[&str] = &["ALTER TABLE directory_user DROP COLUMN inactive_by_admin"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
