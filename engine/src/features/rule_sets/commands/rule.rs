//! Changes to approval rules. A change touches only later submissions: plans are pinned.
//! See docs/rules/approval.md#pinned-at-submit.

use crate::approval::access::UserId;
use crate::approval::condition::Condition;
use crate::approval::deadline::{Deadline, EscalateTo};
use crate::approval::rule::Governs;
use crate::approval::rule_set::{Changed, RuleSet};
use crate::approval::splitting::Aggregate;
use crate::approval::{Approver, Rule, RuleKind, rule};
use crate::books::command::{
    Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::features::change_requests::lock_out;
use crate::features::rule_sets::commands::{begin_with, not_scheduled};
use crate::values::clock::Timestamp;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::id::check_free;
use crate::values::kind::{GovernedAction, Thing};
use crate::values::money::Minor;

/// A rule as the client wrote it. On an update the wire layer fills in what the client left out.
#[derive(Clone, Debug, Default)]
pub struct RuleDraft {
    pub rule_name: Option<String>,
    pub governs: Option<Governs>,
    pub action: Option<GovernedAction>,
    pub kind: Option<RuleKind>,
    pub is_active: Option<bool>,
    pub priority: Option<i64>,
    pub min_amount: Option<Option<Minor>>,
    pub max_amount: Option<Option<Minor>>,
    pub approval_level: Option<u32>,
    pub approver: Option<Approver>,
    pub approvals_required: Option<u32>,
    pub conditions: Option<Vec<Condition>>,
    pub due_in_hours: Option<Option<u32>>,
    pub remind_every_hours: Option<Option<u32>>,
    pub escalate_to: Option<Option<EscalateTo>>,
    pub aggregate: Option<Option<Aggregate>>,
}

impl RuleDraft {
    /// What is left out stays.
    fn deadline(&self, before: Option<&Rule>) -> Deadline {
        let before = before.map(|rule| rule.deadline.clone()).unwrap_or_default();
        Deadline {
            due_in_hours: self.due_in_hours.unwrap_or(before.due_in_hours),
            remind_every_hours: self.remind_every_hours.unwrap_or(before.remind_every_hours),
            escalate_to: self.escalate_to.clone().unwrap_or(before.escalate_to),
        }
    }
}

/// Creates a rule, or changes the one that is there.
pub struct SaveRule {
    pub rule_id: String,
    pub draft: RuleDraft,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveRule {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::LocksEverybodyOut, RefusalName::RuleSetScheduled];
    const WHEN_NEW: &'static [RefusalName] =
        &[RefusalName::AlreadyExists, RefusalName::LocksEverybodyOut, RefusalName::RuleSetScheduled];
}

impl Permitted for SaveRule {
    const TAKES: Takes = Takes::These(&[("approval_rule", "write")]);
}

impl Command for SaveRule {
    type Answer = Rule;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::ApprovalRule, self.create, &self.rule_id))
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Rule(self.rule_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Rule>, Refusal> {
        let before = snapshot.catalog.rules.get(&self.rule_id);
        match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists.because(format!("rule {:?} exists already", self.rule_id)));
            }
            None if !self.create => return Err(Refusal::not_found("approval rule", &self.rule_id)),
            _ => {}
        }
        let mut faults = self.faults.clone();
        if let (None, Err(detail)) = (before, check_free("approval-rules", &self.rule_id)) {
            faults.add("/rule_id", detail);
        }
        let Some(saved) = self.merged(before, snapshot.now, &snapshot.actor.user_id) else {
            if faults.is_empty() {
                faults.add("", "the rule is incomplete");
            }
            return Err(Refusal::Invalid(faults));
        };
        faults.extend(rule::check(&saved));
        faults.or(())?;
        let as_it_was = |before: &&Rule| {
            let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
            Rule { version: before.version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        decision(saved, word, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveRule {
    /// The rule as this person saves it; `None` where a field that it needs is missing.
    pub(super) fn merged(&self, before: Option<&Rule>, now: Timestamp, by: &UserId) -> Option<Rule> {
        let draft = &self.draft;
        Some(Rule {
            rule_id: self.rule_id.clone(),
            rule_name: draft.rule_name.clone().or_else(|| before.map(|rule| rule.rule_name.clone()))?,
            governs: draft.governs.clone().or_else(|| before.map(|rule| rule.governs.clone()))?,
            action: draft.action.or_else(|| before.map(|rule| rule.action)).unwrap_or(GovernedAction::Submit),
            kind: draft.kind.clone().or_else(|| before.map(|rule| rule.kind.clone()))?,
            is_active: draft.is_active.or_else(|| before.map(|rule| rule.is_active))?,
            priority: draft.priority.or_else(|| before.map(|rule| rule.priority))?,
            min_amount: draft.min_amount.unwrap_or_else(|| before.and_then(|rule| rule.min_amount)),
            max_amount: draft.max_amount.unwrap_or_else(|| before.and_then(|rule| rule.max_amount)),
            approval_level: draft.approval_level.or_else(|| before.map(|rule| rule.approval_level))?,
            approver: draft.approver.clone().or_else(|| before.map(|rule| rule.approver.clone()))?,
            approvals_required: draft
                .approvals_required
                .unwrap_or_else(|| before.map_or(1, |rule| rule.approvals_required)),
            conditions: draft
                .conditions
                .clone()
                .unwrap_or_else(|| before.map(|rule| rule.conditions.clone()).unwrap_or_default()),
            deadline: draft.deadline(before),
            aggregate: draft.aggregate.unwrap_or_else(|| before.and_then(|rule| rule.aggregate)),
            version: before.map_or(1, |rule| rule.version.saturating_add(1)),
            created_at: before.map_or(now, |rule| rule.created_at),
            created_by: before.map_or_else(|| by.to_string(), |rule| rule.created_by.clone()),
            updated_at: before.map(|_| now),
            updated_by: before.map(|_| by.to_string()),
        })
    }
}

/// `DELETE`: the rule stays, inactive, for the plans that were made by it.
/// See docs/rules/approval.md#rules-are-not-deleted.
pub struct DeactivateRule {
    pub rule_id: String,
}

impl Refuses for DeactivateRule {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::LocksEverybodyOut, RefusalName::RuleSetScheduled];
}

impl Permitted for DeactivateRule {
    const TAKES: Takes = Takes::These(&[("approval_rule", "write")]);
}

impl Command for DeactivateRule {
    type Answer = Rule;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::ApprovalRule, false, &self.rule_id))
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Rule(self.rule_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Rule>, Refusal> {
        let before = snapshot
            .catalog
            .rules
            .get(&self.rule_id)
            .ok_or_else(|| Refusal::not_found("approval rule", &self.rule_id))?;
        if !before.is_active {
            return Ok(Decision::new(Effects::at(snapshot.now), before.clone()));
        }
        let saved = Rule {
            is_active: false,
            version: before.version.saturating_add(1),
            updated_at: Some(snapshot.now),
            updated_by: Some(snapshot.actor.user_id.to_string()),
            ..before.clone()
        };
        decision(saved, "Deactivated", snapshot)
    }
}

/// The rule as it is saved, and the next set with it.
fn decision(saved: Rule, word: &'static str, snapshot: &Snapshot) -> Result<Decision<Rule>, Refusal> {
    not_scheduled(snapshot)?;
    lock_out::check(&Change::SaveRule(Box::new(saved.clone())), snapshot)?;
    let by = &snapshot.actor.user_id;
    let set = RuleSet {
        number: snapshot.catalog.rule_set.saturating_add(1),
        in_force_from: Some(snapshot.now),
        put_in_force_by: Some(by.to_string()),
        draft_id: None,
    };
    let mut effects = Effects::at(snapshot.now);
    begin_with(vec![Changed { rule: saved.clone(), word }], set, by, &mut effects);
    Ok(Decision::new(effects, saved))
}
