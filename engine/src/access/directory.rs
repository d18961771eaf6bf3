//! The people that the approval engine must know, found by their ids however those are spelt.
//! See docs/rules/access.md#users.

use std::collections::BTreeMap;

use super::user::User;
use super::user_id::UserId;

/// Everyone recorded, in the order of their ids.
///
/// Books that are older than the rule that one person is one person however it is spelt may hold `Nora` beside `nora`. Both stay,
/// and what is asked for in one of their very spellings is that one; any other spelling finds the first.
#[derive(Clone, Default, Debug)]
pub struct Directory(BTreeMap<UserId, Vec<User>>);

impl Directory {
    /// Adds a person as they stand in the books.
    pub fn insert(&mut self, user: User) {
        let alike = self.0.entry(user.user_id.clone()).or_default();
        alike.push(user);
        alike.sort_by(|one, other| one.user_id.as_str().cmp(other.user_id.as_str()));
    }

    /// The person of this id.
    pub fn get(&self, user_id: &UserId) -> Option<&User> {
        let alike = self.0.get(user_id)?;
        alike.iter().find(|user| user.user_id.is_spelt_as(user_id)).or_else(|| alike.first())
    }

    /// Everyone.
    pub fn values(&self) -> impl Iterator<Item = &User> {
        self.0.values().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::access::ApprovalLimits;
    use crate::clock::Timestamp;

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
}
