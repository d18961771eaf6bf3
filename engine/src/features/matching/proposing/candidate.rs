//! Lines and transactions that may belong together, and what speaks for it.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::book::{Line, Transaction};
use super::evidence::Evidence;

/// The places of a candidate's lines and of its transactions.
pub type Places = (SmallVec<[usize; 2]>, SmallVec<[usize; 2]>);

/// Lines and transactions that may belong together.
#[derive(Clone, Debug)]
pub struct Candidate<'b> {
    pub lines: SmallVec<[&'b Line<'b>; 1]>,
    pub transactions: SmallVec<[&'b Transaction<'b>; 1]>,
    pub evidence: Evidence,
    pub points: i32,
}

impl Candidate<'_> {
    pub fn places(&self) -> Places {
        let lines = self.lines.iter().map(|line| line.place).collect();
        (lines, self.transactions.iter().map(|each| each.place).collect())
    }

    /// Best first; between equals the earlier, so that the order never depends on the input's.
    pub fn rank(&self, other: &Self) -> Ordering {
        let lines = || self.lines.iter().map(|line| line.place);
        let transactions = || self.transactions.iter().map(|each| each.place);
        (other.points.cmp(&self.points))
            .then_with(|| self.evidence.days.cmp(&other.evidence.days))
            .then_with(|| lines().cmp(other.lines.iter().map(|line| line.place)))
            .then_with(|| transactions().cmp(other.transactions.iter().map(|each| each.place)))
    }
}
