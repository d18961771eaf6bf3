//! What `reassign` answers.

use engine::books::action::reassign;
use poem_openapi::Object;

use crate::schema::document_type::DocumentType;
use crate::schema::{WireDate, WireStatus};

/// After `reassign`.
#[derive(Object, Debug)]
pub struct Reassigned {
    pub status: WireStatus,
    pub from_type: DocumentType,
    pub from_id: String,
    pub to_type: DocumentType,
    pub to_id: String,
    pub reassign_date: WireDate,
    pub reassign_period_id: String,
}

impl Reassigned {
    pub fn of(done: &reassign::Reassigned) -> Self {
        Self {
            status: done.payment.status().into(),
            from_type: done.left.key.kind.into(),
            from_id: done.left.key.id.clone(),
            to_type: done.settled.key.kind.into(),
            to_id: done.settled.key.id.clone(),
            reassign_date: done.posting.posting_date.into(),
            reassign_period_id: done.posting.period_id.clone(),
        }
    }
}
