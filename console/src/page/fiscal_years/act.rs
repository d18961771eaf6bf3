//! The close of a year, its reopening, its period of adjustments, and its deletion.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::{one, page_of};
use crate::interface::schema::{CloseYearInput, ClosedYear, ReopenYearInput};
use crate::json::Members;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, redirect};

/// Carries its income into retained earnings.
pub async fn close(visit: Arc<Visit>) -> Result<Response, Problem> {
    let body = match visit.form.given(CloseYearInput::RETAINED_EARNINGS_ACCOUNT_ID) {
        Some(account) => json!({ CloseYearInput::RETAINED_EARNINGS_ACCOUNT_ID: account }),
        None => json!({}),
    };
    act(&visit, "close", body).await
}

/// Takes the close back.
pub async fn reopen(visit: Arc<Visit>) -> Result<Response, Problem> {
    let body = json!({ ReopenYearInput::REASON: visit.form.given(ReopenYearInput::REASON).unwrap_or_default() });
    act(&visit, "reopen", body).await
}

/// Adds the period of adjustments.
pub async fn adjust(visit: Arc<Visit>) -> Result<Response, Problem> {
    let page = page_of(visit.param("id"));
    let change = Change::post(format!("{page}/adjustment-period"), json!({})).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(_) => Ok(redirect(&page, Some(text("years.adjustment.added")))),
        Err(problem) => one::shown(&visit, problem.status_code(), Some(("adjustment-period", problem))).await,
    }
}

/// Takes back one that was made by a slip.
pub async fn delete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let mut change = Change::delete(page_of(id));
    change.version = visit.form.given("version");
    match visit.operations.change(change).await {
        Ok(_) => Ok(redirect("/fiscal-years", Some(&filled("years.deleted", &[id])))),
        Err(problem) => one::shown(&visit, problem.status_code(), Some(("delete", problem))).await,
    }
}

async fn act(visit: &Visit, action: &'static str, body: Value) -> Result<Response, Problem> {
    let page = page_of(visit.param("id"));
    match visit.operations.change(Change::post(format!("{page}/{action}"), body).from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let said = match answer.body.given(ClosedYear::CARRIED) {
                Some(carried) => filled("years.closed", &[visit.param("id"), &visit.base(&carried)]),
                None => text("years.reopened").to_owned(),
            };
            redirect(&page, Some(&said))
        })),
        Err(problem) => one::shown(visit, problem.status_code(), Some((action, problem))).await,
    }
}
