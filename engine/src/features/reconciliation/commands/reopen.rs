//! Reopen: the last completed session of an account is in progress again, and what it counted as cleared may be uncleared.
//!
//! The command takes the books alone, as `complete` does: no session is begun beside it.

use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::audit;
use crate::features::reconciliation::model::{
    RESOURCE, Reconciliation, SessionChange, SessionState, WantedSession, seen,
};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};

/// Takes back the completion of an account's last session. Earlier ones stay: later ones count on them.
pub struct Reopen {
    pub reconciliation_id: String,
    pub reason: Option<String>,
    pub faults: Faults,
}

impl Refuses for Reopen {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::ReconciliationNotCompleted, RefusalName::ReconciliationNotLast];
}

impl Permitted for Reopen {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "reopen")]);
}

impl Command for Reopen {
    type Answer = Reconciliation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Reconciliation, GovernedAction::Reopen, &self.reconciliation_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedSession::Others { reconciliation_id: self.reconciliation_id.clone() };
        Wants { exclusive: true, ..wanted.on(&self.reconciliation_id) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reconciliation>, Refusal> {
        let seen = seen(snapshot);
        let before = seen.session.as_ref().ok_or_else(|| Refusal::not_found(RESOURCE, &self.reconciliation_id))?;
        let reason = self.faults.clone().required("/reason", self.reason.clone())?;
        is_last(before, seen)?;
        let mut session = before.changed(&snapshot.actor.user_id, snapshot.now);
        session.completion = None;
        let unlock = SessionChange::Unlock { completed_in: session.reconciliation_id.clone() };
        let effects = Effects {
            at: snapshot.now,
            changes: vec![SessionChange::Update(session.clone()).into(), unlock.into()],
            audit: vec![audit(&self.reconciliation_id, "Reopen", snapshot).with("reason", reason)],
            jobs: Vec::new(),
        };
        Ok(Decision::new(effects, session))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Refuses a session that is in progress, and one that a later session of the account counts on.
fn is_last(session: &Reconciliation, seen: &SessionState) -> Result<(), Refusal> {
    let id = &session.reconciliation_id;
    if session.completion.is_none() {
        return Err(RefusalName::ReconciliationNotCompleted.because(format!("reconciliation {id:?} is in progress")));
    }
    let last = seen.last_completed.as_ref().map(|(last, _)| last);
    match seen.in_progress.as_ref().or(last).filter(|later| *later != id) {
        None => Ok(()),
        Some(later) => Err(RefusalName::ReconciliationNotLast
            .because(format!(
                "account {:?} has the later reconciliation {later:?}, which counts on it",
                session.account_id
            ))
            .with("reconciliation_id", later.clone())),
    }
}
