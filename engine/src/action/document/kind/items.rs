//! What bills, invoices, credit memos and expenses share: items with tax, one party, one control account.
//! See docs/rules/documents.md#lines.
//!
//! A line's amount is its quantity times its rate, its tax the amount times its tax rate, each rounded to the currency's
//! minor units; a given one may differ by one minor unit. Tax is rounded per line, then summed.

mod line;
mod party;
mod reference;

use std::collections::BTreeMap;

use crate::action::document::kind::Composed;
use crate::action::document::kind::checks;
use crate::action::document::rate;
use crate::command::{Snapshot, Wants};
use crate::document::Draft;
use crate::document::draft::ItemsDraft;
use crate::document::model::{Content, Document, Line};
use crate::error::{Faults, Refusal};
use crate::kind::{DocumentKey, ItemsType, Side};
use crate::ledger::posting::UnconvertedLine;
use crate::money::{Minor, MoneyError};

pub use reference::reference_key;

/// How many lines a document may have.
pub const LINES: std::ops::RangeInclusive<usize> = 1..=1_000;

/// The party, what it is about, and another document of the party with the same reference.
pub fn wants(of: &ItemsType, key: &DocumentKey, items: &ItemsDraft, wants: &mut Wants) {
    let party = of.party.recorded().zip(items.party_id.clone());
    if let (true, Some((_, party_id)), Some(reference)) = (of.has_unique_reference, &party, &items.reference) {
        wants.same_reference = Some((key.clone(), party_id.clone(), reference.clone()));
    }
    wants.parties.extend(party);
    wants.documents.extend(items.about.clone());
}

/// Checks a draft, and gives the document's content. `before` is the stored document when a draft is edited: a reference that it
/// has already it may keep.
pub fn compose(
    of: &ItemsType,
    draft: &Draft,
    items: &ItemsDraft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    party::check(of, items, snapshot, &mut faults);
    let composed = checked(of, draft, items, snapshot, faults)?;
    if of.has_unique_reference {
        reference::is_new(draft.kind, items, before, snapshot)?;
    }
    Ok(composed)
}

fn checked(
    of: &ItemsType,
    draft: &Draft,
    items: &ItemsDraft,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    let catalog = &snapshot.catalog;
    let quote = rate::quote(draft, None, None, snapshot, &mut faults);
    let (currency, exchange_rate) = (quote.currency, quote.rate);
    let period = checks::posting_period(draft.tran_date, draft.posting_period_id.as_deref(), catalog, &mut faults);
    let control = items.control_account_id.as_deref();
    checks::account_for(of.control.into(), control, of.control.field(), currency, catalog, &mut faults);
    if of.needs_due_date && items.due_date.is_none() {
        faults.add("/due_date", "is required");
    }
    let lines = line::compose(of.side, &items.lines, currency, catalog, &mut faults);
    let totals = totals(of.side, &lines).and_then(|(subtotal, tax_total)| {
        let total = currency.within_limits(subtotal.checked_add(tax_total)?)?;
        Ok((subtotal, tax_total, total, currency.convert(total, exchange_rate, snapshot.settings.base_currency)?))
    });
    let (subtotal, tax_total, total, base_total) = totals.unwrap_or_else(|_| {
        faults.add("/lines", "the total has more than 15 digits before the decimal point, or has in base currency");
        Default::default()
    });
    if !faults.0.iter().any(|fault| fault.pointer.starts_with("/lines")) && !total.is_positive() {
        faults.add("/lines", "the total must be more than 0");
    }
    let (Some(tran_date), true) = (draft.tran_date, faults.is_empty()) else {
        if draft.tran_date.is_none() {
            faults.add("/tran_date", "is required");
        }
        return Err(quote.also(Refusal::Invalid(faults)));
    };
    let Some(period) = period? else { return Err(Faults::one("/posting_period_id", "is required")) };
    quote.permitted()?;
    let content = Content {
        tran_date,
        due_date: items.due_date,
        posting_period_id: period.period_id.clone(),
        currency,
        exchange_rate,
        memo: draft.memo.clone(),
        entry_type: None,
        original_entry_id: None,
        party_id: items.party_id.clone(),
        control_account_id: items.control_account_id.clone(),
        cash_account_id: None,
        settles: items.about.clone(),
        reference: items.reference.clone(),
        payment_method: None,
        total,
        subtotal,
        tax_total,
        base_total,
        exchange_rate_reason: quote.reason,
    };
    Ok(Composed { content, lines, sub_ledger: of.control.sub_ledger() })
}

/// The lines' amounts and their taxes, each summed.
fn totals(side: Side, lines: &[Line]) -> Result<(Minor, Minor), MoneyError> {
    let amounts = lines.iter().map(|line| side.signed(line.amount)).collect::<Result<Vec<_>, _>>()?;
    let taxes = lines.iter().filter_map(|line| line.item.as_ref()).map(|item| item.tax_amount);
    Ok((Minor::sum(amounts)?, Minor::sum(taxes)?))
}

/// What the document moves in its own currency: the control account, each line, and the tax of each tax account.
pub fn unconverted(side: Side, document: &Document) -> Result<Vec<UnconvertedLine>, MoneyError> {
    let content = &document.content;
    let against_control = side.signed(content.total)?.negated()?;
    let control = content.control_account_id.clone().unwrap_or_default();
    let mut moved = vec![UnconvertedLine::added(control, against_control, content.memo.clone())];
    moved.extend(document.lines.iter().filter(|line| !line.amount.is_zero()).map(super::of_line));
    let mut taxes: BTreeMap<&str, Minor> = BTreeMap::new();
    for item in document.lines.iter().filter_map(|line| line.item.as_ref()) {
        let tax = taxes.entry(item.tax_account_id.as_deref().unwrap_or_default()).or_default();
        *tax = tax.checked_add(item.tax_amount)?;
    }
    for (account_id, tax) in taxes.into_iter().filter(|(_, tax)| !tax.is_zero()) {
        moved.push(UnconvertedLine::added(account_id.to_owned(), side.signed(tax)?, Some("Tax".into())));
    }
    Ok(moved)
}
