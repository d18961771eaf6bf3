//! From a document and the rules to a routing plan. Pure. See docs/rules/approval.md#levels-add-up.
//!
//! 1. Every rule of the type is matched. The required level is the highest among those that match.
//! 2. Levels add up: for each level up to the required one the matching rules of that level decide. Where none of the level
//!    matches, its rule for lower amounts with the highest `max_amount` does: a signer of 1,000 at level 1 also signs first a
//!    document that needs level 2.
//! 3. Within a level the lowest `priority` decides; equal priorities are alternatives.
//! 4. A level for which this leaves no rule is skipped, and the plan says so.
//! 5. Where the document's exchange rate was overridden, the amount is the greater of those by its own rate and by the table's.
//!    Where the table has no rate, the amount is unknown: every level signs for which the type has a rule that applies to the
//!    document, each by its rule with the highest `max_amount`, the one for the largest amounts. The plan says why.

use super::plan::{Alternative, RoutingPlan, Signer, Step};
use super::rule::{Approver, Rule};
use super::subject::Subject;
use super::superior::Superiors;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::GovernedAction;
use crate::values::money::Minor;

/// The plan for the document, or why it cannot be submitted. `superiors` are those above the submitter.
pub fn route<'r>(
    subject: &Subject<'_>,
    rules: impl IntoIterator<Item = &'r Rule>,
    superiors: &Superiors,
) -> Result<RoutingPlan, Refusal> {
    match deciding_rules(subject, rules)? {
        Some(levels) => planned(subject, levels, superiors),
        None => Ok(anyone(subject)),
    }
}

/// The rules that decide each level, from 1 to the required one; a level without any is skipped. `None` where no rule matches.
pub fn deciding_rules<'r>(
    subject: &Subject<'_>,
    rules: impl IntoIterator<Item = &'r Rule>,
) -> Result<Option<Vec<Vec<&'r Rule>>>, Refusal> {
    let rules: Vec<&Rule> =
        rules.into_iter().filter(|rule| rule.applies(subject).is_ok() || rule.is_amount_rule_of(subject)).collect();
    let of_unknown_size = subject.is_of_unknown_size();
    let matches = |rule: &Rule| if of_unknown_size { rule.applies(subject) } else { rule.matches(subject) };
    let matching: Vec<&Rule> = rules.iter().copied().filter(|rule| matches(rule).is_ok()).collect();
    let amount_rules_exist = rules.iter().any(|rule| rule.is_amount_rule_of(subject));
    // Of all actions, only a submission cannot do without a signature.
    let needs_an_amount_rule = amount_rules_exist && subject.action == GovernedAction::Submit;
    if needs_an_amount_rule && !matching.iter().any(|rule| rule.is_amount_threshold()) {
        let looks_at_more = |rule: &&Rule| rule.is_amount_rule_of(subject) && !rule.conditions.is_empty();
        let what = if rules.iter().any(looks_at_more) { "document" } else { "amount" };
        let detail = format!("no amount rule for {} covers this {what}", subject.document_type.title());
        return Err(RefusalName::NoMatchingRule.because(detail));
    }
    let Some(required_level) = matching.iter().map(|rule| rule.approval_level).max() else { return Ok(None) };
    let of_level = |level| {
        if of_unknown_size { of_largest_amounts(level, &matching) } else { deciding(level, subject, &rules, &matching) }
    };
    Ok(Some((1..=required_level).map(of_level).collect()))
}

/// Whether a rule guards this action on this thing, so that it waits for signatures.
/// See docs/rules/change-requests.md#when-it-takes-signatures.
pub fn is_guarded<'r>(subject: &Subject<'_>, rules: impl IntoIterator<Item = &'r Rule>) -> bool {
    let of_unknown_size = subject.is_of_unknown_size();
    let matches = |rule: &Rule| if of_unknown_size { rule.applies(subject) } else { rule.matches(subject) };
    rules.into_iter().any(|rule| matches(rule).is_ok())
}

/// Of a level for which there are rules, whatever their amounts, the one for the largest.
fn of_largest_amounts<'r>(level: u32, rules: &[&'r Rule]) -> Vec<&'r Rule> {
    let of_level = || rules.iter().copied().filter(|rule| rule.approval_level == level);
    // An open end is above every amount.
    let reach = |rule: &Rule| rule.most().unwrap_or(Minor(i64::MAX));
    let highest = of_level().map(reach).max();
    of_lowest_priority(of_level().filter(|rule| Some(reach(rule)) == highest).collect())
}

/// The plan of these levels, with the rules that decide who signs each.
fn planned(subject: &Subject<'_>, levels: Vec<Vec<&Rule>>, superiors: &Superiors) -> Result<RoutingPlan, Refusal> {
    let mut plan = RoutingPlan {
        amount: subject.amount,
        required_level: u32::try_from(levels.len()).unwrap_or(u32::MAX),
        steps: Vec::new(),
        skipped_levels: Vec::new(),
        rate_override: subject.rate_override.clone(),
    };
    for (level, deciding) in (1..).zip(levels) {
        if deciding.is_empty() {
            plan.skipped_levels.push(level);
        } else {
            let alternative = |rule| alternative(rule, subject, superiors);
            let alternatives = deciding.into_iter().map(alternative).collect::<Result<_, _>>()?;
            plan.steps.push(Step { level, alternatives });
        }
    }
    Ok(plan)
}

/// No rule applies to the document: one level, anyone who may approve the type. A plan always has a level.
/// See docs/rules/approval.md#no-rule-at-all.
fn anyone(subject: &Subject<'_>) -> RoutingPlan {
    let alternative = Alternative::of(Signer::Anyone);
    RoutingPlan {
        amount: subject.amount,
        required_level: 1,
        steps: vec![Step { level: 1, alternatives: vec![alternative] }],
        skipped_levels: Vec::new(),
        rate_override: subject.rate_override.clone(),
    }
}

/// The rules that decide who signs a level.
fn deciding<'r>(level: u32, subject: &Subject<'_>, rules: &[&'r Rule], matching: &[&'r Rule]) -> Vec<&'r Rule> {
    let of_level: Vec<&Rule> = matching.iter().copied().filter(|rule| rule.approval_level == level).collect();
    if !of_level.is_empty() {
        return of_lowest_priority(of_level);
    }
    let lower: Vec<&Rule> = rules
        .iter()
        .copied()
        .filter(|rule| {
            rule.approval_level == level
                && rule.applies(subject).is_ok()
                && rule.is_for_lower_amounts(subject.amount_for(rule.aggregate.as_ref()))
        })
        .collect();
    let highest = lower.iter().filter_map(|rule| rule.most()).max();
    of_lowest_priority(lower.into_iter().filter(|rule| rule.most() == highest).collect())
}

/// Those of the lowest priority number, in the order of their ids.
fn of_lowest_priority(rules: Vec<&Rule>) -> Vec<&Rule> {
    let Some(lowest) = rules.iter().map(|rule| rule.priority).min() else { return rules };
    let mut deciding: Vec<&Rule> = rules.into_iter().filter(|rule| rule.priority == lowest).collect();
    deciding.sort_by(|one, other| one.rule_id.cmp(&other.rule_id));
    deciding
}

/// The way to sign that a rule names, for a document whose submitter has these people above.
pub fn alternative(rule: &Rule, subject: &Subject<'_>, superiors: &Superiors) -> Result<Alternative, Refusal> {
    Ok(Alternative {
        signers: signers(rule, subject.amount_for(rule.aggregate.as_ref()), superiors)?,
        approvals_required: rule.approvals_required,
        rule_id: Some(rule.rule_id.clone()),
        rule_version: Some(rule.version),
        deadline: rule.deadline.clone(),
        escalated: None,
        added_up: rule.aggregate.as_ref().map(|aggregate| subject.added_up(aggregate)),
    })
}

fn signers(rule: &Rule, amount: Minor, superiors: &Superiors) -> Result<Vec<Signer>, Refusal> {
    Ok(match &rule.approver {
        Approver::Role { approver_role } => vec![Signer::Role { role: approver_role.clone() }],
        Approver::User { approver_user_id } => vec![Signer::User { user_id: approver_user_id.clone() }],
        Approver::Manager => {
            let user_id = superiors.manager().ok_or_else(|| no_manager(rule))?;
            vec![Signer::Manager { user_id: user_id.clone() }]
        }
        Approver::ManagerChain => vec![above(rule, amount, superiors)?],
        Approver::Panel { approver_role, approver_user_ids } => {
            let by_role = approver_role.iter().map(|role| Signer::Role { role: role.clone() });
            by_role.chain(approver_user_ids.iter().map(|user_id| Signer::User { user_id: user_id.clone() })).collect()
        }
    })
}

/// The first above the submitter whose limit covers the amount.
fn above(rule: &Rule, amount: Minor, superiors: &Superiors) -> Result<Signer, Refusal> {
    superiors.manager().ok_or_else(|| no_manager(rule))?;
    let Some((found, passed)) = superiors.climb(amount) else {
        let detail = format!(
            "rule {:?} climbs from the submitter's manager, and nobody there may sign so much at level {}",
            rule.rule_id, rule.approval_level
        );
        return Err(RefusalName::NoApprover.because(detail).with("level", rule.approval_level));
    };
    Ok(Signer::ManagerChain { user_id: found.user_id.clone(), passed: passed.to_vec() })
}

fn no_manager(rule: &Rule) -> Refusal {
    let detail = format!("rule {:?} asks for the submitter's manager, and none is recorded", rule.rule_id);
    RefusalName::NoManager.because(detail)
}

impl Rule {
    /// Whether it is an active Amount Threshold rule of the type, whose amounts are to be covered.
    fn is_amount_rule_of(&self, subject: &Subject<'_>) -> bool {
        self.is_active
            && self.bounds_amounts()
            && self.governs.includes(subject.document_type)
            && self.action == subject.action
    }
}

/// What became of one rule, for `simulate`. See docs/rules/approval.md#simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleReport {
    pub rule_id: String,
    pub rule_version: i64,
    pub matched: bool,
    /// The level whose signers it names.
    pub used_in_level: Option<u32>,
    /// Why it did not match, or why another decided in its place.
    pub why_not: Option<String>,
}

/// Every rule of the document's type, matched or why not.
pub fn report<'r>(
    subject: &Subject<'_>,
    rules: impl IntoIterator<Item = &'r Rule>,
    plan: Option<&RoutingPlan>,
) -> Vec<RuleReport> {
    let of_type =
        rules.into_iter().filter(|rule| rule.governs.includes(subject.document_type) && rule.action == subject.action);
    of_type
        .map(|rule| {
            let verdict = rule.matches(subject);
            let used_in_level =
                plan.and_then(|plan| plan.steps.iter().find(|step| step.uses(&rule.rule_id))).map(|step| step.level);
            let why_not = match (verdict, used_in_level) {
                (Ok(()), None) => plan.and_then(|plan| outranked(rule, plan)),
                (Ok(()), Some(_)) => None,
                (Err(_), Some(_)) if subject.is_of_unknown_size() => {
                    Some("no exchange rate vouches for the amount, so every level signs".into())
                }
                (Err(_), Some(_)) => Some("for lower amounts; it names who signs its level first".into()),
                (Err(mismatch), None) => Some(mismatch.reason(rule)),
            };
            RuleReport {
                rule_id: rule.rule_id.clone(),
                rule_version: rule.version,
                matched: verdict.is_ok(),
                used_in_level,
                why_not,
            }
        })
        .collect()
}

/// Which rules decide in place of a matching one.
fn outranked(rule: &Rule, plan: &RoutingPlan) -> Option<String> {
    let step = plan.steps.iter().find(|step| step.level == rule.approval_level)?;
    let deciding: Vec<&str> = step.alternatives.iter().filter_map(|found| found.rule_id.as_deref()).collect();
    Some(format!("outranked at level {} by {}, of a lower priority number", step.level, deciding.join(", ")))
}

#[cfg(test)]
mod tests;
