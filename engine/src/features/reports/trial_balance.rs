//! The trial balance: in base currency, debit positive. See docs/rules/reports.md#trial-balance.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::fiscal_years::FiscalYear;
use crate::features::reports::comparatives::{Calendar, Comparison};
use crate::features::reports::moved::{Lines, Parted};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::{Span, Window, days_of};
use crate::features::reports::split::{Beside, Part, columns};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::carried::ByAccount;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::money::{Minor, MoneyError};

/// The range of a trial balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// A period, or days: the opening balances, the movements, the closing balances.
    Span(Span),
    /// A day: the opening balances are 0, and the movements run from the first posting.
    AsOf(Date),
}

/// One account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub figures: Figures,
}

/// What an account came from, what moved it, and what it came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    pub opening_balance: Minor,
    pub debit: Minor,
    pub credit: Minor,
    pub closing_balance: Minor,
}

/// The whole report. Total debits equal total credits, but for those of some lines alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialBalance {
    /// Where it is of a period.
    pub period_id: Option<String>,
    /// None as of a day.
    pub from: Option<Date>,
    pub to: Date,
    pub rows: Vec<Row>,
    pub total_debit: Minor,
    pub total_credit: Minor,
    /// What it is of, where it is a part of one.
    pub part: Option<Part>,
}

/// What moved in a range, and what stands at its end.
type Moved = (Parted, Parted);

impl Engine {
    /// Draws up the trial balance of all lines or of a slice, and what stands beside it. Accounts with neither movement nor balance are
    /// left out.
    pub async fn trial_balance(
        &self,
        range: &Range,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(TrialBalance, Vec<TrialBalance>), Error> {
        // One consistent state for all sums.
        let tx = self.store.begin_read().await?;
        let drawn = self.balanced(&tx, range, slice, beside).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn balanced(
        &self,
        tx: &DatabaseTransaction,
        range: &Range,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(TrialBalance, Vec<TrialBalance>), Error> {
        let catalog = self.catalog(tx).await?;
        let lines = Lines::of(slice, beside.split(), &catalog)?;
        let (moved, until) = self.moved_in(tx, range, &catalog, &lines).await?;
        let own = report(range, (&moved.own, &until.own), &catalog, None)?;
        let mut others = Vec::new();
        match beside {
            Beside::Nothing => {}
            Beside::Days(comparison) => {
                for other in ranges(range, *comparison, &catalog, &fiscal_years::every(tx).await?)? {
                    let (moved, until) = self.moved_in(tx, &other, &catalog, &lines).await?;
                    others.push(report(&other, (&moved.own, &until.own), &catalog, None)?);
                }
            }
            Beside::Parts(_, most) => {
                let columns = columns(&weights(&[&moved.parts, &until.parts]), *most);
                for (column, part) in columns.iter().zip(lines.named(tx, &catalog, &columns).await?) {
                    let sums = (&column.sums(&moved.parts)?, &column.sums(&until.parts)?);
                    others.push(report(range, sums, &catalog, Some(part))?);
                }
            }
        }
        Ok((own, others))
    }

    async fn moved_in(
        &self,
        tx: &DatabaseTransaction,
        range: &Range,
        catalog: &Catalog,
        lines: &Lines,
    ) -> Result<Moved, Error> {
        let (moved, until) = match range {
            Range::AsOf(day) => {
                let until = self.sums(tx, &Window::until(*day), catalog, lines).await?;
                return Ok((until.clone(), until));
            }
            Range::Span(span) => (Window::of(span, catalog)?, end_of(span, catalog)?),
        };
        Ok((self.sums(tx, &moved, catalog, lines).await?, self.sums(tx, &until, catalog, lines).await?))
    }
}

/// What stands at the end of the span.
fn end_of(span: &Span, catalog: &Catalog) -> Result<Window, Error> {
    match span.period().and_then(|id| catalog.periods.get(id)) {
        Some(period) => Ok(Window::until_end_of(period, catalog)),
        None => Ok(Window::until(days_of(span, catalog)?.1)),
    }
}

/// What it is held beside.
fn ranges(range: &Range, comparison: Comparison, catalog: &Catalog, years: &[FiscalYear]) -> Result<Vec<Range>, Error> {
    let calendar = Calendar { catalog, years };
    Ok(match range {
        Range::Span(span) => {
            let spans = comparison.spans(span, days_of(span, catalog)?, &calendar);
            spans.into_iter().map(Range::Span).collect()
        }
        Range::AsOf(day) => comparison.days(*day, &calendar).into_iter().map(Range::AsOf).collect(),
    })
}

/// How much each part moved, on either side.
fn weights(of: &[&BTreeMap<Option<String>, ByAccount>]) -> BTreeMap<Option<String>, u128> {
    let mut weights: BTreeMap<Option<String>, u128> = BTreeMap::new();
    for (id, sums) in of.iter().copied().flatten() {
        let sides = sums.values().flat_map(|sums| [sums.debit, sums.credit]);
        let moved = sides.map(|side| u128::from(side.0.unsigned_abs())).sum();
        let weight = weights.entry(id.clone()).or_default();
        *weight = weight.saturating_add(moved);
    }
    weights
}

fn report(
    range: &Range,
    (moved, until): (&ByAccount, &ByAccount),
    catalog: &Catalog,
    part: Option<Part>,
) -> Result<TrialBalance, Error> {
    let (period_id, from, to) = match range {
        Range::Span(span) => {
            let (from, to) = days_of(span, catalog)?;
            (span.period().map(str::to_owned), Some(from), to)
        }
        Range::AsOf(day) => (None, None, *day),
    };
    let (rows, total_debit, total_credit) = (Vec::new(), Minor::ZERO, Minor::ZERO);
    let mut report = TrialBalance { period_id, from, to, rows, total_debit, total_credit, part };
    for (account_id, whole) in until {
        let movement = moved.get(account_id).copied().unwrap_or_default();
        let Some(account) = catalog.accounts.get(account_id) else { continue };
        let figures = figures(movement, *whole).map_err(too_large)?;
        if figures.debit.is_zero() && figures.credit.is_zero() && figures.closing_balance.is_zero() {
            continue;
        }
        report.total_debit = report.total_debit.checked_add(figures.debit).map_err(too_large)?;
        report.total_credit = report.total_credit.checked_add(figures.credit).map_err(too_large)?;
        let (account_name, account_type) = (account.account_name.clone(), account.account_type);
        report.rows.push(Row { account_id: account_id.clone(), account_name, account_type, figures });
    }
    Ok(report)
}

fn figures(movement: Sums, whole: Sums) -> Result<Figures, MoneyError> {
    let closing_balance = whole.balance()?;
    let opening_balance = closing_balance.checked_sub(movement.balance()?)?;
    Ok(Figures { opening_balance, debit: movement.debit, credit: movement.credit, closing_balance })
}
