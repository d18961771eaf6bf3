//! What a rule set leaves open (C25): gaps, overlaps and rules that never decide.

use super::rule::{Rule, RuleKind};
use crate::document::DocumentKind;
use crate::money::Minor;

/// A band of amounts in base currency minor units, both ends included; `None` is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    pub min_amount: Option<Minor>,
    pub max_amount: Option<Minor>,
}

/// Two rules of one level and kind for the same amounts; routing rules only when they share a department or cost center.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlap {
    pub rule_ids: [String; 2],
    pub approval_level: u32,
    pub band: Band,
    /// Equal priorities make them alternatives; else the lower number decides.
    pub are_alternatives: bool,
}

/// A rule that never decides, and the one rule that always does in its place (C21). A rule that only several others
/// cover together is not listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreachable {
    pub rule_id: String,
    pub covered_by: String,
}

/// What a type's active rules leave open.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// Amounts that no Amount Threshold rule matches: submitting such a document is refused. Empty when there
    /// are no such rules, for then anyone with the permission approves (C22).
    pub gaps: Vec<Band>,
    pub overlaps: Vec<Overlap>,
    pub unreachable: Vec<Unreachable>,
}

/// Looks at a type's active rules, each of which [`super::rule::check`] found sound (C25). Inactive ones are not listed.
pub fn coverage<'r>(document_type: DocumentKind, rules: impl IntoIterator<Item = &'r Rule>) -> Coverage {
    let mut active: Vec<&Rule> =
        rules.into_iter().filter(|rule| rule.is_active && rule.document_type == document_type).collect();
    active.sort_by(|one, other| one.rule_id.cmp(&other.rule_id));
    let mut found = Coverage { gaps: gaps(&active), ..Coverage::default() };
    for (at, one) in active.iter().enumerate() {
        for other in active.iter().skip(at.saturating_add(1)) {
            if let Some(overlap) = overlap(one, other) {
                found.overlaps.push(overlap);
            }
        }
        if let Some(coverer) = active.iter().find(|other| covers(other, one)) {
            found.unreachable.push(Unreachable { rule_id: one.rule_id.clone(), covered_by: coverer.rule_id.clone() });
        }
    }
    found
}

fn gaps(active: &[&Rule]) -> Vec<Band> {
    let mut bands: Vec<(Minor, Option<Minor>)> = active
        .iter()
        .filter(|rule| rule.is_amount_threshold())
        .map(|rule| (rule.min_amount.unwrap_or_default(), rule.max_amount))
        .collect();
    if bands.is_empty() {
        return Vec::new();
    }
    bands.sort_unstable_by_key(|(least, _)| *least);
    let mut gaps = Vec::new();
    let mut next = Minor::ZERO;
    for (least, most) in bands {
        if least > next {
            gaps.push(Band { min_amount: Some(next), max_amount: Some(Minor(least.0.saturating_sub(1))) });
        }
        match most {
            None => return gaps,
            Some(most) => next = next.max(Minor(most.0.saturating_add(1))),
        }
    }
    gaps.push(Band { min_amount: Some(next), max_amount: None });
    gaps
}

fn overlap(one: &Rule, other: &Rule) -> Option<Overlap> {
    if one.approval_level != other.approval_level || !meet(&one.kind, &other.kind) {
        return None;
    }
    let min_amount = one.min_amount.max(other.min_amount);
    let max_amount = match (one.max_amount, other.max_amount) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let empty = matches!((min_amount, max_amount), (Some(least), Some(most)) if least > most);
    (!empty).then(|| Overlap {
        rule_ids: [one.rule_id.clone(), other.rule_id.clone()],
        approval_level: one.approval_level,
        band: Band { min_amount, max_amount },
        are_alternatives: one.priority == other.priority,
    })
}

/// Whether rules of these kinds, the same one, can match one document for the same reason.
fn meet(one: &RuleKind, other: &RuleKind) -> bool {
    use RuleKind::{AmountThreshold, CostCenterRouting, DepartmentRouting};
    match (one, other) {
        (AmountThreshold, AmountThreshold) => true,
        (DepartmentRouting { department_ids: one }, DepartmentRouting { department_ids: other })
        | (CostCenterRouting { cost_center_ids: one }, CostCenterRouting { cost_center_ids: other }) => {
            one.iter().any(|id| other.contains(id))
        }
        _ => false,
    }
}

/// Whether a rule of the kind `outer` fits every document that one of the kind `inner` fits. An amount rule fits all.
fn includes(outer: &RuleKind, inner: &RuleKind) -> bool {
    use RuleKind::{AmountThreshold, CostCenterRouting, DepartmentRouting};
    match (outer, inner) {
        (AmountThreshold, _) => true,
        (DepartmentRouting { department_ids: outer }, DepartmentRouting { department_ids: inner })
        | (CostCenterRouting { cost_center_ids: outer }, CostCenterRouting { cost_center_ids: inner }) => {
            inner.iter().all(|id| outer.contains(id))
        }
        _ => false,
    }
}

/// Whether `outer` decides wherever `inner` would: same level, fits whatever it fits, a lower priority number, a band
/// around its band.
/// Above both bands the higher `max_amount` decides (C21), so the outer one's must not be lower.
fn covers(outer: &Rule, inner: &Rule) -> bool {
    let starts_before = outer.min_amount.unwrap_or_default() <= inner.min_amount.unwrap_or_default();
    let ends_after = match (outer.max_amount, inner.max_amount) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(outer), Some(inner)) => outer >= inner,
    };
    outer.rule_id != inner.rule_id
        && outer.approval_level == inner.approval_level
        && includes(&outer.kind, &inner.kind)
        && outer.priority < inner.priority
        && starts_before
        && ends_after
}

#[cfg(test)]
mod tests;
