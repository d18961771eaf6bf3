//! That the bank is reconciled for the document's day: who signs it sees that it comes after.

use serde_json::Value;

use crate::interface::schema::{AfterReconciliation as Shown, Document};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;

/// A completed reconciliation that did not see the document.
pub struct AfterReconciliation {
    pub account_id: String,
    pub id: String,
    pub link: String,
    /// Of its statement.
    pub day: String,
    pub shown: String,
}

/// What the interface says of them.
pub fn after_reconciliations(visit: &Visit, document: &Value) -> Vec<AfterReconciliation> {
    let one = |found: &Value| {
        let (id, day) = (found.text(Shown::RECONCILIATION_ID), found.text(Shown::STATEMENT_DATE));
        AfterReconciliation {
            account_id: found.text(Shown::ACCOUNT_ID),
            link: format!("/reconciliations/{}", segment(&id)),
            id,
            shown: visit.reader.date(&day),
            day,
        }
    };
    document.list(Document::AFTER_RECONCILIATIONS).iter().map(one).collect()
}
