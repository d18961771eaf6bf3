//! What waits for a signature, on the wire.

use engine::document::Document;
use engine::document::stage::Submission;
use poem_openapi::Object;

use super::document::shared::amount;
use super::{Amount, WireDate, WireTimestamp};

/// A document that waits for a signature.
#[derive(Object, Debug)]
pub struct PendingDocument {
    /// `journal_entry`, `bill`, `invoice` …
    pub document_type: String,
    pub document_id: String,
    pub tran_date: WireDate,
    pub memo: Option<String>,
    pub currency: String,
    pub amount: Amount,
    /// The level that waits.
    pub level: u32,
    pub required_approval_level: u32,
    pub current_approval_level: u32,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
}

impl From<Document> for PendingDocument {
    fn from(document: Document) -> Self {
        let (submitted, submission) = (document.stage.submitted(), document.stage.submission());
        let step = submission.and_then(Submission::current_step);
        Self {
            document_type: document.key.kind.name().into(),
            document_id: document.key.id,
            tran_date: document.content.tran_date.into(),
            memo: document.content.memo,
            currency: document.content.currency.code().into(),
            amount: amount(document.content.total, document.content.currency),
            level: step.map_or(0, |step| step.level),
            required_approval_level: submission.map_or(0, |submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
        }
    }
}
