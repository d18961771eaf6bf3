//! The versions of rules, which sets are read from, against the trail: it has each with the number of its set. The versions of books
//! from before sets were counted are in set 1, without a row of the trail that says so.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Map, Value};

use super::findings::Findings;
use crate::approval::Rule;
use crate::entity::{audit_entry, rule_set, rule_version};
use crate::store::StoreError;
use crate::store::row::RowName;
use crate::stored::read_value;

/// A rule, and the set that a version of it begins with.
type Named = (String, i64);

/// Names every difference.
pub async fn check(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    let mut said = said(db).await?;
    let versions = rule_version::Entity::find()
        .order_by_asc(rule_version::Column::RuleId)
        .order_by_asc(rule_version::Column::FromSet);
    let versions = versions.all(db).await?;
    let begun = versions.iter().map(|version| version.from_set).chain(said.keys().map(|(_, set)| *set));
    let last = begun.max().unwrap_or(0);
    for (place, version) in versions.iter().enumerate() {
        let name = format!("rule_version {} of set {}", version.rule_id, version.from_set);
        let row = RowName { table: "rule_version", key: &version.rule_id };
        let is = row.json::<Rule>("rule", &version.rule).ok();
        let in_trail = said.remove(&(version.rule_id.clone(), version.from_set));
        if in_trail != is && (in_trail.is_some() || version.from_set != 1) {
            findings.differences.push(format!("{name} is not the rule that the trail has"));
        }
        let next = versions.get(place.saturating_add(1)).filter(|next| next.rule_id == version.rule_id);
        if version.until_set != next.map(|next| next.from_set) {
            findings.differences.push(format!("{name}: until_set is not where the next version begins"));
        }
    }
    findings.differences.extend(
        said.keys().map(|(rule_id, set)| format!("rule_version {rule_id} of set {set} is gone, and the trail has it")),
    );
    check_numbers(db, last, findings).await
}

/// Sets are counted from 1, without a gap, to the last that a version begins with at least.
async fn check_numbers(db: &impl ConnectionTrait, last: i64, findings: &mut Findings) -> Result<(), StoreError> {
    let sets = rule_set::Entity::find().order_by_asc(rule_set::Column::Number).all(db).await?;
    let there: BTreeSet<i64> = sets.iter().map(|set| set.number).collect();
    let last = there.last().copied().unwrap_or(0).max(last);
    let gone = (1..=last).find(|number| !there.contains(number));
    findings.differences.extend(gone.map(|number| format!("rule_set {number} is gone")));
    Ok(())
}

/// The rules as the rows of the trail have them that name a set.
async fn said(db: &impl ConnectionTrait) -> Result<BTreeMap<Named, Rule>, StoreError> {
    let rows = audit_entry::Entity::find().filter(audit_entry::Column::Resource.eq("approval_rule")).all(db).await?;
    let read = |row: audit_entry::Model| {
        let name = RowName { table: "audit_entry", key: &row.resource_id };
        let details = name.json::<Map<String, Value>>("details", &row.details).ok()?;
        let set = details.get("rule_set")?.as_i64()?;
        Some(((row.resource_id.clone(), set), read_value(details.get("rule")?).ok()?))
    };
    Ok(rows.into_iter().filter_map(read).collect())
}
