//! Jobs on the wire. See docs/rules/operation.md#jobs.

pub mod queue;

use engine::books::queue::{Done, JobEnd, JobRecord, JobState, Task};
use poem_openapi::types::{Any, ToJSON};
use poem_openapi::{Enum, Object};
use serde_json::{Value, json};

use crate::feature::periods::Closed;
use crate::problem::Problem;
use crate::schema::WireTimestamp;

/// Where a job stands.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "JobState")]
pub enum WireJobState {
    Queued,
    Running,
    /// Ended as asked.
    Done,
    /// Refused by a rule of the books; `problem` says why.
    Refused,
    /// Began five times and never ended; waits for `retry`.
    Quarantined,
}

impl From<WireJobState> for JobState {
    fn from(wire: WireJobState) -> Self {
        match wire {
            WireJobState::Queued => Self::Queued,
            WireJobState::Running => Self::Running,
            WireJobState::Done => Self::Done,
            WireJobState::Refused => Self::Refused,
            WireJobState::Quarantined => Self::Quarantined,
        }
    }
}

impl From<JobState> for WireJobState {
    fn from(state: JobState) -> Self {
        match state {
            JobState::Queued => Self::Queued,
            JobState::Running => Self::Running,
            JobState::Done => Self::Done,
            JobState::Refused => Self::Refused,
            JobState::Quarantined => Self::Quarantined,
        }
    }
}

/// A background job.
#[derive(Object, Debug)]
pub struct Job {
    pub job_id: String,
    /// `post_document`, `close_period`, `carry_out` or `replay_approval_rules`.
    pub job_type: String,
    /// The document, period, change request or replay that it is about.
    pub resource_id: String,
    pub state: WireJobState,
    /// How often a worker began it without an end.
    pub starts: i64,
    pub last_error: Option<String>,
    /// What it led to: of a close what the close answers, of a posting whether it is `posted`.
    pub result: Option<Any<Value>>,
    /// Why it was refused.
    pub problem: Option<Any<Value>>,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub started_at: Option<WireTimestamp>,
    pub finished_at: Option<WireTimestamp>,
}

impl From<JobRecord> for Job {
    fn from(record: JobRecord) -> Self {
        let (result, problem) = match record.end {
            Some(JobEnd::Done(done)) => (result_of(&record.task, &done).map(Any), None),
            Some(JobEnd::Refused(refusal)) => (None, Some(Any(Problem::from(refusal).document()))),
            None => (None, None),
        };
        Self {
            job_type: record.task.queue().name().into(),
            resource_id: record.task.about().1.into(),
            job_id: record.job_id,
            state: record.state.into(),
            starts: record.starts,
            last_error: record.last_error,
            result,
            problem,
            created_at: record.created_at.into(),
            created_by: record.created_by,
            started_at: record.started_at.map(Into::into),
            finished_at: record.finished_at.map(Into::into),
        }
    }
}

/// What the job led to, as the operation that asked for it answers it.
fn result_of(task: &Task, done: &Done) -> Option<Value> {
    match done {
        Done::Plain => None,
        Done::Posting { posted } => Some(json!({ "posted": posted })),
        Done::Close(period) => {
            // A close alone ends with a period.
            let Task::ClosePeriod { scope, .. } = task else { return None };
            Closed::of(period, *scope, None).to_json()
        }
    }
}
