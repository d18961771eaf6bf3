//! What `gl check` compares of exceptions: each with the trail.

use crate::kernel::entity::period_exception;
use crate::kernel::store::stated::List;
use crate::values::period_exception::RESOURCE;

/// What an exception's row decides.
pub const PERIOD_EXCEPTIONS: List<period_exception::Model> = List {
    table: "period_exception",
    resource: RESOURCE,
    id: |row| &row.period_exception_id,
    fields: &[
        ("period_id", |row| row.period_id.clone().into()),
        ("document_type", |row| row.document_type.clone().into()),
        ("document_id", |row| row.document_id.clone().into()),
        ("last_day", |row| row.last_day.clone().into()),
        ("reason", |row| row.reason.clone().into()),
        ("is_revoked", |row| row.is_revoked.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};
