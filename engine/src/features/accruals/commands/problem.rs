//! Says on an accrual why it could not be reversed on its day. The next tick tries again. See docs/rules/accruals.md#what-bars-it.

use super::due;
use crate::approval::access::SYSTEM;
use crate::books::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::books::document::Document;
use crate::books::document::model::DatedReversal;
use crate::values::error::Refusal;
use crate::values::kind::DocumentKey;

/// The word of the accrual's trail for a refusal.
pub const NOT_REVERSED: &str = "Not Reversed";

/// Notes a refusal, unless it is noted already.
pub struct NoteRefusal {
    pub key: DocumentKey,
    pub refusal: Refusal,
}

impl Command for NoteRefusal {
    /// Whether it was written.
    type Answer = bool;

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants { reversal_of: Some(self.key.id.clone()), ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<bool>, Refusal> {
        let (code, detail) = (self.refusal.code().to_owned(), self.refusal.every_detail());
        let refused = DatedReversal::Refused { code: code.clone(), detail: detail.clone() };
        let Some((accrual, day)) = due(&self.key, snapshot).filter(|(accrual, _)| accrual.dated_reversal != refused)
        else {
            return Ok(Decision::unchanged(false, snapshot));
        };
        let status = Some(accrual.status());
        let row = AuditEntry::document(&self.key, NOT_REVERSED, SYSTEM, status, status)
            .with("reversal_date", day.to_string())
            .with("code", code)
            .with("detail", detail);
        let after = Document { dated_reversal: refused, ..accrual.next_version() };
        let change = Change::UpdateDocument { document: Box::new(after), lines: false };
        Ok(Decision::new(Effects::one(snapshot.now, change, row), true))
    }
}
