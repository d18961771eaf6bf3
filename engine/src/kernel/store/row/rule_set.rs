//! The rows of rule sets and their drafts.

use super::{RowName, to_json};
use crate::approval::rule_set::{DraftStage, DraftStatus, RuleSet, RuleSetDraft};
use crate::kernel::entity::{rule_set, rule_set_draft};
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

pub fn read(row: rule_set::Model) -> RuleSet {
    RuleSet {
        number: row.number,
        in_force_from: row.in_force_from.map(Timestamp::from_micros),
        put_in_force_by: row.put_in_force_by,
        draft_id: row.draft_id,
    }
}

pub fn row(set: &RuleSet) -> rule_set::Model {
    rule_set::Model {
        number: set.number,
        in_force_from: set.in_force_from.map(Timestamp::micros),
        put_in_force_by: set.put_in_force_by.clone(),
        draft_id: set.draft_id.clone(),
    }
}

pub fn read_draft(row: rule_set_draft::Model) -> Result<RuleSetDraft, StoreError> {
    let name = RowName { table: "rule_set_draft", key: &row.draft_id.clone() };
    Ok(RuleSetDraft {
        stage: stage(&row, name)?,
        rules: name.json("rules", &row.rules)?,
        draft_id: row.draft_id,
        description: row.description,
        based_on: row.based_on,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

fn stage(row: &rule_set_draft::Model, name: RowName<'_>) -> Result<DraftStage, StoreError> {
    let from = || name.some("in_force_from", row.in_force_from).map(Timestamp::from_micros);
    let by = || name.some("put_in_force_by", row.put_in_force_by.clone());
    Ok(match name.some("status", DraftStatus::parse(&row.status))? {
        DraftStatus::Draft => DraftStage::Draft,
        DraftStatus::Scheduled => DraftStage::Scheduled { from: from()?, by: by()? },
        DraftStatus::InForce => {
            DraftStage::InForce { from: from()?, by: by()?, rule_set: name.some("rule_set", row.rule_set)? }
        }
    })
}

pub fn draft(draft: &RuleSetDraft) -> Result<rule_set_draft::Model, StoreError> {
    let in_force = draft.stage.in_force();
    let rule_set = match draft.stage {
        DraftStage::InForce { rule_set, .. } => Some(rule_set),
        DraftStage::Draft | DraftStage::Scheduled { .. } => None,
    };
    Ok(rule_set_draft::Model {
        draft_id: draft.draft_id.clone(),
        description: draft.description.clone(),
        based_on: draft.based_on,
        rules: to_json(&draft.rules)?,
        status: draft.stage.status().name().into(),
        in_force_from: in_force.map(|(from, _)| from.micros()),
        put_in_force_by: in_force.map(|(_, by)| by.clone()),
        rule_set,
        version: draft.version,
        created_at: draft.created_at.micros(),
        created_by: draft.created_by.clone(),
        updated_at: draft.updated_at.micros(),
        updated_by: draft.updated_by.clone(),
    })
}
