//! What puts a budget in force, and what keeps it as it is.

use std::sync::Arc;

use poem::Response;
use serde_json::json;

use super::{one, page_of};
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, asked_for, redirect};

/// Puts it in force in its year; the one that was is locked.
pub async fn activate(visit: Arc<Visit>) -> Result<Response, Problem> {
    act(&visit, "activate", "budgets.activated").await
}

/// Keeps it as it is.
pub async fn lock(visit: Arc<Visit>) -> Result<Response, Problem> {
    act(&visit, "lock", "budgets.locked").await
}

async fn act(visit: &Visit, step: &str, said: &str) -> Result<Response, Problem> {
    let page = page_of(visit.param("id"));
    match visit.operations.change(Change::post(format!("{page}/{step}"), json!({})).from_form(&visit.form)).await {
        Ok(answer) => {
            Ok(asked_for(&answer).unwrap_or_else(|| redirect(&page, Some(&filled(said, &[visit.param("id")])))))
        }
        Err(problem) => one::shown(visit, Some(problem)).await,
    }
}
