//! How many steps are asked of whom, by the old plans and by the new ones.

use std::collections::{BTreeMap, BTreeSet};

use super::asks::{Who, asked};
use crate::approval::access::UserId;
use crate::approval::plan::RoutingPlan;

/// How many steps, by the plans as they are and as they would be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Steps {
    pub before: u64,
    pub after: u64,
}

impl Steps {
    pub const fn add(&mut self, more: Self) {
        self.before = self.before.saturating_add(more.before);
        self.after = self.after.saturating_add(more.after);
    }

    /// By how many they differ.
    pub const fn moved(self) -> u64 {
        self.before.abs_diff(self.after)
    }
}

/// The load of one person.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Load {
    /// Steps that named them, or a role of theirs.
    pub steps: Steps,
    /// Steps that they did sign, in person or for somebody.
    pub signed: u64,
}

/// The count, while it goes on.
#[derive(Clone, Default, Debug)]
pub struct Count {
    by_signer: BTreeMap<Who, Steps>,
    by_person: BTreeMap<UserId, Load>,
    /// Steps since people last changed, by all whom they ask. Who holds a role is looked up once for many of them.
    unresolved: BTreeMap<BTreeSet<Who>, Steps>,
}

impl Count {
    /// A document with its pinned plan, and the plan that it would have had; none where it would have been refused.
    pub fn add(&mut self, before: &RoutingPlan, after: Option<&RoutingPlan>) {
        for step in &before.steps {
            self.step(asked(step), Steps { before: 1, after: 0 });
        }
        for step in after.into_iter().flat_map(|plan| &plan.steps) {
            self.step(asked(step), Steps { before: 0, after: 1 });
        }
    }

    fn step(&mut self, who: BTreeSet<Who>, one: Steps) {
        for signer in &who {
            match self.by_signer.get_mut(signer) {
                Some(steps) => steps.add(one),
                None => {
                    self.by_signer.insert(signer.clone(), one);
                }
            }
        }
        self.unresolved.entry(who).or_default().add(one);
    }

    /// A signature that was given.
    pub fn signed(&mut self, by: &UserId) {
        let load = self.by_person.entry(by.clone()).or_default();
        load.signed = load.signed.saturating_add(1);
    }

    /// People change: what was counted so far is put down to those who held the roles until now.
    pub fn resolve(&mut self, holders: impl Fn(&str) -> BTreeSet<UserId>) {
        for (who, steps) in std::mem::take(&mut self.unresolved) {
            let mut people: BTreeSet<UserId> = BTreeSet::new();
            for one in who {
                match one {
                    Who::Anyone => {}
                    Who::Role(role) => people.extend(holders(&role)),
                    Who::Person(user_id) => {
                        people.insert(user_id);
                    }
                }
            }
            for person in people {
                self.by_person.entry(person).or_default().steps.add(steps);
            }
        }
    }

    /// What was counted, after the last [`Self::resolve`].
    pub fn into_parts(self) -> (BTreeMap<Who, Steps>, BTreeMap<UserId, Load>) {
        (self.by_signer, self.by_person)
    }
}
