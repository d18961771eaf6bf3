//! What can be done to a change request: it is asked for in place of a sensitive command, signed or stepped aside by people, and ended
//! by the job that carries it out. See docs/rules/change-requests.md.

pub mod approve;
pub mod ask;
pub mod end;
mod enough_signers;
pub mod guard;
pub mod lock_out;
pub mod step;

use crate::books::change_request::{ChangeRequest, Move, RESOURCE};
use crate::books::command::{AuditEntry, Change, Effects, Snapshot};

/// What a move answers: the change request as it now stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    pub request: ChangeRequest,
    /// What the caller may do to it next.
    pub allowed: Vec<Move>,
    /// Whether the caller sees the numbers of bank details that it asks for.
    pub sees_numbers: bool,
    pub at: crate::values::clock::Timestamp,
    pub by: String,
}

impl Moved {
    fn new(request: ChangeRequest, snapshot: &Snapshot) -> Self {
        let allowed = guard::allowed(&request, snapshot);
        let sees_numbers = guard::sees_numbers(&request, snapshot);
        Self { request, allowed, sees_numbers, at: snapshot.now, by: snapshot.actor.user_id.to_string() }
    }
}

/// The row of the trail about a change request as it now stands.
fn audit(request: &ChangeRequest, word: &str, by: &str) -> AuditEntry {
    AuditEntry::about(RESOURCE, &request.change_request_id, word, by).with("status", request.stage.status().name())
}

fn saved(request: &ChangeRequest, entry: AuditEntry, snapshot: &Snapshot) -> Effects {
    Effects::one(snapshot.now, Change::SaveChangeRequest(Box::new(request.clone())), entry)
}
