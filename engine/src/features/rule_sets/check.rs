//! The versions of rules, which sets are read from, against the trail: it has each with the number of its set. The versions of books
//! from before sets were counted are in set 1, without a row of the trail that says so.

pub(crate) mod stated;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Map, Value};

use crate::approval::Rule;
use crate::approval::rule_set::DRAFT;
use crate::books::stored::read_value;
use crate::kernel::entity::{audit_entry, rule_set, rule_version};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;

/// A rule, and the set that a version of it begins with.
type Named = (String, i64);

/// What the rows of the trail say of a set: since when, by whom, by which draft.
type Begun = (i64, String, Option<String>);

/// What the trail says of rules and of sets.
#[derive(Default)]
struct Said {
    versions: BTreeMap<Named, Rule>,
    /// The rules as they were before sets were counted.
    before: BTreeMap<String, Rule>,
    sets: BTreeMap<i64, Begun>,
}

/// Names every difference.
pub async fn check(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    let (mut said, mut unreadable) = (said(db).await?, Vec::new());
    let versions = rule_version::Entity::find()
        .order_by_asc(rule_version::Column::RuleId)
        .order_by_asc(rule_version::Column::FromSet);
    let versions = each(db, versions, &mut unreadable).await?;
    let begun = versions.iter().map(|version| version.from_set).chain(said.versions.keys().map(|(_, set)| *set));
    let last = begun.max().unwrap_or(0);
    for (place, version) in versions.iter().enumerate() {
        let name = format!("rule_version {} of set {}", version.rule_id, version.from_set);
        let row = RowName { table: "rule_version", key: &version.rule_id };
        let is = row.json::<Rule>("rule", &version.rule).ok();
        let in_trail = said.versions.remove(&(version.rule_id.clone(), version.from_set));
        let in_trail =
            in_trail.or_else(|| said.before.get(&version.rule_id).filter(|_| version.from_set == 1).cloned());
        if in_trail != is && (in_trail.is_some() || version.from_set != 1) {
            findings.differences.push(format!("{name} is not the rule that the trail has"));
        }
        let next = versions.get(place.saturating_add(1)).filter(|next| next.rule_id == version.rule_id);
        if version.until_set != next.map(|next| next.from_set) {
            findings.differences.push(format!("{name}: until_set is not where the next version begins"));
        }
    }
    let gone = said.versions.keys();
    findings.differences.extend(
        gone.map(|(rule_id, set)| format!("rule_version {rule_id} of set {set} is gone, and the trail has it")),
    );
    let sets = each(db, rule_set::Entity::find().order_by_asc(rule_set::Column::Number), &mut unreadable).await?;
    findings.unreadable(unreadable);
    check_numbers(&sets, last, findings);
    for set in &sets {
        let is = (set.in_force_from, set.put_in_force_by.clone(), set.draft_id.clone());
        let begun = said.sets.remove(&set.number);
        let begun = begun.map_or((None, None, None), |(from, by, draft_id)| (Some(from), Some(by), draft_id));
        if is != begun {
            let number = set.number;
            findings
                .differences
                .push(format!("rule_set {number} is not what the trail says: {is:?}, and not {begun:?}"));
        }
    }
    Ok(())
}

/// Sets are counted from 1, without a gap, to the last that a version begins with at least.
fn check_numbers(sets: &[rule_set::Model], last: i64, findings: &mut Findings) {
    let there: BTreeSet<i64> = sets.iter().map(|set| set.number).collect();
    // One far behind the last that the trail has is one that somebody made.
    let gone = (1..=last).find(|number| !there.contains(number));
    findings.differences.extend(gone.map(|number| format!("rule_set {number} is gone")));
    let more = there.iter().find(|number| **number > last.max(1));
    findings.differences.extend(more.map(|number| format!("rule_set {number}: no rule begins with it")));
}

/// What the rows of the trail have: rules with the number of their set, and drafts that were put in force.
async fn said(db: &impl ConnectionTrait) -> Result<Said, StoreError> {
    use audit_entry::Column::{Resource, Seq};
    let mut said = Said::default();
    let rows = audit_entry::Entity::find().filter(Resource.is_in(["approval_rule", DRAFT])).order_by_asc(Seq);
    // What cannot be read is named with the trail.
    for row in each(db, rows, &mut Vec::new()).await? {
        let name = RowName { table: "audit_entry", key: &row.resource_id };
        let details = name.json::<Map<String, Value>>("details", &row.details).unwrap_or_default();
        said.take(&row, &details);
    }
    Ok(said)
}

impl Said {
    fn take(&mut self, row: &audit_entry::Model, details: &Map<String, Value>) {
        let text = |name: &str| details.get(name).and_then(Value::as_str).map(str::to_owned);
        let set = details.get("rule_set").and_then(Value::as_i64);
        if row.resource == DRAFT {
            // The set is of the draft's instant and person, who may have scheduled it long before.
            let from = text("in_force_from").and_then(|from| Timestamp::parse(&from)).map(Timestamp::micros);
            if let (Some(set), Some(from), Some(by)) = (set, from, text("put_in_force_by"))
                && details.get("rules_changed").and_then(Value::as_u64) != Some(0)
            {
                self.sets.insert(set, (from, by, Some(row.resource_id.clone())));
            }
            return;
        }
        let rule = details.get("rule").and_then(|rule| read_value::<Rule>(rule).ok());
        let (Some(set), Some(rule)) = (set, &rule) else {
            self.before.extend(rule.map(|rule| (row.resource_id.clone(), rule)));
            return;
        };
        self.versions.insert((row.resource_id.clone(), set), rule.clone());
        // The rows of its rules name the draft as well.
        if text("draft_id").is_none() {
            self.sets.insert(set, (row.at, row.performed_by.clone(), None));
        }
    }
}
