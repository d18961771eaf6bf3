//! Takes a scheduled draft back before its instant.

use super::{WRITE, audit, draft, saved, wrong_status};
use crate::approval::rule_set::{DraftStage, RuleSetDraft};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::rule_sets::model::WantedRules;
use crate::values::error::{Refusal, RefusalName};

/// Makes a scheduled draft one that can be changed again.
pub struct UnscheduleRuleDraft {
    pub draft_id: String,
}

impl Refuses for UnscheduleRuleDraft {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for UnscheduleRuleDraft {
    const TAKES: Takes = Takes::These(&[WRITE]);
}

impl Command for UnscheduleRuleDraft {
    type Answer = RuleSetDraft;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        WantedRules::draft(&self.draft_id).to_change(&self.draft_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RuleSetDraft>, Refusal> {
        let before = draft(&self.draft_id, snapshot)?;
        let DraftStage::Scheduled { from, .. } = before.stage else { return Err(wrong_status(before)) };
        if from <= snapshot.now {
            return Err(RefusalName::WrongStatus
                .because(format!("its rules are in force since {from}"))
                .with("draft_status", before.stage.status().name()));
        }
        let after = before.at(DraftStage::Draft, snapshot.now, &snapshot.actor.user_id);
        let entry = audit(&after, "Unscheduled", &snapshot.actor.user_id);
        Ok(Decision::new(saved(&after, entry, snapshot), after))
    }
}
