//! What a rule set leaves open (C25): gaps, overlaps and rules that never decide.

use super::rule::Rule;
use crate::document::DocumentKind;
use crate::money::Minor;

/// A band of amounts in base currency minor units, both ends included; `None` is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    pub min_amount: Option<Minor>,
    pub max_amount: Option<Minor>,
}

/// Two rules of one level and kind for the same amounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlap {
    pub rule_ids: [String; 2],
    pub approval_level: u32,
    pub band: Band,
    /// Equal priorities make them alternatives; else the lower number decides.
    pub are_alternatives: bool,
}

/// A rule that never decides, and the rule that always does in its place.
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

/// Looks at a type's active rules.
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
    if one.approval_level != other.approval_level || one.kind != other.kind {
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

/// Whether `outer` decides wherever `inner` would: same level and kind, a lower priority number, a band around its band.
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
        && outer.kind == inner.kind
        && outer.priority < inner.priority
        && starts_before
        && ends_after
}
