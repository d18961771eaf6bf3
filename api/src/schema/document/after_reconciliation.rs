//! What a document says of the reconciliations that it comes after. See docs/rules/reconciliation.md#posted-afterwards.

use engine::features::documents::query::documents::Reconciled;
use poem_openapi::Object;

use super::collection::Seen;
use crate::schema::{WireDate, WireTimestamp};

/// A completed reconciliation that did not see the document, though its statement is not older: it counts in the next one.
#[derive(Object, Debug)]
pub struct AfterReconciliation {
    pub account_id: String,
    pub reconciliation_id: String,
    pub statement_date: WireDate,
    pub completed_at: WireTimestamp,
}

impl AfterReconciliation {
    /// `None` where there is none.
    pub fn all(seen: &Seen) -> Option<Vec<Self>> {
        Self::told(&seen.reconciled)
    }

    /// The same of these.
    pub fn told(found: &[Reconciled]) -> Option<Vec<Self>> {
        let of = |found: &Reconciled| Self {
            account_id: found.account_id.clone(),
            reconciliation_id: found.reconciliation_id.clone(),
            statement_date: found.statement_date.into(),
            completed_at: found.completed_at.into(),
        };
        (!found.is_empty()).then(|| found.iter().map(of).collect())
    }
}
