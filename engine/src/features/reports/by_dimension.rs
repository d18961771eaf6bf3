//! What accounts moved by the values of a dimension: of what names none, too, so that the whole is the trial balance's and the income
//! statement's. See docs/rules/dimensions.md#in-reports.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

use crate::features::fiscal_years;
use crate::features::reports::comparatives::Calendar;
use crate::features::reports::moved::Lines;
use crate::features::reports::named;
use crate::features::reports::span::{Span, Window, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::carried::ByAccount;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::dimension::{Dimension, Dimensions};
use crate::values::error::{Error, Faults};
use crate::values::money::{Minor, MoneyError};

/// What was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub dimension_id: String,
    /// This value with its parts alone.
    pub value_id: Option<String>,
    pub span: Span,
}

/// One account with one value; `None` for what names none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub value_id: Option<String>,
    pub sums: Sums,
}

/// The income less the expenses of a value; `None` for what names none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueTotals {
    pub value_id: Option<String>,
    pub value_name: Option<String>,
    pub parent_id: Option<String>,
    /// Of lines that name the value itself.
    pub own: Figures,
    /// With those of its parts.
    pub whole: Figures,
}

/// Income and expenses, each with its normal sign.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    pub income: Minor,
    pub expenses: Minor,
}

/// The whole report. Its rows add up, account by account, to what the accounts moved in these days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByDimension {
    pub dimension: Dimension,
    pub from: Date,
    pub to: Date,
    /// By account, then by value; what names none comes first.
    pub rows: Vec<Row>,
    /// By value; what names none comes first.
    pub values: Vec<ValueTotals>,
    pub total: Figures,
}

impl Figures {
    pub fn net(self) -> Result<Minor, MoneyError> {
        self.income.checked_sub(self.expenses)
    }

    fn add(&mut self, account_type: AccountType, sums: Sums) -> Result<(), MoneyError> {
        let balance = sums.balance()?;
        match account_type {
            AccountType::Income => self.income = self.income.checked_sub(balance)?,
            AccountType::Expense => self.expenses = self.expenses.checked_add(balance)?,
            AccountType::Asset | AccountType::Liability | AccountType::Equity => {}
        }
        Ok(())
    }

    fn plus(self, other: Self) -> Result<Self, MoneyError> {
        let (income, expenses) = (self.income.checked_add(other.income)?, self.expenses.checked_add(other.expenses)?);
        Ok(Self { income, expenses })
    }
}

/// By account and value.
type ByValue = BTreeMap<(String, Option<String>), Sums>;

impl Engine {
    /// What the accounts moved by the values of a dimension. What a close of a year carried into equity counts as if it had not been.
    pub async fn by_dimension(&self, asked: &Asked) -> Result<ByDimension, Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.drawn_by_dimension(&tx, asked).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn drawn_by_dimension(&self, tx: &DatabaseTransaction, asked: &Asked) -> Result<ByDimension, Error> {
        let catalog = self.catalog(tx).await?;
        let Some(dimension) = catalog.dimensions.all.get(&asked.dimension_id) else {
            return Err(Faults::one("dimension_id", "there is no such dimension").into());
        };
        let (from, to) = days_of(&asked.span, &catalog)?;
        let named = named::sums(tx, &Window::of(&asked.span, &catalog)?, false).await?;
        let wanted = asked.value_id.as_ref().map(|id| catalog.dimensions.downward(&asked.dimension_id, id));
        let mut by_value = ByValue::new();
        for found in named {
            let Some(value_id) = found.named.value_in(&asked.dimension_id) else { continue };
            if wanted.as_ref().is_none_or(|wanted| wanted.contains(value_id)) {
                let sums = by_value.entry((found.account_id, Some(value_id.to_owned()))).or_default();
                *sums = sums.plus(found.sums).map_err(too_large)?;
            }
        }
        // What names another value, or none, is no part of one value.
        if asked.value_id.is_none() {
            let years = fiscal_years::every(tx).await.map_err(Error::from)?;
            let calendar = Calendar { catalog: &catalog, years: &years };
            let whole = self.moved(tx, &asked.span, &calendar, &Lines::default()).await?;
            with_the_rest(&mut by_value, whole.own).map_err(too_large)?;
        }
        let rows = by_value.into_iter().filter_map(|((account_id, value_id), sums)| {
            let account = catalog.accounts.get(&account_id)?;
            let (account_name, account_type) = (account.account_name.clone(), account.account_type);
            Some(Row { account_id, account_name, account_type, value_id, sums })
        });
        let rows: Vec<Row> = rows.collect();
        let values = totals(&asked.dimension_id, &rows, &catalog.dimensions).map_err(too_large)?;
        let own = |sum: Figures, value: &ValueTotals| sum.plus(value.own);
        let total = values.iter().try_fold(Figures::default(), own).map_err(too_large)?;
        Ok(ByDimension { dimension: dimension.clone(), from, to, rows, values, total })
    }
}

/// Adds what names no value: what the account moved besides.
fn with_the_rest(by_value: &mut ByValue, whole: ByAccount) -> Result<(), MoneyError> {
    let mut rest = whole;
    for ((account_id, _), sums) in by_value.iter() {
        let left = rest.entry(account_id.clone()).or_default();
        *left = left.less(*sums)?;
    }
    let moved = rest.into_iter().filter(|(_, sums)| *sums != Sums::default());
    by_value.extend(moved.map(|(account_id, sums)| ((account_id, None), sums)));
    Ok(())
}

/// By value, with what stands in its parts; also of those that only have parts.
fn totals(dimension_id: &str, rows: &[Row], known: &Dimensions) -> Result<Vec<ValueTotals>, MoneyError> {
    let mut by_value: BTreeMap<Option<String>, (Figures, Figures)> = BTreeMap::new();
    for row in rows {
        by_value.entry(row.value_id.clone()).or_default().0.add(row.account_type, row.sums)?;
        let above = row.value_id.iter().flat_map(|id| {
            let recorded = known.upward(dimension_id, id).into_iter().map(|value| value.value_id.clone());
            std::iter::once(id.clone()).chain(recorded.skip(1))
        });
        let each: Vec<Option<String>> = if row.value_id.is_none() { vec![None] } else { above.map(Some).collect() };
        for value_id in each {
            by_value.entry(value_id).or_default().1.add(row.account_type, row.sums)?;
        }
    }
    let total = |(value_id, (own, whole)): (Option<String>, (Figures, Figures))| {
        let recorded = value_id.as_ref().and_then(|id| known.value(dimension_id, id));
        ValueTotals {
            value_name: recorded.map(|value| value.value_name.clone()),
            parent_id: recorded.and_then(|value| value.parent_id.clone()),
            value_id,
            own,
            whole,
        }
    };
    Ok(by_value.into_iter().map(total).collect())
}
