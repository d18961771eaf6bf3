//! The subject of a job gets a type beside its id: a bill and an invoice may have the same id
//! (`engine/src/kernel/store/jobs.rs`, the sweep).

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The document types that subjects of jobs may have before this step.
const TYPES: [&str; 7] =
    ["journal_entry", "bill", "invoice", "credit_memo", "expense", "bill_payment", "invoice_payment"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // No id contains a quote, so this text appears nowhere else in a payload.
        let types = TYPES.map(|name| format!("WHEN payload LIKE '%\"kind\":\"{name}\"%' THEN '{name}'")).join(" ");
        let fill = format!(
            "UPDATE job SET resource_type = CASE WHEN job_type = 'close_period' THEN 'accounting_period' {types} ELSE '' END"
        );
        crate::run(manager, &["ALTER TABLE job ADD COLUMN resource_type TEXT NOT NULL DEFAULT ''", &fill]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &["ALTER TABLE job DROP COLUMN resource_type"]).await
    }
}
