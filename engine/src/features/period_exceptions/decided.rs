//! What every change of an exception leads to: the exception, another version of its period, a row in the trail of each, and the posting
//! of what waits for it.

use crate::books::command::{AuditEntry, Change, Decision, Effects, Snapshot};
use crate::books::document::{Document, Status};
use crate::books::period::Period;
use crate::books::queue::Task;
use crate::kernel::records::one_row::Saved;
use crate::values::error::Refusal;
use crate::values::period_exception::{PeriodException, RESOURCE};

/// The period's version counts what may come into it, so that sums which were carried forward before are not taken for what it holds.
pub(super) fn decision(
    saved: PeriodException,
    word: &str,
    snapshot: &Snapshot,
) -> Result<Decision<PeriodException>, Refusal> {
    let id = &saved.period_id;
    let before = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
    let period = Period { version: before.version.saturating_add(1), ..before.clone() };
    let by = &snapshot.actor.user_id;
    let said = |entry: AuditEntry| {
        entry
            .with("document_type", saved.document.kind.name())
            .with("document_id", saved.document.id.as_str())
            .with("last_day", saved.last_day.to_string())
            .with("reason", saved.reason.as_str())
    };
    let own = said(AuditEntry::about(RESOURCE, &saved.period_exception_id, word, by)).with("period_id", id.as_str());
    let of_period = said(AuditEntry::about("accounting_period", id, &format!("Exception {word}"), by))
        .with("period_exception_id", saved.period_exception_id.as_str());
    let mut effects = Effects::one(snapshot.now, Change::SavePeriod(Box::new(period)), of_period);
    effects.changes.push(Saved(saved.clone()).into());
    effects.audit.push(own);
    if waits(&saved, snapshot) {
        effects.enqueue(Task::PostDocument { key: saved.document.clone() }, snapshot);
    }
    Ok(Decision::new(effects, saved))
}

/// Whether the document was approved already, and waits for this. A change of the exception does not look: the job does.
fn waits(saved: &PeriodException, snapshot: &Snapshot) -> bool {
    let document = snapshot.documents.get(&saved.document);
    let is_in = |document: &Document| document.content.posting_period_id == saved.period_id;
    let is_known = document.is_some_and(|document| document.status() == Status::Approved && is_in(document));
    saved.serves_on(snapshot.today) && (saved.version > 1 || is_known)
}
