//! Fiscal years as rows.

use super::model::{FiscalYear, YearChange};
use crate::kernel::entity::fiscal_year;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;

pub fn row(of: &FiscalYear) -> fiscal_year::Model {
    let change = of.last_change.as_ref();
    fiscal_year::Model {
        fiscal_year_id: of.fiscal_year_id.clone(),
        fiscal_year_name: of.fiscal_year_name.clone(),
        start_date: of.start_date.to_string(),
        end_date: of.end_date.to_string(),
        adjustment_period_id: of.adjustment_period_id.clone(),
        is_closed: of.is_closed,
        closings: i64::from(of.closings),
        changed_at: change.map(|change| change.at.micros()),
        changed_by: change.map(|change| change.by.clone()),
        reason: change.and_then(|change| change.reason.clone()),
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
    }
}

pub fn read(row: fiscal_year::Model) -> Result<FiscalYear, StoreError> {
    let name = RowName { table: "fiscal_year", key: &row.fiscal_year_id.clone() };
    let last_change = match (row.changed_at, row.changed_by, row.reason) {
        (None, None, None) => None,
        (at, by, reason) => Some(YearChange {
            at: Timestamp::from_micros(name.some("changed_at", at)?),
            by: name.some("changed_by", by)?,
            reason,
        }),
    };
    Ok(FiscalYear {
        start_date: name.date("start_date", &row.start_date)?,
        end_date: name.date("end_date", &row.end_date)?,
        closings: name.some("closings", u32::try_from(row.closings).ok())?,
        fiscal_year_id: row.fiscal_year_id,
        fiscal_year_name: row.fiscal_year_name,
        adjustment_period_id: row.adjustment_period_id,
        is_closed: row.is_closed,
        last_change,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
    })
}
