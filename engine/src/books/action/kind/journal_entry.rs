//! Journal entries. See docs/rules/documents.md#journal-entry.
//!
//! | line | posts |
//! |---|---|
//! | each debit | debit its account with the amount |
//! | each credit | credit its account with the amount |

use std::collections::BTreeSet;

use crate::books::action::kind::base_only;
use crate::books::action::kind::checks;
use crate::books::action::kind::composed::Composed;
use crate::books::action::kind::dimensions;
use crate::books::action::kind::order;
use rust_decimal::Decimal;

use crate::approval::catalog::Catalog;
use crate::books::action::rate;
use crate::books::action::rate::{Quote, ReadIn};
use crate::books::command::Snapshot;
use crate::books::document::draft::{JournalEntryDraft, JournalLineDraft};
use crate::books::document::{Content, Document, Draft, EntryType, Journal, Line, Particulars};
use crate::books::period::Period;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::dimension::Named;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKind, SubLedger};
use crate::values::money::{Currency, Minor, MoneyError, number};

/// How few and how many lines an entry may have.
pub const LINES: std::ops::RangeInclusive<usize> = 2..=1_000;

/// Checks a draft against the catalog and gives the document's content. `before` is the stored
/// document when a draft is edited.
pub fn compose(
    draft: &Draft,
    entry: &JournalEntryDraft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    let quote = rate::quote(draft, None, before, snapshot, &mut faults);
    let (currency, exchange_rate) = (quote.currency, quote.rate);
    let entry_type = entry_type(entry, before, &mut faults);
    let period =
        checks::posting_period(draft.tran_date, draft.posting_period_id.as_deref(), &snapshot.catalog, &mut faults);
    let reversal_date = reversal_date(entry, &entry_type, draft.tran_date, &period, &mut faults);
    let original = before.and_then(Document::undoes).and_then(|key| snapshot.documents.get(&key));
    if let (Some(date), Some(original)) = (draft.tran_date, original) {
        let period = period.as_ref().ok().copied().flatten();
        order::not_before(date, period, original, "/tran_date", &snapshot.catalog, &mut faults);
    }
    let (lines, debits, credits) = lines(entry, (draft, original.is_some()), &quote, snapshot, &mut faults)
        .map_err(|refusal| quote.also(refusal))?;
    if debits != credits {
        return Err(quote.also(unbalanced(currency, debits, credits, faults)));
    }
    let total = currency.within_limits(debits).unwrap_or_else(|_| {
        faults.add("/lines", "the total has more than 15 digits before the decimal point");
        Minor::ZERO
    });
    let base_total = currency.convert(total, exchange_rate, snapshot.settings.base_currency).unwrap_or_else(|_| {
        // A line that is too large makes the total so.
        if !faults.0.iter().any(|fault| fault.pointer.starts_with("/lines")) {
            faults.add("/exchange_rate", "the total in base currency has more than 15 digits before the decimal point");
        }
        Minor::ZERO
    });
    let (Some(tran_date), true) = (draft.tran_date, faults.is_empty()) else {
        if draft.tran_date.is_none() {
            faults.add("/tran_date", "is required");
        }
        return Err(quote.also(Refusal::Invalid(faults)));
    };
    let Some(period) = period? else { return Err(Faults::one("/posting_period_id", "is required")) };
    quote.permitted()?;
    let sub_ledger = match (before, &entry_type) {
        (Some(document), EntryType::Reversing { .. }) => document.sub_ledger,
        _ => DocumentKind::JournalEntry.sub_ledger(Some(entry_type.name())),
    };
    if entry_type == EntryType::Revaluation && currency != snapshot.settings.base_currency {
        return Err(Faults::one("/currency", "of a revaluation is the base currency"));
    }
    let content = Content {
        tran_date,
        posting_period_id: period.period_id.clone(),
        currency,
        exchange_rate,
        exchange_rate_reason: quote.reason,
        memo: draft.memo.clone(),
        total,
        base_total,
        particulars: Particulars::Journal(Journal { entry_type, reversal_date, lines }),
    };
    reversal_unchanged(before, &content)?;
    Ok(Composed { content, sub_ledger })
}

fn entry_type(entry: &JournalEntryDraft, before: Option<&Document>, faults: &mut Faults) -> EntryType {
    let given = entry.entry_type.as_deref();
    let stored = before.and_then(|document| document.content.entry_type());
    let made = stored.filter(|stored| matches!(stored, EntryType::Reversing { .. } | EntryType::Revaluation));
    if let Some(made) = made {
        if given.is_some_and(|given| given != made.name()) {
            let what = if made.original().is_some() { "a reversing entry" } else { "a revaluation" };
            faults.add("/entry_type", format!("of {what} cannot be changed"));
        }
        return made.clone();
    }
    let or = stored.cloned().unwrap_or(EntryType::Standard);
    given.map_or(Some(or.clone()), EntryType::given).unwrap_or_else(|| {
        if !faults.has("/entry_type") {
            let names = EntryType::GIVEN.map(|known| known.name()).join(", ");
            faults.add("/entry_type", format!("must be one of {names}"));
        }
        or
    })
}

/// The day on which an accrual is reversed: after the day on which it posts. See docs/rules/accruals.md#reversal-date.
fn reversal_date(
    entry: &JournalEntryDraft,
    entry_type: &EntryType,
    tran_date: Option<Date>,
    period: &Result<Option<&Period>, Refusal>,
    faults: &mut Faults,
) -> Option<Date> {
    let day = entry.reversal_date?;
    match entry_type {
        EntryType::Reversing { .. } | EntryType::Closing | EntryType::Revaluation => {
            faults.add("/reversal_date", format!("is not for an entry of type {}", entry_type.name()));
        }
        EntryType::Standard | EntryType::Adjusting | EntryType::Accrual | EntryType::Payroll => {
            let start = period.as_ref().ok().copied().flatten().map(|period| period.start_date);
            if let Some(posts_on) = tran_date.max(start).filter(|_| tran_date.is_some())
                && day <= posts_on
            {
                faults.add("/reversal_date", format!("is not after {posts_on}, the day on which the entry posts"));
            }
        }
    }
    Some(day)
}

/// `is_fixed` says that they have to be those of the entry that it undoes.
fn lines(
    entry: &JournalEntryDraft,
    (draft, is_fixed): (&Draft, bool),
    quote: &Quote,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Result<(Vec<Line>, Minor, Minor), Refusal> {
    if !LINES.contains(&entry.lines.len()) {
        faults.add("/lines", format!("must be {} to {} lines", LINES.start(), LINES.end()));
    }
    let numbers = checks::line_numbers(&entry.lines.iter().map(|line| line.line_number).collect::<Vec<_>>(), faults);
    let named = entry.lines.iter().filter_map(|line| line.account_id.as_deref());
    let read_in = base_only::read_in(quote.read_in(), named, snapshot);
    let (mut debits, mut credits) = (Minor::ZERO, Minor::ZERO);
    let mut lines = Vec::with_capacity(entry.lines.len());
    let mut without_amount = false;
    for (at, (given, line_number)) in entry.lines.iter().zip(numbers).enumerate() {
        let pointer = format!("/lines/{at}/account_id");
        checks::account(given.account_id.as_deref(), &pointer, read_in, snapshot, faults);
        let Some(amount) = side(given, at, quote.read_in(), faults) else {
            without_amount = true;
            continue;
        };
        let total = if amount.is_positive() { &mut debits } else { &mut credits };
        let added = amount.magnitude().and_then(|size| total.checked_add(size));
        *total = added.map_err(|error| Faults::one("/lines", error.to_string()))?;
        if quote.currency.convert(amount, quote.rate, snapshot.settings.base_currency).is_err() {
            let field = if amount.is_positive() { "debit" } else { "credit" };
            faults.add(format!("/lines/{at}/{field}"), checks::TOO_LARGE_IN_BASE);
        }
        let dimensions = if is_fixed {
            dimensions::as_given(&given.dimensions)
        } else {
            dimensions(given, at, draft.tran_date, snapshot, faults)
        };
        let Some(account_id) = given.account_id.clone() else {
            if !faults.has(&pointer) && !faults.has(&format!("/lines/{at}")) {
                faults.add(pointer, "is required");
            }
            continue;
        };
        lines.push(Line {
            line_number,
            account_id,
            amount,
            memo: given.memo.clone(),
            department_id: given.department_id.clone(),
            cost_center_id: given.cost_center_id.clone(),
            dimensions,
        });
    }
    if without_amount {
        // A line without an amount says nothing about the balance: only the faults do.
        return Err(Refusal::Invalid(std::mem::take(faults)));
    }
    // As the database gives them back: a digest over another order would never be met again.
    lines.sort_by_key(|line| line.line_number);
    Ok((lines, debits, credits))
}

fn dimensions(
    given: &JournalLineDraft,
    at: usize,
    day: Option<Date>,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Named {
    let given = dimensions::Given {
        pointer: &format!("/lines/{at}"),
        department_id: given.department_id.as_deref(),
        cost_center_id: given.cost_center_id.as_deref(),
        others: &given.dimensions,
    };
    dimensions::compose(&given, day, &snapshot.catalog, faults)
}

/// The line's amount, debit positive: exactly one of debit and credit, more than 0.
fn side(line: &JournalLineDraft, at: usize, read_in: ReadIn, faults: &mut Faults) -> Option<Minor> {
    let (debit_at, credit_at) = (format!("/lines/{at}/debit"), format!("/lines/{at}/credit"));
    // A read shows the side that a line is not on as 0; put back, it still is no side.
    let unless_shadowed = |given: Option<Decimal>, other: Option<Decimal>| {
        given.filter(|amount| !amount.is_zero() || other.is_none_or(|other| other.is_zero()))
    };
    let sides = match (line.debit, line.credit) {
        (Some(debit), Some(credit)) if debit.is_zero() && credit.is_zero() => (None, None),
        (debit, credit) => (unless_shadowed(debit, credit), unless_shadowed(credit, debit)),
    };
    let (field, given, is_debit) = match sides {
        (Some(_), Some(_)) => {
            faults.add(format!("/lines/{at}"), "has both a debit and a credit; exactly one is allowed");
            return None;
        }
        (None, None) => {
            if !faults.has(&debit_at) && !faults.has(&credit_at) && !faults.has(&format!("/lines/{at}")) {
                faults.add(format!("/lines/{at}"), "needs a debit or a credit");
            }
            return None;
        }
        (Some(debit), None) => (debit_at, debit, true),
        (None, Some(credit)) => (credit_at, credit, false),
    };
    let amount = checks::positive_amount(Some(given), &field, read_in, faults)?;
    if is_debit { Some(amount) } else { amount.negated().ok() }
}

fn unbalanced(currency: Currency, debits: Minor, credits: Minor, mut faults: Faults) -> Refusal {
    let (debit, credit) = (currency.to_decimal(debits), currency.to_decimal(credits));
    let detail = format!("debits {debit} differ from credits {credit}");
    if !faults.is_empty() {
        faults.add("/lines", detail);
        return Refusal::Invalid(faults);
    }
    RefusalName::Unbalanced
        .because(detail)
        .at("/lines")
        .with("total_debit", number(debit))
        .with("total_credit", number(credit))
}

/// A reversing entry nets its original to zero: its lines, all but their memos, its currency and rate are not for editing.
fn reversal_unchanged(before: Option<&Document>, content: &Content) -> Result<(), Refusal> {
    let Some(before) = before.filter(|document| document.undoes().is_some()) else { return Ok(()) };
    let mut faults = Faults::default();
    let bare = |line: &Line| Line { line_number: 0, memo: None, ..line.clone() };
    if !before.lines().map(bare).eq(content.lines().map(bare)) {
        faults.add("/lines", "of a reversing entry cannot be changed");
    }
    if before.content.currency != content.currency {
        faults.add("/currency", "of a reversing entry cannot be changed");
    }
    if before.content.exchange_rate != content.exchange_rate {
        faults.add("/exchange_rate", "of a reversing entry cannot be changed");
    }
    faults.or(())
}

/// The sub-ledgers that must be open: its own, and those of the control accounts on its lines.
/// See docs/rules/periods.md#control-accounts.
pub fn sub_ledgers(document: SubLedger, content: &Content, catalog: &Catalog) -> BTreeSet<SubLedger> {
    let of_control_accounts =
        content.lines().filter_map(|line| match catalog.accounts.get(&line.account_id)?.subtype? {
            Subtype::Ar => Some(SubLedger::Ar),
            Subtype::Ap => Some(SubLedger::Ap),
            Subtype::Bank | Subtype::Cash | Subtype::Card | Subtype::Tax => None,
            Subtype::Rounding | Subtype::ExchangeGainLoss | Subtype::RetainedEarnings => None,
        });
    std::iter::once(document).chain(of_control_accounts).collect()
}

/// The reversing entry of a posted one: every debit a credit, every credit a debit.
/// See docs/rules/postings.md#reversal.
pub fn reversal_of(
    original: &Document,
    journal: &Journal,
    date: Date,
    period_id: &str,
    memo: Option<String>,
) -> Result<Composed, MoneyError> {
    let negated = |line: &Line| Ok(Line { amount: line.amount.negated()?, ..line.clone() });
    let lines = journal.lines.iter().map(negated).collect::<Result<_, MoneyError>>()?;
    let original_entry_id = original.key.id.clone();
    let content = Content {
        tran_date: date,
        posting_period_id: period_id.to_owned(),
        memo: Some(memo.unwrap_or_else(|| format!("Reversal of {original_entry_id}"))),
        particulars: Particulars::Journal(Journal {
            entry_type: EntryType::Reversing { original_entry_id },
            reversal_date: None,
            lines,
        }),
        ..original.content.clone()
    };
    Ok(Composed { content, sub_ledger: original.sub_ledger })
}
