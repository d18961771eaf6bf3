//! Rules of one level that both match a document. Two boxes meet where they meet on every axis, so nothing is searched.

use std::collections::BTreeSet;

use super::amounts::Band;
use super::finding::{MAX_FINDINGS, Overlap, Proof};
use super::question::{At, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::{Shape, Space};
use super::witness::Witness;
use crate::approval::condition::Condition;
use crate::approval::rule::{Rule, RuleKind};

/// All pairs of one level, in the order of their ids.
pub fn find(space: &Space<'_>, proof: &mut Proof, undecided: &mut BTreeSet<usize>, work: &mut Work) {
    let possible: Vec<bool> = space.shapes.iter().map(|shape| is_possible(space, shape)).collect();
    for (at, one, shape) in space.each() {
        if possible.get(at) != Some(&true) {
            continue;
        }
        for (other_at, other, theirs) in space.each().skip(at.saturating_add(1)) {
            if one.approval_level != other.approval_level || possible.get(other_at) != Some(&true) {
                continue;
            }
            if !work.take(shape.matched.words()) {
                undecided.extend([at, other_at]);
                continue;
            }
            if !headers_meet(shape, theirs) {
                continue;
            }
            let by_one_line = lines_meet(shape, theirs);
            if !by_one_line && space.has_one_line {
                continue;
            }
            let is_overlap = by_one_line && is_of_one_kind(one, other);
            let (named, left_out) = if is_overlap {
                (&mut proof.overlaps, &mut proof.left_out.overlaps)
            } else {
                (&mut proof.meetings, &mut proof.left_out.meetings)
            };
            if named.len() >= MAX_FINDINGS {
                *left_out = left_out.saturating_add(1);
                continue;
            }
            let all = vec![At::new(at, &shape.matched), At::new(other_at, &theirs.matched)];
            let question = Question { all, has_one_line: by_one_line, ..Question::default() };
            match question.ask(space, work, &mut BTreeSet::new()) {
                Answer::Found(point) => named.push(overlap(one, other, Witness::of(space, &point))),
                Answer::Impossible => {}
                Answer::Undecided => undecided.extend([at, other_at]),
            }
        }
    }
}

/// Whether some document fulfils what the rule asks.
fn is_possible(space: &Space<'_>, shape: &Shape) -> bool {
    let some = |asks: &[Option<Set>]| asks.iter().flatten().all(|set| !set.is_empty());
    !space.every_amount.and(&shape.matched).is_empty()
        && some(&shape.header)
        && shape.line.as_ref().is_none_or(|line| some(line))
}

fn headers_meet(one: &Shape, other: &Shape) -> bool {
    one.matched.meets(&other.matched) && all_meet(&one.header, &other.header)
}

/// Whether one line is enough for both.
fn lines_meet(one: &Shape, other: &Shape) -> bool {
    match (&one.line, &other.line) {
        (Some(one), Some(other)) => all_meet(one, other),
        (Some(_) | None, None) | (None, Some(_)) => true,
    }
}

fn all_meet(one: &[Option<Set>], other: &[Option<Set>]) -> bool {
    one.iter().zip(other).all(|pair| match pair {
        (Some(one), Some(other)) => one.meets(other),
        (Some(_) | None, None) | (None, Some(_)) => true,
    })
}

/// Routing rules overlap where they route by the same.
fn is_of_one_kind(one: &Rule, other: &Rule) -> bool {
    match (&one.kind, &other.kind) {
        (RuleKind::AmountThreshold, RuleKind::AmountThreshold) => true,
        (RuleKind::Routing { by, .. }, RuleKind::Routing { by: other, .. }) => by == other,
        (RuleKind::AmountThreshold, RuleKind::Routing { .. })
        | (RuleKind::Routing { .. }, RuleKind::AmountThreshold) => false,
    }
}

fn overlap(one: &Rule, other: &Rule, witness: Witness) -> Overlap {
    let least = |rule: &Rule| rule.conditions.iter().filter_map(Condition::least).chain(rule.min_amount).max();
    let max_amount = [one.most(), other.most()].into_iter().flatten().min();
    Overlap {
        rule_ids: [one.rule_id.clone(), other.rule_id.clone()],
        approval_level: one.approval_level,
        band: Band { min_amount: least(one).max(least(other)), max_amount },
        are_alternatives: one.priority == other.priority,
        witness,
    }
}
