//! Each change of the rules that are in force begins the next set.

use crate::approval::rule_set::{Changed, RuleSet};
use crate::books::command::{AuditEntry, Change, Effects, Snapshot};
use crate::features::rule_sets::model::RuleSetChange;
use crate::values::error::{Refusal, RefusalName};

/// Refuses a change of the rules while the next set is fixed already.
pub fn not_scheduled(snapshot: &Snapshot) -> Result<(), Refusal> {
    match &snapshot.catalog.scheduled {
        None => Ok(()),
        Some(scheduled) => {
            let (id, from) = (&scheduled.draft_id, scheduled.from);
            Err(RefusalName::RuleSetScheduled
                .because(format!("the rules of draft {id:?} come into force at {from}; until they are, or are taken back, none changes"))
                .with("draft_id", id.as_str())
                .with("in_force_from", from.to_string()))
        }
    }
}

/// Writes these rules as a set, each with its row in the trail.
pub fn begin_with(changed: Vec<Changed>, set: RuleSet, performed_by: &str, effects: &mut Effects) {
    for Changed { rule, word } in changed {
        let entry = AuditEntry::about("approval_rule", &rule.rule_id, word, performed_by)
            .with("draft_id", set.draft_id.clone())
            .with("rule_set", set.number)
            .with_stored("rule", &rule);
        effects.audit.push(entry);
        effects.changes.push(Change::SaveRule(Box::new(rule)));
    }
    effects.changes.push(RuleSetChange::Begin(set).into());
}
