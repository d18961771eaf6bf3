//! A command without its type. The unit of work is long, and there are forty commands: it is compiled for this one trait, once,
//! instead of once for each command in each crate that performs it. A command costs three small allocations for it.

use std::any::Any;

use super::outcome::{AnyAnswer, Performed};
use crate::books::command::{Command, Needed, Snapshot, Target, Wants};
use crate::books::request::Kept;
use crate::kernel::outcome::{Answer, Came, Failed, Outcome, outcome};
use crate::values::error::Error;

/// A [`Command`] of whatever type, with what keeps its answer.
pub(super) trait AnyCommand: Send + Sync {
    fn wants(&self) -> Wants;

    fn needs(&self) -> Vec<Needed>;

    fn outcome(
        &self,
        came: Came<'_>,
        target: Option<&Target>,
        snapshot: &Snapshot,
    ) -> Result<Outcome<AnyAnswer>, Failed>;

    /// The part of an answer of [`AnyCommand::outcome`] that is kept.
    fn kept(&self, answer: &(dyn Any + Send)) -> Kept;
}

struct Keeping<C, K> {
    command: C,
    keep: K,
}

impl<C: Command, K: Fn(&C::Answer) -> Kept + Send + Sync + 'static> AnyCommand for Keeping<C, K> {
    fn wants(&self) -> Wants {
        self.command.wants()
    }

    fn needs(&self) -> Vec<Needed> {
        self.command.needs()
    }

    fn outcome(
        &self,
        came: Came<'_>,
        target: Option<&Target>,
        snapshot: &Snapshot,
    ) -> Result<Outcome<AnyAnswer>, Failed> {
        let Outcome { effects, answer } = outcome(&self.command, came, target, snapshot)?;
        let answer = match answer {
            Answer::Own(answer) => Answer::Own(Box::new(answer) as AnyAnswer),
            Answer::Waits(request) => Answer::Waits(request),
        };
        Ok(Outcome { effects, answer })
    }

    fn kept(&self, answer: &(dyn Any + Send)) -> Kept {
        // No other answer than its own ever comes here.
        answer.downcast_ref().map_or(Kept::Nothing, &self.keep)
    }
}

/// The command, and what is kept of its answer.
pub(super) fn boxed<C: Command>(
    command: C,
    keep: impl Fn(&C::Answer) -> Kept + Send + Sync + 'static,
) -> Box<dyn AnyCommand> {
    Box::new(Keeping { command, keep })
}

/// The answer as the command gave it.
pub(super) fn typed<C: Command>(performed: Performed<AnyAnswer>) -> Result<Performed<C::Answer>, Error> {
    match performed {
        Performed::Fresh(answer) => match answer.downcast() {
            Ok(answer) => Ok(Performed::Fresh(*answer)),
            Err(_) => Err(Error::Internal("the answer of another command".into())),
        },
        Performed::AskedFor(answer) => Ok(Performed::AskedFor(answer)),
        Performed::Replayed(answer) => Ok(Performed::Replayed(answer)),
        Performed::Interrupted(at) => Ok(Performed::Interrupted(at)),
    }
}
