//! How a rule comes to name the signers of a step, as questions. It is the counterpart of [`crate::approval::routing`]: what is
//! changed there is changed here, and the tests hold the two against each other.
//!
//! A rule decides at its level
//! 1. where it matches, and no matching rule of its level has a lower priority number;
//! 2. where no rule of its level matches, it is the one for the highest of lower amounts, and a higher level is required;
//! 3. where no rate vouches for the amount, it applies, and is for the largest amounts of its level.
//!
//! And only where the document is not refused: some Amount Threshold rule matches where the type has any.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::question::{At, Point, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::Space;
use crate::approval::rule::Rule;
use crate::values::money::Minor;

/// A step that is wanted: the rule is one of those that decide it.
pub struct Wanted<'w> {
    pub rule: usize,
    /// At which amounts a rule of the same priority must not decide beside it; `None` is at none.
    pub not_beside: &'w dyn Fn(usize) -> Option<Set>,
}

/// Whether rules decide in one document, whoever submits and signs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// Not as one question had it. Whether they do at all is asked when they are asked about again.
    NotOnce,
    AtTimes,
    Never,
}

/// Nothing against rules of the same priority.
pub const ANY: &dyn Fn(usize) -> Option<Set> = &|_| None;

/// A document in which all of these rules decide their steps, and which is as the question says besides.
pub fn decided(space: &Space<'_>, steps: &[Wanted<'_>], besides: &Question<'_>, work: &mut Work) -> Answer<Point> {
    // Where the rule is for none of the amounts that are asked about, nothing is searched.
    let reaches = |amounts: &Set| besides.amounts.as_ref().is_none_or(|asked| asked.meets(amounts));
    let shape = |step: &Wanted<'_>| space.rule(step.rule).map(|(_, shape)| shape);
    if steps.iter().any(|one| steps.iter().any(|other| !space.may_meet(one.rule, other.rule))) {
        return Answer::Impossible;
    }
    let by_match =
        |step: &Wanted<'_>| shape(step).filter(|own| reaches(&own.matched)).and_then(|_| matching(space, step));
    let by_lower = |step: &Wanted<'_>| shape(step).filter(|own| reaches(&own.above)).and_then(|_| lower(space, step));
    let mut ways: Vec<(Question<'_>, Vec<(usize, bool)>)> = vec![(besides.clone(), Vec::new())];
    for step in steps {
        let mut longer = Vec::new();
        for (so_far, how) in &ways {
            for (is_match, question) in [(true, by_match(step)), (false, by_lower(step))] {
                let Some(question) = question else { continue };
                let mut how = how.clone();
                how.push((step.rule, is_match));
                longer.push((joined(so_far, question), how));
            }
        }
        ways = longer;
    }
    let mut undecided = false;
    for (question, how) in ways {
        match completed(space, &question, &how, work) {
            Answer::Found(point) => return Answer::Found(point),
            Answer::Undecided => undecided = true,
            Answer::Impossible => {}
        }
    }
    if undecided { Answer::Undecided } else { Answer::Impossible }
}

/// A document in which the rule decides because no rate vouches for the amount.
pub fn decided_without_a_rate(space: &Space<'_>, rule: usize, work: &mut Work) -> Answer<Point> {
    let Some((own, _)) = space.rule(rule) else { return Answer::Impossible };
    let reach = |rule: &Rule| rule.most().unwrap_or(Minor(i64::MAX));
    let rank = |rule: &Rule| (reach(rule), Reverse(rule.priority));
    let outranks = |other: &Rule| rank(other) > rank(own);
    let others = space.each().filter(|(_, other, _)| other.approval_level == own.approval_level && outranks(other));
    let none = others.map(|(at, ..)| At::new(at, &space.every_amount)).collect();
    let question = Question { all: vec![At::new(rule, &space.every_amount)], none, ..Question::default() };
    if !space.has_amount_rules() || own.is_amount_threshold() {
        return question.ask(space, work, &mut BTreeSet::new());
    }
    let amount_rules = space.each().filter(|(_, rule, _)| rule.is_amount_threshold());
    Answer::first(
        amount_rules
            .map(|(at, ..)| with(&question, At::new(at, &space.every_amount)).ask(space, work, &mut BTreeSet::new())),
    )
}

/// The rule matches, and none of a lower priority number does.
pub fn matching<'s>(space: &'s Space<'_>, step: &Wanted<'_>) -> Option<Question<'s>> {
    let (own, shape) = space.rule(step.rule)?;
    let mut none = Vec::new();
    // Rules that no such document matches are not in the way.
    for (at, other, theirs) in space.rivals(step.rule).filter(|(.., theirs)| theirs.matched.meets(&shape.matched)) {
        if other.priority < own.priority {
            none.push(At::new(at, &theirs.matched));
        } else if other.priority == own.priority
            && let Some(amounts) = (step.not_beside)(at)
        {
            none.push(At::owned(at, theirs.matched.and(&amounts)));
        }
    }
    Some(Question { all: vec![At::new(step.rule, &shape.matched)], none, ..Question::default() })
}

/// The rule is for lower amounts, the highest of them, and no rule of its level matches.
fn lower<'s>(space: &'s Space<'_>, step: &Wanted<'_>) -> Option<Question<'s>> {
    let (own, shape) = space.rule(step.rule)?;
    let most = own.most()?;
    let mut none = Vec::new();
    for (at, other, theirs) in space.rivals(step.rule) {
        none.push(At::new(at, &theirs.matched));
        let Some(their_most) = other.most().filter(|theirs| *theirs >= most) else { continue };
        if their_most > most || other.priority < own.priority {
            none.push(At::new(at, &theirs.above));
        } else if other.priority == own.priority
            && let Some(amounts) = (step.not_beside)(at)
        {
            none.push(At::owned(at, theirs.above.and(&amounts)));
        }
    }
    Some(Question { all: vec![At::new(step.rule, &shape.above)], none, ..Question::default() })
}

/// With a rule that requires the levels of those for lower amounts, and an Amount Threshold rule that matches.
fn completed(space: &Space<'_>, question: &Question<'_>, how: &[(usize, bool)], work: &mut Work) -> Answer<Point> {
    let level = |rule: usize| space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
    let highest = how.iter().map(|(rule, _)| level(*rule)).max().unwrap_or_default();
    let is_required = how.is_empty() || how.iter().any(|(rule, is_match)| *is_match && level(*rule) == highest);
    if is_required {
        return not_refused(space, question, work);
    }
    if question.ask(space, work, &mut BTreeSet::new()) == Answer::Impossible {
        return Answer::Impossible;
    }
    let mut undecided = false;
    let may_meet = |at: usize| how.iter().all(|(rule, _)| space.may_meet(at, *rule));
    for (at, _, shape) in space.each().filter(|(at, rule, _)| rule.approval_level > highest && may_meet(*at)) {
        match not_refused(space, &with(question, At::new(at, &shape.matched)), work) {
            Answer::Found(point) => return Answer::Found(point),
            Answer::Undecided => undecided = true,
            Answer::Impossible => {}
        }
    }
    if undecided { Answer::Undecided } else { Answer::Impossible }
}

/// With an Amount Threshold rule that matches, where the type has any.
pub fn not_refused(space: &Space<'_>, question: &Question<'_>, work: &mut Work) -> Answer<Point> {
    let matches = |at: &At<'_>| {
        space
            .rule(at.rule)
            .is_some_and(|(rule, shape)| rule.is_amount_threshold() && at.amounts.is_within(&shape.matched))
    };
    let without = question.ask(space, work, &mut BTreeSet::new());
    if !space.has_amount_rules() || question.all.iter().any(matches) || without == Answer::Impossible {
        return without;
    }
    let amount_rules = space.each().filter(|(_, rule, _)| rule.is_amount_threshold());
    let mut undecided = false;
    for (at, _, shape) in amount_rules {
        match with(question, At::new(at, &shape.matched)).ask(space, work, &mut BTreeSet::new()) {
            Answer::Found(point) => return Answer::Found(point),
            Answer::Undecided => undecided = true,
            Answer::Impossible => {}
        }
    }
    if undecided { Answer::Undecided } else { Answer::Impossible }
}

fn with<'s>(question: &Question<'s>, more: At<'s>) -> Question<'s> {
    let mut longer = question.clone();
    longer.all.push(more);
    longer
}

fn joined<'s>(one: &Question<'s>, other: Question<'s>) -> Question<'s> {
    let mut both = one.clone();
    both.all.extend(other.all);
    both.none.extend(other.none);
    both.header.extend(other.header);
    both.amounts = match (both.amounts, other.amounts) {
        (Some(one), Some(other)) => Some(one.and(&other)),
        (one, other) => one.or(other),
    };
    both
}
