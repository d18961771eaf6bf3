//! Jobs: what runs in the background, and what was set aside. See docs/rules/operation.md#jobs.

use engine::command::Wants;
use engine::jobs::RetryJob;
use engine::queue::{Done, JobEnd, JobRecord, JobState, Task};
use engine::store::StoreError;
use engine::store::read::jobs::{cursor as cursor_of, list};
use poem::Request;
use poem_openapi::types::{Any, ToJSON};
use poem_openapi::{Enum, Object, OpenApi, param::Path, param::Query};
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::Auth;
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::period::Closed;
use crate::schema::{Id, WireTimestamp};

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
    /// `post_document` or `close_period`.
    pub job_type: String,
    /// The document or period that it is about.
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
            job_type: record.task.queue().into(),
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
    match (done, task) {
        (Done::Posting { posted }, _) => Some(json!({ "posted": posted })),
        (Done::Close(period), Task::ClosePeriod { scope, .. }) => Closed::of(period, *scope, None).to_json(),
        // A close alone ends with a period.
        (Done::Close(_), Task::PostDocument { .. }) => None,
    }
}

/// Background jobs.
pub struct JobApi(pub App);

#[OpenApi(prefix_path = "/jobs")]
impl JobApi {
    /// List jobs
    ///
    /// Newest first. Ended jobs are kept for seven days; `state=quarantined` lists what needs a person.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Auth,
        /// Only jobs in this state.
        state: Query<Option<WireJobState>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Job>>, Problem> {
        self.0.look(&auth.0, "job", &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let found =
            list(&self.0.engine.store.reader, state.0.map(Into::into), &page).await.map_err(StoreError::into_error)?;
        Ok(filled(found, cursor_of, Job::from))
    }

    /// Read a job
    ///
    /// Who asked for a job may read it, too.
    #[oai(path = "/:job_id", method = "get")]
    async fn read(&self, auth: Auth, job_id: Path<Id>) -> Result<Reply<Ok200, Job>, Problem> {
        let seen = self.0.engine.look(&auth.0, &Wants { job: Some(job_id.0.0.clone()), ..Wants::default() }).await?;
        let own = seen.job.as_ref().is_some_and(|job| auth.0.user_id == job.created_by.as_str().into());
        if !own {
            seen.require("job", "read")?;
        }
        let record = seen.job.ok_or_else(|| engine::error::Refusal::not_found("job", &job_id.0))?;
        Ok(Reply::new(&Job::from(record)))
    }

    /// Put a job that was set aside back into its queue
    ///
    /// Only a quarantined job, one that began five times without an end. Its count of starts begins again.
    #[oai(path = "/:job_id/retry", method = "post")]
    async fn retry(
        &self,
        auth: Auth,
        job_id: Path<Id>,
        key: IdempotencyKey,
        raw: &Request,
    ) -> Result<Reply<Ok200, Job>, Problem> {
        let call = Call::new(auth, raw, key, IfMatch(None), &[]);
        let command = RetryJob { job_id: job_id.0.into() };
        self.0.run(call, command, |record: &JobRecord| Reply::new(&Job::from(record.clone()))).await
    }
}
