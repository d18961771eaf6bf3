//! Who could sign, and how much: what the recorded people and their roles say. See docs/rules/signing.md#limits.

use std::collections::BTreeSet;

use super::Catalog;
use crate::approval::access::{Delegation, SimpleDelegation, UserId};
use crate::approval::signing::Principal;
use crate::approval::superior::{Superior, Superiors};
use crate::values::clock::Date;
use crate::values::kind::GovernedType;
use crate::values::money::Minor;

/// How far up a line of managers is looked.
const HIGHEST: usize = 100;

impl Catalog {
    /// How much somebody with these roles may sign of a type: what is recorded of the person, else the highest limit of their roles
    /// that have one. `None` is without limit.
    pub fn approval_limit<'a>(
        &self,
        user_id: &UserId,
        roles: impl IntoIterator<Item = &'a String>,
        of: impl Into<GovernedType> + Copy,
    ) -> Option<Minor> {
        let own = self.users.get(user_id).and_then(|user| user.approval_limits.of(of));
        own.or_else(|| {
            let roles = roles.into_iter().filter_map(|role| self.roles.get(role));
            roles.filter_map(|role| role.approval_limits.of(of)).max()
        })
    }

    /// The same by the roles that are recorded of the person.
    pub fn recorded_limit(&self, user_id: &UserId, of: impl Into<GovernedType> + Copy) -> Option<Minor> {
        let roles = self.users.get(user_id).map(|user| &user.roles);
        self.approval_limit(user_id, roles.into_iter().flatten(), of)
    }

    /// The people above somebody, from their manager upwards, with how much of the type they may sign.
    pub fn superiors(&self, user_id: &UserId, of: impl Into<GovernedType> + Copy) -> Superiors {
        let manager = |of: &UserId| self.users.get(of).and_then(|user| user.manager_user_id.as_ref());
        let mut seen = BTreeSet::from([user_id]);
        let mut above = Vec::new();
        let mut next = manager(user_id);
        while let Some(superior) = next.filter(|superior| above.len() < HIGHEST && seen.insert(superior)) {
            above.push(Superior {
                user_id: superior.clone(),
                is_active: !self.is_inactive(superior),
                limit: self.recorded_limit(superior, of),
            });
            next = manager(superior);
        }
        Superiors(above)
    }

    /// Those for whom `user_id` may sign today, besides themselves, with the roles that this covers.
    /// See docs/rules/signing.md#delegates.
    pub fn delegators_of<'a>(
        &'a self,
        user_id: &'a UserId,
        today: Date,
    ) -> impl Iterator<Item = (&'a UserId, Option<&'a BTreeSet<String>>)> {
        self.given_to(user_id, today).map(|(by, given)| (by, given.and_then(|_| self.roles_of(by))))
    }

    /// Those for whom `user_id` may sign a document of this type and size today, with the rights that this gives.
    pub fn principals_of<'a>(
        &'a self,
        user_id: &'a UserId,
        of: impl Into<GovernedType> + Copy,
        amount: Minor,
        today: Date,
    ) -> Vec<Principal<'a>> {
        let covers = |given: Option<&Delegation>| given.is_none_or(|given| given.covers(of.into(), amount));
        let given = self.given_to(user_id, today).filter(|(_, given)| covers(*given));
        let principal = |(by, given): (&'a UserId, Option<&'a Delegation>)| Principal {
            user_id: by,
            roles: given.and_then(|_| self.roles_of(by)),
            limit: self.recorded_limit(by, of),
        };
        given.map(principal).collect()
    }

    /// Who named this person their delegate for today, and those who gave them a delegation, which covers roles, too.
    fn given_to<'a>(
        &'a self,
        user_id: &'a UserId,
        today: Date,
    ) -> impl Iterator<Item = (&'a UserId, Option<&'a Delegation>)> {
        let names = move |given: &SimpleDelegation| given.delegate_user_id == *user_id && given.holds_on(today);
        let simple = self.users.delegators(user_id).filter(move |user| user.delegations.iter().any(names));
        let whole =
            self.delegations.values().filter(move |given| given.to_user_id == *user_id && given.holds_on(today));
        simple.map(|user| (&user.user_id, None)).chain(whole.map(|given| (&given.from_user_id, Some(given))))
    }

    fn roles_of(&self, user_id: &UserId) -> Option<&BTreeSet<String>> {
        self.users.get(user_id).map(|user| &user.roles)
    }

    /// Those who may sign today for `user_id`.
    pub fn delegates_of(&self, user_id: &UserId, today: Date) -> impl Iterator<Item = &UserId> {
        let simple = self.users.get(user_id).into_iter().flat_map(|user| &user.delegations);
        let simple = simple.filter(move |given| given.holds_on(today));
        let whole =
            self.delegations.values().filter(move |given| given.from_user_id == *user_id && given.holds_on(today));
        simple.map(|given| &given.delegate_user_id).chain(whole.map(|given| &given.to_user_id))
    }

    /// The active people of whom a role is recorded; `None` where it is recorded of nobody, so that nothing is known of its holders.
    pub fn holders<'a>(&'a self, role: &'a str) -> Option<BTreeSet<&'a UserId>> {
        let mut recorded = self.users.holders(role).peekable();
        recorded.peek()?;
        Some(recorded.filter(|user| user.is_active).map(|user| &user.user_id).collect())
    }
}
