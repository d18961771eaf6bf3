//! People as they were: users, roles and delegations at any instant, by the changes since the books began.

use std::collections::VecDeque;

use super::Catalog;
use crate::approval::access::{Delegation, Directory, Role, User};
use crate::values::clock::Timestamp;

/// How a user, a role or a delegation stood from some instant on.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// In the baseline of older books: as long as there are books.
    pub at: Timestamp,
    pub to: Changed,
}

/// What it is after the change.
#[derive(Clone, PartialEq, Debug)]
pub enum Changed {
    User(Box<User>),
    /// Its permissions are not kept here: no plan asks for them.
    Role(Box<Role>),
    RoleDeleted(String),
    Delegation(Box<Delegation>),
}

/// The catalog with its people as they were at an instant, which only moves forward. All else, accounts among it, is as at present.
#[derive(Clone, Debug)]
pub struct PeopleAsOf {
    catalog: Catalog,
    /// In the order of their instants.
    to_come: VecDeque<Change>,
}

impl PeopleAsOf {
    /// Before anything was recorded of anybody.
    pub fn new(present: &Catalog, mut changes: Vec<Change>) -> Self {
        let catalog = Catalog {
            users: Directory::default(),
            roles: std::collections::BTreeMap::new(),
            delegations: std::collections::BTreeMap::new(),
            ..present.clone()
        };
        changes.sort_by_key(|change| change.at);
        Self { catalog, to_come: changes.into() }
    }

    /// Whether somebody changed before this instant, and it has not come to that yet.
    pub fn changes_before(&self, instant: Timestamp) -> bool {
        self.to_come.front().is_some_and(|change| change.at < instant)
    }

    /// Goes on to this instant.
    pub fn advance(&mut self, instant: Timestamp) {
        while let Some(change) = self.to_come.pop_front_if(|change| change.at < instant) {
            match change.to {
                Changed::User(user) => self.catalog.users.replace(*user),
                Changed::Role(role) => {
                    self.catalog.roles.insert(role.role_id.clone(), *role);
                }
                Changed::RoleDeleted(role_id) => {
                    self.catalog.roles.remove(&role_id);
                }
                Changed::Delegation(given) => {
                    self.catalog.delegations.insert(given.delegation_id.clone(), *given);
                }
            }
        }
    }

    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }
}
