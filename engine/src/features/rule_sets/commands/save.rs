//! Begins a draft, or writes it anew.

use super::{WRITE, audit, draft, saved, wrong_status};
use crate::approval::Rule;
use crate::approval::replay::MOST_RULES;
use crate::approval::rule_set::{DraftStage, RuleSetDraft, TITLE};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::rule_sets::commands::proposed_rules::{ProposedRule, proposed};
use crate::features::rule_sets::model::{WantedRules, seen};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::id::check_free;

/// A draft as the client wrote it.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub description: Option<String>,
    /// The set that was in force when somebody last looked; the present one of a new draft.
    pub based_on: Option<i64>,
    pub rules: Option<Vec<ProposedRule>>,
    /// Of a new draft, in place of its rules: those of this set, or those that are in force.
    pub copy_of: Option<i64>,
}

/// Begins a draft, or changes the one that is there.
pub struct SaveRuleDraft {
    pub draft_id: String,
    pub written: Written,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveRuleDraft {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for SaveRuleDraft {
    const TAKES: Takes = Takes::These(&[WRITE]);
}

impl Command for SaveRuleDraft {
    type Answer = RuleSetDraft;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let rules_of_set = self.written.copy_of;
        WantedRules { rules_of_set, ..WantedRules::draft(&self.draft_id) }.to_change(&self.draft_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RuleSetDraft>, Refusal> {
        let before = seen(snapshot).draft.as_ref();
        if self.create && before.is_some() {
            return Err(RefusalName::AlreadyExists.because(format!("{TITLE} {:?} exists already", self.draft_id)));
        }
        if !self.create {
            draft(&self.draft_id, snapshot)?;
        }
        let mut faults = self.faults.clone();
        if let (true, Err(detail)) = (self.create, check_free("approval-rule-drafts", &self.draft_id)) {
            faults.add("/draft_id", detail);
        }
        let rules = self.rules(before, snapshot, &mut faults);
        let based_on = self.based_on(before, snapshot, &mut faults);
        faults.or(())?;
        if let Some(before) = before.filter(|before| before.stage != DraftStage::Draft) {
            return Err(wrong_status(before));
        }
        let by = snapshot.actor.user_id.to_string();
        let description = self.written.description.clone();
        let after = RuleSetDraft {
            draft_id: self.draft_id.clone(),
            description: description.or_else(|| Some(before?.description.clone())).unwrap_or_default(),
            based_on,
            rules,
            stage: DraftStage::Draft,
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by.clone(),
        };
        let word = if before.is_some() { "Updated" } else { "Created" };
        let entry = audit(&after, word, &by)
            .with("description", after.description.as_str())
            .with("based_on", after.based_on)
            .with_stored("rules", &after.rules);
        Ok(Decision::new(saved(&after, entry, snapshot), after))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveRuleDraft {
    /// Its rules: those that were sent, or those that it had; of a new one, a copy of a set.
    fn rules(&self, before: Option<&RuleSetDraft>, snapshot: &Snapshot, faults: &mut Faults) -> Vec<Rule> {
        if let Some(given) = &self.written.rules {
            if self.written.copy_of.is_some() {
                faults.add("/copy_of", "stands in place of rules");
            }
            return proposed(given, &snapshot.actor.user_id, snapshot.now, faults);
        }
        if let Some(before) = before {
            return before.rules.clone();
        }
        let rules = match (self.written.copy_of, &seen(snapshot).rules_of_set) {
            (Some(_), Some(rules)) => rules.clone(),
            (Some(number), None) => {
                faults.add("/copy_of", format!("there is no rule set {number}"));
                Vec::new()
            }
            (None, _) => snapshot.catalog.rules.values().cloned().collect(),
        };
        if rules.len() > MOST_RULES {
            faults.add("/rules", format!("a draft has at most {MOST_RULES} rules; the set has {}", rules.len()));
        }
        rules
    }

    fn based_on(&self, before: Option<&RuleSetDraft>, snapshot: &Snapshot, faults: &mut Faults) -> i64 {
        let present = snapshot.catalog.rule_set;
        let Some(given) = self.written.based_on else { return before.map_or(present, |before| before.based_on) };
        if !(1..=present).contains(&given) {
            faults.add("/based_on", format!("there is no rule set {given} yet; {present} is in force"));
        }
        given
    }
}
