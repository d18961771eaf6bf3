//! Jobs: what waits, runs, was refused or set aside, and putting it back.

mod job;
mod list;

use poem::{get, post};
use serde_json::Value;

use super::door::Door;
use super::routes::Routes;
use crate::interface::Member;
use crate::interface::enumeration::JobState;
use crate::interface::schema::{self, Problem};
use crate::json::Members;
use crate::operations::segment;
use crate::text::text;
use crate::visit::Visit;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/jobs", get(door.page(list::show)))
        .at("/jobs/:id", get(door.page(job::show)))
        .at("/jobs/:id/retry", post(door.page(job::retry)))
}

/// One job.
struct Job {
    id: String,
    page: String,
    kind: String,
    resource_id: String,
    /// The page of what it is about.
    about: String,
    state: String,
    starts: String,
    created_by: String,
    times: [Moment; 3],
    last_error: String,
    is_aside: bool,
    retry: String,
}

/// When it was asked for, began and ended.
struct Moment {
    at: String,
    shown: String,
}

fn job(visit: &Visit, given: &impl Members) -> Job {
    let moment = |name: Member| {
        let at = given.text(name);
        Moment { shown: visit.reader.instant(&at), at }
    };
    let (id, state) = (given.text(schema::Job::JOB_ID), given.text(schema::Job::STATE));
    Job {
        page: format!("/jobs/{}", segment(&id)),
        retry: format!("/jobs/{}/retry", segment(&id)),
        kind: given.text(schema::Job::JOB_TYPE),
        about: about(&given.text(schema::Job::JOB_TYPE), &given.text(schema::Job::RESOURCE_ID)),
        resource_id: given.text(schema::Job::RESOURCE_ID),
        is_aside: state == JobState::Quarantined.name(),
        state,
        starts: given.text(schema::Job::STARTS),
        created_by: given.text(schema::Job::CREATED_BY),
        times: [moment(schema::Job::CREATED_AT), moment(schema::Job::STARTED_AT), moment(schema::Job::FINISHED_AT)],
        last_error: error(given.at(schema::Job::PROBLEM)).unwrap_or_else(|| given.text(schema::Job::LAST_ERROR)),
        id,
    }
}

/// A refused job has a problem, in its own words.
fn error(problem: &Value) -> Option<String> {
    problem.given(Problem::DETAIL)
}

/// A posting names its document by its id alone: the search finds it whatever its type.
fn about(job_type: &str, id: &str) -> String {
    let id = segment(id);
    match job_type {
        "close_period" => format!("/close/{id}"),
        "carry_out" => format!("/change-requests/{id}"),
        "replay_approval_rules" => format!("/rules/replays/{id}"),
        _ => format!("/search?q={id}"),
    }
}

/// Why somebody cannot put a job back.
fn why_not(visit: &Visit) -> Option<String> {
    (!visit.me.may("job", "write")).then(|| text("jobs.needs").to_owned())
}
