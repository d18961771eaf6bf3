//! Skip, pause, resume, end: what a person does with a recurring document besides writing it. See docs/rules/recurring.md#pause-and-end.

use super::{decided, row};
use crate::approval::access::payroll;
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::recurring::model::{RESOURCE, RecurringDocument, Standing};
use crate::features::recurring::records::{WantedRecurring, found, target};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Leaves the next day out.
    Skip,
    /// Makes nothing until it is resumed.
    Pause,
    /// Goes on with the first day that has not passed.
    Resume,
    /// Makes nothing any more, unless it is resumed.
    End,
}

impl Step {
    const fn word(self) -> &'static str {
        match self {
            Self::Skip => "Skipped",
            Self::Pause => "Paused",
            Self::Resume => "Resumed",
            Self::End => "Ended",
        }
    }
}

/// Does it.
#[derive(Debug)]
pub struct TakeStep {
    pub recurring_document_id: String,
    pub step: Step,
    pub faults: Faults,
}

impl Refuses for TakeStep {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for TakeStep {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for TakeStep {
    type Answer = RecurringDocument;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::RecurringDocument, GovernedAction::Change, &self.recurring_document_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedRecurring { recurring_document_id: self.recurring_document_id.clone() };
        Wants { target: Some(target(&self.recurring_document_id)), ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RecurringDocument>, Refusal> {
        let before = found(&self.recurring_document_id, snapshot)?;
        if before.draft.is_payroll() {
            snapshot.require_all(&[payroll::beside("write")])?;
        }
        self.faults.clone().or(())?;
        let wrong =
            |why: &str| Err(RefusalName::WrongStatus.because(format!("it is {}: {why}", before.standing.name())));
        let next = before.next();
        let mut after = RecurringDocument {
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            ..before.next_version()
        };
        match (self.step, before.standing) {
            (Step::Skip, Standing::Active) => {
                after.handled_through = next.map(|next| next.scheduled_on).or(before.handled_through);
                after.problem = None;
            }
            (Step::Pause, Standing::Active) => after.standing = Standing::Paused,
            (Step::Resume, Standing::Paused | Standing::Ended) => {
                after.standing = Standing::Active;
                let passed = after.next_days().take_while(|on| on.date < snapshot.today);
                after.handled_through = passed.last().map(|on| on.scheduled_on).or(before.handled_through);
                if after.next().is_none() {
                    return wrong("no day is left of its schedule; change that first");
                }
            }
            (Step::End, Standing::Active | Standing::Paused) => {
                after.standing = Standing::Ended;
                after.problem = None;
            }
            (Step::Skip | Step::Pause, Standing::Paused | Standing::Ended) => return wrong("nothing is made of it"),
            (Step::Resume, Standing::Active) => return wrong("there is nothing to resume"),
            (Step::End, Standing::Ended) => return wrong("nothing is made of it any more"),
        }
        let after = after.settled();
        let left_out = next.filter(|_| self.step == Step::Skip).map(|next| next.scheduled_on.to_string());
        let entry = row(&after, self.step.word(), &snapshot.actor.user_id).with("scheduled_date", left_out);
        Ok(decided(after, entry, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
