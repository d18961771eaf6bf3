//! Whether the steps of a plan can be filled with people, each of whom signs one level: a matching of people and steps.
//!
//! It is asked while the books are locked, and a rule may have a hundred levels and name a hundred people. So a look at a person is
//! counted, and after so many looks the answer is that they cannot be filled.

use std::collections::{BTreeMap, BTreeSet};

use crate::approval::access::UserId;

/// What all looks together may come to: some tenth of a second.
const LOOKS: u32 = 1_000_000;

/// A way to sign a step: so many of these people; `None` where enough of them are found whoever signs the other steps.
pub(super) struct Way<'a> {
    pub(super) required: usize,
    pub(super) people: Option<Vec<&'a UserId>>,
}

/// Who signs which step, counted from 0.
type Signers<'a> = BTreeMap<&'a UserId, usize>;

/// What is left of the looks.
pub(super) struct Looks(u32);

impl Looks {
    pub(super) const fn new() -> Self {
        Self(LOOKS)
    }

    /// Takes so many; `false` when they are used up.
    pub(super) fn take(&mut self, many: usize) -> bool {
        self.0 = self.0.saturating_sub(u32::try_from(many).unwrap_or(u32::MAX));
        self.0 > 0
    }
}

/// Whether each step has enough people by one of its ways.
pub(super) fn are_enough(steps: &[Vec<Way<'_>>], looks: &mut Looks) -> bool {
    fill(steps, &mut Vec::new(), &Signers::new(), looks)
}

/// Fills the steps after those that have a way already, one way after the other. People move between steps as they are needed, so for
/// the ways that are chosen the answer is exact.
fn fill<'s, 'a>(
    steps: &'s [Vec<Way<'a>>],
    chosen: &mut Vec<&'s Way<'a>>,
    signers: &Signers<'a>,
    looks: &mut Looks,
) -> bool {
    let place = chosen.len();
    let Some(ways) = steps.get(place) else { return true };
    ways.iter().any(|way| {
        chosen.push(way);
        let mut signers = signers.clone();
        let is_enough = looks.take(signers.len().saturating_add(1))
            && (way.people.is_none()
                || (0..way.required).all(|_| gains_one(place, chosen, &mut signers, &mut BTreeSet::new(), looks)))
            && fill(steps, chosen, &signers, looks);
        chosen.truncate(place);
        is_enough
    })
}

/// One more person for the step: somebody who signs none, or one of another step that finds somebody else.
fn gains_one<'a>(
    step: usize,
    chosen: &[&Way<'a>],
    signers: &mut Signers<'a>,
    seen: &mut BTreeSet<usize>,
    looks: &mut Looks,
) -> bool {
    let people = chosen.get(step).and_then(|way| way.people.as_deref()).unwrap_or_default();
    if !seen.insert(step) || !looks.take(people.len()) {
        return false;
    }
    if let Some(free) = people.iter().find(|person| !signers.contains_key(**person)) {
        signers.insert(free, step);
        return true;
    }
    for person in people {
        let Some(other) = signers.get(person).copied() else { continue };
        if gains_one(other, chosen, signers, seen, looks) {
            signers.insert(person, step);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(names: &str) -> Vec<UserId> {
        names.split_whitespace().map(UserId::from).collect()
    }

    fn way((required, people): &(usize, Option<Vec<UserId>>)) -> Way<'_> {
        Way { required: *required, people: people.as_ref().map(|all| all.iter().collect()) }
    }

    /// Steps as `1: ann ben | 2: carl`: ways by `|`, steps by `;`; `1: *` finds enough whoever signs.
    fn can_be_filled(steps: &str) -> bool {
        let parsed: Vec<Vec<(usize, Option<Vec<UserId>>)>> = steps
            .split(';')
            .map(|ways| {
                let way = |way: &str| {
                    let (required, names) = way.split_once(':').expect("a number");
                    (required.trim().parse().expect("a number"), (names.trim() != "*").then(|| people(names)))
                };
                ways.split('|').map(way).collect()
            })
            .collect();
        let steps: Vec<Vec<Way<'_>>> = parsed.iter().map(|ways| ways.iter().map(way).collect()).collect();
        are_enough(&steps, &mut Looks::new())
    }

    #[test]
    fn each_signs_one_level() {
        for (steps, enough) in [
            ("1: ann", true),
            ("1: ann; 1: ann", false),
            ("1: ann ben; 1: ann", true),
            ("1: ann ben; 1: ben carl; 1: ann", true),
            ("1: ann ben; 1: ben ann; 1: ann ben", false),
            ("2: ann ben; 1: ben", false),
            ("2: ann ben carl; 1: ben", true),
            ("1: *; 1: ann; 1: *", true),
            ("3: ann ben", false),
            ("1: ann | 1: ben; 1: ann", true),
            ("2: ann ben | 1: carl; 1: ann; 1: ben", true),
            ("2: ann ben | 1: carl; 1: ann; 1: ben; 1: carl", false),
            ("1:", false),
        ] {
            assert_eq!(can_be_filled(steps), enough, "{steps}");
        }
    }

    /// As many orders of the people as there are, if they were tried one by one.
    #[test]
    fn a_hundred_people_do_not_fill_more_levels_than_they_are() {
        let names: Vec<String> = (1..=100).map(|number| format!("p{number}")).collect();
        let level = format!("1: {}", names.join(" "));
        assert!(can_be_filled(&[level.as_str(); 100].join(";")));
        assert!(!can_be_filled(&[level.as_str(); 101].join(";")));
        let either = format!("{level} | {level} p101");
        assert!(!can_be_filled(&[either.as_str(); 102].join(";")));
    }
}
