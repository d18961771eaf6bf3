//! Replays of approval rules: what was asked for, how far each is, and the documents that would have gone another way.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE replay (
        replay_id TEXT NOT NULL PRIMARY KEY, job_id TEXT NOT NULL, from_day TEXT NOT NULL, to_day TEXT NOT NULL, rules TEXT NOT NULL,
        requested_at BIGINT NOT NULL, requested_by TEXT NOT NULL, run TEXT, done BIGINT NOT NULL, total BIGINT,
        summary TEXT, finished_at BIGINT)",
    "CREATE INDEX replay_newest ON replay (requested_at, replay_id)",
    "CREATE TABLE replay_document (
        replay_id TEXT NOT NULL, position BIGINT NOT NULL, kind TEXT NOT NULL, document_id TEXT NOT NULL, submitted_at BIGINT NOT NULL,
        submitted_by TEXT NOT NULL, outcome TEXT NOT NULL, old_plan TEXT NOT NULL, new_plan TEXT, detail TEXT,
        PRIMARY KEY (replay_id, position))",
    "CREATE INDEX replay_outcome ON replay_document (replay_id, outcome, position)",
    "CREATE INDEX replay_type ON replay_document (replay_id, kind, position)",
];

const DOWN: &[&str] = &["DROP TABLE replay_document", "DROP TABLE replay"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
