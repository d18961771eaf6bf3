//! Budget against actual: what a budget says of some periods of its year, beside what was posted into them. In base currency, positive on
//! the side that is natural to the type of an account. See docs/rules/budgets.md#against-actuals.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::{Decimal, RoundingStrategy};
use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::features::budgets;
use crate::features::budgets::{Budget, BudgetLine};
use crate::features::fiscal_years;
use crate::features::fiscal_years::FiscalYear;
use crate::features::reports::comparatives::Calendar;
use crate::features::reports::moved::Lines;
use crate::features::reports::named::InLine;
use crate::features::reports::section::natural;
use crate::features::reports::slice::Slice;
use crate::features::reports::span::Span;
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::carried::ByAccount;
use crate::kernel::store::read::naming::Naming;
use crate::values::account::AccountType;
use crate::values::error::{Error, Faults};
use crate::values::money::{Minor, MoneyError};

/// Which budget, and which periods of its year.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub budget: Which,
    /// The first and the last period; those of the year where none is named.
    pub from_period_id: Option<String>,
    pub to_period_id: Option<String>,
    /// Of which lines, of the budget and of the ledger; of all without it.
    pub slice: Option<Slice>,
}

/// A budget by its id, or the one that is in force in a fiscal year.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    Budget(String),
    ActiveOf(String),
}

/// What is planned and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    pub budget: Minor,
    pub actual: Minor,
}

/// One account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub figures: Figures,
}

/// The whole report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BudgetVsActual {
    pub budget: Budget,
    pub from_period_id: String,
    pub to_period_id: String,
    /// By the ids of the accounts.
    pub rows: Vec<Row>,
    /// Of each type that has a row.
    pub totals: Vec<(AccountType, Figures)>,
    /// Income less expenses.
    pub net_income: Figures,
}

impl Figures {
    /// How far the actual is above the budget.
    pub fn variance(self) -> Result<Minor, MoneyError> {
        self.actual.checked_sub(self.budget)
    }

    /// The variance in percent of the size of the budget, to two decimals, half away from zero; none where nothing is planned.
    pub fn percent(self) -> Option<Decimal> {
        let size = Decimal::from(self.budget.magnitude().ok()?.0);
        let variance = Decimal::from(self.variance().ok()?.0);
        let percent = variance.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(size)?;
        let mut rounded = percent.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
        rounded.rescale(2);
        Some(rounded)
    }

    fn plus(self, more: Self) -> Result<Self, MoneyError> {
        Ok(Self { budget: self.budget.checked_add(more.budget)?, actual: self.actual.checked_add(more.actual)? })
    }

    fn less(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self { budget: self.budget.checked_sub(other.budget)?, actual: self.actual.checked_sub(other.actual)? })
    }
}

impl Engine {
    /// Draws it up. All accounts of income and expense that have a figure are in it, others where the budget speaks of them.
    pub async fn budget_vs_actual(&self, asked: &Asked) -> Result<BudgetVsActual, Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.held_against(&tx, asked).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn held_against(&self, tx: &DatabaseTransaction, asked: &Asked) -> Result<BudgetVsActual, Error> {
        let catalog = self.catalog(tx).await?;
        let years = fiscal_years::every(tx).await?;
        let budget = wanted(tx, &asked.budget, &years).await?;
        let year = years.iter().find(|year| year.fiscal_year_id == budget.fiscal_year_id);
        let periods = year.map(|year| year.periods(&catalog)).unwrap_or_default();
        let periods = between(&periods, asked)?;
        let (Some(first), Some(last)) = (periods.first(), periods.last()) else {
            return Err(Faults::one("budget_id", "is of a fiscal year without periods").into());
        };
        let naming = asked.slice.as_ref().map(|slice| slice.naming(&catalog)).transpose()?;
        let planned = planned(tx, &budget, periods, naming.as_ref()).await?;
        let lines = Lines::of(asked.slice.as_ref(), None, &catalog)?;
        let actual = self.actual(tx, &Calendar { catalog: &catalog, years: &years }, periods, &lines).await?;
        let (from_period_id, to_period_id) = (first.period_id.clone(), last.period_id.clone());
        let rows = rows(&planned, &actual, &catalog).map_err(too_large)?;
        let mut totals: Vec<(AccountType, Figures)> = Vec::new();
        for of in AccountType::ALL.iter().copied() {
            let own = rows.iter().filter(|row| row.account_type == of);
            let total = own.clone().map(|row| row.figures).try_fold(Figures::default(), Figures::plus);
            if own.count() > 0 {
                totals.push((of, total.map_err(too_large)?));
            }
        }
        let total = |of| totals.iter().find(|(found, _)| *found == of).map(|(_, figures)| *figures).unwrap_or_default();
        let net_income = total(AccountType::Income).less(total(AccountType::Expense)).map_err(too_large)?;
        // So that no figure that is made of them can fail later.
        for figures in rows.iter().map(|row| row.figures).chain(totals.iter().map(|(_, total)| *total)) {
            figures.variance().map_err(too_large)?;
        }
        net_income.variance().map_err(too_large)?;
        Ok(BudgetVsActual { budget, from_period_id, to_period_id, rows, totals, net_income })
    }

    /// What was posted into the periods, by account, without what the close of a year carried into equity.
    async fn actual(
        &self,
        tx: &DatabaseTransaction,
        calendar: &Calendar<'_>,
        periods: &[&Period],
        lines: &Lines,
    ) -> Result<ByAccount, Error> {
        let mut sums: ByAccount = BTreeMap::new();
        for period in periods {
            let moved = self.moved(tx, &Span::Period(period.period_id.clone()), calendar, lines).await?;
            for (account_id, more) in moved.own {
                let sum = sums.entry(account_id).or_default();
                *sum = sum.plus(more).map_err(too_large)?;
            }
        }
        Ok(sums)
    }
}

async fn wanted(tx: &DatabaseTransaction, which: &Which, years: &[FiscalYear]) -> Result<Budget, Error> {
    match which {
        Which::Budget(id) => {
            let found = budgets::one(tx, id, false).await?;
            found.ok_or_else(|| Faults::one("budget_id", "there is no such budget").into())
        }
        Which::ActiveOf(id) if years.iter().any(|year| year.fiscal_year_id == *id) => {
            let found = budgets::active(tx, id).await?;
            found.ok_or_else(|| Faults::one("fiscal_year_id", "has no active budget").into())
        }
        Which::ActiveOf(_) => Err(Faults::one("fiscal_year_id", "there is no such fiscal year").into()),
    }
}

/// The periods that were asked for, of those of the year, which stand in the order of their days.
fn between<'p, 'c>(periods: &'p [&'c Period], asked: &Asked) -> Result<&'p [&'c Period], Error> {
    let mut faults = Faults::default();
    let mut place = |name: &str, id: Option<&String>, without: usize| {
        let Some(id) = id else { return without };
        periods.iter().position(|period| period.period_id == *id).unwrap_or_else(|| {
            faults.add(name, "is no accounting period of the budget's fiscal year");
            without
        })
    };
    let first = place("from_period_id", asked.from_period_id.as_ref(), 0);
    let last = place("to_period_id", asked.to_period_id.as_ref(), periods.len().saturating_sub(1));
    if first > last {
        faults.add("to_period_id", "is before from_period_id");
    }
    faults.or(())?;
    Ok(periods.get(first..=last).unwrap_or_default())
}

/// What the budget says of the periods, by account.
async fn planned(
    tx: &DatabaseTransaction,
    budget: &Budget,
    periods: &[&Period],
    naming: Option<&Naming>,
) -> Result<BTreeMap<String, Minor>, Error> {
    let mut planned: BTreeMap<String, Minor> = BTreeMap::new();
    for line in budgets::lines(tx, &budget.budget_id).await? {
        if periods.iter().any(|period| period.period_id == line.period_id)
            && naming.is_none_or(|naming| is_of(&line, naming))
        {
            let sum = planned.entry(line.account_id).or_default();
            *sum = sum.checked_add(line.amount).map_err(too_large)?;
        }
    }
    Ok(planned)
}

/// Whether the line is planned for one of the values; lines name a department and a cost center alone.
fn is_of(line: &BudgetLine, naming: &Naming) -> bool {
    let named = InLine::of(&line.department_id, &line.cost_center_id, None);
    naming.has(named.value_in(&naming.dimension_id))
}

fn rows(planned: &BTreeMap<String, Minor>, actual: &ByAccount, catalog: &Catalog) -> Result<Vec<Row>, MoneyError> {
    let ids: BTreeSet<&String> = planned.keys().chain(actual.keys()).collect();
    let mut rows = Vec::new();
    for id in ids {
        let Some(account) = catalog.accounts.get(id) else { continue };
        let sums = actual.get(id).copied().unwrap_or_default();
        let figures = Figures {
            budget: planned.get(id).copied().unwrap_or_default(),
            actual: natural(account.account_type, sums)?,
        };
        let is_shown = match account.account_type {
            AccountType::Income | AccountType::Expense => figures != Figures::default(),
            AccountType::Asset | AccountType::Liability | AccountType::Equity => planned.contains_key(id),
        };
        if is_shown {
            rows.push(Row {
                account_id: id.clone(),
                account_name: account.account_name.clone(),
                account_type: account.account_type,
                figures,
            });
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Budget, actual, variance, percent of the budget.
    #[test]
    fn variances() {
        for (budget, actual, variance, percent) in [
            (100, 110, 10, Some("10.00")),
            (100, 100, 0, Some("0.00")),
            (300, 200, -100, Some("-33.33")),
            (800, 801, 1, Some("0.13")),
            (-100, -50, 50, Some("50.00")),
            (0, 50, 50, None),
            (0, 0, 0, None),
            (1, i64::MAX, i64::MAX - 1, Some("922337203685477580600.00")),
        ] {
            let figures = Figures { budget: Minor(budget), actual: Minor(actual) };
            assert_eq!(figures.variance(), Ok(Minor(variance)), "{figures:?}");
            assert_eq!(figures.percent().map(|percent| percent.to_string()).as_deref(), percent, "{figures:?}");
        }
        assert!(Figures { budget: Minor(-1), actual: Minor(i64::MAX) }.variance().is_err());
    }
}
