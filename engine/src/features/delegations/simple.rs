//! What a save of a person gives and takes of delegations. See docs/rules/change-requests.md#delegations.

use crate::approval::access::{SimpleDelegation, User, UserId};
use crate::values::kind::GovernedAction;

/// The delegations that a save adds and takes away.
pub struct Given<'a> {
    added: Vec<&'a SimpleDelegation>,
    removed: Vec<&'a SimpleDelegation>,
    /// Whether it changes anything else, or nothing at all.
    pub changes_more: bool,
}

impl<'a> Given<'a> {
    pub fn of(before: Option<&'a User>, after: &'a User) -> Self {
        let had = before.map(|user| user.delegations.as_slice()).unwrap_or_default();
        let has = after.delegations.as_slice();
        let without = |of: &'a [SimpleDelegation], others: &[SimpleDelegation]| -> Vec<&'a SimpleDelegation> {
            of.iter().filter(|given| !others.contains(given)).collect()
        };
        let (added, removed) = (without(has, had), without(had, has));
        let is_same = |before: &User| {
            let record = User { delegations: after.delegations.clone(), version: after.version, ..before.clone() };
            let by = User { updated_at: after.updated_at, updated_by: after.updated_by.clone(), ..record };
            by == *after
        };
        let changes_more = (added.is_empty() && removed.is_empty()) || !before.is_some_and(is_same);
        Self { added, removed, changes_more }
    }

    /// What is done to delegations by it, each once: one that goes while the same delegate gets another is changed.
    pub fn actions(&self) -> impl Iterator<Item = GovernedAction> {
        let is_among = |given: &SimpleDelegation, others: &[&SimpleDelegation]| {
            others.iter().any(|other| other.delegate_user_id == given.delegate_user_id)
        };
        let creates = self.added.iter().any(|given| !is_among(given, &self.removed));
        let changes = self.added.iter().any(|given| is_among(given, &self.removed));
        let revokes = self.removed.iter().any(|given| !is_among(given, &self.added));
        [(creates, GovernedAction::Create), (changes, GovernedAction::Change), (revokes, GovernedAction::Revoke)]
            .into_iter()
            .filter_map(|(is_done, action)| is_done.then_some(action))
    }

    /// The delegates whom it is about.
    pub fn delegates(&self) -> impl Iterator<Item = UserId> {
        self.added.iter().chain(&self.removed).map(|given| given.delegate_user_id.clone())
    }
}
