//! Signs a task of a period off. See docs/rules/close-checklist.md#sign-off.

use super::{SIGNS, decided, found, open_to_signatures};
use crate::books::close_check::Finding;
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::close_tasks::checklist::{Item, TaskStatus};
use crate::features::close_tasks::records::WantedTasks;
use crate::features::close_tasks::sign_off::SignOff;
use crate::values::error::{Faults, Refusal, RefusalName};

/// Signs it, with what whoever signs it looked at.
#[derive(Debug)]
pub struct SignOffTask {
    pub period_id: String,
    pub close_task_id: String,
    pub evidence: Option<String>,
    pub faults: Faults,
}

impl Refuses for SignOffTask {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::CloseTasksOpen, RefusalName::WrongStatus, RefusalName::HardClosed];
}

impl Permitted for SignOffTask {
    const TAKES: Takes = Takes::These(SIGNS);
}

impl Command for SignOffTask {
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
        let evidence = self.faults.clone().required("/evidence", self.evidence.clone())?;
        open_to_signatures(period)?;
        signable(item)?;
        let signed = SignOff {
            period_id: self.period_id.clone(),
            close_task_id: self.close_task_id.clone(),
            evidence: evidence.clone(),
            signed_at: snapshot.now,
            signed_by: snapshot.actor.user_id.to_string(),
            rested: item.rests_on,
            withdrawn: None,
            version: item.sign_off.as_ref().map_or(1, |before| before.version.saturating_add(1)),
        };
        Ok(decided(item, signed, ("Signed Off", "Task Signed Off"), ("evidence", &evidence), snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn signable(item: &Item) -> Result<(), Refusal> {
    let id = &item.task.close_task_id;
    if let Some(Finding::Open { count, named }) = &item.finding {
        let first: Vec<String> = named.iter().map(|missing| format!("{} {}", missing.resource, missing.id)).collect();
        let why = format!("the check of {id:?} finds {count} missing: {}", first.join(", "));
        return Err(RefusalName::CloseTasksOpen.because(why).with("missing_count", *count));
    }
    match item.standing_sign_off() {
        Some(signed) if item.status() == TaskStatus::SignedOff => {
            let why = format!("{id:?} is signed off already, by {}; withdraw that first", signed.signed_by);
            Err(RefusalName::WrongStatus.because(why))
        }
        Some(_) | None => Ok(()),
    }
}
