//! What `gl check` compares of recurring documents: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::RESOURCE;
use super::row;
use crate::kernel::entity::recurring_document;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated, parsed};

/// What a row decides.
pub const RECURRING: List<recurring_document::Model> = List {
    table: "recurring_document",
    resource: RESOURCE,
    id: |row| &row.recurring_document_id,
    fields: &[
        ("name", |row| row.name.clone().into()),
        ("document_type", |row| row.document_type.clone().into()),
        ("document", |row| parsed(&row.document)),
        ("makes", |row| row.makes.clone().into()),
        ("due_days", |row| row.due_days.into()),
        ("schedule", |row| parsed(&row.schedule)),
        ("status", |row| row.status.clone().into()),
        ("owner", |row| row.owner.clone().into()),
        ("owner_roles", |row| parsed(&row.owner_roles)),
        ("owner_permissions", |row| parsed(&row.owner_permissions)),
        ("writers", |row| parsed(&row.writers)),
        ("handled_through", |row| row.handled_through.clone().into()),
        ("next_date", |row| row.next_date.clone().into()),
        ("made", |row| row.made.into()),
        ("last_document_id", |row| row.last_document_id.clone().into()),
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
    let rows = each_read(db, recurring_document::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| RECURRING.of(row)).collect())
}
