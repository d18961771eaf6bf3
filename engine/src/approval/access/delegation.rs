//! Somebody signs for another for a while. See docs/rules/signing.md#delegations.

use std::collections::BTreeSet;

use super::limits::within;
use super::user_id::UserId;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKind, GovernedType};
use crate::values::money::Minor;

/// What permissions, paths and audit rows call it.
pub const DELEGATION: &str = "delegation";

/// A delegation: what `from_user_id` could sign in person and by role, `to_user_id` may sign for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delegation {
    pub delegation_id: String,
    pub from_user_id: UserId,
    pub to_user_id: UserId,
    /// Both days are included.
    pub first_day: Date,
    pub last_day: Date,
    /// Only documents of these types; `None` is all.
    pub document_types: Option<BTreeSet<DocumentKind>>,
    /// Only documents of up to so much, in base currency minor units; `None` is any.
    pub amount_limit: Option<Minor>,
    pub reason: String,
    /// Ended before its last day.
    pub is_revoked: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl Delegation {
    /// Whether it is in force on the day.
    pub fn holds_on(&self, day: Date) -> bool {
        self.overlaps(day, day)
    }

    /// Whether it covers something of this type and size. One for some document types covers nothing but those.
    pub fn covers(&self, of: GovernedType, amount: Minor) -> bool {
        let is_named = |types: &BTreeSet<DocumentKind>| of.document().is_some_and(|kind| types.contains(&kind));
        self.document_types.as_ref().is_none_or(is_named) && within(self.amount_limit, amount)
    }

    /// Whether it is in force on some day of these.
    pub fn overlaps(&self, first_day: Date, last_day: Date) -> bool {
        !self.is_revoked && self.first_day <= last_day && first_day <= self.last_day
    }
}
