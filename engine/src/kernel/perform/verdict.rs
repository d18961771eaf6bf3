//! What the outcome of a command is answered with.

use super::ask::Ask;
use super::outcome::{AnyAnswer, Failure, Performed};
use crate::books::command::{Effects, Snapshot, Target, Wants};
use crate::kernel::outcome::{Answer, Came, Failed, Outcome};
use crate::kernel::store::StoreError;

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

    /// Decides the command.
    pub(super) fn decide(&self, target: Option<&Target>, seen: &Snapshot) -> Result<Verdict, Failure> {
        let came = match &self.asked.carries_out {
            Some(carried) => Came::CarriedOut(carried),
            None => Came::AskedFor(self.asked.call.as_ref()),
        };
        let Outcome { effects, answer } = self.command.outcome(came, target, seen)?;
        let performed = match answer {
            Answer::Own(answer) => Performed::Fresh(answer),
            Answer::Waits(request) => {
                let interface = self.engine.interface().map_err(|error| StoreError::Broken(error.to_string()))?;
                Performed::AskedFor(interface.asked_for(&request, self.asked.dry_run))
            }
        };
        Ok(Verdict { effects, performed })
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Refused(refusal) => Self::Refused(refusal),
            Failed::Unheard => {
                Self::Store(StoreError::Broken("a rule guards a command that came without its call".into()))
            }
        }
    }
}
