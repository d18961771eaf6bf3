//! Void: a document is called off; what it posted is posted the other way round. See docs/rules/postings.md#void.
//!
//! The reversing posting lands in the document's own period when that is open, else in the earliest later open one. The void's own
//! transaction writes it: it needs no signature, and no job runs in between.

use crate::books::action::guarded;
use crate::values::kind::GovernedAction;
use std::collections::BTreeSet;

use crate::books::action::clear::ended;
use crate::books::action::{Acted, audit, guard, permitted};
use crate::books::action::{kind, settlement};
use crate::books::command::{
    Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::Action;
use crate::books::document::lifecycle::Status;
use crate::books::document::model::Document;
use crate::books::document::stage::{Stage, Voided, VoidedFrom};
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::books::period::Period;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::money::MoneyError;

/// Voids a document of any type but journal entries.
pub struct Void {
    pub key: DocumentKey,
    pub reason: String,
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
        Wants { postings_of: this.clone(), cleared_marks_of: this, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<VoidAnswer>, Refusal> {
        let before = permitted(Action::Void, &self.key, snapshot)?;
        let Some(from) = before.stage.voidable() else { return Err(guard::wrong_status(before)) };
        let mut effects = Effects::at(snapshot.now);
        let mut date = snapshot.today;
        let mut entry = audit(Action::Void, before, Status::Voided, snapshot).with("reason", self.reason.clone());
        let mut reversed = None;
        if let VoidedFrom::Ledger { .. } = &from {
            let period = landing_period(before, snapshot)?;
            let posting = reversal(before, period, snapshot)?;
            date = posting.posting_date;
            entry = entry.with("period_id", period.period_id.clone()).with("posting_date", date.to_string());
            effects.changes.push(Change::Post(Box::new(posting.clone())));
            reversed = Some(posting);
        }
        let voided = Voided { from, ended: ended(date, snapshot), reason: self.reason.clone() };
        let document = before.at(Stage::Voided(Box::new(voided)));
        let acted = Acted::new(&document, snapshot, Some(&self.reason));
        effects.audit.push(entry);
        if reversed.is_some() {
            give_back(before, snapshot, &mut effects)?;
        }
        effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        Ok(Decision::new(effects, VoidAnswer { acted, reversed }))
    }
}

/// The document's own period when it is open, else the earliest later one that is.
fn landing_period<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let id = &document.content.posting_period_id;
    let own = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
    let touched = kind::sub_ledgers(document, &snapshot.catalog);
    let is_open = |period: &&Period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger));
    let later = snapshot.catalog.periods.values().filter(|period| period.start_date >= own.start_date).filter(is_open);
    later.min_by_key(|period| period.start_date).ok_or_else(|| {
        RefusalName::NoOpenPeriod
            .because(format!("neither {id} nor a later accounting period is open for what it posted"))
    })
}

/// What the document posted, the other way round.
fn reversal(document: &Document, period: &Period, snapshot: &Snapshot) -> Result<Posting, Refusal> {
    let of_document = |posting: &&Posting| posting.kind == PostingKind::Document && posting.source == document.key;
    let Some(original) = snapshot.postings.iter().find(of_document) else {
        return Err(RefusalName::PostingMissing.because(format!("the posting of {:?} is not there", document.key.id)));
    };
    let negated = |line: &PostingLine| {
        Ok(PostingLine { amount: line.amount.negated()?, base_amount: line.base_amount.negated()?, ..line.clone() })
    };
    let lines = original.lines.iter().map(negated).collect::<Result<Vec<_>, MoneyError>>();
    Ok(Posting {
        kind: PostingKind::Void,
        period_id: period.period_id.clone(),
        posting_date: original.posting_date.max(period.start_date),
        posted_at: snapshot.now,
        lines: lines.map_err(|error| Faults::one("", error.to_string()))?,
        ..original.clone()
    })
}

/// What a payment had settled is due again.
fn give_back(payment: &Document, snapshot: &Snapshot, effects: &mut Effects) -> Result<(), Refusal> {
    let Some(document) = settlement::settled_by(payment, snapshot) else { return Ok(()) };
    let restored = settlement::give_back(document, payment).map_err(|error| Faults::one("", error.to_string()))?;
    let mut entry = settlement::audit_row("Payment Voided", &restored, payment, snapshot);
    entry.before_status = Some(document.status());
    effects.audit.push(entry);
    effects.changes.push(Change::UpdateDocument { document: Box::new(restored), lines: false });
    Ok(())
}
