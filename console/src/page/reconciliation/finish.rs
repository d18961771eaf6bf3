//! Completing, reopening, deleting.

use std::sync::Arc;

use poem::Response;
use serde_json::json;

use super::{page_of, worksheet};
use crate::interface::schema::ReopenReconciliationInput;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, asked_for, redirect};

/// Completes it, which locks it.
pub async fn complete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("{}/complete", page_of(visit.param("id")));
    ask(&visit, "complete", Change::post(path, json!({})), "reconciliation.completed").await
}

/// Takes the completion back.
pub async fn reopen(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("{}/reopen", page_of(visit.param("id")));
    let body = json!({ ReopenReconciliationInput::REASON: visit.form.given("reason").unwrap_or_default() });
    ask(&visit, "reopen", Change::post(path, body), "reconciliation.reopened").await
}

/// Deletes one that should not have been begun.
pub async fn delete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let change = Change::delete(page_of(visit.param("id")));
    ask(&visit, "delete", change, "reconciliation.deleted").await
}

async fn ask(visit: &Visit, action: &'static str, change: Change<'_>, done: &str) -> Result<Response, Problem> {
    let id = visit.param("id");
    let mut change = change;
    change.version = visit.form.given("version");
    if action != "delete" {
        change.key = visit.form.given("key");
    }
    match visit.operations.change(change).await {
        Ok(answer) => {
            let to = if action == "delete" { "/reconciliations".to_owned() } else { page_of(id) };
            Ok(asked_for(&answer).unwrap_or_else(|| redirect(&to, Some(&filled(done, &[id])))))
        }
        Err(problem) => worksheet::shown(visit, problem.status_code(), Some((action, &problem))).await,
    }
}
