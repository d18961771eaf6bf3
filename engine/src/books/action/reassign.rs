//! Reassign: a payment of the wrong document is moved to the right one. The money stays where it is, on its day; what the payment had
//! settled is due again, and the right document is settled. See docs/rules/payments.md#reassigned.
//!
//! What was signed stays as it was signed. Two applications of the payment follow it ([`super::reassigned`]): one takes it from the one
//! document, the other gives it to the other one, and a posting moves it between their control accounts.

use std::collections::BTreeSet;

use crate::books::action::beneficiary;
use crate::books::action::guarded;
use crate::books::action::kind::order;
use crate::books::action::next_open;
use crate::books::action::reassigned::{self, Moved, Standing};
use crate::books::action::{audit, guard, landing, permitted, settlement, to_ledger};
use crate::books::command::{
    Application, AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes,
    Target, Wants,
};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::books::ledger::Posting;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction, PaymentType};
use crate::values::money::{Minor, MoneyError, number};

/// Moves a payment to another document.
pub struct Reassign {
    pub key: DocumentKey,
    /// The document that it is to settle.
    pub settles: Option<DocumentKey>,
    /// From which day on it settles that one.
    pub reassign_date: Option<Date>,
    pub reason: Option<String>,
    pub faults: Faults,
}

/// The outcome: all three documents as they stand after it.
#[derive(Clone, Debug)]
pub struct Reassigned {
    pub payment: Document,
    /// What it had settled.
    pub left: Document,
    /// What it settles now.
    pub settled: Document,
    pub posting: Posting,
}

/// What was sent, when all of it fits.
struct Checked<'a> {
    to: &'a Document,
    /// The field that names it.
    field: &'static str,
    period: &'a Period,
    on: Date,
}

impl Refuses for Reassign {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::Overpayment,
        RefusalName::PeriodClosed,
        RefusalName::NoOpenPeriod,
        RefusalName::MissingAccount,
    ];
}

impl Permitted for Reassign {
    const TAKES: Takes = Takes::Action(Action::Reassign);
}

impl Command for Reassign {
    type Answer = Reassigned;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        let mut guarded = guarded::on(&self.key, GovernedAction::Reassign, snapshot, effects)?;
        let all = self.documents(snapshot).flat_map(|document| beneficiary::of(document, snapshot));
        guarded.beneficiaries.extend(all);
        Some(guarded)
    }

    fn wants(&self) -> Wants {
        let documents: BTreeSet<_> = [self.key.clone()].into_iter().chain(self.settles.clone()).collect();
        Wants {
            target: Some(Target::Document(self.key.clone())),
            documents,
            reassignments_of: Some(self.key.clone()),
            postings_of: [self.key.clone()].into(),
            ..Wants::document(&self.key)
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reassigned>, Refusal> {
        let payment = permitted(Action::Reassign, &self.key, snapshot)?;
        let Some(of) = payment.key.kind.payment() else { return Err(guard::wrong_status(payment)) };
        let standing = reassigned::standing(payment, snapshot)?;
        self.documents(snapshot).try_for_each(|document| beneficiary::is_not_the_caller(document, snapshot))?;
        let Checked { to, field, period, on } = self.checked(payment, of, &standing, snapshot)?;
        let amount = payment.content.total;
        let too_large = |error: MoneyError| Faults::one("", error.to_string());
        let (promised, share) = settlement::promise(to, amount, field, snapshot)?;
        let left = settlement::unapplied(standing.document, amount, standing.share).map_err(too_large)?;
        let mut settled = promised.clone();
        settlement::settle(&mut settled, amount).map_err(too_large)?;
        let moved = Moved { from: standing.control, share: standing.share, to, to_share: share };
        let rows = applications(payment, &standing, &moved, on, snapshot).map_err(too_large)?;
        let [_, arrives] = &rows;
        let mut posting = moved.posting(payment, of, arrives, period, snapshot).map_err(too_large)?;
        let same_rate = standing.document.content.exchange_rate == to.content.exchange_rate;
        let added = snapshot.catalog.added_accounts().balance(&mut posting.lines, same_rate);
        added.map_err(|error| RefusalName::MissingAccount.because(error.to_string()))?;
        let mut effects = Effects::at(snapshot.now);
        effects.audit.push(self.audit_row(payment, standing.document, to, &posting, snapshot));
        effects.audit.push(settlement::audit_row_of_change(WORD, standing.document, &left, payment, snapshot));
        effects.audit.push(settlement::audit_row(WORD, &promised, payment, snapshot));
        if settled.status() != to.status() {
            effects.audit.push(settlement::paid(&settled, to.status(), payment, snapshot));
        }
        let payment = payment.next_version();
        effects.changes.push(Change::Post(Box::new(posting.clone())));
        for document in [&payment, &left, &settled] {
            effects.changes.push(Change::UpdateDocument { document: Box::new(document.clone()), lines: false });
        }
        effects.changes.extend(rows.map(Change::Apply));
        Ok(Decision::new(effects, Reassigned { payment, left, settled, posting }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// The word in the trails of both documents.
const WORD: &str = "Payment Reassigned";

impl Reassign {
    /// What it settles as yet, and what it is to settle.
    fn documents<'a>(&self, snapshot: &'a Snapshot) -> impl Iterator<Item = &'a Document> {
        let settled = self.settles.as_ref().and_then(|key| snapshot.documents.get(key));
        let payment = snapshot.documents.get(&self.key);
        let left = payment.and_then(|payment| Some(reassigned::standing(payment, snapshot).ok()?.document));
        left.into_iter().chain(settled)
    }

    fn checked<'a>(
        &self,
        payment: &Document,
        of: &PaymentType,
        standing: &Standing<'_>,
        snapshot: &'a Snapshot,
    ) -> Result<Checked<'a>, Refusal> {
        let mut faults = self.faults.clone();
        let asked = self.settles.as_ref().map(|key| key.kind);
        let named = of.pays.iter().find(|(kind, _)| Some(*kind) == asked).or(of.pays.first());
        let field = named.map_or("", |(_, field)| *field);
        let to = self.settles.as_ref().and_then(|key| snapshot.documents.get(key));
        if let Some(wrong) = wrong_document(self.settles.as_ref(), to, payment, standing)
            && !faults.has(field)
        {
            faults.add(field, wrong);
        }
        let first = to.map(|to| first_day(payment, to, standing, snapshot)).transpose()?;
        let place = self.named_period(first, snapshot, &mut faults);
        let (Some(to), Some(first), true) = (to, first, faults.is_empty()) else {
            return Err(Refusal::Invalid(faults));
        };
        let touched = BTreeSet::from([payment.sub_ledger]);
        let Some((period, on)) = place else {
            let period = landing::open_from(first, &[payment.sub_ledger], snapshot)?;
            return Ok(Checked { to, field, period, on: first.max(period.start_date) });
        };
        let period =
            next_open::open_on((period, on), &touched, &snapshot.catalog).map_err(|refusal| refusal.at(POINTER))?;
        Ok(Checked { to, field, period, on })
    }

    /// The day that was named, and the period that holds it.
    fn named_period<'a>(
        &self,
        first: Option<Date>,
        snapshot: &'a Snapshot,
        faults: &mut Faults,
    ) -> Option<(&'a Period, Date)> {
        let day = self.reassign_date?;
        if let Some(first) = first.filter(|first| day < *first) {
            faults.add(POINTER, format!("is before {first}, when the payment and both documents stand in the ledger"));
        }
        let period = snapshot.catalog.period_of(day);
        if period.is_none() {
            faults.add(POINTER, format!("no accounting period holds {day}"));
        }
        Some((period?, day))
    }

    fn audit_row(
        &self,
        payment: &Document,
        from: &Document,
        to: &Document,
        posting: &Posting,
        snapshot: &Snapshot,
    ) -> AuditEntry {
        let currency = payment.content.currency;
        audit(Action::Reassign, payment, payment.status(), snapshot)
            .with("from_type", from.key.kind.name())
            .with("from_id", from.key.id.clone())
            .with("to_type", to.key.kind.name())
            .with("to_id", to.key.id.clone())
            .with("amount", number(currency.to_decimal(payment.content.total)))
            .with("period_id", posting.period_id.clone())
            .with("reassign_date", posting.posting_date.to_string())
            .with("reason", self.reason.clone())
    }
}

/// What takes the payment from the one document, and what gives it to the other.
fn applications(
    payment: &Document,
    standing: &Standing<'_>,
    moved: &Moved<'_>,
    on: Date,
    snapshot: &Snapshot,
) -> Result<[Application; 2], MoneyError> {
    let first = reassigned::next_position(snapshot);
    let row = |position: u32, settled: &DocumentKey, sums: (Minor, Minor)| {
        settlement::applied(payment, position, settled.clone(), sums, on, snapshot)
    };
    let amount = payment.content.total;
    let leaves = row(first, &standing.document.key, (amount.negated()?, moved.share.negated()?));
    let arrives = row(first.saturating_add(1), &moved.to.key, (amount, moved.to_share));
    Ok([Application { undoes: standing.by.map(|applied| applied.position), ..leaves }, arrives])
}

const POINTER: &str = "/reassign_date";

/// Why the payment cannot be of this document, whatever that is worth.
fn wrong_document(
    asked: Option<&DocumentKey>,
    to: Option<&Document>,
    payment: &Document,
    standing: &Standing<'_>,
) -> Option<String> {
    let Some(key) = asked else { return Some("is required".to_owned()) };
    let (title, id) = (key.kind.title(), &key.id);
    let Some(to) = to else { return Some(format!("there is no {title} {id:?}")) };
    if to.key == standing.document.key {
        return Some(format!("it settles {title} {id:?} already"));
    }
    let currency = payment.content.currency;
    (to.content.currency != currency).then(|| format!("{title} {id:?} is not in {currency}, the payment's currency"))
}

/// The first day from which it may settle the document: the payment stands in the ledger, where it was moved to last, and so does that.
fn first_day(payment: &Document, to: &Document, standing: &Standing<'_>, snapshot: &Snapshot) -> Result<Date, Refusal> {
    let posted_on = to_ledger::stands_since(payment, to_ledger::posted(payment, snapshot)?, snapshot);
    let day = posted_on.max(order::posts_on(&to.content, &snapshot.catalog));
    Ok(standing.by.map_or(day, |applied| day.max(applied.applied_on)))
}
