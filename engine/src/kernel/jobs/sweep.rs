//! `sweep`: repairs what crashes left behind. It delivers abandoned jobs again, and gives approved documents without a job a new
//! one.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::tick::Tick;
use crate::approval::access::{Actor, SYSTEM};
use crate::books::action::guard;
use crate::books::command::Wants;
use crate::books::period::Period;
use crate::books::queue::{JobIds, JobRecord, NewJob, Task};
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::jobs::Due;
use crate::kernel::store::{StoreError, jobs};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The most jobs and documents that one sweep repairs.
const AT_ONCE: u64 = 200;
/// For so long one tick goes on while there is more: less than its lease.
const SWEEPING: Duration = Duration::from_secs(2);

/// The sweep.
pub(crate) struct Sweep;

impl Tick for Sweep {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        Ok(!engine.left_behind(engine.clock.now()).await?.is_empty() || !engine.stranded().await?.is_empty())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        let began = Instant::now();
        loop {
            let Swept { redelivered, enqueued } = engine.sweep().await?;
            if redelivered > 0 || enqueued > 0 {
                tracing::info!(redelivered, enqueued, "swept up after a crash");
            }
            if redelivered < AT_ONCE || began.elapsed() > SWEEPING {
                return Ok(());
            }
        }
    }
}

/// The jobs and documents that a sweep repaired.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Swept {
    pub redelivered: u64,
    pub enqueued: u64,
}

impl Engine {
    /// Sweeps once.
    pub async fn sweep(self: &Arc<Self>) -> Result<Swept, Error> {
        let now = self.clock.now();
        let mut swept = Swept::default();
        for record in self.left_behind(now).await? {
            if self.deliver_again(&record, now).await? {
                swept.redelivered = swept.redelivered.saturating_add(1);
            }
        }
        for key in self.stranded().await? {
            self.enqueue_posting(key, now).await?;
            swept.enqueued = swept.enqueued.saturating_add(1);
        }
        Ok(swept)
    }

    /// Jobs that nobody got to in time. What this process is about to post is not left behind, however many wait before it.
    async fn left_behind(&self, now: Timestamp) -> Result<Vec<JobRecord>, Error> {
        let in_hand = u64::try_from(self.signals.in_hand()).unwrap_or(u64::MAX);
        let mut late = jobs::stale(&self.store.reader, now, AT_ONCE.saturating_add(in_hand)).await?;
        late.retain(|job| !self.signals.is_in_hand(&job.job_id));
        late.truncate(usize::try_from(AT_ONCE).unwrap_or(usize::MAX));
        Ok(late)
    }

    /// `false`: it was begun or ended since it was found.
    async fn deliver_again(&self, record: &JobRecord, now: Timestamp) -> Result<bool, Error> {
        let tx = self.store.begin_write().await?;
        if record.task.queue().policy().pause(record.starts).is_none() {
            jobs::set_aside(&tx, &record.job_id, "began five times and never ended", record.starts, now).await?;
        } else if !jobs::redeliver(&tx, record, now, now).await? {
            tx.rollback().await.map_err(StoreError::from)?;
            return Ok(false);
        }
        crash::crash_point(|| Point::SweepWritten);
        self.store.commit(tx).await?;
        self.signals.enqueued(&[record.task.queue()]);
        Ok(true)
    }

    /// Approved documents of open periods that no job will post. Documents left unposted by a forced close wait until the period is
    /// reopened.
    async fn stranded(self: &Arc<Self>) -> Result<Vec<DocumentKey>, Error> {
        let mut stranded = Vec::new();
        let catalog = self.catalog(&self.store.reader).await?;
        let periods: Vec<&Period> = catalog.periods.values().collect();
        for (kind, id) in jobs::approved_without_job(&self.store.reader, &periods, AT_ONCE).await? {
            let Some(kind) = DocumentKind::parse(&kind) else { continue };
            let key = DocumentKey::new(kind, id);
            let seen = self.look(&Actor::system(), &Wants::document(&key)).await?;
            if seen.documents.get(&key).is_some_and(|document| guard::open_period(document, &seen).is_ok()) {
                stranded.push(key);
            }
        }
        Ok(stranded)
    }

    async fn enqueue_posting(&self, key: DocumentKey, now: Timestamp) -> Result<(), Error> {
        let task = Task::PostDocument { key };
        let job = NewJob { job_id: JobIds::fresh().at(0), task, created_by: SYSTEM.into() };
        let tx = self.store.begin_write().await?;
        let queue = job.task.queue();
        let mut batch = Batch::on(self.store.backend());
        jobs::enqueue(&mut batch, self.store.backend(), &[(job, now)], Due::Now)?;
        batch.send(&tx).await?;
        self.store.commit(tx).await?;
        self.signals.enqueued(&[queue]);
        Ok(())
    }
}
