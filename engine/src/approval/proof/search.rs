//! The search: is there a point within a box that lies outside of all these other boxes?
//!
//! A point is a region on each axis. The question is that of a tautology in disjunctive form, which is co-NP-complete; see
//! docs/proof.md#the-search. A box that covers the space ends it. Else one that takes part of it is cut out, and what is left is
//! searched, axis by axis, in parts that do not overlap. The box with the fewest axes to cut along goes first: one with a single such
//! axis leaves one part, as a unit clause does.
//! Steps are counted, not timed, so that the answer to a question is always the same.

use std::collections::BTreeSet;

use super::set::Set;

/// So much may be compared for one question.
const MOST_FOR_ONE: u64 = 8_000_000;

/// So much may be compared for all questions of a proof.
const MOST_FOR_ALL: u64 = 600_000_000;

/// So many regions of an axis are tried for a first guess.
const GUESSES: usize = 6;

/// What a question came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// There is one.
    Found(T),
    /// There is none.
    Impossible,
    /// More would have to be compared than may be.
    Undecided,
}

impl<T> Answer<T> {
    /// The first that is found; undecided where one of them is and none is found.
    pub fn first(all: impl IntoIterator<Item = Self>) -> Self {
        let mut answer = Self::Impossible;
        for one in all {
            match one {
                Self::Found(_) => return one,
                Self::Undecided => answer = Self::Undecided,
                Self::Impossible => {}
            }
        }
        answer
    }
}

/// How much was compared, and may be.
#[derive(Debug)]
pub struct Work {
    left: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self { left: MOST_FOR_ALL }
    }
}

impl Work {
    /// What may be compared for the next question.
    fn next(&self) -> u64 {
        self.left.min(MOST_FOR_ONE)
    }

    /// Takes the cost of something that is not searched for.
    pub fn take(&mut self, steps: usize) -> bool {
        self.left = self.left.saturating_sub(u64::try_from(steps).unwrap_or(u64::MAX));
        self.left > 0
    }
}

/// A box that points must lie outside of. An axis without a set is taken whole.
pub type Cut<'a> = Vec<Option<&'a Set>>;

/// A point of the space outside of all cuts, as a region on each axis; or the cuts that cover the space together are put into `used`.
pub fn outside(space: Vec<Set>, cuts: &[Cut<'_>], work: &mut Work, used: &mut BTreeSet<usize>) -> Answer<Vec<usize>> {
    if space.iter().any(Set::is_empty) {
        return Answer::Impossible;
    }
    let mut left = work.next();
    let answer = parts(space, cuts, &mut left, used);
    let spent = work.next().saturating_sub(left);
    work.left = work.left.saturating_sub(spent);
    answer
}

fn parts(space: Vec<Set>, cuts: &[Cut<'_>], left: &mut u64, used: &mut BTreeSet<usize>) -> Answer<Vec<usize>> {
    let mut open = vec![(space, (0..cuts.len()).collect::<Vec<usize>>())];
    while let Some((space, before)) = open.pop() {
        let mut meeting = Vec::new();
        let mut narrowest: Option<(usize, usize)> = None;
        let mut covered = false;
        for place in before {
            let Some(cut) = cuts.get(place) else { continue };
            let Some(axes) = axes_to_cut(&space, cut, left) else { return Answer::Undecided };
            match axes {
                Meeting::Apart => {}
                Meeting::Covers => {
                    used.insert(place);
                    covered = true;
                    break;
                }
                Meeting::Cuts(axes) => {
                    meeting.push(place);
                    if narrowest.is_none_or(|(least, _)| axes < least) {
                        narrowest = Some((axes, place));
                    }
                }
            }
        }
        if covered {
            continue;
        }
        let Some((_, place)) = narrowest else { return first_of(&space) };
        if let Some(point) = guess(&space, cuts, &meeting) {
            return Answer::Found(point);
        }
        used.insert(place);
        meeting.retain(|other| *other != place);
        let Some(cut) = cuts.get(place) else { continue };
        split(space, cut, &meeting, &mut open);
    }
    Answer::Impossible
}

enum Meeting {
    Apart,
    Covers,
    /// Along so many axes the space reaches out of the cut.
    Cuts(usize),
}

/// How a cut lies to the space; `None` when no more may be compared.
fn axes_to_cut(space: &[Set], cut: &Cut<'_>, left: &mut u64) -> Option<Meeting> {
    let mut axes = 0_usize;
    for (own, theirs) in space.iter().zip(cut) {
        let Some(theirs) = theirs else { continue };
        *left = left.checked_sub(u64::try_from(own.words()).unwrap_or(u64::MAX))?;
        if !own.meets(theirs) {
            return Some(Meeting::Apart);
        }
        axes = axes.saturating_add(usize::from(!own.is_within(theirs)));
    }
    Some(if axes == 0 { Meeting::Covers } else { Meeting::Cuts(axes) })
}

/// What the cut leaves of the space, in parts that do not overlap.
fn split(space: Vec<Set>, cut: &Cut<'_>, meeting: &[usize], open: &mut Vec<(Vec<Set>, Vec<usize>)>) {
    let mut rest = space;
    for (axis, theirs) in cut.iter().enumerate() {
        let (Some(theirs), Some(own)) = (theirs, rest.get(axis)) else { continue };
        let (out, within) = (own.without(theirs), own.and(theirs));
        if !out.is_empty() {
            let mut part = rest.clone();
            if let Some(own) = part.get_mut(axis) {
                *own = out;
            }
            open.push((part, meeting.to_vec()));
        }
        if let Some(own) = rest.get_mut(axis) {
            *own = within;
        }
    }
}

/// A point that is easily seen to lie outside: on each axis, of the first few regions that which lies in the fewest cuts.
fn guess(space: &[Set], cuts: &[Cut<'_>], meeting: &[usize]) -> Option<Vec<usize>> {
    let mut around: Vec<&Cut<'_>> = meeting.iter().filter_map(|place| cuts.get(*place)).collect();
    let mut point = Vec::with_capacity(space.len());
    for (axis, own) in space.iter().enumerate() {
        let holding = |region: usize, cut: &Cut<'_>| cut.get(axis).copied().flatten().is_none_or(|set| set.has(region));
        let in_cuts = |region: &usize| around.iter().filter(|cut| holding(*region, cut)).count();
        let region = own.members().take(GUESSES).min_by_key(in_cuts)?;
        around.retain(|cut| holding(region, cut));
        point.push(region);
    }
    around.is_empty().then_some(point)
}

fn first_of(space: &[Set]) -> Answer<Vec<usize>> {
    space.iter().map(Set::first).collect::<Option<_>>().map_or(Answer::Impossible, Answer::Found)
}
