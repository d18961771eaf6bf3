//! Applications of credits: each row against the row of the trail that made it, and what it put into the ledger against both.

use std::collections::BTreeMap;
use std::str::FromStr;

use rust_decimal::Decimal;

use super::recounted::Applied;
use super::stretch::Stretch;
use crate::books::document::Document;
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::kernel::entity::credit_application;
use crate::kernel::findings::Findings;
use crate::kernel::store::stated;
use crate::values::kind::{DocumentKey, DocumentKind, Side};
use crate::values::money::{Currency, Minor};

/// Names every difference between the rows and the trail.
pub fn check(stretch: &Stretch, findings: &mut Findings) {
    let mut of_credits: BTreeMap<(&str, &str), Vec<&credit_application::Model>> = BTreeMap::new();
    for row in &stretch.applications {
        of_credits.entry((&row.credit_kind, &row.credit_id)).or_default().push(row);
    }
    for ((resource, id), way) in &stretch.recounted.ways {
        // What is settled has such rows, too; the credit's are those that count.
        if !gives_credit(resource) {
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

fn gives_credit(kind: &str) -> bool {
    DocumentKind::parse(kind).and_then(DocumentKind::items).is_some_and(|items| items.credits.is_some())
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
    for row in rows {
        let Some(kind) = DocumentKind::parse(&row.credit_kind) else { continue };
        let Some(credit) = documents.get(&DocumentKey::new(kind, row.credit_id.as_str())) else { continue };
        let position = u32::try_from(row.position).unwrap_or(0);
        let posting = posted.remove(&(row.credit_kind.as_str(), row.credit_id.as_str(), position));
        if !fits(row, credit, posting) {
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
