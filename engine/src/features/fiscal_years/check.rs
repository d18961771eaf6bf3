//! What `gl check` compares of fiscal years: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::RESOURCE;
use super::row;
use crate::kernel::entity::fiscal_year;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated};

/// What a year's row decides.
pub const YEARS: List<fiscal_year::Model> = List {
    table: "fiscal_year",
    resource: RESOURCE,
    id: |row| &row.fiscal_year_id,
    fields: &[
        ("fiscal_year_name", |row| row.fiscal_year_name.clone().into()),
        ("start_date", |row| row.start_date.clone().into()),
        ("end_date", |row| row.end_date.clone().into()),
        ("adjustment_period_id", |row| row.adjustment_period_id.clone().into()),
        ("is_closed", |row| row.is_closed.into()),
        ("closings", |row| row.closings.into()),
        ("changed_at", |row| row.changed_at.into()),
        ("changed_by", |row| row.changed_by.clone().into()),
        ("reason", |row| row.reason.clone().into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
    ],
};

/// All years, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, fiscal_year::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| YEARS.of(row)).collect())
}
