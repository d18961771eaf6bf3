//! The income statement: income and expenses of a range of days, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::Calendar;
use crate::features::reports::moved::Lines;
use crate::features::reports::section::{Section, section};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::{Span, days_of};
use crate::features::reports::split::{Beside, Part, columns};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::carried::ByAccount;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::money::Minor;

/// Income less expenses is the net income.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomeStatement {
    /// Where it is of a period.
    pub period_id: Option<String>,
    pub from: Date,
    pub to: Date,
    pub income: Section,
    pub expenses: Section,
    pub net_income: Minor,
    /// What it is of, where it is a part of one.
    pub part: Option<Part>,
}

impl Engine {
    /// Draws up the income statement of all lines or of a slice, and what stands beside it. Accounts without a net movement are left out.
    pub async fn income_statement(
        &self,
        span: &Span,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(IncomeStatement, Vec<IncomeStatement>), Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.drawn(&tx, span, slice, beside).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn drawn(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(IncomeStatement, Vec<IncomeStatement>), Error> {
        let catalog = self.catalog(tx).await?;
        let years = fiscal_years::every(tx).await.map_err(Error::from)?;
        let calendar = Calendar { catalog: &catalog, years: &years };
        let days = days_of(span, &catalog)?;
        let split = beside.split();
        let lines = Lines::of(slice, split, &catalog)?;
        let moved = self.moved(tx, span, &calendar, &lines).await?;
        let own = statement(span, &moved.own, &catalog, None)?;
        let mut others = Vec::new();
        match beside {
            Beside::Nothing => {}
            Beside::Days(comparison) => {
                for other in comparison.spans(span, days, &calendar) {
                    let moved = self.moved(tx, &other, &calendar, &lines).await?;
                    others.push(statement(&other, &moved.own, &catalog, None)?);
                }
            }
            Beside::Parts(_, most) => {
                let weights = moved.parts.iter().map(|(id, sums)| (id.clone(), weight(sums, &catalog))).collect();
                let columns = columns(&weights, *most);
                for (column, part) in columns.iter().zip(lines.named(tx, &catalog, &columns).await?) {
                    others.push(statement(span, &column.sums(&moved.parts)?, &catalog, Some(part))?);
                }
            }
        }
        Ok((own, others))
    }
}

fn statement(span: &Span, sums: &ByAccount, catalog: &Catalog, part: Option<Part>) -> Result<IncomeStatement, Error> {
    let (from, to) = days_of(span, catalog)?;
    let section = |account_type| section(account_type, sums, catalog).map_err(too_large);
    let (income, expenses) = (section(AccountType::Income)?, section(AccountType::Expense)?);
    let net_income = income.total.checked_sub(expenses.total).map_err(too_large)?;
    Ok(IncomeStatement { period_id: span.period().map(str::to_owned), from, to, income, expenses, net_income, part })
}

/// How much income and expenses a part has, whatever their sign.
fn weight(sums: &ByAccount, catalog: &Catalog) -> u128 {
    let is_earned = |id: &String| {
        let account = catalog.accounts.get(id);
        account.is_some_and(|account| matches!(account.account_type, AccountType::Income | AccountType::Expense))
    };
    let of = sums.iter().filter(|(id, _)| is_earned(id));
    of.map(|(_, sums)| u128::from(sums.debit.0.abs_diff(sums.credit.0))).sum()
}
