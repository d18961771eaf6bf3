//! The tasks that each period has before it is closed, and who signed them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE close_task (
        close_task_id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, account_id TEXT, owner TEXT,
        due_days BIGINT NOT NULL, is_required BOOLEAN NOT NULL, from_date TEXT, is_active BOOLEAN NOT NULL, version BIGINT NOT NULL,
        created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "CREATE INDEX close_task_newest ON close_task (created_at, close_task_id)",
    "CREATE TABLE close_sign_off (
        close_sign_off_id TEXT NOT NULL PRIMARY KEY, period_id TEXT NOT NULL, close_task_id TEXT NOT NULL, evidence TEXT NOT NULL,
        signed_at BIGINT NOT NULL, signed_by TEXT NOT NULL, rested_postings BIGINT NOT NULL, rested_last_at BIGINT,
        withdrawn_at BIGINT, withdrawn_by TEXT, withdrawn_reason TEXT, version BIGINT NOT NULL)",
    "CREATE INDEX close_sign_off_period ON close_sign_off (period_id, close_task_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["close_task.read"]),
    ("accountant", &["close_task.read", "close_task.sign_off"]),
    ("manager", &["close_task.read", "close_task.sign_off"]),
    ("controller", &["close_task.read", "close_task.sign_off", "close_task.write"]),
    ("cfo", &["close_task.read", "close_task.sign_off", "close_task.write"]),
];

const DOWN: &[&str] = &["DROP TABLE close_sign_off", "DROP TABLE close_task"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(
            manager,
            &[(
                "SELECT 1 AS one FROM close_task LIMIT 1",
                "table close_task has rows: the program before this step cannot read them",
            )],
        )
        .await?;
        crate::refuse_if_guarded(manager, "close_task").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await
    }
}
