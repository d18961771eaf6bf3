//! Closing, reopening, and closing for good.

use std::sync::Arc;

use poem::Response;
use poem::http::StatusCode;
use serde_json::json;

use super::period;
use crate::fields::Fields;
use crate::interface::schema::{CloseInput, Closed, HardCloseInput, ReopenInput};
use crate::json::Members;
use crate::operations::{Answer, Change, segment};
use crate::problem::{Place, Problem};
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, redirect};
use crate::vocabulary::word;

/// Closes a scope.
pub async fn close(visit: Arc<Visit>) -> Result<Response, Problem> {
    let close_type = visit.form.given("close_type").unwrap_or("all");
    let body = json!({ CloseInput::CLOSE_TYPE: close_type, CloseInput::FORCE: visit.form.has("force") });
    act(
        &visit,
        "close",
        body,
        &filled("close.closed", &[visit.param("id"), text(&format!("close.scope.{close_type}"))]),
    )
    .await
}

/// Reopens a scope.
pub async fn reopen(visit: Arc<Visit>) -> Result<Response, Problem> {
    let reopen_type = visit.form.given("reopen_type").unwrap_or("all");
    let reason = visit.form.given("reason").unwrap_or_default();
    let body = json!({ ReopenInput::REOPEN_TYPE: reopen_type, ReopenInput::REASON: reason });
    act(
        &visit,
        "reopen",
        body,
        &filled("close.reopened", &[visit.param("id"), text(&format!("close.scope.{reopen_type}"))]),
    )
    .await
}

/// Closes for good.
pub async fn hard_close(visit: Arc<Visit>) -> Result<Response, Problem> {
    let body = json!({ HardCloseInput::REASON: visit.form.given("reason").unwrap_or_default() });
    act(&visit, "hard-close", body, &filled("close.hard_closed", &[visit.param("id")])).await
}

async fn act(visit: &Visit, action: &'static str, body: serde_json::Value, done: &str) -> Result<Response, Problem> {
    let id = visit.param("id");
    let path = format!("/accounting-periods/{}/{action}", segment(id));
    match visit.operations.change(Change::post(path, body).from_form(&visit.form)).await {
        Ok(answer) => Ok(went(id, &answer, done)),
        Err(problem) => {
            let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::CONFLICT);
            let field = if action == "reopen" { "reopen-reason" } else { "hard-reason" };
            let problem = problem.placed(|pointer| {
                (pointer == ReopenInput::REASON.pointer()).then(|| Place::new(word("reason"), field))
            });
            period::shown(visit, status, Some((action, &problem))).await
        }
    }
}

/// On to the change request that waits for signatures, to the job that still runs, or back.
fn went(id: &str, answer: &Answer, done: &str) -> Response {
    let page = format!("/close/{}", segment(id));
    if let Some(request) = asked_for(answer) {
        return request;
    }
    match answer.body.given(Closed::JOB_ID).filter(|_| answer.status == 202) {
        Some(job) => redirect(&Fields::from([("job", job.as_str())]).address(&page), Some(text("close.runs"))),
        None => redirect(&page, Some(done)),
    }
}
