//! Reads of fiscal years, and of what their closes posted.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::model::FiscalYear;
use super::row;
use crate::books::ledger::PostingKind;
use crate::books::period::Period;
use crate::kernel::entity::{fiscal_year, period, posting, posting_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::carried::ByAccount;
use crate::kernel::store::row::catalog::read_period;
use crate::values::clock::Date;
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

/// All years, in the order of their days.
pub async fn every(db: &impl ConnectionTrait) -> Result<Vec<FiscalYear>, StoreError> {
    let years = fiscal_year::Entity::find().order_by_asc(fiscal_year::Column::StartDate);
    years.all(db).await?.into_iter().map(row::read).collect()
}

/// The periods that came with the year.
pub async fn brought_by(db: &impl ConnectionTrait, year: &FiscalYear) -> Result<Vec<Period>, StoreError> {
    let within = period::Entity::find()
        .filter(period::Column::StartDate.gte(year.start_date.to_string()))
        .filter(period::Column::EndDate.lte(year.end_date.to_string()));
    let mut periods = Vec::new();
    for row in within.all(db).await? {
        periods.push(of_years(read_period(row)?, std::slice::from_ref(year)));
    }
    periods.retain(|period| year.brought(period));
    Ok(periods)
}

/// The period of this id, where there is one.
pub async fn period(db: &impl ConnectionTrait, id: &str, years: &[FiscalYear]) -> Result<Vec<Period>, StoreError> {
    let found = period::Entity::find_by_id(id).one(db).await?;
    found.into_iter().map(|row| Ok(of_years(read_period(row)?, years))).collect()
}

/// Its row does not say that a period is of adjustments: its year does.
fn of_years(period: Period, years: &[FiscalYear]) -> Period {
    let is_adjustment = years.iter().any(|year| year.adjustment_period_id.as_ref() == Some(&period.period_id));
    Period { is_adjustment, ..period }
}

/// What the closing entries of these days put on each account, those that were taken back with what took them back. A closing entry is
/// of the last day of its year; `period_id` asks for those of that period alone.
pub async fn closed(
    db: &impl ConnectionTrait,
    years: &[FiscalYear],
    (from, to): (Date, Date),
    period_id: Option<&str>,
) -> Result<ByAccount, StoreError> {
    use posting_line::Column::{AccountId, BaseAmount, SourceId, SourceKind};
    let of_days = years.iter().filter(|year| from <= year.end_date && year.end_date <= to);
    let mut ids: Vec<String> = of_days.flat_map(FiscalYear::closing_entries).map(|key| key.id).collect();
    if let Some(period_id) = period_id.filter(|_| !ids.is_empty()) {
        ids = of_period(db, &ids, period_id).await?;
    }
    let mut sums: ByAccount = BTreeMap::new();
    if ids.is_empty() {
        return Ok(sums);
    }
    let lines: Vec<(String, Minor)> = posting_line::Entity::find()
        .select_only()
        .columns([AccountId, BaseAmount])
        .filter(SourceKind.eq(DocumentKind::JournalEntry.name()))
        .filter(SourceId.is_in(ids))
        .into_tuple()
        .all(db)
        .await?;
    for (account_id, amount) in lines {
        let size = amount.magnitude().map_err(|error| StoreError::TooLarge(error.to_string()))?;
        let line = if amount.is_positive() {
            Sums { debit: size, credit: Minor::ZERO }
        } else {
            Sums { debit: Minor::ZERO, credit: size }
        };
        let sum = sums.entry(account_id).or_default();
        *sum = sum.plus(line).map_err(|error| StoreError::TooLarge(error.to_string()))?;
    }
    Ok(sums)
}

/// Those of the entries that stand in the period.
async fn of_period(db: &impl ConnectionTrait, ids: &[String], period_id: &str) -> Result<Vec<String>, StoreError> {
    use posting::Column::{Kind, PeriodId, SourceId, SourceKind};
    let found = posting::Entity::find().select_only().column(SourceId);
    let found = found.filter(SourceKind.eq(DocumentKind::JournalEntry.name())).filter(SourceId.is_in(ids.to_vec()));
    let found = found.filter(Kind.eq(PostingKind::Document.name())).filter(PeriodId.eq(period_id));
    Ok(found.into_tuple().all(db).await?)
}
