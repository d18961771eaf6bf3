//! What a rule set leaves open: gaps, overlaps and rules that never decide. See docs/rules/approval.md#coverage.
//!
//! However many rules people write, so many findings are named and the rest counted, and so much is compared and no more.

mod sets;

use self::sets::{Compared, Work};
use super::rule::Rule;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// So many findings of each kind are named.
pub const MAX_FINDINGS: usize = 200;

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

/// A rule that never decides, and the one rule that always does in its place. A rule that only several others
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
    /// are no such rules, for then anyone with the permission approves.
    pub gaps: Vec<Band>,
    pub overlaps: Vec<Overlap>,
    pub unreachable: Vec<Unreachable>,
    /// How many were found beyond those that are named.
    pub left_out: LeftOut,
    /// Whether there were more rules than are compared with each other: there may be more than is counted.
    pub is_partial: bool,
    /// Rules with conditions: they are not compared, and what they alone cover counts as a gap.
    pub not_compared: Vec<String>,
}

/// Findings that are only counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeftOut {
    pub gaps: usize,
    pub overlaps: usize,
    pub unreachable: usize,
}

/// Looks at a type's active rules, each of which [`super::rule::check`] found sound. Inactive ones are not listed.
pub fn coverage<'r>(document_type: DocumentKind, rules: impl IntoIterator<Item = &'r Rule>) -> Coverage {
    let mut active: Vec<&Rule> =
        rules.into_iter().filter(|rule| rule.is_active && rule.document_type == document_type).collect();
    active.sort_by(|one, other| one.rule_id.cmp(&other.rule_id));
    let is_amount_rule = active.iter().any(|rule| rule.is_amount_threshold());
    let (active, conditional): (Vec<&Rule>, Vec<&Rule>) =
        active.into_iter().partition(|rule| rule.conditions.is_empty());
    let not_compared = conditional.iter().map(|rule| rule.rule_id.clone()).collect();
    let gaps = if is_amount_rule { gaps(&active) } else { Vec::new() };
    let mut found = Coverage { gaps, not_compared, ..Coverage::default() };
    found.left_out.gaps = cut(&mut found.gaps);
    let compared = sets::compared(&active);
    let mut work = Work::default();
    for (at, one) in compared.iter().enumerate() {
        for other in compared.iter().skip(at.saturating_add(1)) {
            if let Some(overlap) = overlap(one, other, &mut work) {
                keep(&mut found.overlaps, overlap, &mut found.left_out.overlaps);
            }
        }
        if let Some(coverer) = compared.iter().find(|other| covers(other, one, &mut work)) {
            let unreachable =
                Unreachable { rule_id: one.rule.rule_id.clone(), covered_by: coverer.rule.rule_id.clone() };
            keep(&mut found.unreachable, unreachable, &mut found.left_out.unreachable);
        }
        if work.is_done() {
            found.is_partial = true;
            break;
        }
    }
    found
}

fn keep<T>(named: &mut Vec<T>, finding: T, left_out: &mut usize) {
    if named.len() < MAX_FINDINGS {
        named.push(finding);
    } else {
        *left_out = left_out.saturating_add(1);
    }
}

fn cut<T>(named: &mut Vec<T>) -> usize {
    let left_out = named.len().saturating_sub(MAX_FINDINGS);
    named.truncate(MAX_FINDINGS);
    left_out
}

fn gaps(active: &[&Rule]) -> Vec<Band> {
    let mut bands: Vec<(Minor, Option<Minor>)> = active
        .iter()
        .filter(|rule| rule.is_amount_threshold())
        .map(|rule| (rule.min_amount.unwrap_or_default(), rule.max_amount))
        .collect();
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

fn overlap(one: &Compared<'_>, other: &Compared<'_>, work: &mut Work) -> Option<Overlap> {
    work.step();
    let (left, right) = (one.rule, other.rule);
    if left.approval_level != right.approval_level {
        return None;
    }
    let min_amount = left.min_amount.max(right.min_amount);
    let max_amount = match (left.max_amount, right.max_amount) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    };
    let empty = matches!((min_amount, max_amount), (Some(least), Some(most)) if least > most);
    if empty || !sets::meet(one, other, work) {
        return None;
    }
    Some(Overlap {
        rule_ids: [left.rule_id.clone(), right.rule_id.clone()],
        approval_level: left.approval_level,
        band: Band { min_amount, max_amount },
        are_alternatives: left.priority == right.priority,
    })
}

/// Whether `outer` decides wherever `inner` would: same level, fits whatever it fits, a lower priority number, a band
/// around its band.
/// Above both bands the higher `max_amount` decides, so the outer one's must not be lower.
fn covers(outer: &Compared<'_>, inner: &Compared<'_>, work: &mut Work) -> bool {
    work.step();
    let (one, other) = (outer.rule, inner.rule);
    let starts_before = one.min_amount.unwrap_or_default() <= other.min_amount.unwrap_or_default();
    let ends_after = match (one.max_amount, other.max_amount) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => one >= other,
    };
    one.rule_id != other.rule_id
        && one.approval_level == other.approval_level
        && one.priority < other.priority
        && starts_before
        && ends_after
        && sets::includes(outer, inner, work)
}

#[cfg(test)]
mod tests;
