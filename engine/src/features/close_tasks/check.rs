//! What `gl check` compares of tasks of the close and their sign-offs: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::{model, row, sign_off};
use crate::kernel::entity::{close_sign_off, close_task};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated, Table};

/// What a task's row decides.
pub const TASKS: List<close_task::Model> = List {
    table: "close_task",
    resource: model::RESOURCE,
    id: |row| &row.close_task_id,
    fields: &[
        ("kind", |row| row.kind.clone().into()),
        ("title", |row| row.title.clone().into()),
        ("account_id", |row| row.account_id.clone().into()),
        ("owner", |row| row.owner.clone().into()),
        ("due_days", |row| row.due_days.into()),
        ("is_required", |row| row.is_required.into()),
        ("from_date", |row| row.from_date.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// What a sign-off's row decides.
pub const SIGN_OFFS: List<close_sign_off::Model> = List {
    table: "close_sign_off",
    resource: sign_off::RESOURCE,
    id: |row| &row.close_sign_off_id,
    fields: &[
        ("period_id", |row| row.period_id.clone().into()),
        ("close_task_id", |row| row.close_task_id.clone().into()),
        ("evidence", |row| row.evidence.clone().into()),
        ("signed_at", |row| row.signed_at.into()),
        ("signed_by", |row| row.signed_by.clone().into()),
        ("rested_postings", |row| row.rested_postings.into()),
        ("rested_last_at", |row| row.rested_last_at.into()),
        ("withdrawn_at", |row| row.withdrawn_at.into()),
        ("withdrawn_by", |row| row.withdrawn_by.clone().into()),
        ("withdrawn_reason", |row| row.withdrawn_reason.clone().into()),
        ("version", |row| row.version.into()),
    ],
};

/// Both, and how each column is compared.
pub fn tables() -> Vec<Table> {
    vec![
        TASKS.and_checked(&[("the id that the trail names", &["close_task_id"])]),
        SIGN_OFFS.and_checked(&[("the id that the trail names", &["close_sign_off_id"])]),
    ]
}

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let tasks = each_read(db, close_task::Entity::find(), row::read_task, unreadable).await?;
    let signed = each_read(db, close_sign_off::Entity::find(), row::read_sign_off, unreadable).await?;
    let tasks = tasks.iter().map(|row| TASKS.of(row));
    Ok(tasks.chain(signed.iter().map(|row| SIGN_OFFS.of(row))).collect())
}
