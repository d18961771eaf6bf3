//! Exceptions of a close as rows.

use super::RowName;
use crate::kernel::entity::period_exception;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::period_exception::PeriodException;

pub fn row(of: &PeriodException) -> period_exception::Model {
    period_exception::Model {
        period_exception_id: of.period_exception_id.clone(),
        period_id: of.period_id.clone(),
        document_type: of.document.kind.name().into(),
        document_id: of.document.id.clone(),
        last_day: of.last_day.to_string(),
        reason: of.reason.clone(),
        is_revoked: of.is_revoked,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read(row: period_exception::Model) -> Result<PeriodException, StoreError> {
    let name = RowName { table: "period_exception", key: &row.period_exception_id.clone() };
    let kind = name.some("document_type", DocumentKind::parse(&row.document_type))?;
    Ok(PeriodException {
        last_day: name.date("last_day", &row.last_day)?,
        document: DocumentKey::new(kind, row.document_id),
        period_exception_id: row.period_exception_id,
        period_id: row.period_id,
        reason: row.reason,
        is_revoked: row.is_revoked,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
