//! One job as it stands now, and putting it back into its queue.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::{Job, job, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::JobState;
use crate::interface::schema;
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::page::audit::row::{Detail, fields};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// The job.
#[derive(Template)]
#[template(path = "jobs/job.html")]
struct JobPage {
    frame: Frame,
    problem: Option<Problem>,
    job: Job,
    title: String,
    /// Neither done nor given up.
    is_open: bool,
    result: Opened,
    refused: Opened,
    why_not: Option<String>,
    key: String,
}

/// What an answer keeps, as fields.
struct Opened {
    details: Vec<Detail>,
}

/// Shows a job.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    present(&visit, None).await
}

async fn present(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/jobs/{}", segment(visit.param("id")));
    let given = visit.operations.get(&path, &Fields::default()).await?;
    let about = job(visit, &given);
    let status =
        problem.as_ref().and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let title = filled("jobs.one", &[&about.resource_id]);
    page_with(
        status,
        &JobPage {
            is_open: matches!(JobState::of(&about.state), Some(JobState::Queued | JobState::Running)),
            result: Opened { details: fields(visit, given.at(schema::Job::RESULT)) },
            refused: Opened { details: fields(visit, given.at(schema::Job::PROBLEM)) },
            why_not: why_not(visit),
            key: fresh_key(),
            frame: visit.frame("jobs", title.clone()),
            job: about,
            title,
            problem,
        },
    )
}

/// Puts a job that was set aside back.
pub async fn retry(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/jobs/{}", segment(visit.param("id")));
    let change = Change { body: None, ..Change::post(format!("{path}/retry"), serde_json::Value::Null) };
    match visit.operations.change(change.from_form(&visit.form)).await {
        Ok(_) => Ok(redirect(&path, Some(text("jobs.back")))),
        Err(problem) => present(&visit, Some(problem)).await,
    }
}
