//! The job of a close that takes longer than a page waits: a part of the page that a script reads anew each second.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use crate::fields::Fields;
use crate::filters;
use crate::interface::Member;
use crate::interface::enumeration::JobState;
use crate::interface::schema::{self, Job};
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
    if answer.text(Job::RESOURCE_ID) != period_id {
        return Err(Problem::not_found());
    }
    let instant = |name: Member| answer.given(name).map(|instant| visit.reader.instant(&instant)).unwrap_or_default();
    let page = format!("/close/{}", segment(period_id));
    let refused = answer.at(Job::PROBLEM);
    let state = answer.text(Job::STATE);
    Ok(JobView {
        link: format!("/jobs/{}", segment(job_id)),
        part: format!("{page}/jobs/{}", segment(job_id)),
        again: Fields::from([("job", job_id)]).address(&page),
        has_ended: matches!(JobState::of(&state), Some(JobState::Done | JobState::Refused | JobState::Quarantined)),
        created_at: instant(Job::CREATED_AT),
        started_at: instant(Job::STARTED_AT),
        finished_at: instant(Job::FINISHED_AT),
        refused: (!refused.is_null()).then(|| {
            let status = u16::try_from(refused.whole(schema::Problem::STATUS)).unwrap_or_default();
            Problem::read(status, refused.text(schema::Problem::REQUEST_ID), Json(refused.clone()))
        }),
        last_error: answer.text(Job::LAST_ERROR),
        job_id: job_id.into(),
        state,
    })
}

/// The part alone.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    page(&Part { job: of(&visit, visit.param("id"), visit.param("job_id")).await? })
}
