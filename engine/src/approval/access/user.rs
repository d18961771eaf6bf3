//! The people that the approval engine must know. See docs/rules/access.md#users.

use std::collections::BTreeSet;

use super::limits::ApprovalLimits;
use super::user_id::UserId;
use crate::values::clock::{Date, Timestamp};

/// Someone the approval engine must know: a manager, or a person with one or with a delegate.
/// See docs/rules/access.md#users.
#[derive(Clone, PartialEq, Debug)]
pub struct User {
    pub user_id: UserId,
    pub name: String,
    pub manager_user_id: Option<UserId>,
    pub is_active: bool,
    /// Of an inactive person: a holder of `*.*` made them so. Only then is a token of theirs refused that grants `*.*` itself.
    pub inactive_by_admin: bool,
    pub delegations: Vec<SimpleDelegation>,
    /// The roles that are recorded of them. What a caller may do is for their token to say; plans go by these.
    pub roles: BTreeSet<String>,
    pub approval_limits: ApprovalLimits,
    pub version: i64,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// The delegate who signs for a person, from one day to another, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleDelegation {
    pub delegate_user_id: UserId,
    pub from: Date,
    pub to: Date,
}

impl SimpleDelegation {
    /// Whether it is in force on some day of these.
    pub fn overlaps(&self, first_day: Date, last_day: Date) -> bool {
        self.from <= last_day && first_day <= self.to
    }

    /// Whether it is in force on the day.
    pub fn holds_on(&self, day: Date) -> bool {
        self.overlaps(day, day)
    }
}
