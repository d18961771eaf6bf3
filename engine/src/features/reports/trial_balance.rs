//! The trial balance: in base currency, debit positive. See docs/rules/reports.md#trial-balance.

use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::{Sums, of_period};
use crate::kernel::store::read::carried::{ByAccount, less};
use crate::values::account::AccountType;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::money::{Minor, MoneyError};

/// The range of a trial balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// A period: its opening balances, its movements, its closing balances.
    Period(String),
    /// A day: the opening balances are 0, and the movements run from the first posting.
    AsOf(Date),
}

/// One account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub opening_balance: Minor,
    pub debit: Minor,
    pub credit: Minor,
    pub closing_balance: Minor,
}

/// The whole report. Total debits equal total credits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrialBalance {
    pub rows: Vec<Row>,
    pub total_debit: Minor,
    pub total_credit: Minor,
}

impl Engine {
    /// Draws up the trial balance. Accounts with neither movement nor balance are left out.
    pub async fn trial_balance(&self, range: &Range) -> Result<TrialBalance, Error> {
        // One consistent state for both sums.
        let tx = self.store.begin_read().await?;
        let sums = self.sums_of(&tx, range).await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (moved, until, catalog) = sums?;
        let mut report = TrialBalance::default();
        for (account_id, whole) in until {
            let movement = moved.get(&account_id).copied().unwrap_or_default();
            let Some(account) = catalog.accounts.get(&account_id) else { continue };
            let row =
                row(&account_id, &account.account_name, account.account_type, movement, whole).map_err(too_large)?;
            if row.debit.is_zero() && row.credit.is_zero() && row.closing_balance.is_zero() {
                continue;
            }
            report.total_debit = report.total_debit.checked_add(row.debit).map_err(too_large)?;
            report.total_credit = report.total_credit.checked_add(row.credit).map_err(too_large)?;
            report.rows.push(row);
        }
        Ok(report)
    }

    /// What moved in the range, what stands at its end, and the catalog.
    async fn sums_of(
        &self,
        tx: &DatabaseTransaction,
        range: &Range,
    ) -> Result<(ByAccount, ByAccount, Arc<Catalog>), Error> {
        let catalog = self.catalog(tx).await?;
        let (moved, until) = match range {
            Range::AsOf(day) => {
                let until = self.carried.sums(tx, &catalog, (None, *day)).await?;
                (until.clone(), until)
            }
            Range::Period(id) => {
                let Some(period) = catalog.periods.get(id) else {
                    return Err(Faults::one("period_id", "there is no such accounting period").into());
                };
                let moved = of_period(tx, id).await?;
                (moved, self.until_end_of(tx, &catalog, period).await?)
            }
        };
        Ok((moved, until, catalog))
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

fn row(id: &str, name: &str, account_type: AccountType, movement: Sums, whole: Sums) -> Result<Row, MoneyError> {
    let closing_balance = whole.balance()?;
    let net = movement.balance()?;
    Ok(Row {
        account_id: id.to_owned(),
        account_name: name.to_owned(),
        account_type,
        opening_balance: closing_balance.checked_sub(net)?,
        debit: movement.debit,
        credit: movement.credit,
        closing_balance,
    })
}
