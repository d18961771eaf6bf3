//! A question about documents: some rules apply to it, others do not, at given amounts.
//!
//! A rule's conditions of lines ask for one line that fulfils them all. So for each rule that is to apply one line is supposed, which
//! each rule that is not to apply must fail, or fail by the header. More lines than these are never needed: a line less can only make
//! less rules apply.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::axis::Axis;
use super::search::{Answer, Cut, Work, outside};
use super::set::Set;
use super::space::{Shape, Space};

/// What it costs to set a rule beside a question.
const COST: usize = 16;

/// A rule, at these amounts.
#[derive(Clone)]
pub struct At<'s> {
    pub rule: usize,
    pub amounts: Cow<'s, Set>,
}

impl<'s> At<'s> {
    pub fn new(rule: usize, amounts: &'s Set) -> Self {
        Self { rule, amounts: Cow::Borrowed(amounts) }
    }

    pub fn owned(rule: usize, amounts: Set) -> Self {
        Self { rule, amounts: Cow::Owned(amounts) }
    }
}

/// What is asked.
#[derive(Clone, Default)]
pub struct Question<'s> {
    /// Which apply, at one of the amounts of each.
    pub all: Vec<At<'s>>,
    /// Which do not apply, or not at these amounts.
    pub none: Vec<At<'s>>,
    /// What the header must be.
    pub header: Vec<(Axis, Set)>,
    /// Which amounts it may be of; `None` is any.
    pub amounts: Option<Set>,
    /// Whether one line is to fulfil what all of them ask of lines.
    pub has_one_line: bool,
}

/// A document that answers a question, by its regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    pub amount: usize,
    /// On the axes of [`Axis::HEADER`].
    pub header: Vec<usize>,
    /// On the axes of [`Axis::LINE`], line by line; never empty.
    pub lines: Vec<Vec<usize>>,
}

impl Question<'_> {
    /// A document, or that there is none; then the rules that are not to apply and are in the way are put into `in_the_way`.
    pub fn ask(&self, space: &Space<'_>, work: &mut Work, in_the_way: &mut BTreeSet<usize>) -> Answer<Point> {
        let shapes: Vec<(&Shape, &Set)> = each(space, &self.all).map(|(_, shape, amounts)| (shape, amounts)).collect();
        let with_line: Vec<&Shape> =
            shapes.iter().filter(|(shape, _)| shape.line.is_some()).map(|(shape, _)| *shape).collect();
        let has_one_line = self.has_one_line || space.has_one_line;
        let lines = if has_one_line { 1 } else { with_line.len().max(1) };
        let mut start = self.start(space, &shapes);
        for at in 0..lines {
            let of_line: Vec<&Shape> =
                if has_one_line { with_line.clone() } else { with_line.get(at).copied().into_iter().collect() };
            let mut line = space.every_line.clone();
            for asks in of_line.iter().filter_map(|shape| shape.line.as_ref()) {
                narrow(&mut line, asks);
            }
            start.extend(line);
        }
        if start.iter().any(Set::is_empty) {
            return Answer::Impossible;
        }
        let (mut cuts, mut rules) = (Vec::new(), Vec::new());
        for (rule, shape, amounts) in each(space, &self.none) {
            let copies = if shape.line.is_some() { lines } else { 1 };
            for at in 0..copies {
                // Most rules are apart from most questions: only for the others a cut is made.
                if meets(&start, shape, amounts, at) {
                    cuts.push(cut(shape, amounts, at));
                    rules.push(rule);
                }
            }
        }
        if !work.take(self.none.len().saturating_mul(COST)) {
            return Answer::Undecided;
        }
        let mut used = BTreeSet::new();
        match outside(start, &cuts, work, &mut used) {
            Answer::Found(regions) => Answer::Found(point(&regions)),
            Answer::Impossible => {
                in_the_way.extend(used.into_iter().filter_map(|cut| rules.get(cut)));
                Answer::Impossible
            }
            Answer::Undecided => Answer::Undecided,
        }
    }

    /// Amount and header as the rules that apply ask for them.
    fn start(&self, space: &Space<'_>, shapes: &[(&Shape, &Set)]) -> Vec<Set> {
        let every = self.amounts.as_ref().unwrap_or(&space.every_amount).clone();
        let amounts = shapes.iter().fold(every, |all, (_, amounts)| all.and(amounts));
        let mut header = space.every_header.clone();
        for (shape, _) in shapes {
            narrow(&mut header, &shape.header);
        }
        for (axis, set) in &self.header {
            for (own, _) in header.iter_mut().zip(Axis::HEADER).filter(|(_, of)| of == axis) {
                *own = own.and(set);
            }
        }
        std::iter::once(amounts).chain(header).collect()
    }
}

fn each<'q>(space: &'q Space<'_>, of: &'q [At<'_>]) -> impl Iterator<Item = (usize, &'q Shape, &'q Set)> {
    of.iter().filter_map(|at| Some((at.rule, space.shapes.get(at.rule)?, at.amounts.as_ref())))
}

fn narrow(own: &mut [Set], asks: &[Option<Set>]) {
    for (own, asked) in own.iter_mut().zip(asks) {
        if let Some(asked) = asked {
            *own = own.and(asked);
        }
    }
}

/// What a rule takes of the space by the line at this place.
fn cut<'a>(shape: &'a Shape, amounts: &'a Set, at: usize) -> Cut<'a> {
    let header = std::iter::once(Some(amounts)).chain(shape.header.iter().map(Option::as_ref));
    let Some(asks) = &shape.line else { return header.collect() };
    let before = std::iter::repeat_n(None, at.saturating_mul(Axis::LINE.len()));
    header.chain(before).chain(asks.iter().map(Option::as_ref)).collect()
}

/// Whether the rule takes anything of the space by the line at this place.
fn meets(start: &[Set], shape: &Shape, amounts: &Set, at: usize) -> bool {
    let Some((own, rest)) = start.split_first() else { return false };
    let Some((header, lines)) = rest.split_at_checked(Axis::HEADER.len()) else { return false };
    let meet = |own: &[Set], theirs: &[Option<Set>]| {
        own.iter().zip(theirs).all(|(own, theirs)| theirs.as_ref().is_none_or(|theirs| own.meets(theirs)))
    };
    let line = || lines.get(at.saturating_mul(Axis::LINE.len())..).unwrap_or_default();
    own.meets(amounts) && meet(header, &shape.header) && shape.line.as_ref().is_none_or(|theirs| meet(line(), theirs))
}

fn point(regions: &[usize]) -> Point {
    let (header, lines) = regions.split_at_checked(Axis::HEADER.len().saturating_add(1)).unwrap_or((regions, &[]));
    let (amount, header) = header.split_first().map_or((0, header), |(amount, header)| (*amount, header));
    let lines = lines.chunks(Axis::LINE.len()).map(<[usize]>::to_vec);
    let mut point = Point { amount, header: header.to_vec(), lines: Vec::new() };
    for line in lines {
        if !point.lines.contains(&line) {
            point.lines.push(line);
        }
    }
    point
}
