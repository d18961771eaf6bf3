//! What `gl check` compares of matching rules: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::RESOURCE;
use super::row;
use crate::kernel::entity::matching_rule;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::Stated;

/// What a rule's row decides.
pub fn one(row: matching_rule::Model) -> Stated {
    Stated::new(
        RESOURCE,
        &row.matching_rule_id,
        [
            ("bank_account_id", row.bank_account_id.into()),
            ("direction", row.direction.into()),
            ("counterparty_account", row.counterparty_account.into()),
            ("text_contains", row.text_contains.into()),
            ("party_kind", row.party_kind.into()),
            ("party_id", row.party_id.into()),
            ("account_id", row.account_id.into()),
            ("makes", row.makes.into()),
            ("memo", row.memo.into()),
            ("is_active", row.is_active.into()),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
            ("updated_at", row.updated_at.into()),
            ("updated_by", row.updated_by.into()),
        ],
    )
}

/// All rules, as the trail states them. What cannot be read is named.
pub async fn stated(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each(db, matching_rule::Entity::find(), unreadable).await?;
    for found in &rows {
        if let Err(StoreError::Broken(why)) = row::read(found.clone()) {
            unreadable.push(why);
        }
    }
    Ok(rows.into_iter().map(one).collect())
}
