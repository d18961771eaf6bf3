//! Puts the rules of a draft in the place of all that are in force, at once or at an instant to come.
//! See docs/rules/rule-sets.md#put-in-force.

use super::{WRITE, audit, begin_with, draft, not_scheduled, saved, wrong_status};
use crate::approval::routing::is_guarded;
use crate::approval::rule_set::{Changed, DraftStage, RuleSet, RuleSetDraft, changes};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::change_requests::lock_out;
use crate::features::rule_sets::model::{WantedRules, seen};
use crate::values::clock::Timestamp;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;

/// Puts a draft in force.
pub struct PutInForce {
    pub draft_id: String,
    /// The version that is meant: where the rules are guarded, it is what the signatures stand for.
    pub version: Option<i64>,
    /// `None` is at once.
    pub in_force_from: Option<Timestamp>,
    pub faults: Faults,
}

impl Refuses for PutInForce {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::StaleVersion,
        RefusalName::StaleRuleSet,
        RefusalName::RuleSetScheduled,
        RefusalName::LocksEverybodyOut,
    ];
}

impl Permitted for PutInForce {
    const TAKES: Takes = Takes::These(&[WRITE]);
}

impl Command for PutInForce {
    type Answer = RuleSetDraft;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    /// It is a change of the rules. Where nothing guards changes, and it makes new rules, it is their creation as well.
    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        let change = Guarded::saved(Thing::ApprovalRule, false, &self.draft_id);
        if is_guarded(&change.subject, snapshot.catalog.rules.values()) {
            return Some(change);
        }
        let draft = seen(snapshot).draft.as_ref()?;
        let creates = draft.rules.iter().any(|rule| !snapshot.catalog.rules.contains_key(&rule.rule_id));
        Some(Guarded::saved(Thing::ApprovalRule, creates, &self.draft_id))
    }

    fn wants(&self) -> Wants {
        WantedRules::draft(&self.draft_id).to_change(&self.draft_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RuleSetDraft>, Refusal> {
        let before = draft(&self.draft_id, snapshot)?;
        let mut faults = self.faults.clone();
        if self.version.is_none() && !faults.has("/version") {
            faults.add("/version", "is required");
        }
        if self.in_force_from.is_some_and(|from| from <= snapshot.now) {
            faults.add("/in_force_from", "must be in the future; without it, the rules are in force at once");
        }
        faults.or(())?;
        self.refuse_what_is_stale(before, snapshot)?;
        let from = self.in_force_from.unwrap_or(snapshot.now);
        let changed = changes(&before.rules, &snapshot.catalog.rules, from, &snapshot.actor.user_id);
        lock_out::check_rules(changed.iter().map(|changed| &changed.rule), snapshot)?;
        let (after, effects) = match self.in_force_from {
            Some(from) => scheduled(before, from, snapshot),
            None => in_force(before, changed, (from, &snapshot.actor.user_id), snapshot),
        };
        Ok(Decision::new(effects, after))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl PutInForce {
    fn refuse_what_is_stale(&self, before: &RuleSetDraft, snapshot: &Snapshot) -> Result<(), Refusal> {
        if self.version != Some(before.version) {
            let present = before.version;
            return Err(RefusalName::StaleVersion
                .because(format!("the draft is at version {present}, which is not the one that is meant"))
                .with("version", present));
        }
        if before.stage != DraftStage::Draft {
            return Err(wrong_status(before));
        }
        not_scheduled(snapshot)?;
        let present = snapshot.catalog.rule_set;
        if before.based_on != present {
            let based_on = before.based_on;
            return Err(RefusalName::StaleRuleSet
                .because(format!("the draft is based on rule set {based_on}, and {present} is in force"))
                .with("based_on", based_on)
                .with("rule_set", present));
        }
        Ok(())
    }
}

fn scheduled(before: &RuleSetDraft, from: Timestamp, snapshot: &Snapshot) -> (RuleSetDraft, Effects) {
    let by = snapshot.actor.user_id.to_string();
    let after = before.at(DraftStage::Scheduled { from, by: by.clone() }, snapshot.now, &by);
    let entry = audit(&after, "Scheduled", &by).with("in_force_from", from.to_string());
    let effects = saved(&after, entry, snapshot);
    (after, effects)
}

/// The draft as the set that is in force from this instant on. Where it changes no rule, the present set stays.
pub(super) fn in_force(
    before: &RuleSetDraft,
    changed: Vec<Changed>,
    (from, by): (Timestamp, &str),
    snapshot: &Snapshot,
) -> (RuleSetDraft, Effects) {
    let rule_set = before.based_on.saturating_add(i64::from(!changed.is_empty()));
    let stage = DraftStage::InForce { from, by: by.to_owned(), rule_set };
    let performed_by = &snapshot.actor.user_id;
    let after = before.at(stage, snapshot.now, performed_by);
    let entry = audit(&after, "Put in Force", performed_by)
        .with("put_in_force_by", by)
        .with("in_force_from", from.to_string())
        .with("rule_set", rule_set)
        .with("rules_changed", changed.len());
    let mut effects = saved(&after, entry, snapshot);
    if !changed.is_empty() {
        let set = RuleSet {
            number: rule_set,
            in_force_from: Some(from),
            put_in_force_by: Some(by.to_owned()),
            draft_id: Some(before.draft_id.clone()),
        };
        begin_with(changed, set, performed_by, &mut effects);
    }
    (after, effects)
}
