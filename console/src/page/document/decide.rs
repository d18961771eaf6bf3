//! Decisions that need at most a comment: submit, approve, reject, request-change, hold, unhold.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::shown;
use super::view::DECISIONS;
use crate::interface::enumeration::DocumentAction;
use crate::interface::schema::{ApproveInput, Approved, CommentsInput, ReasonInput};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, redirect};
use crate::vocabulary::{DocumentType, word};

/// The member that an action takes its words in.
pub fn body(action: DocumentAction, words: &str) -> Value {
    match action {
        DocumentAction::Approve if !words.is_empty() => json!({ ApproveInput::COMMENTS: words }),
        DocumentAction::RequestChange => json!({ CommentsInput::COMMENTS: words }),
        DocumentAction::Reject | DocumentAction::Hold => json!({ ReasonInput::REASON: words }),
        DocumentAction::Approve
        | DocumentAction::SubmitForApproval
        | DocumentAction::Unhold
        | DocumentAction::Edit
        | DocumentAction::Delete
        | DocumentAction::Post
        | DocumentAction::Reverse
        | DocumentAction::Void
        | DocumentAction::Clear
        | DocumentAction::Deposit
        | DocumentAction::ReceivePayment
        | DocumentAction::Apply
        | DocumentAction::Unapply
        | DocumentAction::Unclear
        | DocumentAction::Undeposit
        | DocumentAction::Return
        | DocumentAction::Unreturn
        | DocumentAction::Reassign => json!({}),
    }
}

/// Decides, and goes on to where the form says; a refusal is shown on the document's page, with the words kept.
pub async fn decide(kind: DocumentType, visit: Arc<Visit>) -> Result<Response, Problem> {
    let (id, action) = (visit.param("id"), visit.param("action"));
    let action =
        DocumentAction::of(action).filter(|action| DECISIONS.contains(action)).ok_or_else(Problem::not_found)?;
    let words = visit.form.given("words").unwrap_or_default();
    let path = format!("/{}/{}/{}", kind.collection(), segment(id), action.name());
    match visit.operations.change(Change::post(path, body(action, words)).from_form(&visit.form)).await {
        Ok(answer) => {
            let said = match answer.body.given(Approved::MESSAGE) {
                Some(message) => format!("{id}: {message}"),
                None if action == DocumentAction::RequestChange && visit.form.has("recall") => {
                    filled("document.recalled", &[id])
                }
                None => filled("document.done", &[id, &word(&answer.body.text(Approved::STATUS))]),
            };
            let own = format!("/{}/{}", kind.collection(), segment(id));
            Ok(redirect(visit.form.given("to").unwrap_or(&own), Some(&said)))
        }
        Err(problem) => {
            let status = problem.status_code();
            shown(kind, &visit, status, Some(&problem)).await
        }
    }
}
