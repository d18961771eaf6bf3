//! The trial balance: in base currency, debit positive. See docs/rules/reports.md#trial-balance.

use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::{Calendar, Comparison};
use crate::features::reports::span::{Span, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::{Sums, of_period};
use crate::kernel::store::read::carried::{ByAccount, less};
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

/// The whole report. Total debits equal total credits.
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
}

/// What moved in a range, and what stands at its end.
type Moved = (ByAccount, ByAccount);

impl Engine {
    /// Draws up the trial balance, and the same of what it is held beside. Accounts with neither movement nor balance are left out.
    pub async fn trial_balance(
        &self,
        range: &Range,
        comparison: Option<Comparison>,
    ) -> Result<(TrialBalance, Vec<TrialBalance>), Error> {
        // One consistent state for all sums.
        let tx = self.store.begin_read().await?;
        let drawn = self.balanced(&tx, range, comparison).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn balanced(
        &self,
        tx: &DatabaseTransaction,
        range: &Range,
        comparison: Option<Comparison>,
    ) -> Result<(TrialBalance, Vec<TrialBalance>), Error> {
        let catalog = self.catalog(tx).await?;
        let own = self.of_range(tx, range, &catalog).await?;
        let Some(comparison) = comparison else { return Ok((own, Vec::new())) };
        let years = fiscal_years::every(tx).await?;
        let calendar = Calendar { catalog: &catalog, years: &years };
        let ranges: Vec<Range> = match range {
            Range::Span(span) => {
                let spans = comparison.spans(span, days_of(span, &catalog)?, &calendar);
                spans.into_iter().map(Range::Span).collect()
            }
            Range::AsOf(day) => comparison.days(*day, &calendar).into_iter().map(Range::AsOf).collect(),
        };
        let mut beside = Vec::with_capacity(ranges.len());
        for other in &ranges {
            beside.push(self.of_range(tx, other, &catalog).await?);
        }
        Ok((own, beside))
    }

    async fn of_range(
        &self,
        tx: &DatabaseTransaction,
        range: &Range,
        catalog: &Arc<Catalog>,
    ) -> Result<TrialBalance, Error> {
        let (period_id, from, to) = match range {
            Range::Span(span) => {
                let (from, to) = days_of(span, catalog)?;
                (span.period().map(str::to_owned), Some(from), to)
            }
            Range::AsOf(day) => (None, None, *day),
        };
        let (moved, until) = self.moved_in(tx, range, catalog).await?;
        let (rows, total_debit, total_credit) = (Vec::new(), Minor::ZERO, Minor::ZERO);
        let mut report = TrialBalance { period_id, from, to, rows, total_debit, total_credit };
        for (account_id, whole) in until {
            let movement = moved.get(&account_id).copied().unwrap_or_default();
            let Some(account) = catalog.accounts.get(&account_id) else { continue };
            let figures = figures(movement, whole).map_err(too_large)?;
            if figures.debit.is_zero() && figures.credit.is_zero() && figures.closing_balance.is_zero() {
                continue;
            }
            report.total_debit = report.total_debit.checked_add(figures.debit).map_err(too_large)?;
            report.total_credit = report.total_credit.checked_add(figures.credit).map_err(too_large)?;
            let (account_name, account_type) = (account.account_name.clone(), account.account_type);
            report.rows.push(Row { account_id, account_name, account_type, figures });
        }
        Ok(report)
    }

    async fn moved_in(&self, tx: &DatabaseTransaction, range: &Range, catalog: &Arc<Catalog>) -> Result<Moved, Error> {
        match range {
            Range::AsOf(day) => {
                let until = self.carried.sums(tx, catalog, (None, *day)).await?;
                Ok((until.clone(), until))
            }
            Range::Span(Span::Days(from, to)) => {
                let moved = self.carried.sums(tx, catalog, (Some(*from), *to)).await?;
                Ok((moved, self.carried.sums(tx, catalog, (None, *to)).await?))
            }
            Range::Span(Span::Period(id)) => {
                let moved = of_period(tx, id).await?;
                match catalog.periods.get(id) {
                    Some(period) => Ok((moved, self.until_end_of(tx, catalog, period).await?)),
                    // Its days were asked for before.
                    None => Ok((moved, ByAccount::new())),
                }
            }
        }
    }

    /// What stands at the end of a period: of a fiscal year's last days before the adjustments.
    pub(super) async fn until_end_of(
        &self,
        tx: &DatabaseTransaction,
        catalog: &Catalog,
        period: &Period,
    ) -> Result<ByAccount, Error> {
        let mut until = self.carried.sums(tx, catalog, (None, period.end_date)).await?;
        if let Some(adjusts) = catalog.adjusting(period) {
            less(&mut until, &of_period(tx, &adjusts.period_id).await?)?;
        }
        Ok(until)
    }
}

fn figures(movement: Sums, whole: Sums) -> Result<Figures, MoneyError> {
    let closing_balance = whole.balance()?;
    let opening_balance = closing_balance.checked_sub(movement.balance()?)?;
    Ok(Figures { opening_balance, debit: movement.debit, credit: movement.credit, closing_balance })
}
