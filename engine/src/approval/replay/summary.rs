//! The figures of a replay.

use std::collections::BTreeMap;

use super::Outcome;
use super::asks::Who;
use super::load::{Count, Load, Steps};
use crate::approval::access::UserId;
use crate::values::kind::DocumentKind;

/// The most signers, and the most people, that are listed.
pub const MOST_LISTED: usize = 1_000;

/// How many documents were routed again, and how many of them went another way.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub documents: u64,
    pub same: u64,
    pub diverted: BTreeMap<Outcome, u64>,
}

impl Counts {
    /// One more; `None` asks the same of the same people.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        self.documents = self.documents.saturating_add(1);
        match outcome {
            None => self.same = self.same.saturating_add(1),
            Some(outcome) => {
                let count = self.diverted.entry(outcome).or_default();
                *count = count.saturating_add(1);
            }
        }
    }

    fn join(&mut self, others: &Self) {
        self.documents = self.documents.saturating_add(others.documents);
        self.same = self.same.saturating_add(others.same);
        for (outcome, more) in &others.diverted {
            let count = self.diverted.entry(*outcome).or_default();
            *count = count.saturating_add(*more);
        }
    }

    pub fn of(&self, outcome: Outcome) -> u64 {
        self.diverted.get(&outcome).copied().unwrap_or(0)
    }
}

/// What a replay found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub all: Counts,
    pub by_type: BTreeMap<DocumentKind, Counts>,
    /// Those whose number of steps moves most first.
    pub signers: Vec<(Who, Steps)>,
    pub people: Vec<(UserId, Load)>,
    /// How many more signers and people there are than are listed.
    pub signers_left_out: u64,
    pub people_left_out: u64,
}

impl Summary {
    /// One more document.
    pub fn add(&mut self, kind: DocumentKind, outcome: Option<Outcome>) {
        self.all.add(outcome);
        self.by_type.entry(kind).or_default().add(outcome);
    }

    /// The same of documents of these types alone. How the load moves is counted over all types together, so it is only for those who
    /// may read all of them that were found.
    #[must_use]
    pub fn of_types(mut self, is_readable: impl Fn(DocumentKind) -> bool) -> Self {
        let found = self.by_type.len();
        self.by_type.retain(|kind, _| is_readable(*kind));
        if self.by_type.len() == found {
            return self;
        }
        let mut all = Counts::default();
        self.by_type.values().for_each(|counts| all.join(counts));
        Self { all, by_type: self.by_type, ..Self::default() }
    }

    /// With the load, once all is counted.
    #[must_use]
    pub fn with_load(mut self, count: Count) -> Self {
        let (signers, people) = count.into_parts();
        (self.signers, self.signers_left_out) = listed(signers, |steps| *steps);
        (self.people, self.people_left_out) = listed(people, |load| load.steps);
        self
    }
}

/// Those whose load moves most, and how many there are besides.
fn listed<W: Ord, L>(all: BTreeMap<W, L>, steps: impl Fn(&L) -> Steps) -> (Vec<(W, L)>, u64) {
    let mut all: Vec<(W, L)> = all.into_iter().collect();
    // In the order of their names where as much moves.
    all.sort_by_key(|(_, load)| {
        let steps = steps(load);
        std::cmp::Reverse((steps.moved(), steps.before.max(steps.after)))
    });
    let rest = all.split_off(all.len().min(MOST_LISTED));
    (all, u64::try_from(rest.len()).unwrap_or(u64::MAX))
}
