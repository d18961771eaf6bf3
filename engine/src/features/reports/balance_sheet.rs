//! The balance sheet: assets, liabilities and equity at the end of a day, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::{Calendar, Comparison, begun};
use crate::features::reports::moved::Lines;
use crate::features::reports::section::{Section, section};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::Window;
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::carried::ByAccount;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::money::{Minor, MoneyError};

/// Assets equal liabilities and equity, always, because every posting balances in base currency, and a slice has what balances it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BalanceSheet {
    pub as_of: Date,
    pub assets: Section,
    pub liabilities: Section,
    /// The equity accounts alone.
    pub equity: Section,
    /// Income less expenses of the fiscal year up to the day, without what closing entries have carried into an equity account; since the
    /// first posting where no fiscal year is recorded.
    pub current_earnings: Minor,
    /// The same of the years before, as far as they are not closed.
    pub earlier_earnings: Minor,
    /// What lines that name other values put against those of a slice; 0 of all lines.
    pub balancing_item: Minor,
    /// The equity accounts, the earnings and the balancing item.
    pub total_equity: Minor,
    pub total_liabilities_and_equity: Minor,
}

impl Engine {
    /// Draws up the balance sheet of all lines or of a slice at the end of the day, and the same of what it is held beside. Accounts
    /// without a balance are left out.
    pub async fn balance_sheet(
        &self,
        as_of: Date,
        slice: Option<&Slice>,
        comparison: Option<Comparison>,
    ) -> Result<(BalanceSheet, Vec<BalanceSheet>), Error> {
        let tx = self.store.begin_read().await?;
        let read = async {
            let catalog = self.catalog(&tx).await?;
            let years = fiscal_years::every(&tx).await.map_err(Error::from)?;
            let calendar = Calendar { catalog: &catalog, years: &years };
            let lines = Lines::of(slice, None, &catalog)?;
            let own = self.as_of(&tx, as_of, &calendar, &lines).await?;
            let mut beside = Vec::new();
            for day in comparison.map(|comparison| comparison.days(as_of, &calendar)).unwrap_or_default() {
                beside.push(self.as_of(&tx, day, &calendar, &lines).await?);
            }
            Ok::<_, Error>((own, beside))
        }
        .await;
        tx.rollback().await.map_err(StoreError::from)?;
        read
    }

    async fn as_of(
        &self,
        tx: &DatabaseTransaction,
        as_of: Date,
        calendar: &Calendar<'_>,
        lines: &Lines,
    ) -> Result<BalanceSheet, Error> {
        let catalog = calendar.catalog;
        let sums = self.sums(tx, &Window::until(as_of), catalog, lines).await?.own;
        let before = match begun(calendar.years, as_of) {
            Some(begun) => self.sums(tx, &Window::until(begun.plus_days(-1)), catalog, lines).await?.own,
            None => ByAccount::new(),
        };
        let sheet = || {
            let of = |account_type| section(account_type, &sums, catalog);
            let (assets, liabilities, equity) =
                (of(AccountType::Asset)?, of(AccountType::Liability)?, of(AccountType::Equity)?);
            let (earnings, earlier_earnings) = (earned(&sums, catalog)?, earned(&before, catalog)?);
            let current_earnings = earnings.checked_sub(earlier_earnings)?;
            let own = liabilities.total.checked_add(equity.total)?.checked_add(earnings)?;
            let balancing_item = assets.total.checked_sub(own)?;
            let total_equity = equity.total.checked_add(earnings)?.checked_add(balancing_item)?;
            let total_liabilities_and_equity = liabilities.total.checked_add(total_equity)?;
            Ok::<_, MoneyError>(BalanceSheet {
                as_of,
                assets,
                liabilities,
                equity,
                current_earnings,
                earlier_earnings,
                balancing_item,
                total_equity,
                total_liabilities_and_equity,
            })
        };
        sheet().map_err(too_large)
    }
}

fn earned(sums: &ByAccount, catalog: &Catalog) -> Result<Minor, MoneyError> {
    let of = |account_type| Ok::<_, MoneyError>(section(account_type, sums, catalog)?.total);
    of(AccountType::Income)?.checked_sub(of(AccountType::Expense)?)
}
