//! What signs nothing: reject, hold, unhold, and the withdrawal by who asked.

use super::guard;
use super::{Moved, audit, saved};
use crate::books::change_request::{ChangeStage, Decided, Move};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::values::error::{Refusal, RefusalName};

/// Moves a change request within its approval, or ends it.
pub struct StepChange {
    pub change_request_id: String,
    pub step: Step,
}

/// Where it leads to, with the words that it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Reject { reason: String },
    Hold { reason: String },
    Unhold,
    Withdraw,
}

impl Step {
    const fn of(&self) -> Move {
        match self {
            Self::Reject { .. } => Move::Reject,
            Self::Hold { .. } => Move::Hold,
            Self::Unhold => Move::Unhold,
            Self::Withdraw => Move::Withdraw,
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Reject { reason } | Self::Hold { reason } => Some(reason.clone()),
            Self::Unhold | Self::Withdraw => None,
        }
    }
}

/// Makes a type for each operation that takes one of the steps and no other: its permission stands in the type.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident $({ $word:ident })?),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name { $(pub $word: String)? }

        impl From<$name> for Step {
            fn from($name { $($word)? }: $name) -> Self {
                Self::$name $({ $word })?
            }
        }

        impl Permitted for $name {
            const TAKES: Takes = Takes::Move(Move::$name);
        }

        impl Refuses for $name {
            const REFUSALS: &'static [RefusalName] = StepChange::REFUSALS;
        }
    )* };
}

operations! {
    /// Ends it.
    Reject { reason },
    /// Puts it aside.
    Hold { reason },
    /// Takes it up again.
    Unhold,
    /// Takes it back.
    Withdraw,
}

impl Refuses for StepChange {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for StepChange {
    type Answer = Moved;

    fn needs(&self) -> Vec<Needed> {
        Takes::Move(self.step.of()).permissions(None)
    }

    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        match &snapshot.change_request {
            Some(request) => guard::permission(self.step.of(), request, snapshot),
            None => snapshot.require_all(&self.needs()),
        }
    }

    fn wants(&self) -> Wants {
        Wants::change_request(&self.change_request_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Moved>, Refusal> {
        let before = guard::permitted(self.step.of(), &self.change_request_id, snapshot)?;
        let decided =
            |reason: &String| Decided { by: snapshot.actor.user_id.clone(), at: snapshot.now, reason: reason.clone() };
        let stage = match &self.step {
            Step::Reject { reason } => ChangeStage::Rejected(decided(reason)),
            Step::Hold { reason } => ChangeStage::OnHold(decided(reason)),
            Step::Unhold => ChangeStage::PendingApproval,
            Step::Withdraw => ChangeStage::Withdrawn { at: snapshot.now },
        };
        let request = before.at(stage);
        let entry =
            audit(&request, self.step.of().audit_word(), &snapshot.actor.user_id).with("reason", self.step.reason());
        let effects = saved(&request, entry, snapshot);
        Ok(Decision::new(effects, Moved::new(request, snapshot)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes<S: Permitted + Into<Step>>(step: S) -> (Takes, Takes) {
        (S::TAKES, Takes::Move(step.into().of()))
    }

    #[test]
    fn each_operation_takes_the_permission_of_its_step() {
        let reason = || String::from("r");
        for (stated, asked) in
            [takes(Reject { reason: reason() }), takes(Hold { reason: reason() }), takes(Unhold {}), takes(Withdraw {})]
        {
            assert_eq!(stated, asked);
        }
    }
}
