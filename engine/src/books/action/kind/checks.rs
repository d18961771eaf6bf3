//! Checks that several document types share. Each adds what it finds to the faults, so that one
//! answer names every wrong field.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::approval::catalog::Catalog;
use crate::books::action::kind::order;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::party::{Party, PartyKind};
use crate::books::period::Period;
use crate::values::account::{Account, Subtype};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::SubLedger;
use crate::values::money::{Currency, Minor, MoneyError};

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
            order::not_long_before(date, period, catalog, faults);
        }
        return Ok(Some(period));
    }
    let Some(date) = date else { return Ok(None) };
    match catalog.period_of(date) {
        Some(period) => Ok(Some(period)),
        None => Err(RefusalName::NoOpenPeriod.because(format!("no accounting period holds {date}")).at("/tran_date")),
    }
}

/// An active account that takes this currency.
pub fn account<'a>(
    id: Option<&str>,
    pointer: &str,
    read_in: ReadIn,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<&'a Account> {
    let account = known_account(id, pointer, read_in, snapshot, faults)?;
    if !account.is_active && !faults.has(pointer) {
        faults.add(pointer, format!("account {:?} is inactive", account.account_id));
    }
    Some(account)
}

/// An account that takes this currency, active or not.
fn known_account<'a>(
    id: Option<&str>,
    pointer: &str,
    ReadIn { currency, is_known }: ReadIn,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<&'a Account> {
    let id = id?;
    let Some(account) = snapshot.catalog.accounts.get(id) else {
        faults.add(pointer, format!("there is no account {id:?}"));
        return None;
    };
    if is_known && !account.takes(currency, snapshot.settings.base_currency) {
        faults.add(pointer, format!("account {id:?} is kept in another currency than {currency}"));
    }
    Some(account)
}

/// An active account of the subtype.
pub fn account_for(
    subtype: Subtype,
    id: Option<&str>,
    pointer: &str,
    read_in: ReadIn,
    snapshot: &Snapshot,
    faults: &mut Faults,
) {
    required(id, pointer, faults);
    of_subtype(subtype, account(id, pointer, read_in, snapshot, faults), pointer, faults);
}

/// The control account that something open stands in: it is settled there, whether or not the account takes more.
/// See docs/rules/master-data.md#inactive.
pub fn control_of_open(
    subtype: Subtype,
    id: Option<&str>,
    pointer: &str,
    read_in: ReadIn,
    snapshot: &Snapshot,
    faults: &mut Faults,
) {
    of_subtype(subtype, known_account(id, pointer, read_in, snapshot, faults), pointer, faults);
}

fn of_subtype(subtype: Subtype, found: Option<&Account>, pointer: &str, faults: &mut Faults) {
    if found.is_some_and(|account| account.subtype != Some(subtype)) {
        faults.add(pointer, format!("must be an account of subtype {}", subtype.name()));
    }
}

fn required(id: Option<&str>, pointer: &str, faults: &mut Faults) {
    if id.is_none() && !faults.has(pointer) {
        faults.add(pointer, "is required");
    }
}

/// An active account that holds money: of subtype bank, cash or card.
pub fn cash_account(id: Option<&str>, pointer: &str, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) {
    required(id, pointer, faults);
    let found = account(id, pointer, read_in, snapshot, faults);
    if found.is_some_and(|account| !account.subtype.is_some_and(Subtype::holds_money)) {
        faults.add(pointer, NO_MONEY);
    }
}

/// What is wrong with an account that a payment names and that holds no money.
const NO_MONEY: &str = "must be an account of subtype bank, cash or card";

/// An active account for a line of items, or for its tax. A control account is moved by the document itself, never by one of its
/// lines: what is open would no longer equal it.
pub fn item_account(id: Option<&str>, pointer: &str, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) {
    let account = account(id, pointer, read_in, snapshot, faults);
    let of_control = account.and_then(|account| account.subtype).filter(|of| matches!(of, Subtype::Ar | Subtype::Ap));
    if let Some(control) = of_control {
        faults.add(pointer, format!("is a control account (subtype {}); no line may name one", control.name()));
    }
}

/// An active account for what a payment settles besides its money, which alone moves accounts that hold any.
pub fn deduction_account(id: Option<&str>, pointer: &str, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) {
    item_account(id, pointer, read_in, snapshot, faults);
    let account = id.and_then(|id| snapshot.catalog.accounts.get(id));
    if let Some(Account { account_id, subtype: Some(subtype), .. }) = account
        && subtype.holds_money()
    {
        faults.add(pointer, format!("account {account_id:?} holds money; only a payment's own account does"));
    }
}

/// A customer or vendor that is there; `None` is told of in the faults.
pub fn party<'a>(
    kind: PartyKind,
    id: Option<&str>,
    pointer: &str,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<&'a Party> {
    required(id, pointer, faults);
    let id = id?;
    let found = snapshot.parties.get(&(kind, id.to_owned()));
    if found.is_none() {
        faults.add(pointer, format!("there is no {} {id:?}", kind.name()));
    }
    found
}

/// An amount of more than 0 that must be given, with no more decimals than the currency has.
pub fn positive_amount(
    given: Option<Decimal>,
    pointer: &str,
    read_in: impl Into<ReadIn>,
    faults: &mut Faults,
) -> Option<Minor> {
    let ReadIn { currency, is_known } = read_in.into();
    match given.map(|given| currency.to_minor(given)) {
        Some(Ok(amount)) if amount.is_positive() => return Some(amount),
        Some(Ok(_)) => faults.add(pointer, "must be more than 0"),
        Some(Err(MoneyError::TooManyDecimals)) if !is_known => {}
        Some(Err(error)) => faults.add(pointer, describe(error, currency)),
        None if faults.has(pointer) => {}
        None => faults.add(pointer, "is required"),
    }
    None
}

/// What is wrong with an amount that the books could not hold in base currency.
pub const TOO_LARGE_IN_BASE: &str = "has more than 15 digits before the decimal point in base currency";

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
