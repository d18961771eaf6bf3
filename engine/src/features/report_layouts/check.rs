//! What `gl check` compares of layouts: each version with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::VERSION_RESOURCE;
use super::row;
use crate::kernel::entity::report_layout;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated, parsed};

/// What a row decides.
pub const LAYOUTS: List<report_layout::Model> = List {
    table: "report_layout",
    resource: VERSION_RESOURCE,
    id: |row| &row.layout_version_id,
    fields: &[
        ("layout_id", |row| row.layout_id.clone().into()),
        ("version", |row| row.version.into()),
        ("layout_name", |row| row.layout_name.clone().into()),
        ("statement", |row| row.statement.clone().into()),
        ("lines", |row| parsed(&row.lines)),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, report_layout::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| LAYOUTS.of(row)).collect())
}
