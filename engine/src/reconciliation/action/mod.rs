//! What can be done to a session: one file per action, each a pure command.

pub mod clear;
pub mod complete;
pub mod create;
pub mod delete;
mod resolve;
pub mod unclear;
pub mod update;

use rust_decimal::Decimal;

use super::{RESOURCE, Reconciliation};
use crate::clock::Timestamp;
use crate::command::{AuditEntry, Snapshot};
use crate::error::Faults;
use crate::money::{Currency, Minor};

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
    AuditEntry::about(RESOURCE, reconciliation_id, action, &snapshot.actor.user_id, snapshot.now)
}

/// The amount in minor units, or a fault.
pub(super) fn minor(amount: Option<Decimal>, pointer: &str, currency: Currency, faults: &mut Faults) -> Option<Minor> {
    match currency.to_minor(amount?) {
        Ok(minor) => Some(minor),
        Err(error) => {
            faults.add(pointer, format!("{error} ({currency})"));
            None
        }
    }
}

/// An amount as the trail tells it.
fn told(amount: Minor, currency: Currency) -> String {
    currency.to_decimal(amount).to_string()
}
