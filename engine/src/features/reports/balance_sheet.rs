//! The balance sheet: assets, liabilities and equity at the end of a day, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use crate::features::reports::section::{Section, section};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::money::{Minor, MoneyError};

/// Assets equal liabilities and equity, always, because every posting balances in base currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BalanceSheet {
    pub assets: Section,
    pub liabilities: Section,
    /// The equity accounts alone.
    pub equity: Section,
    /// Income less expenses since the first posting, without what closing entries have carried into an equity account.
    pub current_earnings: Minor,
    /// The equity accounts and the current earnings.
    pub total_equity: Minor,
    pub total_liabilities_and_equity: Minor,
}

impl Engine {
    /// Draws up the balance sheet at the end of the day. Accounts without a balance are left out.
    pub async fn balance_sheet(&self, as_of: Date) -> Result<BalanceSheet, Error> {
        let tx = self.store.begin_read().await?;
        let read = async {
            let catalog = self.catalog(&tx).await?;
            Ok::<_, StoreError>((self.carried.sums(&tx, &catalog, (None, as_of)).await?, catalog))
        }
        .await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (sums, catalog) = read?;
        let sheet = || {
            let of = |account_type| section(account_type, &sums, &catalog);
            let (assets, liabilities, equity) =
                (of(AccountType::Asset)?, of(AccountType::Liability)?, of(AccountType::Equity)?);
            let current_earnings = of(AccountType::Income)?.total.checked_sub(of(AccountType::Expense)?.total)?;
            let total_equity = equity.total.checked_add(current_earnings)?;
            let total_liabilities_and_equity = liabilities.total.checked_add(total_equity)?;
            Ok::<_, MoneyError>(BalanceSheet {
                assets,
                liabilities,
                equity,
                current_earnings,
                total_equity,
                total_liabilities_and_equity,
            })
        };
        sheet().map_err(too_large)
    }
}
