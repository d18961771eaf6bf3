//! That the bank shows a payment or a refund, as its reads have it.

use engine::books::document::stage::Ended;
use engine::books::document::{Document, Status};
use poem_openapi::Object;

use crate::schema::{WireDate, WireTimestamp};

/// Of money that leaves.
#[derive(Object, Debug)]
pub struct ClearedOn {
    pub cleared_date: Option<WireDate>,
    pub cleared_at: Option<WireTimestamp>,
    pub cleared_by: Option<String>,
}

/// Of money that comes in.
#[derive(Object, Debug)]
pub struct DepositedOn {
    pub deposit_date: Option<WireDate>,
    pub deposited_at: Option<WireTimestamp>,
    pub deposited_by: Option<String>,
}

/// A void ends a document, too, and is told by fields of its own.
fn ended(document: &Document) -> Option<&Ended> {
    document.stage.ended().filter(|_| document.status() != Status::Voided)
}

impl From<&Document> for ClearedOn {
    fn from(document: &Document) -> Self {
        let cleared = ended(document);
        Self {
            cleared_date: cleared.map(|ended| ended.on.into()),
            cleared_at: cleared.map(|ended| ended.at.into()),
            cleared_by: cleared.map(|ended| ended.by.to_string()),
        }
    }
}

impl From<&Document> for DepositedOn {
    fn from(document: &Document) -> Self {
        let deposited = ended(document);
        Self {
            deposit_date: deposited.map(|ended| ended.on.into()),
            deposited_at: deposited.map(|ended| ended.at.into()),
            deposited_by: deposited.map(|ended| ended.by.to_string()),
        }
    }
}
