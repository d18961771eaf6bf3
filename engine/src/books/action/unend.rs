//! Unclear and undeposit: what `clear` or `deposit` recorded of a payment is taken back, and it is Posted again. Nothing of either stood
//! in the ledger. See docs/rules/payments.md#unclear-and-undeposit.

use crate::books::action::clear::banked;
use crate::books::action::guarded;
use crate::books::action::{Acted, audit, moved, permitted};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Action;
use crate::books::document::stage::End;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction};

/// Takes the end of a payment back.
pub struct Unend {
    pub key: DocumentKey,
    pub by: Unends,
    pub reason: Option<String>,
}

/// Which of the two actions it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unends {
    Unclear,
    Undeposit,
}

/// An operation that takes one of the ends back and no other.
pub trait OneEnd: Permitted + Refuses {
    const BY: Unends;

    fn of(key: DocumentKey, reason: Option<String>) -> Unend {
        Unend { key, by: Self::BY, reason }
    }
}

macro_rules! operations {
    ($($name:ident),* $(,)?) => { $(
        #[derive(Debug)]
        pub enum $name {}

        impl OneEnd for $name {
            const BY: Unends = Unends::$name;
        }

        impl Permitted for $name {
            const TAKES: Takes = Takes::Action(Action::$name);
        }

        impl Refuses for $name {
            const IS_GUARDED: bool = Unend::IS_GUARDED;
            const REFUSALS: &'static [RefusalName] = Unend::REFUSALS;
        }
    )* };
}

operations![Unclear, Undeposit];

impl Unends {
    const fn action(self) -> Action {
        match self {
            Self::Unclear => Action::Unclear,
            Self::Undeposit => Action::Undeposit,
        }
    }

    const fn governed(self) -> GovernedAction {
        match self {
            Self::Unclear => GovernedAction::Unclear,
            Self::Undeposit => GovernedAction::Undeposit,
        }
    }
}

impl Refuses for Unend {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::TransactionCleared, RefusalName::ReconciliationCompleted];
}

impl Command for Unend {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        Takes::Action(self.by.action()).permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, self.by.governed(), snapshot, effects)
    }

    fn wants(&self) -> Wants {
        Wants { cleared_marks_of: [self.key.clone()].into(), ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let action = self.by.action();
        let before = permitted(action, &self.key, snapshot)?;
        let document = before.at(banked(before, End::Open)?);
        let entry = audit(action, before, document.status(), snapshot).with("reason", self.reason.clone());
        let acted = Acted::new(&document, snapshot, self.reason.as_deref());
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}
