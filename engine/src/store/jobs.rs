//! Jobs: the one INSERT that enqueues inside the caller's transaction, and how a job's life is kept.
//!
//! A job stands in `job`, written by the transaction that wants it done. What workers are to run stands under the same id in apalis'
//! own table as well, which they poll. A posting that the process of its approval does at once is not put there: only the sweep does
//! that, when the process did not get to it. See docs/adr/0048-a-posting-done-at-once-is-not-delivered.md.

use std::time::Duration;

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Statement, UpdateMany,
};

use super::batch::Batch;
use super::row::{self, to_json};
use super::rows::Rows;
use super::{StoreError, snapshot};
use crate::clock::Timestamp;
use crate::entity::{document, job};
use crate::queue::{JobEnd, JobRecord, JobState, NewJob, Queue, UNHEARD};
use crate::stored::Delivery;

/// Who does a new posting job; any other is the workers'.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// apalis' workers, which may take it at once.
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

/// apalis' own table of jobs.
const fn apalis_jobs(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "apalis.jobs",
        _ => "Jobs",
    }
}

/// What apalis' workers find: the queue, and the [`Delivery`].
struct Deliveries {
    backend: DbBackend,
    rows: Rows,
}

/// How apalis' row is made of a delivery on PostgreSQL. What is due at once is due a moment before now, for apalis asks for what was
/// due before. The clock is the database's, and not the transaction's: that may have waited for a lock.
const DELIVERY: [(&str, &str); 10] = [
    ("id", "m.id"),
    ("job_type", "m.job_type"),
    ("job", "convert_to(m.job, 'UTF8')"),
    ("idempotency_key", "m.id"),
    ("status", "'Pending'"),
    ("attempts", "0"),
    ("max_attempts", "25"),
    ("priority", "0"),
    ("run_at", "clock_timestamp() + m.later * interval '1 second' - interval '1 millisecond'"),
    ("metadata", "''::hstore"),
];

impl Deliveries {
    fn new(backend: DbBackend) -> Self {
        let rows = if backend == DbBackend::Postgres {
            Rows::of_record(
                apalis_jobs(backend),
                vec!["id", "job_type", "job", "later"],
                "id text, job_type text, job text, later bigint",
            )
        } else {
            Rows::new(apalis_jobs(backend), DELIVERY.map(|(column, _)| column).to_vec())
        };
        Self { backend, rows }
    }

    /// `later`: how long apalis waits with it, in whole seconds.
    fn add(&mut self, delivery: &Delivery, at: Timestamp, later: Duration) -> Result<(), StoreError> {
        let payload = to_json(delivery)?.0;
        let (job_id, queue) = (delivery.job_id.as_str(), delivery.task.queue().name());
        let later = i64::try_from(later.as_secs()).unwrap_or(i64::MAX);
        if self.backend == DbBackend::Postgres {
            self.rows.push(vec![job_id.into(), queue.into(), payload.into(), later.into()]);
            return Ok(());
        }
        let seconds = at.micros().checked_div(1_000_000).unwrap_or(0).saturating_add(later);
        self.rows.push(vec![
            job_id.into(),
            queue.into(),
            payload.into_bytes().into(),
            job_id.into(),
            "Pending".into(),
            0_i64.into(),
            25_i64.into(),
            0_i64.into(),
            seconds.into(),
            "{}".into(),
        ]);
        Ok(())
    }

    fn insert(self, batch: &mut Batch) {
        match self.backend {
            DbBackend::Postgres => {
                batch.insert_made(self.rows, &DELIVERY, " ON CONFLICT (job_type, idempotency_key) DO NOTHING");
            }
            _ => batch.insert_or(self.rows, " ON CONFLICT (id) DO NOTHING"),
        }
    }
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

async fn take_delivery(tx: &impl ConnectionTrait, job_id: &str) -> Result<(), StoreError> {
    let backend = tx.get_database_backend();
    let delete = format!("DELETE FROM {} WHERE id = $1", apalis_jobs(backend));
    tx.execute_raw(Statement::from_sql_and_values(backend, delete, [job_id.into()])).await?;
    Ok(())
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

/// Has apalis deliver the job after a pause, whatever it did with it before.
async fn revive(
    tx: &impl ConnectionTrait,
    record: &JobRecord,
    now: Timestamp,
    pause: Duration,
) -> Result<(), StoreError> {
    let seconds = pause.as_secs();
    let (table, run_at) = match tx.get_database_backend() {
        DbBackend::Postgres => {
            ("apalis.jobs", format!("now() - interval '1 millisecond' + interval '{seconds} seconds'"))
        }
        _ => ("Jobs", format!("strftime('%s', 'now') + {seconds}")),
    };
    let revive = format!(
        "UPDATE {table} SET status = 'Pending', attempts = 0, lock_by = NULL, lock_at = NULL, done_at = NULL, run_at = {run_at} WHERE id = $1"
    );
    let done = tx
        .execute_raw(Statement::from_sql_and_values(tx.get_database_backend(), revive, [record.job_id.as_str().into()]))
        .await?;
    if done.rows_affected() == 0 {
        let mut deliveries = Deliveries::new(tx.get_database_backend());
        deliveries.add(&Delivery { job_id: record.job_id.clone(), task: record.task.clone() }, now, pause)?;
        let mut batch = Batch::on(tx.get_database_backend());
        deliveries.insert(&mut batch);
        batch.send(tx).await?;
    }
    Ok(())
}

/// Approved documents that no live job will post. A bill and an invoice may have one id: the type says which of them a job posts.
pub async fn approved_without_job(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<(String, String)>, StoreError> {
    let live = job::Entity::find()
        .select_only()
        .columns([job::Column::ResourceType, job::Column::ResourceId])
        .filter(super::status::not_done())
        .filter(job::Column::JobType.eq(Queue::PostDocument.name()))
        .filter(
            job::Column::State.is_in([JobState::Queued, JobState::Running, JobState::Quarantined].map(JobState::name)),
        );
    let key: [Expr; 2] = [document::Column::Kind, document::Column::DocumentId].map(ColumnTrait::into_expr);
    Ok(document::Entity::find()
        .select_only()
        .columns([document::Column::Kind, document::Column::DocumentId])
        .filter(super::status::approved())
        .filter(Expr::tuple(key).not_in_subquery(live.into_query()))
        .order_by_asc(document::Column::CreatedAt)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?)
}

/// Queued or running, and due before `before`. An earlier release, which runs beside this one, writes none: its jobs are due some
/// time after they were made.
fn due_before(before: Timestamp) -> Condition {
    let unheard = i64::try_from(UNHEARD.as_micros()).unwrap_or(i64::MAX);
    let made = Expr::col(job::Column::CreatedAt).add(unheard);
    let due = Func::coalesce([Expr::col(job::Column::DueAt), made]);
    Condition::all()
        .add(super::status::not_done())
        .add(job::Column::State.is_in([JobState::Queued, JobState::Running].map(JobState::name)))
        .add(Expr::expr(due).lt(before.micros()))
}

/// Jobs that are queued or running and were due before `before`.
pub async fn stale(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> Result<Vec<JobRecord>, StoreError> {
    let rows = job::Entity::find()
        .filter(due_before(before))
        .order_by_asc(job::Column::CreatedAt)
        .limit(limit)
        .all(db)
        .await?;
    // A job that cannot be read, perhaps of a later version, does not hold up the others.
    let readable = |row| row::job::read(row).inspect_err(|error| tracing::error!(%error, "a job is passed over")).ok();
    Ok(rows.into_iter().filter_map(readable).collect())
}

/// Deletes ended jobs that are older than `before`, also those that an earlier version left in apalis' table, and apalis' workers
/// that sent no heartbeat for a day: each start of a worker leaves a row. A worker that a job still names stays until that job is
/// gone.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    // Earlier releases left it open when a job found nothing to do.
    let ended = Func::coalesce([Expr::col(job::Column::FinishedAt), Expr::col(job::Column::CreatedAt)]);
    let gone = job::Entity::delete_many()
        .filter(job::Column::State.is_in([JobState::Done, JobState::Refused].map(JobState::name)))
        .filter(Expr::expr(ended).lt(before.micros()))
        // By its index: what ended before was made before.
        .filter(job::Column::CreatedAt.lt(before.micros()))
        .exec(tx)
        .await?;
    let (jobs, workers) = match tx.get_database_backend() {
        DbBackend::Postgres => (
            "DELETE FROM apalis.jobs WHERE status IN ('Done', 'Killed') AND done_at < now() - interval '10 minutes'",
            "DELETE FROM apalis.workers WHERE last_seen < now() - interval '1 day' \
             AND NOT EXISTS (SELECT 1 FROM apalis.jobs WHERE jobs.lock_by = workers.id)",
        ),
        _ => (
            "DELETE FROM Jobs WHERE status IN ('Done', 'Killed') AND done_at < strftime('%s', 'now') - 600",
            "DELETE FROM Workers WHERE CAST(last_seen AS INTEGER) < strftime('%s', 'now') - 86400 \
             AND NOT EXISTS (SELECT 1 FROM Jobs WHERE Jobs.lock_by = Workers.id)",
        ),
    };
    tx.execute_unprepared(jobs).await?;
    tx.execute_unprepared(workers).await?;
    Ok(gone.rows_affected)
}
