//! What `gl check` compares of exceptions: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::kernel::entity::period_exception;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::row::period_exception as row;
use crate::kernel::store::stated::{List, Stated};
use crate::values::period_exception::RESOURCE;

/// What an exception's row decides.
pub const PERIOD_EXCEPTIONS: List<period_exception::Model> = List {
    table: "period_exception",
    resource: RESOURCE,
    id: |row| &row.period_exception_id,
    fields: &[
        ("period_id", |row| row.period_id.clone().into()),
        ("document_type", |row| row.document_type.clone().into()),
        ("document_id", |row| row.document_id.clone().into()),
        ("last_day", |row| row.last_day.clone().into()),
        ("reason", |row| row.reason.clone().into()),
        ("is_revoked", |row| row.is_revoked.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, period_exception::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| PERIOD_EXCEPTIONS.of(row)).collect())
}
