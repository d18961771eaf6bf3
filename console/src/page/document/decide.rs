//! Decisions that need at most a comment: submit, approve, reject, request-change, hold, unhold.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::shown;
use super::view::DECISIONS;
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, redirect};
use crate::vocabulary::{DocumentType, word};

/// The member that an action takes its words in.
pub fn body(action: &str, words: &str) -> Value {
    match action {
        "approve" if words.is_empty() => json!({}),
        "approve" | "request-change" => json!({ "comments": words }),
        "reject" | "hold" => json!({ "reason": words }),
        _ => json!({}),
    }
}

/// Decides, and goes on to where the form says; a refusal is shown on the document's page, with the words kept.
pub async fn decide(kind: &'static DocumentType, visit: Arc<Visit>) -> Result<Response, Problem> {
    let (id, action) = (visit.param("id"), visit.param("action"));
    if !DECISIONS.contains(&action) {
        return Err(Problem::not_found());
    }
    let words = visit.form.given("words").unwrap_or_default();
    let path = format!("/{}/{}/{action}", kind.collection, segment(id));
    match visit.operations.change(Change::post(path, body(action, words)).from_form(&visit.form)).await {
        Ok(answer) => {
            let said = match answer.body.given("message") {
                Some(message) => format!("{id}: {message}"),
                None if action == "request-change" && visit.form.has("recall") => filled("document.recalled", &[id]),
                None => filled("document.done", &[id, &word(&answer.body.text("status"))]),
            };
            let own = format!("/{}/{}", kind.collection, segment(id));
            Ok(redirect(visit.form.given("to").unwrap_or(&own), Some(&said)))
        }
        Err(problem) => {
            let status = problem.status_code();
            shown(kind, &visit, status, Some(&problem)).await
        }
    }
}
