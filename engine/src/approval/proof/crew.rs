//! Those who could sign for a rule when somebody submits, with what is asked of them again and again.

use std::collections::BTreeSet;

use super::people::{Group, Premises, Signers, Submitter};
use super::set::Set;
use super::space::Space;
use crate::approval::access::UserId;
use crate::approval::rule::Rule;

/// The signers of a rule.
pub struct Crew {
    pub groups: Vec<Group>,
    /// Those who could sign at some amount.
    pub people: BTreeSet<UserId>,
    /// They, and the delegates of those of them who are inactive: that anybody else is barred or away changes nothing.
    concerned: BTreeSet<UserId>,
    /// Whether some of them may not sign every amount.
    pub has_limits: bool,
    /// The amounts at which they are too few, whoever submits.
    pub too_few: Set,
}

impl Crew {
    pub fn of(premises: &Premises<'_>, space: &Space<'_>, rule: &Rule, submitter: &Submitter) -> Self {
        let groups = premises.groups(space, rule, submitter);
        let known = groups.iter().filter_map(|group| match &group.signers {
            Signers::Known(people) => Some(people),
            Signers::Unknown(_) | Signers::Refused => None,
        });
        let has_limits = known.clone().flatten().any(|(_, person)| person.limit.is_some());
        let people: BTreeSet<UserId> = known.flatten().map(|(one, _)| one.clone()).collect();
        let delegates = premises.delegates_of_inactive(&people);
        let concerned = people.iter().chain(delegates).cloned().collect();
        let too_few = groups.iter().map(|group| premises.too_few(space, group, &BTreeSet::new(), None));
        let too_few = too_few.fold(space.no_amount(), |all, one| all.or(&one));
        Self { groups, people, concerned, has_limits, too_few }
    }

    /// Whether they, or what they may sign, hangs on the person.
    pub fn hangs_on(&self, person: &UserId) -> bool {
        self.concerned.contains(person)
    }
}
