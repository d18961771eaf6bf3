//! Marking what the statement shows, and taking marks back.

use std::sync::Arc;

use poem::Response;
use serde_json::json;

use super::{page_of, worksheet};
use crate::interface::schema::ClearTransactionsInput;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};

/// Marks as cleared.
pub async fn clear(visit: Arc<Visit>) -> Result<Response, Problem> {
    mark(&visit, "clear").await
}

/// Takes marks back.
pub async fn unclear(visit: Arc<Visit>) -> Result<Response, Problem> {
    mark(&visit, "unclear").await
}

async fn mark(visit: &Visit, action: &'static str) -> Result<Response, Problem> {
    let id = visit.param("id");
    let page = page_of(id);
    let back = visit.form.given("back").filter(|back| back.starts_with(&page)).unwrap_or(&page).to_owned();
    // The button of one row marks that row alone, whatever else is selected.
    let one: Vec<&str> = visit.form.all("one").collect();
    let chosen: Vec<&str> = if one.is_empty() { visit.form.all("item").collect() } else { one };
    if chosen.is_empty() {
        return Ok(redirect(&back, Some(text("reconciliation.none_selected"))));
    }
    let mut body = json!({ ClearTransactionsInput::TRANSACTION_IDS: chosen });
    if let (Some(body), "clear") = (body.as_object_mut(), action) {
        body.insert(
            ClearTransactionsInput::CLEARED_DATE.into(),
            json!(visit.form.given("cleared_date").unwrap_or_default()),
        );
    }
    match visit.operations.change(Change::post(format!("{page}/{action}"), body).from_form(&visit.form)).await {
        Ok(_) => {
            let key = if action == "clear" { "reconciliation.marked" } else { "reconciliation.unmarked" };
            Ok(redirect(&back, Some(&filled(key, &[&chosen.len().to_string()]))))
        }
        Err(problem) => worksheet::shown(visit, problem.status_code(), Some((action, &problem))).await,
    }
}
