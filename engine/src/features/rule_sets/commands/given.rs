//! The rules that a question is about, in place of those that are saved: sent along with it, or those of a draft.

use crate::approval::Rule;
use crate::books::command::{Snapshot, Wants};
use crate::features::rule_sets::commands::proposed_rules::{ProposedRule, proposed};
use crate::features::rule_sets::model::{WantedRules, seen};
use crate::values::error::Faults;

/// Rules that are not in force.
#[derive(Clone, Debug)]
pub enum GivenRules {
    Sent(Vec<ProposedRule>),
    /// The id of a draft.
    Draft(String),
}

impl GivenRules {
    /// What the snapshot must hold.
    pub fn wants(&self) -> Wants {
        match self {
            Self::Sent(_) => Wants::default(),
            Self::Draft(draft_id) => Wants::of_feature(WantedRules::draft(draft_id)),
        }
    }

    /// The rules, where all of them are good.
    pub fn rules(&self, snapshot: &Snapshot, faults: &mut Faults) -> Vec<Rule> {
        match (self, &seen(snapshot).draft) {
            (Self::Sent(sent), _) => proposed(sent, &snapshot.actor.user_id, snapshot.now, faults),
            (Self::Draft(_), Some(draft)) => draft.rules.clone(),
            (Self::Draft(draft_id), None) => {
                faults.add("/draft_id", format!("there is no draft {draft_id:?}"));
                Vec::new()
            }
        }
    }
}
