//! Writes down the scheduled set once its instant has come; it decides since then already. By a scheduled job.

use super::put_in_force::in_force;
use crate::approval::rule_set::{DraftStage, RuleSetDraft, TITLE, changes};
use crate::books::command::{Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::features::rule_sets::model::{WantedRules, seen};
use crate::values::error::Refusal;

/// Writes the rules of a scheduled draft.
pub struct WriteDueRuleSet {
    pub draft_id: String,
}

impl Command for WriteDueRuleSet {
    /// The draft, when it was due.
    type Answer = Option<RuleSetDraft>;

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants { target: None, ..WantedRules::draft(&self.draft_id).to_change(&self.draft_id) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Option<RuleSetDraft>>, Refusal> {
        let draft = seen(snapshot).draft.as_ref().ok_or_else(|| Refusal::not_found(TITLE, &self.draft_id))?;
        // A tick may run twice.
        let DraftStage::Scheduled { from, by } = &draft.stage else { return Ok(nothing(snapshot)) };
        if *from > snapshot.now {
            return Ok(nothing(snapshot));
        }
        let changed = changes(&draft.rules, snapshot.catalog.written_rules(), *from, by);
        let (after, effects) = in_force(draft, changed, (*from, by), snapshot);
        Ok(Decision::new(effects, Some(after)))
    }
}

fn nothing(snapshot: &Snapshot) -> Decision<Option<RuleSetDraft>> {
    Decision::new(Effects::at(snapshot.now), None)
}
