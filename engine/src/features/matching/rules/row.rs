//! Matching rules as rows.

use super::model::{EntryMade, LineDirection, MatchingRule};
use crate::books::party::PartyKind;
use crate::kernel::entity::matching_rule;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;

pub fn row(of: &MatchingRule) -> matching_rule::Model {
    matching_rule::Model {
        matching_rule_id: of.matching_rule_id.clone(),
        bank_account_id: of.bank_account_id.clone(),
        direction: of.direction.map(|direction| direction.name().into()),
        counterparty_account: of.counterparty_account.clone(),
        text_contains: of.text_contains.clone(),
        party_kind: of.party.as_ref().map(|(kind, _)| kind.name().into()),
        party_id: of.party.as_ref().map(|(_, id)| id.clone()),
        account_id: of.account_id.clone(),
        makes: of.makes.map(|makes| makes.name().into()),
        memo: of.memo.clone(),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read(row: matching_rule::Model) -> Result<MatchingRule, StoreError> {
    let name = RowName { table: "matching_rule", key: &row.matching_rule_id.clone() };
    let kind = row.party_kind.map(|kind| name.some("party_kind", PartyKind::parse(&kind))).transpose()?;
    let party = match (kind, row.party_id) {
        (None, None) => None,
        (kind, id) => Some((name.some("party_kind", kind)?, name.some("party_id", id)?)),
    };
    Ok(MatchingRule {
        direction: row.direction.map(|word| name.some("direction", LineDirection::parse(&word))).transpose()?,
        makes: row.makes.map(|word| name.some("makes", EntryMade::parse(&word))).transpose()?,
        party,
        matching_rule_id: row.matching_rule_id,
        bank_account_id: row.bank_account_id,
        counterparty_account: row.counterparty_account,
        text_contains: row.text_contains,
        account_id: row.account_id,
        memo: row.memo,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
