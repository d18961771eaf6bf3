//! What a revaluation would do, decided from what stands in the books. See docs/rules/revaluation.md#what-is-revalued.

use std::collections::BTreeMap;

use super::records::{RevaluationState, Revalued, seen};
use crate::books::action::rate::DAYS;
use crate::books::command::Snapshot;
use crate::books::exchange_rate::ExchangeRate;
use crate::features::reports::OpenDocument;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName, sum_too_large};
use crate::values::money::{Currency, Minor, MoneyError};

/// A base amount in the books, and at the rate of the day; debit positive.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    pub before: Minor,
    pub after: Minor,
    /// `after` less `before`.
    pub difference: Minor,
}

/// An open document.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    pub document: OpenDocument,
    /// In the document's currency, debit positive.
    pub amount: Minor,
    /// What stands in the control account for it, at the rates that it was written and paid at.
    pub worth: Worth,
    pub rate: ExchangeRate,
}

/// What an account holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Holds {
    /// Open items: so many of them.
    Items(usize),
    /// A balance in the account's own currency, debit positive, and its rate, where it is not 0.
    Balance { currency: Currency, amount: Minor, rate: Option<ExchangeRate> },
}

/// One account, and what is missing in it.
#[derive(Clone, PartialEq, Debug)]
pub struct AccountRow {
    pub account_id: String,
    pub holds: Holds,
    /// Of open items, what stands there for them, with what earlier revaluations posted.
    pub worth: Worth,
    /// What revaluations that are not posted yet will add.
    pub pending: Minor,
    /// What is to be posted.
    pub missing: Minor,
}

/// All amounts of one currency.
#[derive(Clone, PartialEq, Debug)]
pub struct CurrencyRow {
    pub currency: Currency,
    pub amount: Minor,
    pub worth: Worth,
    /// None where nothing is left but base amounts.
    pub rate: Option<ExchangeRate>,
}

/// What the open items and accounts in other currencies are worth at the end of the day.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    pub day: Date,
    pub items: Vec<Item>,
    pub accounts: Vec<AccountRow>,
    pub currencies: Vec<CurrencyRow>,
    /// What is to be posted to all accounts: a gain is positive.
    pub missing: Minor,
}

impl Worth {
    fn of(before: Minor, after: Minor) -> Result<Self, MoneyError> {
        Ok(Self { before, after, difference: after.checked_sub(before)? })
    }

    fn plus(self, other: Self) -> Result<Self, MoneyError> {
        Self::of(self.before.checked_add(other.before)?, self.after.checked_add(other.after)?)
    }
}

impl Proposal {
    /// Of what the snapshot saw at the end of the day.
    pub fn of(day: Date, snapshot: &Snapshot) -> Result<Self, Refusal> {
        let catalog = &snapshot.catalog;
        let is_control = |id: &str| {
            catalog.accounts.get(id).is_some_and(|account| matches!(account.subtype, Some(Subtype::Ar | Subtype::Ap)))
        };
        Self::of_state(day, seen(snapshot), snapshot.settings.base_currency, is_control)
    }

    /// The same of what was read, where somebody else knows the control accounts.
    pub fn of_state(
        day: Date,
        state: &RevaluationState,
        base: Currency,
        is_control: impl Fn(&str) -> bool,
    ) -> Result<Self, Refusal> {
        rates_are_there(state, day)?;
        let items = items(state, base).map_err(|_| sum_too_large())?;
        let mut accounts = of_items(&items, &state.revalued, is_control).map_err(|_| sum_too_large())?;
        accounts.extend(of_balances(state, base).map_err(|_| sum_too_large())?);
        accounts.sort_by(|one, other| one.account_id.cmp(&other.account_id));
        let currencies = by_currency(&items, &accounts).map_err(|_| sum_too_large())?;
        let missing = Minor::sum(accounts.iter().map(|account| account.missing)).map_err(|_| sum_too_large())?;
        Ok(Self { day, items, accounts, currencies, missing })
    }
}

/// The rate of the currency, young enough for the day.
fn young_rate_of(currency: Currency, day: Date, state: &RevaluationState) -> Option<&ExchangeRate> {
    let found = state.rate_of(currency)?;
    (0..=DAYS).contains(&day.days_since(found.date)).then_some(found)
}

/// The currencies that have none. What holds nothing in its own currency needs no rate.
pub fn without_rate(state: &RevaluationState, day: Date) -> Vec<&'static str> {
    let of_items = state.items.iter().filter_map(|item| item.document.as_ref()).map(|document| document.currency);
    let of_accounts = state.held.iter().filter(|held| !held.amount.is_zero()).map(|held| held.currency);
    let missing = of_items.chain(of_accounts).filter(|currency| young_rate_of(*currency, day, state).is_none());
    let mut missing: Vec<&str> = missing.map(Currency::code).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// Names them all.
fn rates_are_there(state: &RevaluationState, day: Date) -> Result<(), Refusal> {
    let missing = without_rate(state, day);
    if missing.is_empty() {
        return Ok(());
    }
    let why = format!("the table has no rate of {day} or the {DAYS} days before for {}: record it", missing.join(", "));
    Err(RefusalName::NoExchangeRate.because(why).with("currencies", missing))
}

fn items(state: &RevaluationState, base: Currency) -> Result<Vec<Item>, MoneyError> {
    let mut items = Vec::with_capacity(state.items.len());
    for open in &state.items {
        let Some(document) = open.document.clone() else { continue };
        let Some(rate) = state.rate_of(document.currency) else { continue };
        let after = document.currency.convert(open.amount, rate.rate, base)?;
        let worth = Worth::of(open.base_amount, after)?;
        items.push(Item { document, amount: open.amount, worth, rate: rate.clone() });
    }
    Ok(items)
}

/// The control accounts of these items, and those on which earlier revaluations left something although nothing is open any more.
fn of_items(
    items: &[Item],
    revalued: &BTreeMap<String, Revalued>,
    is_control: impl Fn(&str) -> bool,
) -> Result<Vec<AccountRow>, MoneyError> {
    let mut worths: BTreeMap<&str, (usize, Worth)> = BTreeMap::new();
    for (account_id, done) in revalued.iter().filter(|(id, _)| is_control(id)) {
        if !done.posted.is_zero() || !done.pending.is_zero() {
            worths.entry(account_id).or_default();
        }
    }
    for item in items {
        let (count, worth) = worths.entry(&item.document.control_account_id).or_default();
        *count = count.saturating_add(1);
        *worth = worth.plus(item.worth)?;
    }
    let rows = worths.into_iter().map(|(account_id, (count, worth))| {
        let done = revalued.get(account_id).copied().unwrap_or_default();
        let worth = Worth::of(worth.before.checked_add(done.posted)?, worth.after)?;
        row(account_id, Holds::Items(count), worth, done)
    });
    rows.collect()
}

fn of_balances(state: &RevaluationState, base: Currency) -> Result<Vec<AccountRow>, MoneyError> {
    let rows = state.held.iter().map(|held| {
        let rate = state.rate_of(held.currency).filter(|_| !held.amount.is_zero());
        let after = rate.map_or(Ok(Minor::ZERO), |rate| held.currency.convert(held.amount, rate.rate, base))?;
        let holds = Holds::Balance { currency: held.currency, amount: held.amount, rate: rate.cloned() };
        let done = state.revalued.get(&held.account_id).copied().unwrap_or_default();
        row(&held.account_id, holds, Worth::of(held.base_amount, after)?, done)
    });
    let rows: Vec<AccountRow> = rows.collect::<Result<_, MoneyError>>()?;
    let is_empty = |row: &AccountRow| {
        let nothing = matches!(row.holds, Holds::Balance { amount, .. } if amount.is_zero());
        nothing && row.worth.before.is_zero() && row.pending.is_zero()
    };
    Ok(rows.into_iter().filter(|row| !is_empty(row)).collect())
}

fn row(account_id: &str, holds: Holds, worth: Worth, done: Revalued) -> Result<AccountRow, MoneyError> {
    let missing = worth.difference.checked_sub(done.pending)?;
    Ok(AccountRow { account_id: account_id.to_owned(), holds, worth, pending: done.pending, missing })
}

/// Each currency once, in the order of their codes: its items at the rates of their documents, and its balances.
fn by_currency(items: &[Item], accounts: &[AccountRow]) -> Result<Vec<CurrencyRow>, MoneyError> {
    let of_items = items.iter().map(|item| (item.document.currency, item.amount, item.worth, Some(&item.rate)));
    let of_accounts = accounts.iter().filter_map(|row| match &row.holds {
        Holds::Items(_) => None,
        Holds::Balance { currency, amount, rate } => Some((*currency, *amount, row.worth, rate.as_ref())),
    });
    let mut rows: BTreeMap<&str, CurrencyRow> = BTreeMap::new();
    for (currency, amount, worth, rate) in of_items.chain(of_accounts) {
        let none = || CurrencyRow { currency, amount: Minor::ZERO, worth: Worth::default(), rate: None };
        let sum = rows.entry(currency.code()).or_insert_with(none);
        sum.amount = sum.amount.checked_add(amount)?;
        sum.worth = sum.worth.plus(worth)?;
        sum.rate = sum.rate.take().or_else(|| rate.cloned());
    }
    Ok(rows.into_values().collect())
}
