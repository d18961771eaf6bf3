//! A match. See docs/rules/bank-statements.md#matching.

use crate::books::cleared::TransactionKey;
use crate::values::clock::{Date, Timestamp};

/// The resource in the trail. Permissions are those of bank statements.
pub const RESOURCE: &str = "bank_match";
/// What a made id begins with.
pub const ID_PREFIX: &str = "BMT-";

/// Lines of an account's statements, and the bank transactions of the books that they are. Without any the lines are explained by its reason,
/// or take each other back.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    pub match_id: String,
    pub account_id: String,
    /// In ascending order.
    pub line_ids: Vec<String>,
    pub transactions: Vec<Matched>,
    /// Why it is right although the sums differ, or nothing in the books belongs to it.
    pub reason: Option<String>,
    /// Of the proposal that was accepted.
    pub points: Option<i32>,
    /// The latest day of its lines.
    pub last_date: Date,
    pub matched_at: Timestamp,
    pub matched_by: String,
    /// The completed reconciliation that counted it, and when that was completed: from then on it stays.
    pub completed_in: Option<(String, Timestamp)>,
}

/// A bank transaction of a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Matched {
    pub key: TransactionKey,
    /// The day of the match's lines, or the transaction's own date where that is later.
    pub cleared_date: Date,
}
