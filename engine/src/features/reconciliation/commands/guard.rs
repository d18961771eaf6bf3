//! What a reconciliation forbids: to itself once it is completed, and to documents that it cleared.

use crate::books::command::Snapshot;
use crate::features::reconciliation::model::{Mark, MarkedBy, RESOURCE, Reconciliation};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKey;

/// The session, when it is still in progress.
pub fn in_progress<'a>(reconciliation_id: &str, snapshot: &'a Snapshot) -> Result<&'a Reconciliation, Refusal> {
    let found = snapshot.reconciliation.session.as_ref();
    let session = found.ok_or_else(|| Refusal::not_found(RESOURCE, reconciliation_id))?;
    match &session.completion {
        None => Ok(session),
        Some(completion) => Err(RefusalName::ReconciliationCompleted
            .because(format!("reconciliation {reconciliation_id:?} was completed on {} and is locked", completion.at))
            .with("reconciliation_id", reconciliation_id)),
    }
}

/// Refuses to void or clear a document when one of its bank transactions is marked as cleared. The command's [`crate::books::command::Wants`] must
/// name the document in `cleared_marks_of`; its row lock keeps a `clear` that runs beside it out.
pub fn not_cleared(document: &DocumentKey, snapshot: &Snapshot) -> Result<(), Refusal> {
    // A mark that a completed session counted goes first: it says more.
    let marks = || snapshot.cleared_marks.iter().filter(|mark| mark.key.source == *document);
    let Some(mark) = marks().find(|mark| mark.completed_in.is_some()).or_else(|| marks().next()) else { return Ok(()) };
    Err(locked_or_cleared(mark))
}

/// Why what is marked stays.
fn locked_or_cleared(mark: &Mark) -> Refusal {
    let name = mark.key.plain();
    match &mark.completed_in {
        Some((completed_in, _)) => RefusalName::ReconciliationCompleted
            .because(format!("{name:?} is cleared in reconciliation {completed_in:?}, which is completed"))
            .with("reconciliation_id", completed_in.clone()),
        None => match &mark.by {
            MarkedBy::Session(id) => RefusalName::TransactionCleared
                .because(format!("{name:?} is marked as cleared in reconciliation {id:?}: unclear it there first"))
                .with("reconciliation_id", id.clone()),
            MarkedBy::Match(id) => RefusalName::TransactionCleared
                .because(format!("{name:?} is matched with a line of a bank statement: unmatch {id:?} first"))
                .with("match_id", id.clone()),
        },
    }
}
