//! What can be done to a session: one file per action, each a pure command.

pub mod clear;
pub mod complete;
pub mod create;
pub mod delete;
pub mod guard;
pub mod reopen;
pub mod resolve;
pub mod unclear;
pub mod update;

use crate::books::command::{AuditEntry, Snapshot};
use crate::features::reconciliation::model::{RESOURCE, Reconciliation};
use crate::values::clock::Timestamp;
use crate::values::money::{Currency, Minor};

/// What `clear` and `unclear` answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Marked {
    pub session: Reconciliation,
    /// As they were sent.
    pub transaction_ids: Vec<String>,
    pub at: Timestamp,
    pub by: String,
}

/// A row of the session's trail.
fn audit(reconciliation_id: &str, action: &str, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about(RESOURCE, reconciliation_id, action, &snapshot.actor.user_id)
}

/// An amount as the trail records it.
fn amount_text(amount: Minor, currency: Currency) -> String {
    currency.to_decimal(amount).to_string()
}
