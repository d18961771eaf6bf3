//! What bills, invoices, expenses and credits share: items with tax, one party, one control account.
//! See docs/rules/documents.md#lines.
//!
//! A line's amount is its quantity times its rate, its tax the amount times its tax rate, each rounded to the currency's
//! minor units; a given one may differ by one minor unit. Tax is rounded per line, then summed.

mod coded;
mod line;
mod party;
mod reading;
mod reference;
mod terms;

use std::collections::BTreeMap;

use crate::books::action::kind::checks;
use crate::books::action::kind::composed::Composed;
use crate::books::action::kind::order;
use crate::books::action::rate;
use crate::books::command::{Snapshot, Wants};
use crate::books::document::draft::ItemsDraft;
use crate::books::document::{Content, Document, Draft, ItemLine, Items, Particulars, Tax};
use crate::books::ledger::posting::UnconvertedLine;
use crate::values::error::{Faults, Refusal};
use crate::values::kind::{DocumentKey, ItemsType, Side};
use crate::values::money::{Minor, MoneyError};

pub use coded::still_as_coded;
pub use line::LINES;
use reading::Written;
pub use reference::reference_key;

/// Wants the party, the document that it refers to, and another document of the party with the same reference.
pub fn wants(of: ItemsType, key: &DocumentKey, items: &ItemsDraft, wants: &mut Wants) {
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
    of: ItemsType,
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
    of: ItemsType,
    draft: &Draft,
    items: &ItemsDraft,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    let catalog = &snapshot.catalog;
    let quote = rate::quote(draft, None, None, snapshot, &mut faults);
    let (currency, exchange_rate, read_in) = (quote.currency, quote.rate, quote.read_in());
    let period = checks::posting_period(draft.tran_date, draft.posting_period_id.as_deref(), catalog, &mut faults);
    let control = items.control_account_id.as_deref();
    checks::account_for(of.control.into(), control, of.control.field(), read_in, snapshot, &mut faults);
    let terms = terms::of(of, items, snapshot, &mut faults);
    let due_date = items.due_date.or_else(|| Some(terms?.due_date(draft.tran_date?)));
    let by_terms = terms.is_some() || faults.has(terms::POINTER);
    if of.needs_due_date && due_date.is_none() && !by_terms && !faults.has("/due_date") {
        faults.add("/due_date", "is required");
    }
    order::due_not_before(due_date, draft.tran_date, &mut faults);
    let written = Written { of, on: draft.tran_date, read_in, exchange_rate, snapshot };
    let lines = line::compose(written, &items.lines, &mut faults);
    // Nothing is said of the sum of lines that are wrong.
    let are_lines_good = !faults.0.iter().any(|fault| fault.pointer.starts_with("/lines"));
    let base = snapshot.settings.base_currency;
    let totals = totals(of.side, &lines).and_then(|(subtotal, tax_total)| {
        let total = currency.within_limits(subtotal.checked_add(tax_total)?)?;
        Ok((subtotal, tax_total, total, currency.convert(total, exchange_rate, base)?))
    });
    let (subtotal, tax_total, total, base_total) = totals.unwrap_or_else(|_| {
        if are_lines_good {
            faults.add("/lines", "the total has more than 15 digits before the decimal point, or has in base currency");
        }
        Default::default()
    });
    let taxes_fit = taxes(&lines)
        .is_ok_and(|taxes| taxes.into_values().all(|tax| currency.convert(tax, exchange_rate, base).is_ok()));
    if are_lines_good && !taxes_fit {
        faults.add("/lines", "the tax of an account has more than 15 digits before the decimal point in base currency");
    }
    if are_lines_good && read_in.is_known && !faults.has("/lines") && !total.is_positive() {
        faults.add("/lines", "the total must be more than 0");
    }
    let (party_id, control_account_id) = (items.party_id.clone(), items.control_account_id.clone());
    let (Some(tran_date), Some(party_id), Some(control_account_id), true) =
        (draft.tran_date, party_id, control_account_id, faults.is_empty())
    else {
        if draft.tran_date.is_none() {
            faults.add("/tran_date", "is required");
        }
        return Err(quote.also(Refusal::Invalid(faults)));
    };
    let Some(period) = period? else { return Err(Faults::one("/posting_period_id", "is required")) };
    quote.permitted()?;
    let terms = terms.map(|terms| terms::kept(of, terms, tran_date, total, read_in, snapshot)).transpose()?;
    let content = Content {
        tran_date,
        posting_period_id: period.period_id.clone(),
        currency,
        exchange_rate,
        exchange_rate_reason: quote.reason,
        memo: draft.memo.clone(),
        total,
        base_total,
        particulars: Particulars::Items(Items {
            party_id,
            control_account_id,
            due_date,
            terms,
            reference: items.reference.clone(),
            about: items.about.clone(),
            subtotal,
            tax_total,
            lines,
        }),
    };
    Ok(Composed { content, sub_ledger: of.control.sub_ledger() })
}

/// The lines' amounts and their taxes, each summed.
fn totals(side: Side, lines: &[ItemLine]) -> Result<(Minor, Minor), MoneyError> {
    let amounts = lines.iter().map(|item| side.signed(item.line.amount)).collect::<Result<Vec<_>, _>>()?;
    Ok((Minor::sum(amounts)?, Minor::sum(lines.iter().map(|item| item.tax.amount()))?))
}

/// What the document moves in its own currency: the control account, each line, the tax of each tax account, and by itself what each
/// line with a tax code brings. See docs/rules/tax.md#what-is-posted.
pub fn unconverted(side: Side, content: &Content, items: &Items) -> Result<Vec<UnconvertedLine>, MoneyError> {
    let against_control = side.signed(content.total)?.negated()?;
    let control = items.control_account_id.clone();
    let mut moved = vec![UnconvertedLine::added(control, against_control, content.memo.clone())];
    moved.extend(items.lines.iter().filter(|item| !item.line.amount.is_zero()).map(coded::of_item));
    for (account_id, tax) in taxes(&items.lines)?.into_iter().filter(|(_, tax)| !tax.is_zero()) {
        moved.push(UnconvertedLine::added(account_id.to_owned(), side.signed(tax)?, Some("Tax".into())));
    }
    for item in &items.lines {
        moved.extend(coded::moved(side, item)?);
    }
    Ok(moved)
}

/// The tax of each tax account, of lines without a tax code.
fn taxes(lines: &[ItemLine]) -> Result<BTreeMap<&str, Minor>, MoneyError> {
    let mut taxes: BTreeMap<&str, Minor> = BTreeMap::new();
    for item in lines {
        if let (Tax::Charged { amount, account_id }, None) = (&item.tax, &item.coded) {
            let tax = taxes.entry(account_id).or_default();
            *tax = tax.checked_add(*amount)?;
        }
    }
    Ok(taxes)
}
