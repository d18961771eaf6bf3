//! Checks that several document types share. Each adds what it finds to the faults, so that one
//! answer names every wrong field.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::action::document::kind::order;
use crate::catalog::Catalog;
use crate::clock::Date;
use crate::command::Snapshot;
use crate::error::{Faults, Refusal, RefusalName};
use crate::kind::SubLedger;
use crate::ledger::{Account, Subtype};
use crate::master::party::PartyKind;
use crate::money::{Currency, Minor, MoneyError};
use crate::period::Period;

/// The posting period that was named, or that holds the date. `Err` is a refusal of its own.
/// See docs/rules/periods.md#which-period.
pub fn posting_period<'a>(
    date: Option<Date>,
    period_id: Option<&str>,
    catalog: &'a Catalog,
    faults: &mut Faults,
) -> Result<Option<&'a Period>, Refusal> {
    if let Some(id) = period_id {
        let Some(period) = catalog.periods.get(id) else {
            faults.add("/posting_period_id", format!("there is no accounting period {id:?}"));
            return Ok(None);
        };
        if date.is_some_and(|date| date > period.end_date) {
            faults.add("/tran_date", format!("is after the end of the posting period, {}", period.end_date));
        }
        if let Some(date) = date {
            order::not_long_before(date, period, faults);
        }
        return Ok(Some(period));
    }
    let Some(date) = date else { return Ok(None) };
    match catalog.period_of(date) {
        Some(period) => Ok(Some(period)),
        None => Err(RefusalName::NoOpenPeriod.because(format!("no accounting period holds {date}")).at("/tran_date")),
    }
}

/// An active account that this currency may use.
pub fn account<'a>(
    id: Option<&str>,
    pointer: &str,
    currency: Currency,
    catalog: &'a Catalog,
    faults: &mut Faults,
) -> Option<&'a Account> {
    let id = id?;
    let Some(account) = catalog.accounts.get(id) else {
        faults.add(pointer, format!("there is no account {id:?}"));
        return None;
    };
    if !account.is_active {
        faults.add(pointer, format!("account {id:?} is inactive"));
    } else if account.currency.is_some_and(|only| only != currency) {
        faults.add(pointer, format!("account {id:?} is kept in another currency than {currency}"));
    }
    Some(account)
}

/// An active account of the subtype.
pub fn account_for(
    subtype: Subtype,
    id: Option<&str>,
    pointer: &str,
    currency: Currency,
    catalog: &Catalog,
    faults: &mut Faults,
) {
    if id.is_none() && !faults.has(pointer) {
        faults.add(pointer, "is required");
    }
    let found = account(id, pointer, currency, catalog, faults);
    if found.is_some_and(|account| account.subtype != Some(subtype)) {
        faults.add(pointer, format!("must be an account of subtype {}", subtype.name()));
    }
}

/// An active account that holds money: of subtype bank, cash or card.
pub fn cash_account(id: Option<&str>, pointer: &str, currency: Currency, catalog: &Catalog, faults: &mut Faults) {
    if id.is_none() && !faults.has(pointer) {
        faults.add(pointer, "is required");
    }
    let found = account(id, pointer, currency, catalog, faults);
    if found.is_some_and(|account| !account.subtype.is_some_and(Subtype::holds_money)) {
        faults.add(pointer, NO_MONEY);
    }
}

/// What is wrong with an account that a payment names and that holds no money.
const NO_MONEY: &str = "must be an account of subtype bank, cash or card";

/// An active account for a line of items, or for its tax. A control account is moved by the document itself, never by one of its
/// lines: what is open would no longer equal it.
pub fn item_account(id: Option<&str>, pointer: &str, currency: Currency, catalog: &Catalog, faults: &mut Faults) {
    let account = account(id, pointer, currency, catalog, faults);
    let of_control = account.and_then(|account| account.subtype).filter(|of| matches!(of, Subtype::Ar | Subtype::Ap));
    if let Some(control) = of_control {
        faults.add(pointer, format!("is a control account (subtype {}); no line may name one", control.name()));
    }
}

/// A customer or vendor that is there and active.
pub fn party(kind: PartyKind, id: Option<&str>, pointer: &str, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(id) = id else {
        if !faults.has(pointer) {
            faults.add(pointer, "is required");
        }
        return;
    };
    match snapshot.parties.get(&(kind, id.to_owned())) {
        None => faults.add(pointer, format!("there is no {} {id:?}", kind.name())),
        Some(party) if !party.is_active => faults.add(pointer, format!("{} {id:?} is inactive", kind.name())),
        Some(_) => {}
    }
}

/// An amount of more than 0 that must be given, with no more decimals than the currency has.
pub fn positive_amount(
    given: Option<Decimal>,
    pointer: &str,
    currency: Currency,
    faults: &mut Faults,
) -> Option<Minor> {
    match given.map(|given| currency.to_minor(given)) {
        Some(Ok(amount)) if amount.is_positive() => return Some(amount),
        Some(Ok(_)) => faults.add(pointer, "must be more than 0"),
        Some(Err(error)) => faults.add(pointer, describe(error, currency)),
        None if faults.has(pointer) => {}
        None => faults.add(pointer, "is required"),
    }
    None
}

/// What is wrong with an amount, naming the currency.
pub fn describe(error: MoneyError, currency: Currency) -> String {
    match error {
        MoneyError::TooManyDecimals => format!("has more decimals than {currency} has ({})", currency.decimals()),
        MoneyError::TooLarge => error.to_string(),
    }
}

/// Line numbers: given ones kept and unique, missing ones the next free.
pub fn line_numbers(given: &[Option<i64>], faults: &mut Faults) -> Vec<i64> {
    let mut taken = BTreeSet::new();
    for (at, number) in given.iter().enumerate() {
        if let Some(number) = number {
            if *number < 1 || *number > 1_000_000 {
                faults.add(format!("/lines/{at}/line_number"), "must be between 1 and 1000000");
            } else if !taken.insert(*number) {
                faults.add(format!("/lines/{at}/line_number"), format!("line number {number} occurs twice"));
            }
        }
    }
    let mut next = 1_i64;
    given
        .iter()
        .map(|number| {
            number.unwrap_or_else(|| {
                while taken.contains(&next) {
                    next = next.saturating_add(1);
                }
                taken.insert(next);
                next
            })
        })
        .collect()
}

/// Refuses a period that is closed for any of the sub-ledgers. See docs/rules/periods.md#closed-periods.
pub fn period_open(period: &Period, sub_ledgers: &BTreeSet<SubLedger>) -> Result<(), Refusal> {
    match sub_ledgers.iter().find(|sub_ledger| !period.is_open_for(**sub_ledger)) {
        None => Ok(()),
        Some(closed) => Err(RefusalName::PeriodClosed
            .because(format!("accounting period {} is closed for {}", period.period_id, closed.name()))
            .with("period_id", period.period_id.clone())
            .with("sub_ledger", closed.name())),
    }
}
