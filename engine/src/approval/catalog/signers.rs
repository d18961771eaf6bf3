//! How many people could sign a step by one of its ways, as far as is recorded. See docs/rules/approval.md#nobody-could-sign.

use std::collections::{BTreeMap, BTreeSet};

use super::Catalog;
use super::people::{People, Person};
use crate::approval::access::UserId;
use crate::approval::plan::{Alternative, Signer};
use crate::values::clock::Date;
use crate::values::kind::GovernedType;
use crate::values::money::Minor;

impl Catalog {
    /// Those who could sign by the way. An inactive person counts when one of their delegates is active.
    pub fn people_of<'a>(&'a self, way: &'a Alternative, of: GovernedType, today: Date) -> People<'a> {
        let mut people: BTreeMap<&UserId, Person> = BTreeMap::new();
        for signer in &way.signers {
            match signer {
                Signer::Anyone => return People::Unknown(None),
                Signer::Role { role } => {
                    let Some(holders) = self.holders(role) else { return People::Unknown(Some(role)) };
                    for holder in holders {
                        let limit = self.recorded_limit(holder, of);
                        people.entry(holder).or_insert(Person { limit, is_named: false });
                    }
                }
                Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. } => {
                    if self.acts(user_id, of, today) {
                        let limit = self.recorded_limit(user_id, of);
                        people.insert(user_id, Person { limit, is_named: true });
                    }
                }
            }
        }
        People::Known(people)
    }

    /// Whether the person is active, or a delegate of theirs who may sign something of this type for them.
    fn acts(&self, user_id: &UserId, of: GovernedType, today: Date) -> bool {
        !self.is_inactive(user_id) || !self.stand_ins(user_id, true, (of, Minor::ZERO), today).is_empty()
    }

    /// The active delegates who may sign today for somebody in a document of this type and size, each with the id of the delegation
    /// where it has one; by a role alone, only what a whole delegation covers.
    pub fn stand_ins<'a>(
        &'a self,
        user_id: &'a UserId,
        is_named: bool,
        (of, amount): (GovernedType, Minor),
        today: Date,
    ) -> BTreeMap<&'a UserId, Option<&'a str>> {
        let simple = self.users.get(user_id).into_iter().flat_map(|user| &user.delegations);
        let simple = simple.filter(|given| is_named && given.holds_on(today));
        let whole = self
            .delegations
            .values()
            .filter(|given| given.from_user_id == *user_id && given.holds_on(today) && given.covers(of, amount));
        let all = simple.map(|given| (&given.delegate_user_id, None));
        let all = all.chain(whole.map(|given| (&given.to_user_id, Some(given.delegation_id.as_str()))));
        all.filter(|(delegate, _)| !self.is_inactive(delegate)).collect()
    }

    /// How many could sign at once without those who are barred, while others are away: each of them for themselves, and for somebody
    /// who is inactive or away a delegate, who then signs for nobody else.
    pub fn capacity(
        &self,
        people: &BTreeMap<&UserId, Person>,
        (barred, away): (&BTreeSet<&UserId>, Option<&UserId>),
        document: (GovernedType, Minor),
        today: Date,
    ) -> usize {
        let is_here = |person: &UserId| away != Some(person) && !self.is_inactive(person);
        let able = || people.iter().filter(|(person, _)| !barred.contains(*person));
        let here: BTreeSet<&UserId> = able().map(|(person, _)| *person).filter(|person| is_here(person)).collect();
        let mut standing_in: BTreeMap<&UserId, &UserId> = BTreeMap::new();
        let gone: BTreeMap<&UserId, Vec<&UserId>> = able()
            .filter(|(person, _)| !here.contains(*person))
            .map(|(person, of)| {
                let all = self.stand_ins(person, of.is_named, document, today).into_keys();
                let free = |one: &&UserId| is_here(one) && !barred.contains(*one) && !here.contains(*one);
                (*person, all.filter(free).collect())
            })
            .collect();
        for person in gone.keys().copied() {
            stand_in(person, &gone, &mut standing_in, &mut BTreeSet::new());
        }
        here.len().saturating_add(standing_in.len())
    }
}

/// Finds a delegate for the person, where need be by finding another one for whom the delegate stands in now.
fn stand_in<'a>(
    person: &'a UserId,
    gone: &BTreeMap<&'a UserId, Vec<&'a UserId>>,
    standing_in: &mut BTreeMap<&'a UserId, &'a UserId>,
    tried: &mut BTreeSet<&'a UserId>,
) -> bool {
    for delegate in gone.get(person).into_iter().flatten().copied() {
        if !tried.insert(delegate) {
            continue;
        }
        let before = standing_in.get(delegate).copied();
        if before.is_none_or(|other| stand_in(other, gone, standing_in, tried)) {
            standing_in.insert(delegate, person);
            return true;
        }
    }
    false
}
