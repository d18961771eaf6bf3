//! Jobs: what waits, runs, was refused or set aside, and putting it back.

mod job;
mod list;

use poem::{get, post};
use serde_json::Value;

use super::door::Door;
use super::routes::Routes;
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
    let moment = |name: &str| {
        let at = given.text(name);
        Moment { shown: visit.reader.instant(&at), at }
    };
    let (id, state) = (given.text("job_id"), given.text("state"));
    Job {
        page: format!("/jobs/{}", segment(&id)),
        retry: format!("/jobs/{}/retry", segment(&id)),
        kind: given.text("job_type"),
        about: about(&given.text("job_type"), &given.text("resource_id")),
        resource_id: given.text("resource_id"),
        is_aside: state == "quarantined",
        state,
        starts: given.text("starts"),
        created_by: given.text("created_by"),
        times: [moment("created_at"), moment("started_at"), moment("finished_at")],
        last_error: error(given.at("problem")).unwrap_or_else(|| given.text("last_error")),
        id,
    }
}

/// A refused job has a problem, in its own words.
fn error(problem: &Value) -> Option<String> {
    problem.given("detail")
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
