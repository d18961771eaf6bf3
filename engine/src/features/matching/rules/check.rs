//! What `gl check` compares of matching rules: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::RESOURCE;
use super::row;
use crate::kernel::entity::matching_rule;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{List, Stated};

/// What a rule's row decides.
pub const RULES: List<matching_rule::Model> = List {
    table: "matching_rule",
    resource: RESOURCE,
    id: |row| &row.matching_rule_id,
    fields: &[
        ("bank_account_id", |row| row.bank_account_id.clone().into()),
        ("direction", |row| row.direction.clone().into()),
        ("counterparty_account", |row| row.counterparty_account.clone().into()),
        ("text_contains", |row| row.text_contains.clone().into()),
        ("party_kind", |row| row.party_kind.clone().into()),
        ("party_id", |row| row.party_id.clone().into()),
        ("account_id", |row| row.account_id.clone().into()),
        ("makes", |row| row.makes.clone().into()),
        ("memo", |row| row.memo.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// All rules, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, matching_rule::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| RULES.of(row)).collect())
}
