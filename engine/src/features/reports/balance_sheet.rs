//! The balance sheet: assets, liabilities and equity at the end of a day, in base currency.
//! See docs/rules/reports.md#balance-sheet-and-income-statement.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::{Calendar, begun};
use crate::features::reports::moved::{Lines, Parted};
use crate::features::reports::section::{Section, section};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::Window;
use crate::features::reports::split::{Beside, Part, columns};
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
    /// What it is of, where it is a part of one.
    pub part: Option<Part>,
}

/// What stands at the end of a day, and what stood when its fiscal year began.
struct Standing {
    until: Parted,
    before: Parted,
}

impl Engine {
    /// Draws up the balance sheet of all lines or of a slice at the end of the day, and what stands beside it. Accounts without a balance
    /// are left out.
    pub async fn balance_sheet(
        &self,
        as_of: Date,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(BalanceSheet, Vec<BalanceSheet>), Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.sheets(&tx, as_of, slice, beside).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn sheets(
        &self,
        tx: &DatabaseTransaction,
        as_of: Date,
        slice: Option<&Slice>,
        beside: &Beside,
    ) -> Result<(BalanceSheet, Vec<BalanceSheet>), Error> {
        let catalog = self.catalog(tx).await?;
        let years = fiscal_years::every(tx).await.map_err(Error::from)?;
        let calendar = Calendar { catalog: &catalog, years: &years };
        let lines = Lines::of(slice, beside.split(), &catalog)?;
        let Standing { until, before } = self.standing(tx, as_of, &calendar, &lines).await?;
        let own = sheet(as_of, (&until.own, &before.own), &catalog, None)?;
        let mut others = Vec::new();
        match beside {
            Beside::Nothing => {}
            Beside::Days(comparison) => {
                for day in comparison.days(as_of, &calendar) {
                    let Standing { until, before } = self.standing(tx, day, &calendar, &lines).await?;
                    others.push(sheet(day, (&until.own, &before.own), &catalog, None)?);
                }
            }
            Beside::Parts(_, most) => {
                let columns = columns(&weights([&until, &before]), *most);
                for (column, part) in columns.iter().zip(lines.named(tx, &catalog, &columns).await?) {
                    let sums = (&column.sums(&until.parts)?, &column.sums(&before.parts)?);
                    others.push(sheet(as_of, sums, &catalog, Some(part))?);
                }
            }
        }
        Ok((own, others))
    }

    async fn standing(
        &self,
        tx: &DatabaseTransaction,
        as_of: Date,
        calendar: &Calendar<'_>,
        lines: &Lines,
    ) -> Result<Standing, Error> {
        let catalog = calendar.catalog;
        let Some(begun) = begun(calendar.years, as_of) else {
            let until = self.sums(tx, &Window::until(as_of), catalog, lines).await?;
            return Ok(Standing { until, before: Parted::default() });
        };
        let before = self.sums(tx, &Window::until(begun.plus_days(-1)), catalog, lines).await?;
        // Of all lines closed periods are summed up once; of some, each line is read once.
        let until = if lines.are_all() {
            self.sums(tx, &Window::until(as_of), catalog, lines).await?
        } else {
            let year = Window { from: Some(begun), ..Window::until(as_of) };
            before.clone().plus(self.sums(tx, &year, catalog, lines).await?).map_err(too_large)?
        };
        Ok(Standing { until, before })
    }
}

/// Out of what stands at the end of the day, and of what stood when its fiscal year began.
fn sheet(
    as_of: Date,
    (until, before): (&ByAccount, &ByAccount),
    catalog: &Catalog,
    part: Option<Part>,
) -> Result<BalanceSheet, Error> {
    let sheet = || {
        let of = |account_type| section(account_type, until, catalog);
        let (assets, liabilities, equity) =
            (of(AccountType::Asset)?, of(AccountType::Liability)?, of(AccountType::Equity)?);
        let (earnings, earlier_earnings) = (earned(until, catalog)?, earned(before, catalog)?);
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
            part,
        })
    };
    sheet().map_err(too_large)
}

/// How much stands in each part at the end of the day or stood when the year began, whatever its sign: without either a part has no figure.
fn weights(of: [&Parted; 2]) -> BTreeMap<Option<String>, u128> {
    let mut weights: BTreeMap<Option<String>, u128> = BTreeMap::new();
    for (id, sums) in of.into_iter().flat_map(|parted| &parted.parts) {
        let balances = sums.values().map(|sums| u128::from(sums.debit.0.abs_diff(sums.credit.0)));
        let weight = weights.entry(id.clone()).or_default();
        *weight = weight.saturating_add(balances.sum());
    }
    weights
}

fn earned(sums: &ByAccount, catalog: &Catalog) -> Result<Minor, MoneyError> {
    let of = |account_type| Ok::<_, MoneyError>(section(account_type, sums, catalog)?.total);
    of(AccountType::Income)?.checked_sub(of(AccountType::Expense)?)
}
