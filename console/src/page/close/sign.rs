//! Signs a task of the checklist, with evidence, and takes a signature back.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::checklist::field_of;
use super::period;
use crate::interface::schema::{ReasonInput, SignOffInput};
use crate::operations::{Change, segment};
use crate::problem::{Place, Problem};
use crate::text::filled;
use crate::visit::{Visit, redirect};
use crate::vocabulary::word;

/// Signs a task.
pub async fn sign_off(visit: Arc<Visit>) -> Result<Response, Problem> {
    let body = json!({ SignOffInput::EVIDENCE: visit.form.given(SignOffInput::EVIDENCE).unwrap_or_default() });
    act(&visit, "sign-off", body, "close.task.signed").await
}

/// Takes a signature back.
pub async fn withdraw(visit: Arc<Visit>) -> Result<Response, Problem> {
    let body = json!({ ReasonInput::REASON: visit.form.given(ReasonInput::REASON).unwrap_or_default() });
    act(&visit, "withdraw", body, "close.task.withdrawn").await
}

async fn act(visit: &Visit, action: &'static str, body: Value, said: &str) -> Result<Response, Problem> {
    let (id, task) = (visit.param("id"), visit.param("task"));
    let path = format!("/accounting-periods/{}/checklist/{}/{action}", segment(id), segment(task));
    match visit.operations.change(Change::post(path, body).from_form(&visit.form)).await {
        Ok(_) => Ok(redirect(&format!("/close/{}#checklist", segment(id)), Some(&filled(said, &[task])))),
        Err(problem) => {
            let status = problem.status_code();
            let field = field_of(task);
            let problem = problem.placed(|pointer| match pointer {
                "/evidence" => Some(Place::new(word("evidence"), &field)),
                "/reason" => Some(Place::new(word("reason"), &field)),
                _ => None,
            });
            period::shown(visit, status, Some((action, &problem))).await
        }
    }
}
