//! Jobs: the one INSERT that enqueues inside the caller's transaction, and how a job's life is kept.
//!
//! A job stands in `job`, written by the transaction that wants it done. What workers are to run stands under the same id in apalis'
//! own table as well, which they poll. A posting that the process of its approval does at once is not put there: only the sweep does
//! that, when the process did not get to it. See docs/write-path.md#from-an-approval-to-its-posting.

mod deliveries;
mod late;

use std::time::Duration;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, QueryFilter, UpdateMany};

use self::deliveries::{Deliveries, apalis_jobs, revive, take_delivery};
pub use self::deliveries::{purge as purge_deliveries, purge_workers};
use self::late::due_before;
pub use self::late::{approved_without_job, purge, stale};
use super::batch::Batch;
use super::row::{self, to_json};
use super::rows::Rows;
use super::{StoreError, snapshot};
use crate::books::queue::{JobEnd, JobRecord, JobState, NewJob, Queue, UNHEARD};
use crate::books::stored::Delivery;
use crate::kernel::entity::job;
use crate::values::clock::Timestamp;

/// Who does a new posting job; any other is the workers'.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Due {
    /// apalis' workers, which may take it at once.
    #[default]
    Now,
    /// This process, at once, in its posting batcher. When it does not, the sweep has apalis deliver it.
    Soon,
}

/// How long a process may take for a posting that is [`Due::Soon`] before the sweep delivers it; far below the time that a crash may
/// delay a posting. See docs/rules/operation.md#crashes.
const SOON: Duration = Duration::from_secs(3);

/// Enqueues jobs on the caller's transaction: they exist if and only if it commits.
pub fn enqueue(
    batch: &mut Batch,
    backend: DbBackend,
    jobs: &[(NewJob, Timestamp)],
    due: Due,
) -> Result<(), StoreError> {
    let mut models = Vec::with_capacity(jobs.len());
    let mut deliveries = Deliveries::new(backend);
    for (new, at) in jobs {
        let is_done_here = due == Due::Soon && new.task.queue() == Queue::PostDocument;
        models.push(row::job::new(new, *at, if is_done_here { SOON } else { UNHEARD })?.into_active_model());
        if !is_done_here {
            deliveries.add(&Delivery { job_id: new.job_id.clone(), task: new.task.clone() }, *at, Duration::ZERO)?;
        }
    }
    batch.insert(Rows::of::<job::Entity>(models));
    deliveries.insert(batch);
    Ok(())
}

/// A job's end, and when.
pub struct Ended {
    pub job_id: String,
    pub end: JobEnd,
    /// Whether apalis has it.
    pub is_delivered: bool,
    pub at: Timestamp,
}

/// Records how jobs ended; a job that ended already keeps its first end. apalis need not deliver it any more, nor be notified of
/// its end. One that the sweep gave to apalis while it was done here is delivered all the same, found ended, and then is gone there.
pub fn end(batch: &mut Batch, backend: DbBackend, ended: &[Ended]) -> Result<(), StoreError> {
    let mut rows = Rows::new("job", vec!["job_id", "state", "result", "finished_at"]);
    let mut deliveries = Rows::new(apalis_jobs(backend), vec!["id"]);
    for Ended { job_id, end, is_delivered, at } in ended {
        let state = match end {
            JobEnd::Done(_) => JobState::Done,
            JobEnd::Refused(_) => JobState::Refused,
        };
        rows.push(vec![job_id.as_str().into(), state.name().into(), to_json(end)?.0.into(), at.micros().into()]);
        if *is_delivered {
            deliveries.push(vec![job_id.as_str().into()]);
        }
    }
    batch.update(rows, &["job_id"], UNENDED);
    batch.delete(deliveries);
    Ok(())
}

/// As [`JobState`] names them.
const UNENDED: &str = " AND job.state NOT IN ('done', 'refused')";

/// The outcome of an attempt to begin a job.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    Begin(Box<JobRecord>),
    /// It ended before, or is set aside: nothing to do.
    Skip,
}

/// Counts a start. The sixth start of a job that never ended sets it aside instead.
pub async fn start(tx: &impl ConnectionTrait, job_id: &str, now: Timestamp) -> Result<Start, StoreError> {
    let Some(mut record) = snapshot::one_job(tx, job_id).await? else { return Ok(Start::Skip) };
    if record.state.is_ended() || record.state == JobState::Quarantined {
        return Ok(Start::Skip);
    }
    let quarantine = record.starts >= record.task.queue().policy().retry.starts;
    let state = if quarantine { JobState::Quarantined } else { JobState::Running };
    record.starts = record.starts.saturating_add(1);
    record.state = state;
    let begun = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(state.name()))
        .col_expr(job::Column::Starts, Expr::col(job::Column::Starts).add(i64::from(!quarantine)))
        .col_expr(job::Column::StartedAt, Expr::value(now.micros()))
        .col_expr(job::Column::DueAt, Expr::value(now.plus(UNHEARD).micros()))
        .filter(job::Column::JobId.eq(job_id))
        // Another delivery may have ended it since it was read.
        .filter(job::Column::State.is_in([JobState::Queued, JobState::Running].map(JobState::name)))
        .exec(tx)
        .await?;
    if quarantine {
        take_delivery(tx, job_id).await?;
    }
    let skip = quarantine || begun.rows_affected == 0;
    Ok(if skip { Start::Skip } else { Start::Begin(Box::new(record)) })
}

/// Notes why an attempt failed; the job is delivered again after a pause.
pub async fn failed(
    tx: &impl ConnectionTrait,
    record: &JobRecord,
    why: &str,
    starts: i64,
    now: Timestamp,
    pause: Duration,
) -> Result<(), StoreError> {
    let due_at = now.plus(pause).plus(UNHEARD);
    let noted = noted(&record.job_id, why, starts, now, JobState::Queued)
        .col_expr(job::Column::DueAt, Expr::value(due_at.micros()))
        .exec(tx)
        .await?;
    if noted.rows_affected > 0 { revive(tx, record, now, pause).await } else { Ok(()) }
}

/// Sets a job aside until it is retried. apalis does not have it any more, so that the death of the worker that has it does not
/// deliver it again.
pub async fn set_aside(
    tx: &impl ConnectionTrait,
    job_id: &str,
    why: &str,
    starts: i64,
    now: Timestamp,
) -> Result<(), StoreError> {
    noted(job_id, why, starts, now, JobState::Quarantined).exec(tx).await?;
    take_delivery(tx, job_id).await
}

/// What went wrong with a job that has not ended.
fn noted(job_id: &str, why: &str, starts: i64, now: Timestamp, state: JobState) -> UpdateMany<job::Entity> {
    job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(state.name()))
        .col_expr(job::Column::LastError, Expr::value(why))
        .col_expr(job::Column::Starts, Expr::value(starts))
        .col_expr(job::Column::StartedAt, Expr::value(now.micros()))
        .filter(job::Column::JobId.eq(job_id))
        .filter(job::Column::State.is_in([JobState::Running.name(), JobState::Queued.name()]))
}

/// Delivers a job again that is queued or running, and was due before `before`. False, and nothing is
/// changed, when it was begun or ended after it was found to be [`stale`]: a job that ended must not run a second time.
pub async fn redeliver(
    tx: &impl ConnectionTrait,
    record: &JobRecord,
    before: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let queued = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.name()))
        .col_expr(job::Column::DueAt, Expr::value(now.plus(UNHEARD).micros()))
        .filter(job::Column::JobId.eq(record.job_id.as_str()))
        .filter(due_before(before))
        .exec(tx)
        .await?;
    if queued.rows_affected == 0 {
        return Ok(false);
    }
    revive(tx, record, now, Duration::ZERO).await?;
    Ok(true)
}

/// Puts a job that was set aside back into its queue, with a fresh count of starts.
pub async fn retry(tx: &impl ConnectionTrait, record: &JobRecord, now: Timestamp) -> Result<(), StoreError> {
    let queued = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.name()))
        .col_expr(job::Column::Starts, Expr::value(0))
        .col_expr(job::Column::DueAt, Expr::value(now.plus(UNHEARD).micros()))
        .filter(job::Column::JobId.eq(record.job_id.as_str()))
        .filter(job::Column::State.eq(JobState::Quarantined.name()))
        .exec(tx)
        .await?;
    if queued.rows_affected == 0 {
        return Err(StoreError::Contended("another retried the job meanwhile".into()));
    }
    revive(tx, record, now, Duration::ZERO).await
}
