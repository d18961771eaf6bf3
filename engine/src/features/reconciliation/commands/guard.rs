//! What a reconciliation forbids itself once it is completed.

use crate::books::command::Snapshot;
use crate::features::reconciliation::model::{RESOURCE, Reconciliation, seen};
use crate::values::error::{Refusal, RefusalName};

/// The session, when it is still in progress.
pub fn in_progress<'a>(reconciliation_id: &str, snapshot: &'a Snapshot) -> Result<&'a Reconciliation, Refusal> {
    let found = seen(snapshot).session.as_ref();
    let session = found.ok_or_else(|| Refusal::not_found(RESOURCE, reconciliation_id))?;
    match &session.completion {
        None => Ok(session),
        Some(completion) => Err(RefusalName::ReconciliationCompleted
            .because(format!("reconciliation {reconciliation_id:?} was completed on {} and is locked", completion.at))
            .with("reconciliation_id", reconciliation_id)),
    }
}
