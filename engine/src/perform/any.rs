//! A command without its type. The unit of work is long, and there are forty commands: it is compiled for this one trait, once,
//! instead of once for each command in each crate that performs it. A command costs three small allocations for it.

use std::any::Any;

use super::outcome::{AnyAnswer, Performed};
use crate::command::{self, Command, Decision, Effects, Guarded, Needed, Snapshot, Target, Wants};
use crate::error::{Error, Refusal};
use crate::request::Kept;

/// A [`Command`] of whatever type, with what keeps its answer.
pub(super) trait AnyCommand: Send + Sync {
    fn wants(&self) -> Wants;

    fn needs(&self) -> Vec<Needed>;

    fn decide(&self, target: Option<&Target>, snapshot: &Snapshot) -> Result<Decision<AnyAnswer>, Refusal>;

    /// What it changes by these effects, when rules may guard that.
    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>>;

    /// The part of an answer of [`AnyCommand::decide`] that is kept.
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

    fn decide(&self, target: Option<&Target>, snapshot: &Snapshot) -> Result<Decision<AnyAnswer>, Refusal> {
        let Decision { effects, answer } = command::decide(&self.command, target, snapshot)?;
        Ok(Decision::new(effects, Box::new(answer)))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        self.command.guarded(snapshot, effects)
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
