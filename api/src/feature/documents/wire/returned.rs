//! What came back to its author, on the wire.

use engine::features::documents::query::returned::SentBack;
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::document::shared::{ReturnedBy, amount};
use crate::schema::{Amount, WireDate, WireStatus, WireTimestamp};

/// A document that came back.
#[derive(Object, Debug)]
pub struct ReturnedDocument {
    /// `journal_entry`, `bill`, `invoice` …
    pub document_type: String,
    pub document_id: String,
    /// `Draft`, or `Rejected` for good.
    pub status: WireStatus,
    pub version: i64,
    pub returned: Option<ReturnedBy>,
    pub tran_date: WireDate,
    pub due_date: Option<WireDate>,
    pub memo: Option<String>,
    /// Customer, vendor or employee.
    pub party_id: Option<String>,
    pub party_name: Option<String>,
    pub currency: String,
    pub amount: Amount,
    /// In base currency.
    pub base_amount: Amount,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
    pub created_by: String,
}

impl ReturnedDocument {
    pub fn of(row: SentBack, base: Currency) -> Self {
        let SentBack { document, party_name } = row;
        let (stage, content) = (&document.stage, &document.content);
        let submitted = stage.submitted();
        Self {
            document_type: document.key.kind.name().into(),
            document_id: document.key.id.clone(),
            status: document.status().into(),
            version: document.version,
            returned: stage.returned().map(Into::into),
            tran_date: content.tran_date.into(),
            due_date: content.due_date().map(Into::into),
            memo: content.memo.clone(),
            party_id: content.party().map(str::to_owned),
            party_name,
            currency: content.currency.code().into(),
            amount: amount(content.total, content.currency),
            base_amount: amount(content.base_total, base),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
            created_by: document.created_by.to_string(),
        }
    }
}
