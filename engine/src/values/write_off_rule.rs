//! Write-off rules: how small a difference a payment may let off or keep, and where it is posted. See docs/rules/write-offs.md.

use crate::values::clock::Timestamp;
use crate::values::money::{Currency, Minor};

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "write_off_rules";
/// What is called so in a 404.
pub const TITLE: &str = "write-off rule";

/// A write-off rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOffRule {
    pub write_off_rule_id: String,
    pub write_off_rule_name: String,
    /// Of the payments for which it is.
    pub currency: Currency,
    /// The most that one of them writes off, in either direction: more than 0, in that currency.
    pub tolerance: Minor,
    /// Where it is posted.
    pub account_id: String,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}
