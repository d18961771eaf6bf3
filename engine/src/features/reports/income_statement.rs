//! The income statement: income and expenses of a range of days, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use sea_orm::DatabaseTransaction;

use crate::features::fiscal_years;
use crate::features::reports::comparatives::{Calendar, Comparison};
use crate::features::reports::section::{Section, section};
use crate::features::reports::span::{Span, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
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
}

impl Engine {
    /// Draws up the income statement, and the same of what it is held beside. Accounts without a net movement are left out.
    pub async fn income_statement(
        &self,
        span: &Span,
        comparison: Option<Comparison>,
    ) -> Result<(IncomeStatement, Vec<IncomeStatement>), Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.drawn(&tx, span, comparison).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn drawn(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        comparison: Option<Comparison>,
    ) -> Result<(IncomeStatement, Vec<IncomeStatement>), Error> {
        let catalog = self.catalog(tx).await?;
        let years = fiscal_years::every(tx).await.map_err(Error::from)?;
        let calendar = Calendar { catalog: &catalog, years: &years };
        let (from, to) = days_of(span, &catalog)?;
        let own = self.of_span(tx, span, &calendar).await?;
        let mut beside = Vec::new();
        for other in comparison.map(|comparison| comparison.spans(span, (from, to), &calendar)).unwrap_or_default() {
            beside.push(self.of_span(tx, &other, &calendar).await?);
        }
        Ok((own, beside))
    }

    async fn of_span(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        calendar: &Calendar<'_>,
    ) -> Result<IncomeStatement, Error> {
        let (from, to) = days_of(span, calendar.catalog)?;
        let sums = self.moved(tx, span, calendar).await?;
        let section = |account_type| section(account_type, &sums, calendar.catalog).map_err(too_large);
        let (income, expenses) = (section(AccountType::Income)?, section(AccountType::Expense)?);
        let net_income = income.total.checked_sub(expenses.total).map_err(too_large)?;
        Ok(IncomeStatement { period_id: span.period().map(str::to_owned), from, to, income, expenses, net_income })
    }
}
