//! Exceptions of a close on the wire. See docs/rules/periods.md#exceptions.

use engine::features::period_exceptions::commands::ExceptionFields;
use engine::values::period_exception::PeriodException;
use poem_openapi::Object;

use crate::schema::document_type::DocumentType;
use crate::schema::{Id, Reason, Required, WireDate, WireTimestamp};

/// A document that is to come into a soft-closed period.
#[derive(Object, Debug)]
pub struct PeriodExceptionInput {
    /// Made by the service when left out.
    pub period_exception_id: Option<Id>,
    pub period_id: Required<Id>,
    pub document_type: Required<DocumentType>,
    /// That of a document which is not posted yet, or which is still to be written.
    pub document_id: Required<Id>,
    /// Included; from today to 92 days later.
    pub last_day: Required<WireDate>,
    pub reason: Required<Reason>,
}

/// What is to change on an exception; what is left out stays.
#[derive(Object, Debug)]
pub struct PeriodExceptionUpdate {
    /// Included; from today to 92 days later.
    pub last_day: Option<WireDate>,
    pub reason: Option<Reason>,
}

/// One document comes into a soft-closed period, until a day.
#[derive(Object, Debug)]
#[oai(rename = "PeriodException")]
pub struct PeriodExceptionView {
    pub period_exception_id: String,
    pub period_id: String,
    pub document_type: DocumentType,
    pub document_id: String,
    pub last_day: WireDate,
    pub reason: String,
    /// Whether it was ended by a DELETE.
    pub is_revoked: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&PeriodException> for PeriodExceptionView {
    fn from(exception: &PeriodException) -> Self {
        Self {
            period_exception_id: exception.period_exception_id.clone(),
            period_id: exception.period_id.clone(),
            document_type: exception.document.kind.into(),
            document_id: exception.document.id.clone(),
            last_day: exception.last_day.into(),
            reason: exception.reason.clone(),
            is_revoked: exception.is_revoked,
            version: exception.version,
            created_at: exception.created_at.into(),
            created_by: exception.created_by.clone(),
            updated_at: exception.updated_at.into(),
            updated_by: exception.updated_by.clone(),
        }
    }
}

impl From<PeriodExceptionUpdate> for ExceptionFields {
    fn from(update: PeriodExceptionUpdate) -> Self {
        Self { last_day: update.last_day.map(|day| day.0), reason: update.reason.map(Into::into), ..Self::default() }
    }
}

impl PeriodExceptionInput {
    /// The id that was given, and what is set.
    pub fn into_fields(self) -> (Option<Id>, ExceptionFields) {
        let fields = ExceptionFields {
            period_id: self.period_id.0.map(Into::into),
            document_type: self.document_type.0.map(Into::into),
            document_id: self.document_id.0.map(Into::into),
            last_day: self.last_day.0.map(|day| day.0),
            reason: self.reason.0.map(Into::into),
        };
        (self.period_exception_id, fields)
    }
}
