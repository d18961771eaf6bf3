//! What a payment settles after it was reassigned. See docs/rules/payments.md#reassigned.
//!
//! A reassignment is two applications of the payment, as a credit has them: one of the opposite amount for the document that it leaves,
//! and one for the document that it comes to. With what the payment itself settled they sum up to what it settles now, on every day.
//! The posting of the second one moves the amount between the control accounts.

use crate::books::action::guard;
use crate::books::action::settlement;
use crate::books::action::settlement::Promised;
use crate::books::command::{Application, Change, Effects, Snapshot};
use crate::books::document::model::Document;
use crate::books::document::stage::PaymentReturn;
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, PaymentType};
use crate::values::money::{Minor, MoneyError};

/// What a payment in the ledger settles.
pub struct Standing<'a> {
    pub document: &'a Document,
    /// What it takes of that one's balance on the control account, in base currency.
    pub share: Minor,
    /// The control account that it was last posted to.
    pub control: &'a str,
    /// By which application, where it was reassigned.
    pub by: Option<&'a Application>,
}

/// The applications that nothing has undone.
pub fn standing_of(all: &[Application]) -> impl Iterator<Item = &Application> {
    let is_undone = |applied: &Application| all.iter().any(|other| other.undoes == Some(applied.position));
    all.iter().filter(move |applied| applied.undoes.is_none() && !is_undone(applied))
}

/// Of these applications of a payment, the one by which it settles another document than it was written for. None of a payment of several
/// documents, whose own posting brings an application for each: a reassignment begins with one of the opposite amount.
pub fn current(all: &[Application]) -> Option<&Application> {
    if all.first().is_some_and(|first| first.amount > Minor::ZERO) {
        return None;
    }
    standing_of(all).filter(|applied| applied.amount > Minor::ZERO).last()
}

/// What it settles now, which the snapshot has.
pub fn standing<'a>(payment: &'a Document, snapshot: &'a Snapshot) -> Result<Standing<'a>, Refusal> {
    let by = current(&snapshot.applied);
    let Some(key) = by.map(|applied| &applied.settled).or_else(|| payment.pays()) else {
        return Err(guard::wrong_status(payment));
    };
    let document = snapshot.documents.get(key).ok_or_else(|| missing(key))?;
    let own = if by.is_some() { document } else { payment };
    let control = own.content.control_account().unwrap_or_default();
    let share = by.map_or(payment.settlement.base_settled, |applied| applied.base_amount);
    Ok(Standing { document, share, control, by })
}

fn missing(key: &DocumentKey) -> Refusal {
    RefusalName::WrongStatus.because(format!("{} {:?}, which it settles, is not there", key.kind.title(), key.id))
}

/// The position of the next application of the payment.
pub fn next_position(snapshot: &Snapshot) -> u32 {
    snapshot.applied.last().map_or(1, |applied| applied.position.saturating_add(1))
}

/// The other document that it settles, if any.
pub fn to(snapshot: &Snapshot) -> Option<&Document> {
    snapshot.documents.get(&current(&snapshot.applied)?.settled)
}

/// The last day from which on it settles another document, if any.
pub fn since(snapshot: &Snapshot) -> Option<Date> {
    current(&snapshot.applied).map(|applied| applied.applied_on)
}

/// A payment on its way from one control account to another, or within one.
pub struct Moved<'a> {
    pub from: &'a str,
    /// What it took there, in base currency.
    pub share: Minor,
    pub to: &'a Document,
    pub to_share: Minor,
}

impl Moved<'_> {
    /// Both sides, on the day of the application that it arrives by; what the shares leave over is not in it.
    pub fn posting(
        &self,
        payment: &Document,
        of: &PaymentType,
        arrives: &Application,
        period: &Period,
        snapshot: &Snapshot,
    ) -> Result<Posting, MoneyError> {
        let amount = of.cash.signed(payment.content.total)?;
        let (share, to_share) = (of.cash.signed(self.share)?, of.cash.signed(self.to_share)?);
        let line = |account_id: &str, amount, base_amount| PostingLine {
            line_number: 0,
            account_id: account_id.to_owned(),
            amount,
            base_amount,
            memo: Some(memo(&self.to.key)),
            tax_part: None,
        };
        let to = self.to.content.control_account().unwrap_or_default();
        let lines = vec![line(self.from, amount, share), line(to, amount.negated()?, to_share.negated()?)];
        Ok(Posting {
            source: payment.key.clone(),
            kind: PostingKind::Application(arrives.position),
            period_id: period.period_id.clone(),
            sub_ledger: payment.sub_ledger,
            posting_date: arrives.applied_on,
            currency: payment.content.currency,
            posted_at: snapshot.now,
            lines,
        })
    }
}

/// The memo of both lines.
pub fn memo(to: &DocumentKey) -> String {
    format!("Reassigned to {}", to.id)
}

/// What a payment that is voided or came back had settled is due again, wherever it was reassigned to: from this day on, for all.
pub fn give_back(
    word: &str,
    payment: &Document,
    (period, on): (&Period, Date),
    snapshot: &Snapshot,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    if current(&snapshot.applied).is_none() {
        settlement::give_back(word, payment, snapshot, effects)?;
        // Those of a payment of several documents end on this day.
        let rows = undone(on, snapshot).map_err(|error| Faults::one("", error.to_string()))?;
        effects.changes.extend(rows.into_iter().map(Change::Apply));
        return Ok(());
    }
    let Some(of) = payment.key.kind.payment() else { return Ok(()) };
    let standing = standing(payment, snapshot)?;
    let too_large = |error: MoneyError| Faults::one("", error.to_string());
    let due = settlement::unapplied(standing.document, payment.content.total, standing.share).map_err(too_large)?;
    effects.audit.push(settlement::audit_row_of_change(word, standing.document, &due, payment, snapshot));
    effects.changes.push(Change::UpdateDocument { document: Box::new(due), lines: false });
    let rows = undone(on, snapshot).map_err(too_large)?;
    // The last one gives it back to what it was written for, which owes it no more from the same day.
    let original = payment.pays().and_then(|key| snapshot.documents.get(key));
    if let (Some(last), Some(to)) = (rows.last(), original) {
        let moved =
            Moved { from: standing.control, share: standing.share, to, to_share: payment.settlement.base_settled };
        let mut posting = moved.posting(payment, of, last, period, snapshot).map_err(too_large)?;
        posting.lines.extend(differences_back(snapshot).map_err(too_large)?);
        effects.changes.push(Change::Post(Box::new(posting)));
    }
    effects.changes.extend(rows.into_iter().map(Change::Apply));
    Ok(())
}

/// Of these applications of a payment that came back, the one that took it from the document that it had been reassigned to.
pub fn left_by_return(all: &[Application]) -> Option<&Application> {
    if all.first().is_some_and(|first| first.amount > Minor::ZERO) {
        return None;
    }
    all.iter().rev().find(|applied| applied.undoes.is_some() && applied.amount < Minor::ZERO)
}

/// What a payment settled before it came back it settles again, from this day on: what it was written for, or what it had been reassigned
/// to, with the same shares of the control accounts.
pub fn take_again(
    payment: &Document,
    returned: &PaymentReturn,
    (period, on): (&Period, Date),
    snapshot: &Snapshot,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    let too_large = |error: MoneyError| Faults::one("", error.to_string());
    let left = left_by_return(&snapshot.applied);
    let parts = match left {
        None => settlement::parts(payment),
        Some(left) => {
            let (amount, share) = (payment.content.total, left.base_amount.negated().map_err(too_large)?);
            vec![Promised { key: left.settled.clone(), amount, share, pointer: String::new() }]
        }
    };
    for part in &parts {
        let document = snapshot.documents.get(&part.key).ok_or_else(|| missing(&part.key))?;
        let settled = settlement::settled_again(document, part)?;
        effects.audit.push(settlement::audit_row_of_change(
            "Payment Stands Again",
            document,
            &settled,
            payment,
            snapshot,
        ));
        effects.changes.push(Change::UpdateDocument { document: Box::new(settled), lines: false });
    }
    if payment.pays_several().is_some() {
        let again = |(position, part): (u32, &Promised)| {
            settlement::applied(payment, position, part.key.clone(), (part.amount, part.share), on, snapshot)
        };
        let rows = (next_position(snapshot)..).zip(&parts).map(again);
        effects.changes.extend(rows.map(Change::Apply));
    }
    match parts.first().filter(|_| left.is_some()) {
        Some(part) => moves_again(payment, returned, part, (period, on), snapshot, effects),
        None => Ok(()),
    }
}

/// The move to the document that the payment had been reassigned to, once more, with the differences that the return took back.
fn moves_again(
    payment: &Document,
    returned: &PaymentReturn,
    part: &Promised,
    (period, on): (&Period, Date),
    snapshot: &Snapshot,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    let too_large = |error: MoneyError| Faults::one("", error.to_string());
    let original = payment.pays().and_then(|key| snapshot.documents.get(key));
    let (Some(of), Some(from)) = (payment.key.kind.payment(), original) else { return Ok(()) };
    let first = next_position(snapshot);
    let row = |position: u32, settled: &DocumentKey, sums: (Minor, Minor)| {
        settlement::applied(payment, position, settled.clone(), sums, on, snapshot)
    };
    let share = payment.settlement.base_settled;
    let taken = (part.amount.negated().map_err(too_large)?, share.negated().map_err(too_large)?);
    let leaves = row(first, &from.key, taken);
    let arrives = row(first.saturating_add(1), &part.key, (part.amount, part.share));
    let to = snapshot.documents.get(&part.key).ok_or_else(|| missing(&part.key))?;
    let control = payment.content.control_account().unwrap_or_default();
    let moved = Moved { from: control, share, to, to_share: part.share };
    let mut posting = moved.posting(payment, of, &arrives, period, snapshot).map_err(too_large)?;
    // What the return took back of differences, from whichever accounts those were on.
    let by_return = snapshot.postings.iter().filter(|posting| {
        matches!(posting.kind, PostingKind::Application(_)) && posting.posted_at == returned.ended.at
    });
    let added = by_return.flat_map(|posting| &posting.lines).filter(|line| line.amount.is_zero());
    for line in added {
        let base_amount = line.base_amount.negated().map_err(too_large)?;
        posting.lines.push(PostingLine { base_amount, ..line.clone() });
    }
    effects.changes.push(Change::Post(Box::new(posting)));
    effects.changes.extend([leaves, arrives].map(Change::Apply));
    Ok(())
}

/// All that stands, the other way round: the last one first.
fn undone(on: Date, snapshot: &Snapshot) -> Result<Vec<Application>, MoneyError> {
    let mut standing: Vec<&Application> = standing_of(&snapshot.applied).collect();
    standing.reverse();
    let first = next_position(snapshot);
    let opposite = |(position, applied): (u32, &Application)| {
        Ok(Application {
            position,
            amount: applied.amount.negated()?,
            base_amount: applied.base_amount.negated()?,
            credit_base_amount: applied.credit_base_amount.negated()?,
            applied_on: on,
            applied_at: snapshot.now,
            applied_by: snapshot.actor.user_id.to_string(),
            undoes: Some(applied.position),
            ..applied.clone()
        })
    };
    (first..).zip(standing).map(opposite).collect()
}

/// What reassignments posted besides both sides, the other way round: to the accounts that took it.
fn differences_back(snapshot: &Snapshot) -> Result<Vec<PostingLine>, MoneyError> {
    let by_reassignment = |posting: &&Posting| matches!(posting.kind, PostingKind::Application(_));
    let lines = snapshot.postings.iter().filter(by_reassignment).flat_map(|posting| &posting.lines);
    let added = lines.filter(|line| line.amount.is_zero());
    added.map(|line| Ok(PostingLine { base_amount: line.base_amount.negated()?, ..line.clone() })).collect()
}
