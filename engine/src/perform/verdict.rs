//! What is to be done of a command: its own effects; or, where a rule guards it, the change request in their place; or, when a job
//! carries out a change request, its own effects with the end of that.

use super::ask::Ask;
use super::outcome::{AnyAnswer, Failure, Performed};
use crate::action::change_request::{ask, end};
use crate::command::{Decision, Effects, Snapshot, Target, Wants};
use crate::request::CarriedOut;
use crate::store::StoreError;

/// The effects to write, and the outcome to answer with.
pub(super) struct Verdict {
    pub(super) effects: Effects,
    pub(super) performed: Performed<AnyAnswer>,
}

impl Ask {
    /// What the command wants, and the change request that it carries out.
    pub(super) fn wants(&self) -> Wants {
        let wants = self.command.wants();
        match &self.asked.carries_out {
            Some(carried) => Wants { change_request: Some(carried.change_request_id.clone()), ..wants },
            None => wants,
        }
    }

    /// Decides the command. What would be refused is refused at once, whatever rules there are.
    pub(super) fn decide(&self, target: Option<&Target>, seen: &Snapshot) -> Result<Verdict, Failure> {
        if let Some(carried) = &self.asked.carries_out {
            return self.carry_out(carried, target, seen);
        }
        let Decision { effects, answer } = self.command.decide(target, seen)?;
        let changes_something = !effects.changes.is_empty() || !effects.jobs.is_empty();
        match self.command.guarded(seen, &effects).filter(|_| changes_something) {
            Some(guarded) if ask::takes_signatures(&guarded, seen) => {
                let unheard = || StoreError::Broken("a rule guards a command that came without its call".into());
                let call = self.asked.call.as_ref().ok_or_else(unheard)?;
                let (request, effects) = ask::ask(&guarded, call, target, seen)?;
                let interface = self.engine.interface().map_err(|error| StoreError::Broken(error.to_string()))?;
                let answer = interface.asked_for(&request, self.asked.dry_run);
                Ok(Verdict { effects, performed: Performed::AskedFor(answer) })
            }
            Some(_) | None => Ok(Verdict { effects, performed: Performed::Fresh(answer) }),
        }
    }

    /// The command and the end of its change request, in one transaction. Where another delivery of the job was first, or somebody
    /// changed what was signed, nothing is carried out.
    fn carry_out(&self, carried: &CarriedOut, target: Option<&Target>, seen: &Snapshot) -> Result<Verdict, Failure> {
        let request = end::carried_out(carried, target, seen)?;
        let Decision { mut effects, answer } = self.command.decide(target, seen)?;
        let guarded = self.command.guarded(seen, &effects);
        end::still_what_was_signed(request, guarded.as_ref(), seen)?;
        end::done(request, carried, guarded.as_ref(), seen, &mut effects);
        Ok(Verdict { effects, performed: Performed::Fresh(answer) })
    }
}
