//! Why an accrual could not be reversed on its day. See docs/rules/accruals.md.

use engine::books::document::Document;
use engine::books::document::model::DatedReversal;
use poem_openapi::Object;

use super::collection::Seen;

/// Why an accrual could not be reversed on its day.
#[derive(Object, Debug)]
pub struct ReversalProblem {
    /// That of the refusal.
    pub code: String,
    pub detail: String,
}

impl ReversalProblem {
    pub fn of(document: &Document, seen: &Seen) -> Option<Self> {
        match &document.dated_reversal {
            DatedReversal::Refused { code, detail } if seen.reversing_entry_id.is_none() => {
                Some(Self { code: code.clone(), detail: detail.clone() })
            }
            DatedReversal::Refused { .. } | DatedReversal::NotYet | DatedReversal::Made { .. } => None,
        }
    }
}
