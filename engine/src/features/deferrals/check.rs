//! What `gl check` compares of deferrals: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::RESOURCE;
use super::row;
use crate::kernel::entity::deferral;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated, parsed};

/// What a row decides.
pub const DEFERRAL: List<deferral::Model> = List {
    table: "deferral",
    resource: RESOURCE,
    id: |row| &row.deferral_id,
    fields: &[
        ("document_type", |row| row.document_type.clone().into()),
        ("document_id", |row| row.document_id.clone().into()),
        ("line_number", |row| row.line_number.into()),
        ("from_account_id", |row| row.from_account_id.clone().into()),
        ("account_id", |row| row.account_id.clone().into()),
        ("currency", |row| row.currency.clone().into()),
        ("amount", |row| row.amount.0.into()),
        ("start_date", |row| row.start_date.clone().into()),
        ("months", |row| row.months.into()),
        ("end_date", |row| row.end_date.clone().into()),
        ("posted_on", |row| row.posted_on.clone().into()),
        ("status", |row| row.status.clone().into()),
        ("owner", |row| row.owner.clone().into()),
        ("owner_roles", |row| parsed(&row.owner_roles)),
        ("owner_permissions", |row| parsed(&row.owner_permissions)),
        ("recognized_through", |row| row.recognized_through.clone().into()),
        ("next_date", |row| row.next_date.clone().into()),
        ("problem_code", |row| row.problem_code.clone().into()),
        ("problem_detail", |row| row.problem_detail.clone().into()),
        ("problem_at", |row| row.problem_at.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, deferral::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| DEFERRAL.of(row)).collect())
}
