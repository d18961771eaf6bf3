//! Delete: a session in progress that should not have been begun, with what it marked.

use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::audit;
use crate::features::reconciliation::commands::guard;
use crate::features::reconciliation::model::{RESOURCE, SessionChange, WantedSession};
use crate::values::error::{Refusal, RefusalName};

/// Deletes a session in progress. Its trail stays.
pub struct DeleteReconciliation {
    pub reconciliation_id: String,
}

impl Refuses for DeleteReconciliation {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ReconciliationCompleted];
}

impl Permitted for DeleteReconciliation {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for DeleteReconciliation {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        WantedSession::Session { reconciliation_id: self.reconciliation_id.clone() }.on(&self.reconciliation_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let session = guard::in_progress(&self.reconciliation_id, snapshot)?;
        let change =
            SessionChange::Delete { reconciliation_id: session.reconciliation_id.clone(), version: session.version };
        Ok(Decision::new(
            Effects::one(snapshot.now, change.into(), audit(&self.reconciliation_id, "Deleted", snapshot)),
            (),
        ))
    }
}
