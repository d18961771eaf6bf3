//! Each list reads its page from an index, in the order in which it is shown, however many rows there are.
//!
//! `waits_for` names the signer of a document's current step, so that a list reads only the documents that wait for its
//! reader (`engine/src/approval/waiting.rs`). Documents that were submitted before this step have `*`, which every
//! reader's list includes.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

// The queries of `engine/src/kernel/store/status.rs` use these very conditions: otherwise SQLite does not use a partial index.
const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN waits_for TEXT",
    "UPDATE document SET waits_for = '*' WHERE status = 'Pending Approval'",
    "DROP INDEX document_status",
    "DROP INDEX document_period",
    "DROP INDEX document_party",
    "DROP INDEX document_settles",
    "DROP INDEX document_original",
    "DROP INDEX job_state",
    "CREATE INDEX document_status ON document (kind, status, created_at, document_id)",
    "CREATE INDEX document_period ON document (kind, period_id, created_at, document_id)",
    "CREATE INDEX document_party ON document (kind, party_id, created_at, document_id) WHERE party_id IS NOT NULL",
    "CREATE INDEX document_date ON document (kind, tran_date, created_at, document_id)",
    "CREATE INDEX document_settles ON document (settles_id, settles_kind) WHERE settles_id IS NOT NULL",
    "CREATE INDEX document_original ON document (original_entry_id) WHERE original_entry_id IS NOT NULL",
    "CREATE INDEX document_unposted ON document (period_id, created_at, document_id)
        WHERE status = 'Pending Approval' OR status = 'On Hold' OR status = 'Approved' OR status = 'Draft'",
    "CREATE INDEX document_waiting ON document (waits_for, created_at, document_id) WHERE waits_for IS NOT NULL",
    "CREATE INDEX party_newest ON party (party_kind, created_at, party_id)",
    "CREATE INDEX job_state ON job (state, created_at, job_id)",
    "CREATE INDEX audit_time ON audit_entry (at)",
    "CREATE INDEX audit_person ON audit_entry (performed_by, at)",
    "CREATE INDEX audit_action ON audit_entry (action, at)",
];

const DOWN: &[&str] = &[
    "DROP INDEX audit_action",
    "DROP INDEX audit_person",
    "DROP INDEX audit_time",
    "DROP INDEX job_state",
    "DROP INDEX party_newest",
    "DROP INDEX document_waiting",
    "DROP INDEX document_unposted",
    "DROP INDEX document_original",
    "DROP INDEX document_settles",
    "DROP INDEX document_date",
    "DROP INDEX document_party",
    "DROP INDEX document_period",
    "DROP INDEX document_status",
    "CREATE INDEX job_state ON job (state, job_type)",
    "CREATE INDEX document_status ON document (status, kind)",
    "CREATE INDEX document_period ON document (period_id, status)",
    "CREATE INDEX document_settles ON document (settles_kind, settles_id)",
    "CREATE INDEX document_original ON document (original_entry_id)",
    "CREATE INDEX document_party ON document (party_id, kind)",
    "ALTER TABLE document DROP COLUMN waits_for",
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
