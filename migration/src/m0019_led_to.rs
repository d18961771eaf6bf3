//! The effect of a request whose answer waits for a job is stored with its idempotency key
//! (`engine/src/books/stored/led_to.rs`).
//!
//! Requests of older releases that were cut off before they answered are found by their instant, here for the last
//! time: their audit row and their job have the same instant.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let (object, level, payment) = match manager.get_database_backend() {
            DbBackend::Postgres => (
                "json_build_object",
                "CAST(CAST(a.details AS json) ->> 'level' AS BIGINT)",
                "CAST(a.details AS json) ->> 'payment_id'",
            ),
            _ => ("json_object", "json_extract(a.details, '$.level')", "json_extract(a.details, '$.payment_id')"),
        };
        let job_of =
            |id: &str| format!("(SELECT j.job_id FROM job j WHERE j.resource_id = {id} AND j.created_at = a.at)");
        let (signed, paid) = (job_of("a.resource_id"), job_of(payment));
        let documents = format!(
            "UPDATE idempotency SET led_to = (
                SELECT CASE a.action WHEN 'Approve'
                    THEN CAST({object}('signed', {object}('level', {level}, 'job_id', {signed})) AS TEXT)
                    ELSE CAST({object}('payment', {object}('payment_id', {payment}, 'job_id', {paid})) AS TEXT) END
                FROM audit_entry a WHERE a.at = idempotency.created_at AND a.action IN ('Approve', 'Receive Payment')
                    AND lower(a.performed_by) = lower(idempotency.user_id) ORDER BY a.seq LIMIT 1)
            WHERE answer IS NULL"
        );
        let closes = format!(
            "UPDATE idempotency SET led_to = (
                SELECT CAST({object}('job', {object}('job_id', j.job_id)) AS TEXT) FROM job j
                WHERE j.job_type = 'close_period' AND j.created_at = idempotency.created_at
                    AND lower(j.created_by) = lower(idempotency.user_id) ORDER BY j.job_id LIMIT 1)
            WHERE answer IS NULL AND led_to IS NULL"
        );
        crate::run(manager, &["ALTER TABLE idempotency ADD COLUMN led_to TEXT", &documents, &closes]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &["ALTER TABLE idempotency DROP COLUMN led_to"]).await
    }
}
