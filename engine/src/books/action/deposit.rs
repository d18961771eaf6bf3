//! Deposit: an invoice payment was taken to the bank. It is not yet cleared.
//! See docs/rules/payments.md#clear-and-deposit.

use crate::books::action::clear::{Banked, banked, ended, on_or_after};
use crate::books::action::guarded;
use crate::books::action::{Acted, audit, moved, permitted};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Action;
use crate::books::document::stage::End;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::GovernedAction;

/// Marks a posted invoice payment as deposited.
pub struct Deposit {
    pub key: DocumentKey,
    pub deposit_date: Option<Date>,
    pub faults: Faults,
}

impl Refuses for Deposit {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for Deposit {
    const TAKES: Takes = Takes::Action(Action::Deposit);
}

impl Command for Deposit {
    type Answer = Banked;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Deposit, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Banked>, Refusal> {
        let before = permitted(Action::Deposit, &self.key, snapshot)?;
        let date = on_or_after(self.deposit_date, before, "/deposit_date", self.faults.clone(), &snapshot.catalog)?;
        let document = before.at(banked(before, End::Deposited(ended(date, snapshot)))?);
        let entry = audit(Action::Deposit, before, document.status(), snapshot).with("deposit_date", date.to_string());
        let acted = Acted::new(&document, snapshot, None);
        Ok(Decision::new(moved(document, entry, snapshot), Banked { acted, on: date }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
