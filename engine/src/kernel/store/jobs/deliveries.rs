//! What apalis has of a job: the row in its own table, which its workers poll.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::books::queue::JobRecord;
use crate::books::stored::Delivery;
use crate::kernel::store::StoreError;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::row::to_json;
use crate::kernel::store::rows::Rows;
use crate::values::clock::Timestamp;

/// apalis' own table of jobs.
pub(super) const fn apalis_jobs(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "apalis.jobs",
        _ => "Jobs",
    }
}

/// What apalis' workers find: the queue, and the [`Delivery`].
pub(super) struct Deliveries {
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
    pub(super) fn new(backend: DbBackend) -> Self {
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
    pub(super) fn add(&mut self, delivery: &Delivery, at: Timestamp, later: Duration) -> Result<(), StoreError> {
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

    pub(super) fn insert(self, batch: &mut Batch) {
        match self.backend {
            DbBackend::Postgres => {
                batch.insert_made(self.rows, &DELIVERY, " ON CONFLICT (job_type, idempotency_key) DO NOTHING");
            }
            _ => batch.insert_or(self.rows, " ON CONFLICT (id) DO NOTHING"),
        }
    }
}

/// apalis does not have the job any more.
pub(super) async fn take_delivery(tx: &impl ConnectionTrait, job_id: &str) -> Result<(), StoreError> {
    let backend = tx.get_database_backend();
    let delete = format!("DELETE FROM {} WHERE id = $1", apalis_jobs(backend));
    tx.execute_raw(Statement::from_sql_and_values(backend, delete, [job_id.into()])).await?;
    Ok(())
}

/// Has apalis deliver the job after a pause, whatever it did with it before.
pub(super) async fn revive(
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

/// Deletes what is done, also what an earlier version left, at most so many.
pub async fn purge(tx: &impl ConnectionTrait, at_most: u64) -> Result<u64, StoreError> {
    let (jobs, long_ago) = match tx.get_database_backend() {
        DbBackend::Postgres => ("apalis.jobs", "now() - interval '10 minutes'"),
        _ => ("Jobs", "strftime('%s', 'now') - 600"),
    };
    let done = format!(
        "DELETE FROM {jobs} WHERE id IN (SELECT id FROM {jobs} \
         WHERE status IN ('Done', 'Killed') AND done_at < {long_ago} LIMIT {at_most})"
    );
    Ok(tx.execute_unprepared(&done).await?.rows_affected())
}

/// Deletes workers that sent no heartbeat for a day: each start of a worker leaves a row. One that a job still names stays until that job
/// is gone.
pub async fn purge_workers(tx: &impl ConnectionTrait) -> Result<(), StoreError> {
    let workers = match tx.get_database_backend() {
        DbBackend::Postgres => {
            "DELETE FROM apalis.workers WHERE last_seen < now() - interval '1 day' \
             AND NOT EXISTS (SELECT 1 FROM apalis.jobs WHERE jobs.lock_by = workers.id)"
        }
        _ => {
            "DELETE FROM Workers WHERE CAST(last_seen AS INTEGER) < strftime('%s', 'now') - 86400 \
             AND NOT EXISTS (SELECT 1 FROM Jobs WHERE Jobs.lock_by = Workers.id)"
        }
    };
    tx.execute_unprepared(workers).await?;
    Ok(())
}
