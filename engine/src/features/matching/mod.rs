//! Matching: which lines of bank statements are which bank transactions of the books, and why.
//! See docs/bank-statements.md#matching.
//!
//! A match clears its bank transactions as a session's mark does: on the day of its lines. It can be taken back until a completed
//! reconciliation counts it. [`proposing`] is pure: it says what belongs together, how sure that is, and for which reasons.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod proposing;
pub mod query;
pub mod reads;
pub mod records;
pub mod rules;

pub(crate) use self::check::check as compare;
