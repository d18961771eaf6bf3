//! Clear: the bank statement shows a bill payment. Part of bank reconciliation.
//! See docs/rules/payments.md#clear-and-deposit.

use crate::approval::catalog::Catalog;
use crate::books::action::guarded;
use crate::books::action::kind::order;
use crate::books::action::{Acted, audit, guard, moved, permitted};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::books::document::stage::{End, Ended, Posted, Stage};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::GovernedAction;

/// Clears a posted bill payment.
pub struct Clear {
    pub key: DocumentKey,
    pub cleared_date: Option<Date>,
    pub faults: Faults,
}

/// The outcome: the payment as it now stands, and the day on which the bank shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Banked {
    pub acted: Acted,
    pub on: Date,
}

impl Refuses for Clear {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::TransactionCleared, RefusalName::ReconciliationCompleted];
}

impl Permitted for Clear {
    const TAKES: Takes = Takes::Action(Action::Clear);
}

impl Command for Clear {
    type Answer = Banked;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Clear, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        Wants { cleared_marks_of: [self.key.clone()].into(), ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Banked>, Refusal> {
        let before = permitted(Action::Clear, &self.key, snapshot)?;
        let date = on_or_after(self.cleared_date, before, "/cleared_date", self.faults.clone(), &snapshot.catalog)?;
        let document = before.at(banked(before, End::Cleared(ended(date, snapshot)))?);
        let entry = audit(Action::Clear, before, document.status(), snapshot).with("cleared_date", date.to_string());
        let acted = Acted::new(&document, snapshot, None);
        Ok(Decision::new(moved(document, entry, snapshot), Banked { acted, on: date }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// A day that must be given, not precede the payment's, and lie in a recorded period.
pub(super) fn on_or_after(
    date: Option<Date>,
    payment: &Document,
    pointer: &str,
    mut faults: Faults,
    catalog: &Catalog,
) -> Result<Date, Refusal> {
    let first = payment.content.tran_date;
    match date {
        None if !faults.has(pointer) => faults.add(pointer, "is required"),
        Some(date) if date < first => faults.add(pointer, format!("is before the payment's date, {first}")),
        Some(date) => order::recorded(date, pointer, catalog, &mut faults),
        None => {}
    }
    match (date, faults.is_empty()) {
        (Some(date), true) => Ok(date),
        _ => Err(Refusal::Invalid(faults)),
    }
}

/// An end on that day, which is recorded now.
pub(super) fn ended(on: Date, snapshot: &Snapshot) -> Ended {
    Ended { on, at: snapshot.now, by: snapshot.actor.user_id.clone() }
}

/// The stage of a posted payment after this end.
pub(super) fn banked(payment: &Document, end: End) -> Result<Stage, Refusal> {
    let Stage::InLedger(posted) = &payment.stage else { return Err(guard::wrong_status(payment)) };
    Ok(Stage::InLedger(Posted { end, ..posted.clone() }))
}
