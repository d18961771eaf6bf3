//! Changes to approval rules. A change touches only later submissions: plans are pinned.
//! See docs/rules/approval.md#pinned-at-submit.

use crate::approval::condition::Condition;
use crate::approval::{Approver, Rule, RuleKind, rule};
use crate::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Refuses, Snapshot, Target, Wants};
use crate::error::{Faults, Refusal, RefusalName};
use crate::id::check_free;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// A rule as the client wrote it. On an update the wire layer fills in what the client left out.
#[derive(Clone, Debug, Default)]
pub struct RuleDraft {
    pub rule_name: Option<String>,
    pub document_type: Option<DocumentKind>,
    pub kind: Option<RuleKind>,
    pub is_active: Option<bool>,
    pub priority: Option<i64>,
    pub min_amount: Option<Option<Minor>>,
    pub max_amount: Option<Option<Minor>>,
    pub approval_level: Option<u32>,
    pub approver: Option<Approver>,
    pub approvals_required: Option<u32>,
    pub conditions: Option<Vec<Condition>>,
}

/// Creates a rule, or changes the one that is there.
pub struct SaveRule {
    pub rule_id: String,
    pub draft: RuleDraft,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveRule {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Command for SaveRule {
    type Answer = Rule;

    fn needs(&self) -> Vec<Needed> {
        vec![("approval_rule", "write")]
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Rule(self.rule_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Rule>, Refusal> {
        snapshot.require("approval_rule", "write")?;
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
        let Some(saved) = self.merged(before, snapshot) else {
            if faults.is_empty() {
                faults.add("", "the rule is incomplete");
            }
            return Err(Refusal::Invalid(faults));
        };
        faults.extend(rule::check(&saved));
        faults.or(())?;
        let word = if before.is_some() { "Updated" } else { "Created" };
        Ok(decision(saved, word, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveRule {
    fn merged(&self, before: Option<&Rule>, snapshot: &Snapshot) -> Option<Rule> {
        let draft = &self.draft;
        Some(Rule {
            rule_id: self.rule_id.clone(),
            rule_name: draft.rule_name.clone().or_else(|| before.map(|rule| rule.rule_name.clone()))?,
            document_type: draft.document_type.or_else(|| before.map(|rule| rule.document_type))?,
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
            version: before.map_or(1, |rule| rule.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |rule| rule.created_at),
            created_by: before.map_or_else(|| snapshot.actor.user_id.to_string(), |rule| rule.created_by.clone()),
            updated_at: before.map(|_| snapshot.now),
            updated_by: before.map(|_| snapshot.actor.user_id.to_string()),
        })
    }
}

/// `DELETE`: the rule stays, inactive, for the plans that were made by it.
/// See docs/rules/approval.md#rules-are-not-deleted.
pub struct DeactivateRule {
    pub rule_id: String,
}

impl Refuses for DeactivateRule {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Command for DeactivateRule {
    type Answer = Rule;

    fn needs(&self) -> Vec<Needed> {
        vec![("approval_rule", "write")]
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Rule(self.rule_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Rule>, Refusal> {
        snapshot.require("approval_rule", "write")?;
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
        Ok(decision(saved, "Deactivated", snapshot))
    }
}

fn decision(saved: Rule, word: &str, snapshot: &Snapshot) -> Decision<Rule> {
    let audit =
        AuditEntry::about("approval_rule", &saved.rule_id, word, &snapshot.actor.user_id).with_stored("rule", &saved);
    Decision::new(Effects::one(snapshot.now, Change::SaveRule(Box::new(saved.clone())), audit), saved)
}
