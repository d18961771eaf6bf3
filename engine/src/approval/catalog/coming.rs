//! The rule set that comes into force at an instant. It decides from that instant on, whenever a job writes it down.
//! See docs/rules/rule-sets.md#put-in-force.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Catalog, Scheduled, Side};
use crate::approval::Rule;
use crate::approval::rule_set::{DraftStage, RuleSetDraft, changes};
use crate::values::clock::Timestamp;

impl Catalog {
    /// Has the rules of this draft, when it is scheduled, come into force at their instant; without one, nothing comes.
    pub fn schedule(&mut self, draft: Option<&RuleSetDraft>) {
        self.scheduled = None;
        let Some(draft) = draft else { return };
        let DraftStage::Scheduled { from, by } = &draft.stage else { return };
        let on = |side| Some(Scheduled { draft_id: draft.draft_id.clone(), from: *from, side });
        let mut then = Self { scheduled: on(Side::After(Arc::new(self.rules.clone()))), ..self.clone() };
        for changed in changes(&draft.rules, &self.rules, *from, by) {
            then.rule_set = self.rule_set.saturating_add(1);
            then.rules.insert(changed.rule.rule_id.clone(), changed.rule);
        }
        self.scheduled = on(Side::Before(Arc::new(then)));
    }

    /// The catalog as it decides at this instant.
    #[must_use]
    pub fn at(self: Arc<Self>, now: Timestamp) -> Arc<Self> {
        match &self.scheduled {
            Some(Scheduled { from, side: Side::Before(then), .. }) if *from <= now => Arc::clone(then),
            Some(_) | None => self,
        }
    }

    /// The rules as they are written down: those that decide, but for the moment before a job has written a scheduled set.
    pub fn written_rules(&self) -> &BTreeMap<String, Rule> {
        match &self.scheduled {
            Some(Scheduled { side: Side::After(written), .. }) => written,
            Some(_) | None => &self.rules,
        }
    }

    /// The catalog with the rules that come, while they are still to come.
    pub fn coming(&self) -> Option<&Self> {
        match &self.scheduled {
            Some(Scheduled { side: Side::Before(then), .. }) => Some(then),
            Some(_) | None => None,
        }
    }
}
