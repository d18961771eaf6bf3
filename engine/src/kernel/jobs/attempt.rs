//! The attempts of a job. A job begins and ends, or fails and is tried again after a growing pause, or is set aside.
//! See docs/rules/operation.md#jobs.

use crate::books::queue::{Done, JobEnd, JobRecord, JobState, Queue};
use crate::kernel::engine::Engine;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::{StoreError, jobs, snapshot};
use crate::values::error::Error;

impl Engine {
    /// Counts a start of a job; `None` when it ended before or is set aside.
    pub async fn begin_job(&self, job_id: &str) -> Result<Option<JobRecord>, Error> {
        let tx = self.store.begin_write().await?;
        let start = jobs::start(&tx, job_id, self.clock.now()).await;
        match start {
            Ok(start) => {
                self.store.commit(tx).await?;
                Ok(match start {
                    jobs::Start::Begin(record) => Some(*record),
                    jobs::Start::Skip => None,
                })
            }
            Err(error) => {
                let _ = tx.rollback().await;
                Err(error.into())
            }
        }
    }

    async fn end_job(&self, job_id: &str, end: JobEnd) -> Result<(), Error> {
        let tx = self.store.begin_write().await?;
        let mut batch = Batch::on(self.store.backend());
        let ended = jobs::Ended { job_id: job_id.to_owned(), end, is_delivered: true, at: self.clock.now() };
        jobs::end(&mut batch, self.store.backend(), &[ended])?;
        batch.send(&tx).await?;
        self.store.commit(tx).await?;
        Ok(())
    }

    /// As [`Self::begin_job`]; a job that cannot be begun is delivered again.
    pub(crate) async fn begin_or_skip(&self, job_id: &str) -> Option<JobRecord> {
        self.begin_job(job_id).await.unwrap_or_else(|error| {
            tracing::warn!(job_id, %error, "a job could not begin");
            None
        })
    }

    /// An attempt is over. A job that ended itself, by [`crate::books::command::Change::EndJob`], has `None` to add; a refusal is an end, too.
    pub(crate) async fn ended(&self, record: &JobRecord, outcome: Result<Option<Done>, Error>) {
        let job_id = &record.job_id;
        let ended = match outcome {
            Ok(None) => Ok(()),
            Ok(Some(done)) => self.end_job(job_id, JobEnd::Done(done)).await,
            Err(Error::Refused(refusal)) => self.end_job(job_id, JobEnd::Refused(refusal)).await,
            Err(error) => Err(error),
        };
        match ended {
            Ok(()) => self.signals.job_ended(job_id),
            Err(error) => self.note_failure(job_id, &error.to_string()).await,
        }
    }

    /// Notes a failed attempt. The job is delivered again after its pause, until it is set aside.
    pub async fn note_failure(&self, job_id: &str, why: &str) {
        tracing::error!(job_id, why, "a job failed");
        let noted = async {
            let tx = self.store.begin_write().await?;
            if let Some(record) = snapshot::one_job(&tx, job_id).await? {
                let began = record.state == JobState::Running;
                let starts = if began { record.starts } else { record.starts.saturating_add(1) };
                let now = self.clock.now();
                match record.task.queue().policy().pause(starts) {
                    Some(pause) => jobs::failed(&tx, &record, why, starts, now, pause).await?,
                    None => jobs::set_aside(&tx, job_id, why, starts, now).await?,
                }
            }
            self.store.commit(tx).await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = noted.await {
            tracing::error!(job_id, %error, "the failure could not be noted");
        }
    }

    /// Sets a job aside until it is retried.
    pub(super) async fn set_aside(&self, job_id: &str, queue: Queue, why: &str) {
        tracing::error!(job_id, why, "a job is set aside");
        let done = async {
            let tx = self.store.begin_write().await?;
            jobs::set_aside(&tx, job_id, why, queue.policy().retry.starts, self.clock.now()).await?;
            self.store.commit(tx).await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = done.await {
            tracing::error!(job_id, %error, "the job could not be set aside");
        }
    }
}
