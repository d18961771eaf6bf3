//! The commands on deferrals.

pub mod defer;
pub mod end;
pub mod problem;
pub mod recognize;

use super::model::{Deferral, RESOURCE};
use crate::books::command::{AuditEntry, Decision, Effects, Snapshot};

/// The change, with its row of the trail.
fn decided(saved: Deferral, entry: AuditEntry, snapshot: &Snapshot) -> Decision<Deferral> {
    Decision::new(Effects::one(snapshot.now, saved.clone().into(), entry), saved)
}

/// A row of its trail.
fn row(of: &Deferral, word: &str, by: &str) -> AuditEntry {
    AuditEntry::about(RESOURCE, &of.deferral_id, word, by)
}
