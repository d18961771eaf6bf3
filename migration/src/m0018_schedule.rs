//! The table in which a process claims a tick of a scheduled job, so that one of all processes runs it
//! (`engine/src/books/queue/schedule.rs`). A job gets the time of its next delivery, so that the pauses between deliveries
//! can grow.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE schedule (
        name TEXT NOT NULL PRIMARY KEY, due_at BIGINT NOT NULL, held_until BIGINT, claimed_by TEXT, failures BIGINT NOT NULL,
        ran_at BIGINT)",
    "ALTER TABLE job ADD COLUMN due_at BIGINT",
    "UPDATE job SET due_at = COALESCE(started_at, created_at) + 15000000 WHERE state IN ('queued', 'running')",
];

const DOWN: &[&str] = &["ALTER TABLE job DROP COLUMN due_at", "DROP TABLE schedule"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
