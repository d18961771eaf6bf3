//! Indexes that no query reads go, and the states of jobs are indexed while somebody asks for them: a job that is done is found by
//! its key or among the newest. Aging asks for what was applied since a day.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// As the engine asks for it (`engine/src/kernel/store/status.rs`).
const UP: &[&str] = &[
    "DROP INDEX document_line_account",
    "DROP INDEX job_resource",
    "DROP INDEX job_state",
    "CREATE INDEX job_state ON job (state, created_at, job_id) WHERE state <> 'done'",
    "CREATE INDEX credit_application_day ON credit_application (applied_on)",
];

const DOWN: &[&str] = &[
    "DROP INDEX credit_application_day",
    "DROP INDEX job_state",
    "CREATE INDEX job_state ON job (state, created_at, job_id)",
    "CREATE INDEX job_resource ON job (resource_id)",
    "CREATE INDEX document_line_account ON document_line (account_id)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
