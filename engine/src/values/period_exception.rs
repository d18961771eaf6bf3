//! Exceptions: one document that is named comes into a soft-closed period, for some days. See docs/rules/periods.md#exceptions.

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "period_exception";
/// What is called so in a 404.
pub const TITLE: &str = "period exception";

/// A document that may be written, signed and posted in a soft-closed period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeriodException {
    pub period_exception_id: String,
    pub period_id: String,
    /// Which need not be there yet.
    pub document: DocumentKey,
    /// The last on which it serves.
    pub last_day: Date,
    pub reason: String,
    /// Ended before its last day.
    pub is_revoked: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl PeriodException {
    /// Whether anything may come into the period by it on the day.
    pub fn serves_on(&self, day: Date) -> bool {
        !self.is_revoked && day <= self.last_day
    }
}
