//! Void: a document is called off; what it posted is posted the other way round. See docs/rules/postings.md#void.
//!
//! The reversing posting lands on the day that the caller names; without one in the document's own period when that is open, else in
//! the earliest later open one. The void's own transaction writes it: it needs no signature, and no job runs in between.

use crate::books::action::guarded;
use crate::values::kind::GovernedAction;
use std::collections::BTreeSet;

use crate::books::action::clear::ended;
use crate::books::action::next_open;
use crate::books::action::{Acted, audit, guard, permitted};
use crate::books::action::{kind, reassigned, to_ledger};
use crate::books::command::{
    Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::Action;
use crate::books::document::lifecycle::Status;
use crate::books::document::model::Document;
use crate::books::document::stage::{Stage, Voided, VoidedFrom};
use crate::books::ledger::{Posting, PostingKind};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, SubLedger};

/// Voids a document of any type but journal entries.
pub struct Void {
    pub key: DocumentKey,
    pub reason: Option<String>,
    /// From which day on it stands no more, of what stood in the ledger.
    pub void_date: Option<Date>,
    pub faults: Faults,
}

/// The outcome of a void.
#[derive(Clone, Debug)]
pub struct VoidAnswer {
    pub acted: Acted,
    /// The reversing posting, when the document stood in the ledger.
    pub reversed: Option<Posting>,
}

impl Refuses for Void {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::TransactionCleared,
        RefusalName::ReconciliationCompleted,
        RefusalName::NoOpenPeriod,
        RefusalName::PeriodClosed,
    ];
}

impl Permitted for Void {
    const TAKES: Takes = Takes::Action(Action::Void);
}

impl Command for Void {
    type Answer = VoidAnswer;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Void, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let this = BTreeSet::from([self.key.clone()]);
        // Nothing settles a payment, and nothing else is reassigned.
        let given_back_to = self.key.kind.items().map(|_| self.key.clone());
        let reassignments_of = self.key.kind.payment().map(|_| self.key.clone());
        let (postings_of, cleared_marks_of) = (this.clone(), this);
        Wants { given_back_to, reassignments_of, postings_of, cleared_marks_of, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<VoidAnswer>, Refusal> {
        let before = permitted(Action::Void, &self.key, snapshot)?;
        let Some(from) = before.stage.voidable() else { return Err(guard::wrong_status(before)) };
        let reason = self.checked(&from)?;
        let mut effects = Effects::at(snapshot.now);
        let mut date = snapshot.today;
        let mut entry = audit(Action::Void, before, Status::Voided, snapshot).with("reason", reason);
        let mut reversed = None;
        if let VoidedFrom::Ledger { .. } = &from {
            let original = to_ledger::posted(before, snapshot)?;
            let (period, on) = landing(before, original, self.void_date, snapshot)?;
            let posting = original
                .opposite(PostingKind::Void, period, on, snapshot.now)
                .map_err(|error| Faults::one("", error.to_string()))?;
            date = on;
            entry = entry.with("period_id", period.period_id.clone()).with("posting_date", date.to_string());
            effects.changes.push(Change::Post(Box::new(posting.clone())));
            reassigned::give_back("Payment Voided", before, (period, on), snapshot, &mut effects)?;
            reversed = Some(posting);
        }
        let voided = Voided { from, ended: ended(date, snapshot), reason: reason.to_owned() };
        let document = before.at(Stage::Voided(Box::new(voided)));
        let acted = Acted::new(&document, snapshot, Some(reason));
        effects.audit.insert(0, entry);
        effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        Ok(Decision::new(effects, VoidAnswer { acted, reversed }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Void {
    /// The reason, when all that was sent fits.
    fn checked(&self, from: &VoidedFrom) -> Result<&str, Refusal> {
        let mut faults = self.faults.clone();
        if self.reason.is_none() && !faults.has("/reason") {
            faults.add("/reason", "is required");
        }
        if self.void_date.is_some() && !matches!(from, VoidedFrom::Ledger { .. }) {
            faults.add("/void_date", "is for what stands in the ledger: this document was not posted");
        }
        match &self.reason {
            Some(reason) if faults.is_empty() => Ok(reason),
            _ => Err(Refusal::Invalid(faults)),
        }
    }
}

/// Where it is undone: on the day that was named, in the open period that holds that; else on the day on which it was posted, or, where
/// its own period is closed, at the beginning of the earliest later one that is open. Never before what had settled it was given
/// back: until then it was paid, and is still owed.
fn landing<'a>(
    document: &Document,
    original: &Posting,
    named: Option<Date>,
    snapshot: &'a Snapshot,
) -> Result<(&'a Period, Date), Refusal> {
    let since = to_ledger::stands_since(document, original, snapshot);
    let first = snapshot.given_back_on.map_or(since, |on| on.max(since));
    let reassigned_on = reassigned::since(snapshot);
    let first = reassigned_on.map_or(first, |on| on.max(first));
    let touched = kind::sub_ledgers(document, &snapshot.catalog);
    let Some(day) = named else {
        let period = landing_period(document, first, &touched, snapshot)?;
        return Ok((period, first.max(period.start_date)));
    };
    if day < original.posting_date {
        let why = format!("is before {}, the day on which it was posted", original.posting_date);
        return Err(Faults::one("/void_date", why));
    }
    if day < since {
        return Err(Faults::one("/void_date", format!("is before {since}, from which on it stands again")));
    }
    if let Some(since) = reassigned_on.filter(|since| day < *since) {
        return Err(Faults::one("/void_date", format!("is before {since}, from which on it settles another document")));
    }
    if day < first {
        let why = format!("is before {first}, until which payments or credits of it counted");
        return Err(Faults::one("/void_date", why));
    }
    let Some(period) = snapshot.catalog.period_of(day) else {
        return Err(Faults::one("/void_date", format!("no accounting period holds {day}")));
    };
    let period = next_open::open_on((period, day), &touched, &snapshot.catalog);
    Ok((period.map_err(|refusal| refusal.at("/void_date"))?, day))
}

/// The document's own period when it is open and holds the day, else the earliest later one that is open.
fn landing_period<'a>(
    document: &Document,
    first: Date,
    touched: &BTreeSet<SubLedger>,
    snapshot: &'a Snapshot,
) -> Result<&'a Period, Refusal> {
    let id = &document.content.posting_period_id;
    let own = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
    let is_open = |period: &&Period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger));
    let later = snapshot.catalog.periods.values().filter(|period| period.start_date >= own.start_date);
    let later = later.filter(|period| !period.is_adjustment || period.period_id == own.period_id);
    let later = later.filter(|period| period.end_date >= first).filter(is_open);
    later.min_by_key(|period| period.start_date).ok_or_else(|| {
        RefusalName::NoOpenPeriod
            .because(format!("neither {id} nor a later accounting period is open for what it posted"))
    })
}
