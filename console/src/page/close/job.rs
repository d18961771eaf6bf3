//! The job of a close that takes longer than a page waits: a part of the page that a script reads anew each second.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use crate::fields::Fields;
use crate::filters;
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::{Visit, page};

/// A job as the page of its period shows it.
pub struct JobView {
    pub job_id: String,
    pub link: String,
    /// Where the part is read anew.
    pub part: String,
    pub again: String,
    pub state: String,
    pub has_ended: bool,
    pub created_at: String,
    pub started_at: String,
    pub finished_at: String,
    pub refused: Option<Problem>,
    pub last_error: String,
}

#[derive(Template)]
#[template(path = "close/job.html")]
struct Part {
    job: JobView,
}

/// The job, read anew.
pub async fn of(visit: &Visit, period_id: &str, job_id: &str) -> Result<JobView, Problem> {
    let answer = visit.operations.get(&format!("/jobs/{}", segment(job_id)), &Fields::default()).await?;
    if answer.text("resource_id") != period_id {
        return Err(Problem::not_found());
    }
    let instant = |name: &str| answer.given(name).map(|instant| visit.reader.instant(&instant)).unwrap_or_default();
    let page = format!("/close/{}", segment(period_id));
    let refused = answer.at("problem");
    let state = answer.text("state");
    Ok(JobView {
        link: format!("/jobs/{}", segment(job_id)),
        part: format!("{page}/jobs/{}", segment(job_id)),
        again: Fields::from([("job", job_id)]).address(&page),
        has_ended: matches!(state.as_str(), "done" | "refused" | "quarantined"),
        created_at: instant("created_at"),
        started_at: instant("started_at"),
        finished_at: instant("finished_at"),
        refused: (!refused.is_null()).then(|| {
            let status = u16::try_from(refused.whole("status")).unwrap_or_default();
            Problem::read(status, refused.text("request_id"), Json(refused.clone()))
        }),
        last_error: answer.text("last_error"),
        job_id: job_id.into(),
        state,
    })
}

/// The part alone.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    page(&Part { job: of(&visit, visit.param("id"), visit.param("job_id")).await? })
}
