//! What accounts moved, of all lines or of those that a report is of, and how that is told apart in columns.
//! See docs/rules/dimensions.md#reports-of-a-value.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::Calendar;
use crate::features::reports::named::{self, NamedSums};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::{Span, Window, days_of};
use crate::features::reports::split::{Column, Part, Split, SplitBy};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::balances::{Sums, of_period};
use crate::kernel::store::read::carried::{ByAccount, less};
use crate::kernel::store::read::naming::Naming;
use crate::values::dimension::Dimensions;
use crate::values::error::Error;
use crate::values::money::MoneyError;

/// The lines that a report is of, and what its columns beside it are of.
#[derive(Clone, Default, Debug)]
pub(super) struct Lines {
    naming: Option<Naming>,
    split: Option<Split>,
}

/// What accounts moved, and the same by what the columns are of; none for what is of no column.
#[derive(Clone, Default, Debug)]
pub(super) struct Parted {
    pub own: ByAccount,
    pub parts: BTreeMap<Option<String>, ByAccount>,
}

impl Parted {
    /// What moved in these days and in other ones.
    pub fn plus(mut self, more: Self) -> Result<Self, MoneyError> {
        add(&mut self.own, more.own)?;
        for (id, more) in more.parts {
            add(self.parts.entry(id).or_default(), more)?;
        }
        Ok(self)
    }
}

fn add(into: &mut ByAccount, more: ByAccount) -> Result<(), MoneyError> {
    for (account_id, more) in more {
        let sums = into.entry(account_id).or_default();
        *sums = sums.plus(more)?;
    }
    Ok(())
}

impl Lines {
    /// Whether it is all lines that are asked for, in one column.
    pub const fn are_all(&self) -> bool {
        self.naming.is_none() && self.split.is_none()
    }

    pub fn of(slice: Option<&Slice>, split: Option<&SplitBy>, catalog: &Catalog) -> Result<Self, Error> {
        let naming = slice.map(|slice| slice.naming(catalog)).transpose()?;
        Ok(Self { naming, split: split.map(|by| by.of(slice, catalog)).transpose()? })
    }

    /// What each column is called.
    pub async fn named(
        &self,
        tx: &DatabaseTransaction,
        catalog: &Catalog,
        columns: &[Column],
    ) -> Result<Vec<Part>, Error> {
        match &self.split {
            Some(split) => Ok(split.named(tx, catalog, columns).await?),
            None => Ok(Vec::new()),
        }
    }

    fn has(&self, row: &NamedSums) -> bool {
        self.naming.as_ref().is_none_or(|naming| naming.has(row.named.value_in(&naming.dimension_id)))
    }

    /// Out of what the accounts moved in all, and of what lines that name something moved.
    fn parted(&self, whole: ByAccount, rows: &[NamedSums], known: &Dimensions) -> Result<Parted, MoneyError> {
        // Lines that name nothing have no row.
        let mut own = if self.naming.as_ref().is_none_or(|naming| naming.has(None)) {
            let mut own = whole;
            for row in rows.iter().filter(|row| !self.has(row)) {
                let sums = own.entry(row.account_id.clone()).or_default();
                *sums = sums.less(row.sums)?;
            }
            own
        } else {
            let mut own = ByAccount::new();
            for row in rows.iter().filter(|row| self.has(row)) {
                put(&mut own, row)?;
            }
            own
        };
        own.retain(|_, sums| *sums != Sums::default());
        let Some(split) = &self.split else { return Ok(Parted { own, parts: BTreeMap::new() }) };
        let (mut parts, mut rest) = (BTreeMap::<_, ByAccount>::new(), own.clone());
        for row in rows.iter().filter(|row| self.has(row)) {
            let Some(id) = split.part_of(row, known) else { continue };
            put(parts.entry(Some(id)).or_default(), row)?;
            let left = rest.entry(row.account_id.clone()).or_default();
            *left = left.less(row.sums)?;
        }
        rest.retain(|_, sums| *sums != Sums::default());
        parts.insert(None, rest);
        Ok(Parted { own, parts })
    }
}

fn put(into: &mut ByAccount, row: &NamedSums) -> Result<(), MoneyError> {
    let sums = into.entry(row.account_id.clone()).or_default();
    *sums = sums.plus(row.sums)?;
    Ok(())
}

impl Engine {
    /// By account, in base currency, of all lines.
    async fn whole(&self, tx: &DatabaseTransaction, window: &Window, catalog: &Catalog) -> Result<ByAccount, Error> {
        let mut sums = match &window.within {
            Some(period_id) => of_period(tx, period_id).await?,
            None => self.carried.sums(tx, catalog, (window.from, window.to)).await?,
        };
        if let Some(period_id) = &window.without {
            less(&mut sums, &of_period(tx, period_id).await?)?;
        }
        Ok(sums)
    }

    /// By account, in base currency, of the lines that are asked for.
    pub(super) async fn sums(
        &self,
        tx: &DatabaseTransaction,
        window: &Window,
        catalog: &Catalog,
        lines: &Lines,
    ) -> Result<Parted, Error> {
        let whole = self.whole(tx, window, catalog).await?;
        parted(tx, window, catalog, lines, whole).await
    }

    /// The same without what the close of a year carried into equity: that was income and expense all the same, and names nothing.
    /// See docs/rules/reports.md#balance-sheet-and-income-statement.
    pub(super) async fn moved(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        calendar: &Calendar<'_>,
        lines: &Lines,
    ) -> Result<Parted, Error> {
        let window = Window::of(span, calendar.catalog)?;
        let days = days_of(span, calendar.catalog)?;
        let mut whole = self.whole(tx, &window, calendar.catalog).await?;
        less(&mut whole, &fiscal_years::closed(tx, calendar.years, days, span.period()).await?)?;
        parted(tx, &window, calendar.catalog, lines, whole).await
    }
}

async fn parted(
    tx: &DatabaseTransaction,
    window: &Window,
    catalog: &Catalog,
    lines: &Lines,
    whole: ByAccount,
) -> Result<Parted, Error> {
    if lines.are_all() {
        return Ok(Parted { own: whole, parts: BTreeMap::new() });
    }
    let with_parties = lines.split.as_ref().is_some_and(Split::is_of_parties);
    let rows = named::sums(tx, window, with_parties).await?;
    lines.parted(whole, &rows, &catalog.dimensions).map_err(too_large)
}

#[cfg(test)]
mod tests;
