//! What accounts moved in the days of a statement, without what the close of a year carried into equity: that was income and expense all
//! the same. See docs/rules/reports.md#balance-sheet-and-income-statement.

use sea_orm::DatabaseTransaction;

use crate::features::fiscal_years;
use crate::features::reports::comparatives::Calendar;
use crate::features::reports::span::{Span, days_of};
use crate::kernel::engine::Engine;
use crate::kernel::store::read::balances::of_period;
use crate::kernel::store::read::carried::{ByAccount, less};
use crate::values::error::Error;

impl Engine {
    /// By account, in base currency.
    pub(super) async fn moved(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        calendar: &Calendar<'_>,
    ) -> Result<ByAccount, Error> {
        let days = days_of(span, calendar.catalog)?;
        let mut sums = match span {
            Span::Days(from, to) => self.carried.sums(tx, calendar.catalog, (Some(*from), *to)).await?,
            Span::Period(id) => of_period(tx, id).await?,
        };
        less(&mut sums, &fiscal_years::closed(tx, calendar.years, days, span.period()).await?)?;
        Ok(sums)
    }
}
