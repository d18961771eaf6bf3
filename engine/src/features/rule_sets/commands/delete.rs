//! Throws a draft away. What was put in force stays for good.

use super::{WRITE, audit, draft, wrong_status};
use crate::approval::rule_set::DraftStage;
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::rule_sets::model::{RuleSetChange, WantedRules};
use crate::values::error::{Refusal, RefusalName};

/// Deletes a draft that was not put in force.
pub struct DeleteRuleDraft {
    pub draft_id: String,
}

impl Refuses for DeleteRuleDraft {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for DeleteRuleDraft {
    const TAKES: Takes = Takes::These(&[WRITE]);
}

impl Command for DeleteRuleDraft {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        WantedRules::draft(&self.draft_id).to_change(&self.draft_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let before = draft(&self.draft_id, snapshot)?;
        if before.stage != DraftStage::Draft {
            return Err(wrong_status(before));
        }
        let entry = audit(before, "Deleted", &snapshot.actor.user_id);
        let change = RuleSetChange::DeleteDraft(self.draft_id.clone()).into();
        Ok(Decision::new(Effects::one(snapshot.now, change, entry), ()))
    }
}
