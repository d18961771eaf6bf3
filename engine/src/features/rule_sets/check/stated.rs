//! What rows of the trail state of drafts.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::approval::rule_set::DRAFT;
use crate::kernel::entity::rule_set_draft;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{List, Stated, parsed};

/// What a draft decides.
pub const DRAFTS: List<rule_set_draft::Model> = List {
    resource: DRAFT,
    id: |row| &row.draft_id,
    fields: &[
        ("description", |row| row.description.as_str().into()),
        ("based_on", |row| row.based_on.into()),
        ("rules", |row| parsed(&row.rules)),
        ("status", |row| row.status.as_str().into()),
        ("in_force_from", |row| row.in_force_from.into()),
        ("put_in_force_by", |row| row.put_in_force_by.clone().into()),
        ("rule_set", |row| row.rule_set.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.as_str().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.as_str().into()),
    ],
};

/// All drafts. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    Ok(each(db, rule_set_draft::Entity::find(), unreadable).await?.iter().map(|row| DRAFTS.of(row)).collect())
}
