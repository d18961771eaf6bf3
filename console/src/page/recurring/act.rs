//! The steps of a recurring document, and a change of it.

use std::sync::Arc;

use poem::Response;
use serde_json::Value;

use super::steps::STEPS;
use super::{fields, one, page_of};
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, redirect};

/// Takes the step that the path names.
pub async fn step(visit: Arc<Visit>) -> Result<Response, Problem> {
    let name = visit.path.rsplit('/').next().unwrap_or_default();
    let step = STEPS.into_iter().find(|step| *step == name).ok_or_else(Problem::not_found)?;
    let page = page_of(visit.param("id"));
    let change = Change { body: None, ..Change::post(format!("{page}/{step}"), Value::Null).from_form(&visit.form) };
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer)
            .unwrap_or_else(|| redirect(&page, Some(&filled(&format!("recurring.did.{step}"), &[visit.param("id")]))))),
        Err(problem) => one::shown(&visit, problem.status_code(), Some(problem)).await,
    }
}

/// Changes name, schedule and the like. Whoever does is its owner from then on.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let page = page_of(visit.param("id"));
    let change = Change::put(page.clone(), Value::Object(fields::body(&visit))).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| redirect(&page, Some(text("recurring.changed"))))),
        Err(problem) => one::shown(&visit, problem.status_code(), Some(problem)).await,
    }
}
