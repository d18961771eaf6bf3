//! How much somebody may sign, on the wire. See docs/rules/signing.md#limits.

use engine::approval::access::ApprovalLimits;
use engine::values::kind::DocumentKind;
use engine::values::money::{Currency, Minor};
use poem_openapi::Object;
use rust_decimal::Decimal;

use super::document::shared::amount;
use super::document_type::DocumentType;
use super::{Amount, List, Required, SideAmount};

/// The most that may be signed of a document type.
#[derive(Object, Clone, Debug)]
pub struct ApprovalLimitInput {
    /// Each once.
    pub document_type: Required<DocumentType>,
    /// In base currency, inclusive.
    pub approval_limit: Required<SideAmount>,
}

/// The most that may be signed of a document type.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalLimit")]
pub struct ApprovalLimitView {
    pub document_type: DocumentType,
    /// In base currency, inclusive.
    pub approval_limit: Amount,
}

/// One for each document type at most.
pub type LimitList = List<ApprovalLimitInput, 0, 50>;

impl ApprovalLimitView {
    pub fn all(limits: &ApprovalLimits, base: Currency) -> Vec<Self> {
        let view = |(kind, limit): (&DocumentKind, &Minor)| Self {
            document_type: (*kind).into(),
            approval_limit: amount(*limit, base),
        };
        limits.0.iter().map(view).collect()
    }
}

/// As they were sent; one that cannot be read has left its fault behind.
pub fn sent(limits: LimitList) -> Vec<(DocumentKind, Decimal)> {
    let read = |one: ApprovalLimitInput| Some((one.document_type.0?.into(), one.approval_limit.0?.0));
    limits.0.into_iter().filter_map(read).collect()
}
