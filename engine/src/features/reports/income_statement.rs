//! The income statement: income and expenses of a range of days, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use crate::features::fiscal_years;
use crate::features::reports::section::{Section, section};
use crate::features::reports::{in_order, too_large};
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::of_period;
use crate::kernel::store::read::carried::less;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::money::{Minor, MoneyError};

/// The range of a statement, both days included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    Period(String),
    Days(Date, Date),
}

impl Span {
    /// The period that it is, when it is one.
    fn period(&self) -> Option<&str> {
        match self {
            Self::Period(id) => Some(id),
            Self::Days(..) => None,
        }
    }
}

/// Income less expenses is the net income.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomeStatement {
    pub from: Date,
    pub to: Date,
    pub income: Section,
    pub expenses: Section,
    pub net_income: Minor,
}

impl Engine {
    /// Draws up the income statement. Accounts without a net movement are left out.
    pub async fn income_statement(&self, span: &Span) -> Result<IncomeStatement, Error> {
        let tx = self.store.begin_read().await?;
        let read = async {
            let catalog = self.catalog(&tx).await?;
            let years = fiscal_years::every(&tx).await?;
            let (mut sums, from, to) = match span {
                Span::Days(from, to) => (self.carried.sums(&tx, &catalog, (Some(*from), *to)).await?, *from, *to),
                Span::Period(id) => match catalog.periods.get(id) {
                    Some(period) => (of_period(&tx, id).await?, period.start_date, period.end_date),
                    None => return Ok(None),
                },
            };
            // What the close of a year carried into equity was its income all the same.
            less(&mut sums, &fiscal_years::closed(&tx, &years, (from, to), span.period()).await?)?;
            Ok::<_, StoreError>(Some((sums, catalog, from, to)))
        }
        .await;
        tx.rollback().await.map_err(StoreError::from)?;
        let Some((sums, catalog, from, to)) = read? else {
            return Err(Faults::one("period_id", "there is no such accounting period").into());
        };
        in_order(from, to)?;
        let statement = || {
            let (income, expenses) =
                (section(AccountType::Income, &sums, &catalog)?, section(AccountType::Expense, &sums, &catalog)?);
            let net_income = income.total.checked_sub(expenses.total)?;
            Ok::<_, MoneyError>(IncomeStatement { from, to, income, expenses, net_income })
        };
        statement().map_err(too_large)
    }
}
