//! The people that the approval engine must know, found by their ids however those are spelt.
//! See docs/rules/access.md#users.

use std::collections::{BTreeMap, BTreeSet};

use super::user::User;
use super::user_id::UserId;

/// Everyone recorded, in the order of their ids.
///
/// Books that are older than the rule that one person is one person however it is spelt may hold `Nora` beside `nora`. Both stay,
/// and what is asked for in one of their very spellings is that one; any other spelling finds the first.
///
/// Who holds a role and who named a delegate is found without a look at everyone else: each signature asks.
#[derive(Clone, Default, Debug)]
pub struct Directory {
    people: BTreeMap<UserId, Vec<User>>,
    holders: BTreeMap<String, BTreeSet<UserId>>,
    /// By the delegate: who named them.
    delegators: BTreeMap<UserId, BTreeSet<UserId>>,
}

impl Directory {
    /// Adds a person as they stand in the books.
    pub fn insert(&mut self, user: User) {
        for role in &user.roles {
            self.holders.entry(role.clone()).or_default().insert(user.user_id.clone());
        }
        for given in &user.delegations {
            self.delegators.entry(given.delegate_user_id.clone()).or_default().insert(user.user_id.clone());
        }
        let alike = self.people.entry(user.user_id.clone()).or_default();
        alike.push(user);
        alike.sort_by(|one, other| one.user_id.as_str().cmp(other.user_id.as_str()));
    }

    /// The same person as they stand from now on, or somebody new. What they were known by before leads to nothing.
    pub fn replace(&mut self, user: User) {
        if let Some(alike) = self.people.get_mut(&user.user_id) {
            alike.retain(|other| !other.user_id.is_spelt_as(&user.user_id));
        }
        self.insert(user);
    }

    /// The person of this id.
    pub fn get(&self, user_id: &UserId) -> Option<&User> {
        let alike = self.people.get(user_id)?;
        alike.iter().find(|user| user.user_id.is_spelt_as(user_id)).or_else(|| alike.first())
    }

    /// Everyone.
    pub fn values(&self) -> impl Iterator<Item = &User> {
        self.people.values().flatten()
    }

    /// Everyone of whom the role is recorded.
    pub fn holders<'a>(&'a self, role: &'a str) -> impl Iterator<Item = &'a User> {
        let of = self.holders.get(role).into_iter().flatten().filter_map(|user_id| self.people.get(user_id));
        of.flatten().filter(move |user| user.roles.contains(role))
    }

    /// Everyone who named this person their delegate, for whatever days.
    pub fn delegators(&self, delegate: &UserId) -> impl Iterator<Item = &User> {
        let of = self.delegators.get(delegate).into_iter().flatten();
        of.filter_map(|user_id| self.people.get(user_id)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::access::{ApprovalLimits, SimpleDelegation};
    use crate::values::clock::Timestamp;

    #[test]
    fn a_person_is_found_by_any_spelling_and_one_of_two_by_their_own() {
        let mut directory = Directory::default();
        for user_id in ["nora", "Nora", "Jürgen"] {
            directory.insert(User {
                user_id: user_id.into(),
                name: user_id.into(),
                manager_user_id: None,
                is_active: true,
                inactive_by_admin: false,
                delegations: Vec::new(),
                roles: BTreeSet::new(),
                approval_limits: ApprovalLimits::default(),
                version: 1,
                updated_at: Timestamp::from_micros(0),
                updated_by: "admin".into(),
            });
        }
        for (asked, found) in [
            ("nora", Some("nora")),
            ("Nora", Some("Nora")),
            ("NORA", Some("Nora")),
            ("JÜRGEN", Some("Jürgen")),
            ("ann", None),
        ] {
            assert_eq!(directory.get(&asked.into()).map(|user| user.user_id.as_str()), found, "{asked}");
        }
        assert_eq!(directory.values().count(), 3);
    }

    #[test]
    fn holders_and_delegators_are_found_by_role_and_delegate() {
        let mut directory = Directory::default();
        for (user_id, role, delegate) in
            [("ann", "manager", "dora"), ("Ben", "manager", "eva"), ("cleo", "cfo", "DORA")]
        {
            let day = crate::values::clock::Date::parse("2024-01-01").expect("a day");
            directory.insert(User {
                user_id: user_id.into(),
                name: user_id.into(),
                manager_user_id: None,
                is_active: true,
                inactive_by_admin: false,
                delegations: vec![SimpleDelegation { delegate_user_id: delegate.into(), from: day, to: day }],
                roles: BTreeSet::from([role.to_owned()]),
                approval_limits: ApprovalLimits::default(),
                version: 1,
                updated_at: Timestamp::from_micros(0),
                updated_by: "admin".into(),
            });
        }
        let names = |found: Vec<&User>| found.iter().map(|user| user.user_id.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(directory.holders("manager").collect()), "ann Ben");
        assert_eq!(names(directory.holders("clerk").collect()), "");
        assert_eq!(names(directory.delegators(&"Dora".into()).collect()), "ann cleo");
        assert_eq!(names(directory.delegators(&"ann".into()).collect()), "");
    }
}
