//! Audit trails, oldest first (C36).

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::clock::Timestamp;
use crate::command::AuditEntry;
use crate::document::Status;
use crate::entity::audit_entry;
use crate::store::row::RowName;
use crate::store::{StoreError, baseline};

/// Everything that was done to one thing; a baseline did nothing to it.
pub async fn trail(db: &impl ConnectionTrait, resource: &str, id: &str) -> Result<Vec<AuditEntry>, StoreError> {
    let rows = audit_entry::Entity::find()
        .filter(audit_entry::Column::Resource.eq(resource))
        .filter(audit_entry::Column::ResourceId.eq(id))
        .filter(audit_entry::Column::Action.ne(baseline::ACTION))
        .order_by_asc(audit_entry::Column::Seq)
        .all(db)
        .await?;
    rows.into_iter().map(read).collect()
}

fn read(row: audit_entry::Model) -> Result<AuditEntry, StoreError> {
    let key = row.seq.to_string();
    let name = RowName { table: "audit_entry", key: &key };
    let status =
        |column, text: &Option<String>| text.as_deref().map(|text| name.some(column, Status::parse(text))).transpose();
    Ok(AuditEntry {
        before_status: status("before_status", &row.before_status)?,
        after_status: status("after_status", &row.after_status)?,
        details: name.json("details", &row.details)?,
        at: Timestamp::from_micros(row.at),
        performed_by: row.performed_by,
        resource: row.resource,
        resource_id: row.resource_id,
        action: row.action,
    })
}
