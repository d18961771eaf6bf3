//! Bulks on the wire: the options beside the items, and the results. See docs/rules/interface.md#bulk.

use engine::books::action::approve::Approve;
use engine::books::action::bulk::{Done, Item, Signing};
use engine::books::action::step::Step;
use engine::values::error::{Faults, Refusal};
use engine::values::kind::{Action, DocumentKey};
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use serde_json::Value;

use crate::schema::document_type::DocumentType;
use crate::schema::formats::UNKNOWN;
use crate::schema::{Id, Memo, Reason, Required, WireStatus};

/// How drafts are created.
#[derive(Object, Debug)]
pub struct CreateOptions {
    /// The first item that is refused refuses the whole call.
    pub atomic: Option<bool>,
    /// Also submit each draft; one that is refused is not created.
    pub submit: Option<bool>,
}

/// How documents are signed.
#[derive(Object, Debug)]
pub struct SignOptions {
    /// The first item that is refused refuses the whole call.
    pub atomic: Option<bool>,
}

/// What is done to a document that waits for a signature.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum ApprovalAction {
    Approve,
    Reject,
    Hold,
}

impl ApprovalAction {
    pub const fn action(self) -> Action {
        match self {
            Self::Approve => Action::Approve,
            Self::Reject => Action::Reject,
            Self::Hold => Action::Hold,
        }
    }
}

/// One document, and what is to be done to it.
#[derive(Object, Debug)]
pub struct ApprovalInput {
    pub document_type: Required<DocumentType>,
    /// Of the document, such as its `bill_id`.
    pub id: Required<Id>,
    pub action: Required<ApprovalAction>,
    /// Only of `approve`.
    pub comments: Option<Memo>,
    /// Of `reject` and `hold`, which require it.
    pub reason: Option<Reason>,
    /// The document's `version` that was read, as `If-Match` has it for one document: when it has another by now, the item is refused
    /// with `stale_version`.
    pub version: Option<i64>,
}

impl ApprovalInput {
    /// The item for the engine, with all that is wrong with it.
    pub fn into_item(self, mut faults: Faults) -> Item {
        let action = self.action.0.map(ApprovalAction::action);
        if action == Some(Action::Approve) && self.reason.is_some() {
            faults.add("/reason", UNKNOWN);
        }
        if action.is_some_and(|action| action != Action::Approve) {
            if self.comments.is_some() {
                faults.add("/comments", UNKNOWN);
            }
            if self.reason.is_none() && !faults.has("/reason") {
                faults.add("/reason", "is required");
            }
        }
        let (Some(DocumentType(kind)), Some(id), Some(action)) = (self.document_type.0, self.id.0, action) else {
            return Item::Unreadable(Refusal::Invalid(faults));
        };
        let key = DocumentKey::new(kind, id);
        if !faults.is_empty() {
            return Item::Faulty { key, action, version: self.version, faults };
        }
        let how = match action {
            Action::Approve => Signing::Approve(Approve { key, comments: self.comments.map(Into::into) }),
            _ => Signing::Step(Step { key, action, words: self.reason.map(Into::into) }),
        };
        Item::Sign { how, version: self.version }
    }
}

/// What became of one item.
#[derive(Object, Debug)]
pub struct BulkResult {
    /// The item's place in the call, counted from 0.
    pub index: u32,
    /// The document's status now; null when the item was refused.
    pub status: Option<WireStatus>,
    /// The document's id; null when the item names none and was refused.
    pub id: Option<String>,
    /// Why the item was refused, as the operation for one of them says it: the pointers are relative to the item. Left out when it was
    /// not.
    #[oai(skip_serializing_if_is_none)]
    pub problem: Option<Any<Value>>,
}

impl BulkResult {
    pub fn done(index: u32, done: &Done) -> Self {
        Self { index, status: Some(done.status.into()), id: Some(done.key.id.clone()), problem: None }
    }

    pub fn refused(index: u32, id: Option<&str>, problem: Value) -> Self {
        Self { index, status: None, id: id.map(str::to_owned), problem: Some(Any(problem)) }
    }
}

/// What became of the items, one by one and in their order.
#[derive(Object, Debug)]
pub struct BulkResults {
    pub data: Vec<BulkResult>,
    /// How many items were carried out.
    pub succeeded: u32,
    /// How many were refused.
    pub failed: u32,
}
