//! Applications of credits, and of payments that were reassigned or settle several documents: each row against the row of the trail that made it, and what it put into the ledger against both.

use std::collections::BTreeMap;
use std::str::FromStr;

use rust_decimal::Decimal;

use super::recounted::Applied;
use super::stretch::Stretch;
use crate::books::action::reassigned;
use crate::books::document::{Document, Several};
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::kernel::entity::credit_application;
use crate::kernel::findings::Findings;
use crate::kernel::store::stated;
use crate::values::kind::{DocumentKey, DocumentKind, PaymentType, Side};
use crate::values::money::{Currency, Minor, MoneyError};

/// Names every difference between the rows and the trail.
pub fn check(stretch: &Stretch, findings: &mut Findings) {
    let mut of_credits: BTreeMap<(&str, &str), Vec<&credit_application::Model>> = BTreeMap::new();
    for row in &stretch.applications {
        of_credits.entry((&row.credit_kind, &row.credit_id)).or_default().push(row);
    }
    for ((resource, id), way) in &stretch.recounted.ways {
        // What is settled has such rows, too; those of the credit, or of the payment that was reassigned, count.
        if !is_applied(resource) {
            continue;
        }
        let mut rows = of_credits.remove(&(resource.as_str(), id.as_str())).unwrap_or_default();
        rows.sort_by_key(|row| row.position);
        rows.dedup();
        let currency =
            stretch.headers.get(&(resource.clone(), id.clone())).and_then(|row| Currency::parse(&row.currency));
        if rows.len() != way.applied.len() {
            let (is, said) = (rows.len(), way.applied.len());
            findings.differences.push(format!("{resource} {id}: it has {is} applications, and the trail says {said}"));
        }
        for (row, (applied, place)) in rows.into_iter().zip(way.applied.iter().zip(1..)) {
            if row.position != place || !agrees(row, applied, currency) {
                let what = format!("{resource} {id}: application {} is not what the trail says", row.position);
                findings.differences.push(what);
            }
        }
    }
    let of = stretch.kind.map(DocumentKind::name);
    for (kind, id) in
        of_credits.keys().filter(|(kind, _)| of.map_or_else(|| DocumentKind::parse(kind).is_none(), |of| of == *kind))
    {
        findings.differences.push(format!("{kind} {id}: it is applied, and the trail does not say so"));
    }
}

fn is_applied(kind: &str) -> bool {
    let gives_credit = |kind: DocumentKind| kind.items().is_some_and(|items| items.credits.is_some());
    DocumentKind::parse(kind).is_some_and(|kind| kind.payment().is_some() || gives_credit(kind))
}

fn agrees(row: &credit_application::Model, applied: &Applied, currency: Option<Currency>) -> bool {
    if let Some(stated) = &applied.stated {
        return stated::application_row(row) == *stated;
    }
    let of_trail = |name: &str| {
        applied.details.get(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let amount = of_trail("amount").and_then(|text| Decimal::from_str(&text).ok());
    let settled = DocumentKind::parse(&row.settled_kind).and_then(|kind| of_trail(kind.id_field()));
    (row.applied_at, &row.applied_by) == (applied.at, &applied.by)
        && settled.as_ref() == Some(&row.settled_id)
        && currency.is_some_and(|currency| amount == Some(currency.to_decimal(row.amount)))
}

/// What two rates leave over stands in the ledger, on the application's day.
pub fn check_postings(
    postings: &[Posting],
    rows: &[credit_application::Model],
    documents: &BTreeMap<DocumentKey, Document>,
    findings: &mut Findings,
) {
    let mut posted: BTreeMap<(&str, &str, u32), &Posting> = BTreeMap::new();
    for posting in postings {
        if let PostingKind::Application(position) = posting.kind {
            posted.insert((posting.source.kind.name(), &posting.source.id, position), posting);
        }
    }
    let made = made(postings);
    for row in rows {
        let Some(kind) = DocumentKind::parse(&row.credit_kind) else { continue };
        let Some(credit) = documents.get(&DocumentKey::new(kind, row.credit_id.as_str())) else { continue };
        let position = u32::try_from(row.position).unwrap_or(0);
        let posting = posted.remove(&(row.credit_kind.as_str(), row.credit_id.as_str(), position));
        let fits = match kind.payment() {
            None => fits(row, credit, posting),
            Some(of) => match credit.pays_several() {
                Some(several) => posting.is_none() && fits_part(row, several, credit, &made),
                None => fits_payment(row, left_by(row, rows), credit, of, posting),
            },
        };
        if !fits {
            let (kind, id) = (&row.credit_kind, &row.credit_id);
            findings
                .differences
                .push(format!("posting {kind} {id} (application-{position}): it is not what was applied"));
        }
    }
    for (kind, id, position) in posted.keys() {
        findings.differences.push(format!("posting {kind} {id} (application-{position}): nothing was applied so"));
    }
}

/// The application by which a payment leaves a document, before the one by which it comes to another.
fn left_by<'a>(
    row: &credit_application::Model,
    rows: &'a [credit_application::Model],
) -> Option<&'a credit_application::Model> {
    let of_it = |other: &&credit_application::Model| {
        (&other.credit_kind, &other.credit_id) == (&row.credit_kind, &row.credit_id)
            && other.position.checked_add(1) == Some(row.position)
    };
    rows.iter().find(of_it)
}

/// Applications of a payment come in pairs, and the second of them posts both. Which accounts they are is known from what stands in the
/// control accounts.
fn fits_payment(
    row: &credit_application::Model,
    left: Option<&credit_application::Model>,
    payment: &Document,
    of: &PaymentType,
    posting: Option<&Posting>,
) -> bool {
    if row.position.checked_rem(2) != Some(0) {
        return posting.is_none();
    }
    let (Some(left), Some(posting)) = (left, posting) else { return false };
    let total = payment.content.total;
    let signed = |amount: Minor| of.cash.signed(amount);
    let should = || {
        let goes = (signed(total)?, signed(left.base_amount)?.negated()?);
        let comes = (signed(total)?.negated()?, signed(row.base_amount)?.negated()?);
        Ok::<_, MoneyError>([goes, comes])
    };
    let (sides, added) = posting.lines.split_at(posting.lines.len().min(2));
    let memo = reassigned::memo(&DocumentKey::new(payment.key.kind, row.settled_id.as_str()));
    let is_side = |line: &PostingLine| line.line_number == 0 && line.memo.as_deref() == Some(&memo);
    let is_added = |line: &PostingLine| {
        line.amount.is_zero() && matches!(line.memo.as_deref(), Some("Rounding" | "Exchange gain or loss"))
    };
    should().is_ok_and(|should| sides.iter().map(|line| (line.amount, line.base_amount)).eq(should))
        && sides.iter().all(is_side)
        && added.iter().all(is_added)
        && (row.amount, left.amount.negated()) == (total, Ok(total))
        && (&left.applied_on, left.applied_at) == (&row.applied_on, row.applied_at)
        && posting.posted_at.micros() == row.applied_at
        && posting.posting_date.to_string() == row.applied_on
        && posting.currency == payment.content.currency
}

/// On which days, and when, each payment was posted, or its return taken back (`false`), and was taken back itself (`true`).
type Made<'a> = BTreeMap<(&'a DocumentKey, bool), Vec<(String, i64)>>;

fn made(postings: &[Posting]) -> Made<'_> {
    let of_payments = postings.iter().filter(|posting| posting.source.kind.payment().is_some());
    let one = |posting: &'_ Posting| {
        let is_back = match posting.kind {
            PostingKind::Document | PostingKind::Unreturn(_) => false,
            PostingKind::Void | PostingKind::Return(_) => true,
            PostingKind::Application(_) => return None,
        };
        Some((is_back, (posting.posting_date.to_string(), posting.posted_at.micros())))
    };
    let mut found = Made::new();
    for posting in of_payments {
        if let Some((is_back, at)) = one(posting) {
            found.entry((&posting.source, is_back)).or_default().push(at);
        }
    }
    found
}

/// A payment of several documents has an application for each part from the day of its posting on. Its void or return takes all of them
/// back, and they come anew, in the same order, where that return is taken back.
fn fits_part(row: &credit_application::Model, several: &Several, payment: &Document, made: &Made<'_>) -> bool {
    let is_back = row.undoes.is_some();
    let place = usize::try_from(row.undoes.unwrap_or(row.position)).ok().and_then(|place| place.checked_sub(1));
    let place = place.and_then(|place| place.checked_rem(several.parts.len()));
    let Some(part) = place.and_then(|place| several.parts.get(place)) else { return false };
    let sign = |amount: Minor| if is_back { amount.negated() } else { Ok(amount) };
    (row.settled_kind.as_str(), &row.settled_id) == (several.kind.name(), &part.id)
        && (Ok(row.amount), Ok(row.base_amount)) == (sign(part.settled()), sign(part.share))
        && row.credit_base_amount == row.base_amount
        && made.get(&(&payment.key, is_back)).is_some_and(|all| all.contains(&(row.applied_on.clone(), row.applied_at)))
}

fn fits(row: &credit_application::Model, credit: &Document, posting: Option<&Posting>) -> bool {
    let Ok(left) = row.credit_base_amount.checked_sub(row.base_amount) else { return false };
    let Some(posting) = posting else { return left.is_zero() };
    let side = credit.key.kind.items().map(|items| items.side);
    let moved = side.and_then(|side: Side| side.signed(left).ok());
    let control = credit.content.control_account();
    let memo = format!("Applied to {}", row.settled_id);
    let [first, second] = posting.lines.as_slice() else { return false };
    let is_added = |line: &PostingLine| line.line_number == 0 && line.amount == Minor::ZERO;
    is_added(first)
        && is_added(second)
        && Some(first.base_amount) == moved
        && Some(first.account_id.as_str()) == control
        && first.memo.as_deref() == Some(&memo)
        && matches!(second.memo.as_deref(), Some("Rounding" | "Exchange gain or loss"))
        && posting.posted_at.micros() == row.applied_at
        && posting.posting_date.to_string() == row.applied_on
        && posting.currency == credit.content.currency
}
