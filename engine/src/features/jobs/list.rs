//! Background jobs, newest first.

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::queue::{JobRecord, JobState, Queue, Task};
use crate::features::jobs::workers;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::jobs;
use crate::kernel::store::read::jobs::list;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, Refusal};
use crate::values::page::{Page, PageRequest};

pub use crate::kernel::store::read::jobs::cursor;

const RESOURCE: &str = "job";

/// What waits in a queue, and who works on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueState {
    pub queue: Queue,
    /// Living workers, in whatever process.
    pub workers: i64,
    pub queued: i64,
    pub running: i64,
    pub quarantined: i64,
    /// When the oldest job that is queued or running was made.
    pub waiting_since: Option<Timestamp>,
}

impl Engine {
    /// All queues.
    pub async fn list_queues(&self, actor: &Actor) -> Result<Vec<QueueState>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let alive = workers::alive(&self.store.reader).await?;
        let open = jobs::open_by_type(&self.store.reader).await?;
        let state = |queue: Queue| {
            let of = |state: JobState| {
                open.iter().find(move |row| row.job_type == queue.name() && row.state == state.name())
            };
            let count = |state| of(state).map_or(0, |row| row.jobs);
            let waiting = [JobState::Queued, JobState::Running].into_iter().filter_map(of).map(|row| row.oldest).min();
            QueueState {
                queue,
                workers: alive.get(queue.name()).copied().unwrap_or(0),
                queued: count(JobState::Queued),
                running: count(JobState::Running),
                quarantined: count(JobState::Quarantined),
                waiting_since: waiting.map(Timestamp::from_micros),
            }
        };
        Ok(Queue::ALL.map(state).into())
    }

    /// One page of jobs, of one state or of all, without the postings of payroll that the caller does not read.
    pub async fn list_jobs(
        &self,
        actor: &Actor,
        state: Option<JobState>,
        page: &PageRequest,
    ) -> Result<Page<JobRecord>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(list(&self.store.reader, state, seen.reads_payroll(), page).await?)
    }

    /// One job. The user who asked for it may read it without the permissions.
    pub async fn read_job(&self, actor: &Actor, job_id: &str) -> Result<JobRecord, Error> {
        let seen = self.look(actor, &Wants { job: Some(job_id.to_owned()), ..Wants::default() }).await?;
        let own = seen.job.as_ref().is_some_and(|job| actor.user_id == job.created_by.as_str().into());
        if !own {
            seen.require(RESOURCE, "read")?;
            if let Some(Task::PostDocument { key }) = seen.job.as_ref().map(|job| &job.task) {
                self.require_payroll_of(&seen, key).await?;
            }
        }
        Ok(seen.job.ok_or_else(|| Refusal::not_found("job", job_id))?)
    }
}
