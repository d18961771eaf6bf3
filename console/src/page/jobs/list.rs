//! The jobs, by their state.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::{Job, job, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::JobState;
use crate::interface::query::ListJobs;
use crate::interface::schema::{JobQueue, Page, Queues};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page};

/// The states, and whether they are counted: of those that are done there can be very many.
const STATES: [(JobState, bool); JobState::ALL.len()] = [
    (JobState::Quarantined, true),
    (JobState::Queued, true),
    (JobState::Running, true),
    (JobState::Refused, true),
    (JobState::Done, false),
];

/// A state to be looked at.
struct Chip {
    state: &'static str,
    count: Option<String>,
    to: String,
    is_on: bool,
}

/// A queue, its workers, and what waits.
struct Queue {
    kind: String,
    workers: String,
    is_served: bool,
    queued: String,
    running: String,
    aside: String,
    since: String,
    since_shown: String,
}

/// The jobs.
#[derive(Template)]
#[template(path = "jobs/list.html")]
struct ListPage {
    frame: Frame,
    queues: Vec<Queue>,
    chips: Vec<Chip>,
    all: bool,
    jobs: Vec<Job>,
    why_not: Option<String>,
    key: String,
    first: Option<String>,
    next: Option<String>,
}

/// Lists the jobs.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let state = visit.query.given(ListJobs::STATE);
    let asked = Fields::default().with(ListJobs::STATE, state);
    let page_asked =
        asked.with(ListJobs::LIMIT, Some("50")).with(ListJobs::CURSOR, visit.query.given(ListJobs::CURSOR));
    let answer = visit.operations.get("/jobs", &page_asked).await?;
    let mut chips = Vec::new();
    for (one, is_counted) in STATES {
        let name = one.name();
        let count = if is_counted { count(&visit, name).await } else { None };
        chips.push(Chip { state: name, count, to: format!("/jobs?state={name}"), is_on: state == Some(name) });
    }
    let queues = visit.operations.get("/queues", &Fields::default()).await?;
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        queues: queues.list(Queues::DATA).iter().map(|given| queue(&visit, given)).collect(),
        all: state.is_none(),
        chips,
        jobs: answer.list(Page::DATA).iter().map(|given| job(&visit, given)).collect(),
        why_not: why_not(&visit),
        key: fresh_key(),
        first: visit.query.given(ListJobs::CURSOR).map(|_| asked.address("/jobs")),
        next: next.map(|cursor| asked.with(ListJobs::CURSOR, Some(&cursor)).address("/jobs")),
        frame: visit.frame("jobs", text("jobs.title")),
    })
}

fn queue(visit: &Visit, given: &impl Members) -> Queue {
    let count = |name: Member| visit.reader.number(&given.text(name));
    let since = given.text(JobQueue::WAITING_SINCE);
    Queue {
        kind: given.text(JobQueue::JOB_TYPE),
        is_served: given.text(JobQueue::WORKERS) != "0",
        workers: count(JobQueue::WORKERS),
        queued: count(JobQueue::QUEUED),
        running: count(JobQueue::RUNNING),
        aside: count(JobQueue::QUARANTINED),
        since_shown: visit.reader.instant(&since),
        since,
    }
}

async fn count(visit: &Visit, state: &str) -> Option<String> {
    let asked = Fields::from([(ListJobs::STATE, state), (ListJobs::LIMIT, "1"), (ListJobs::COUNT, "true")]);
    visit.operations.aside("/jobs", &asked).await.ok()?.given(Page::TOTAL).map(|total| visit.reader.number(&total))
}
