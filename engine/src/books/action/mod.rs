//! What can be done to a document: one file per action, each a pure command.

pub mod apply;
pub mod apply_several;
pub mod approve;
pub mod beneficiary;
pub mod bulk;
pub mod clear;
pub mod closing_entry;
pub mod correct;
pub mod create;
pub mod create_and_submit;
pub mod deferred;
pub mod delete;
pub mod deposit;
pub mod edit;
pub mod escalate;
pub mod guard;
mod guarded;
pub mod head_room;
pub mod kind;
pub mod landing;
pub mod names;
mod next_open;
pub mod post;
pub mod rate;
pub mod reassign;
pub mod reassigned;
pub mod receive_payment;
pub mod return_payment;
pub mod revaluation;
pub mod reverse;
pub mod settlement;
pub mod signable;
pub mod step;
pub mod submit;
mod take_back;
pub mod to_ledger;
pub mod unapply;
pub mod unend;
pub mod unreturn;
pub mod void;

use crate::books::command::{AuditEntry, Change, Effects, Snapshot};
use crate::books::document::lifecycle::{Action, Status};
use crate::books::document::model::Document;
use crate::books::document::stage::{Stage, Submission};
use crate::books::ledger::posting::PostingError;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;

/// What an action answers: the document as it now stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Acted {
    pub document: Document,
    /// When, and by whom.
    pub at: crate::values::clock::Timestamp,
    pub by: String,
    /// The reason or comments given.
    pub words: Option<String>,
}

impl Acted {
    fn new(document: &Document, snapshot: &Snapshot, words: Option<&str>) -> Self {
        Self {
            document: document.clone(),
            at: snapshot.now,
            by: snapshot.actor.user_id.to_string(),
            words: words.map(Into::into),
        }
    }
}

/// The document, when the caller may do this to it now; else the first guard that refuses.
fn permitted<'a>(action: Action, key: &DocumentKey, snapshot: &'a Snapshot) -> Result<&'a Document, Refusal> {
    let document = snapshot.document(key)?;
    guard::permit(action, document, snapshot)?;
    Ok(document)
}

/// The submission of a document that is Pending Approval.
fn pending(document: &Document) -> Result<&Submission, Refusal> {
    match &document.stage {
        Stage::PendingApproval(submission) => Ok(submission),
        Stage::Draft(_) | Stage::OnHold(_) | Stage::Approved(_) | Stage::InLedger(_) => {
            Err(guard::wrong_status(document))
        }
        Stage::Rejected(_) | Stage::Voided(_) => Err(guard::wrong_status(document)),
    }
}

/// Refuses what the posting job could not post: what is approved cannot fail there.
/// See docs/rules/documents.md#approved-cannot-fail.
fn can_be_posted(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    match to_ledger::lines(document, snapshot) {
        Ok(_) => Ok(()),
        Err(PostingError::Money(error)) => Err(Faults::one("", error.to_string())),
        Err(error @ (PostingError::NoRoundingAccount | PostingError::NoExchangeAccount)) => {
            Err(RefusalName::MissingAccount.because(error.to_string()))
        }
    }
}

/// The action's audit row.
fn audit(action: Action, before: &Document, after: Status, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::document(&before.key, action.audit_word(), &snapshot.actor.user_id, Some(before.status()), Some(after))
}

/// A change of the document's header alone, with its audit row.
fn moved(document: Document, entry: AuditEntry, snapshot: &Snapshot) -> Effects {
    Effects::one(snapshot.now, Change::UpdateDocument { document: Box::new(document), lines: false }, entry)
}
