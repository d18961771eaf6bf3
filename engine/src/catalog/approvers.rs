//! Who could sign, and how much: what the recorded people and their roles say. See docs/rules/signing.md#limits.

use std::collections::BTreeSet;

use super::Catalog;
use crate::access::{Delegation, User, UserId};
use crate::approval::signing::Principal;
use crate::approval::superior::{Superior, Superiors};
use crate::clock::Date;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// How far up a line of managers is looked.
const HIGHEST: usize = 100;

impl Catalog {
    /// How much somebody with these roles may sign of a type: what is recorded of the person, else the highest limit of their roles
    /// that have one. `None` is without limit.
    pub fn approval_limit<'a>(
        &self,
        user_id: &UserId,
        roles: impl IntoIterator<Item = &'a String>,
        kind: DocumentKind,
    ) -> Option<Minor> {
        let own = self.users.get(user_id).and_then(|user| user.approval_limits.of(kind));
        own.or_else(|| {
            let roles = roles.into_iter().filter_map(|role| self.roles.get(role));
            roles.filter_map(|role| role.approval_limits.of(kind)).max()
        })
    }

    /// The same by the roles that are recorded of the person.
    pub fn recorded_limit(&self, user_id: &UserId, kind: DocumentKind) -> Option<Minor> {
        let roles = self.users.get(user_id).map(|user| &user.roles);
        self.approval_limit(user_id, roles.into_iter().flatten(), kind)
    }

    /// The people above somebody, from their manager upwards, with how much of the type they may sign.
    pub fn superiors(&self, user_id: &UserId, kind: DocumentKind) -> Superiors {
        let manager = |of: &UserId| self.users.get(of).and_then(|user| user.manager_user_id.as_ref());
        let mut seen = BTreeSet::from([user_id]);
        let mut above = Vec::new();
        let mut next = manager(user_id);
        while let Some(superior) = next.filter(|superior| above.len() < HIGHEST && seen.insert(superior)) {
            above.push(Superior {
                user_id: superior.clone(),
                is_active: !self.is_inactive(superior),
                limit: self.recorded_limit(superior, kind),
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
        let simple = self.simple_delegators(user_id, today).map(|user| (&user.user_id, None));
        let whole = self.delegations_to(user_id, today);
        simple.chain(whole.map(|given| (&given.from_user_id, self.roles_of(&given.from_user_id))))
    }

    fn simple_delegators<'a>(&'a self, user_id: &'a UserId, today: Date) -> impl Iterator<Item = &'a User> {
        self.users.delegators(user_id).filter(move |user| {
            user.delegations
                .iter()
                .any(|given| given.delegate_user_id == *user_id && given.from <= today && today <= given.to)
        })
    }

    fn delegations_to<'a>(&'a self, user_id: &'a UserId, today: Date) -> impl Iterator<Item = &'a Delegation> {
        self.delegations.values().filter(move |given| given.to_user_id == *user_id && given.holds_on(today))
    }

    fn roles_of(&self, user_id: &UserId) -> Option<&BTreeSet<String>> {
        self.users.get(user_id).map(|user| &user.roles)
    }

    /// Those who may sign today for `user_id`.
    pub fn delegates_of(&self, user_id: &UserId, today: Date) -> impl Iterator<Item = &UserId> {
        let simple = self.users.get(user_id).into_iter().flat_map(|user| &user.delegations);
        let simple = simple.filter(move |given| given.from <= today && today <= given.to);
        let whole =
            self.delegations.values().filter(move |given| given.from_user_id == *user_id && given.holds_on(today));
        simple.map(|given| &given.delegate_user_id).chain(whole.map(|given| &given.to_user_id))
    }

    /// Those for whom `user_id` may sign a document of this type and size today, with the rights that this gives.
    pub fn principals_of<'a>(
        &'a self,
        user_id: &'a UserId,
        kind: DocumentKind,
        amount: Minor,
        today: Date,
    ) -> Vec<Principal<'a>> {
        let principal = |user_id, roles| Principal { user_id, roles, limit: self.recorded_limit(user_id, kind) };
        let simple = self.simple_delegators(user_id, today).map(|user| principal(&user.user_id, None));
        let whole = self.delegations_to(user_id, today).filter(|given| given.covers(kind, amount));
        simple.chain(whole.map(|given| principal(&given.from_user_id, self.roles_of(&given.from_user_id)))).collect()
    }

    /// The active people of whom a role is recorded; `None` where it is recorded of nobody, so that nothing is known of its holders.
    pub fn holders<'a>(&'a self, role: &'a str) -> Option<BTreeSet<&'a UserId>> {
        let mut recorded = self.users.holders(role).peekable();
        recorded.peek()?;
        Some(recorded.filter(|user| user.is_active).map(|user| &user.user_id).collect())
    }
}
