//! Takes a sign-off back. See docs/rules/close-checklist.md#sign-off.

use super::{SIGNS, decided, found, open_to_signatures};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::close_tasks::checklist::Item;
use crate::features::close_tasks::records::WantedTasks;
use crate::features::close_tasks::sign_off::{SignOff, Withdrawal};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Takes it back, for a reason.
#[derive(Debug)]
pub struct WithdrawSignOff {
    pub period_id: String,
    pub close_task_id: String,
    pub reason: Option<String>,
    pub faults: Faults,
}

impl Refuses for WithdrawSignOff {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus, RefusalName::HardClosed];
}

impl Permitted for WithdrawSignOff {
    const TAKES: Takes = Takes::These(SIGNS);
}

impl Command for WithdrawSignOff {
    /// The task in its period, as the caller may see it.
    type Answer = Item;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        Wants::of_feature(WantedTasks::OfPeriod(self.period_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Item>, Refusal> {
        let (period, item) = found(&self.period_id, &self.close_task_id, snapshot)?;
        let reason = self.faults.clone().required("/reason", self.reason.clone())?;
        open_to_signatures(period)?;
        let Some(before) = item.standing_sign_off() else {
            return Err(RefusalName::WrongStatus.because(format!("{:?} is not signed off", self.close_task_id)));
        };
        let withdrawn = Withdrawal { at: snapshot.now, by: snapshot.actor.user_id.to_string(), reason: reason.clone() };
        let after = SignOff { withdrawn: Some(withdrawn), version: before.version.saturating_add(1), ..before.clone() };
        Ok(decided(item, after, ("Sign-off Withdrawn", "Task Sign-off Withdrawn"), ("reason", &reason), snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
