//! What rows of the trail state of drafts.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::approval::rule_set::DRAFT;
use crate::kernel::entity::rule_set_draft;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{List, Stated, Table, parsed};

/// What a draft decides.
pub const DRAFTS: List<rule_set_draft::Model> = List {
    table: "rule_set_draft",
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

/// Drafts, sets and the versions of rules, and how each column is compared.
pub fn tables() -> Vec<Table> {
    let sets = Table {
        name: "rule_set",
        stated: Vec::new(),
        checked: &[("the rows that begin it", &["number", "in_force_from", "put_in_force_by", "draft_id"])],
    };
    let versions = Table {
        name: "rule_version",
        stated: Vec::new(),
        checked: &[
            ("the rule in the row that saved it", &["rule_id", "from_set", "rule"]),
            ("the next version", &["until_set"]),
        ],
    };
    vec![DRAFTS.and_checked(&[("the id that the trail names", &["draft_id"])]), sets, versions]
}

/// All drafts. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    Ok(each(db, rule_set_draft::Entity::find(), unreadable).await?.iter().map(|row| DRAFTS.of(row)).collect())
}
