//! The background workers: apalis workers on the books' own database, one for each queue, and the scheduled jobs. What a job
//! does is in `engine::features::jobs::runner`; how many run at a time, and how often, is in `engine::books::queue`.
//!
//! A worker that ends, as when the database goes away, is restarted with back-off. A shutdown finishes the jobs in hand.

mod delivery;
mod runtime;
mod schedule;

use std::sync::Arc;

use engine::books::queue::task::Concurrency;
use engine::books::queue::{Queue, Scheduled};
use engine::features::jobs::runner::Runner;
use engine::kernel::engine::Engine;
use engine::kernel::jobs::posting_batcher::PostingBatcher;
use engine::kernel::outsiders::Reach;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many posting jobs one process takes at a time; they share transactions in the [`PostingBatcher`].
pub const DEFAULT_CONCURRENCY: usize = 64;

/// Running workers.
#[derive(Debug)]
pub struct Workers {
    tracker: TaskTracker,
    stop: CancellationToken,
    engine: Arc<Engine>,
}

impl Workers {
    /// Starts one worker for each queue, the posting batcher and the schedules.
    pub fn start(engine: &Arc<Engine>, concurrency: usize) -> Self {
        let (tracker, stop) = (TaskTracker::new(), CancellationToken::new());
        let batcher = PostingBatcher::start(engine, &tracker, stop.clone());
        let runner = Runner { engine: Arc::clone(engine), batcher };
        for queue in Queue::ALL {
            let concurrency = match queue.policy().concurrency {
                Concurrency::One => 1,
                Concurrency::AsAsked => concurrency,
            };
            tracker.spawn(runtime::supervise(runner.clone(), queue, concurrency, stop.clone()));
        }
        for (place, job) in (0..).zip(Scheduled::ALL) {
            tracker.spawn(schedule::keep(Arc::clone(engine), job, place, stop.clone()));
        }
        tracker.close();
        Self { tracker, stop, engine: Arc::clone(engine) }
    }

    /// Stops taking jobs and waits for those in hand.
    pub async fn stop(self) {
        self.engine.signals.close_batcher();
        self.stop.cancel();
        self.tracker.wait().await;
        // The last jobs wrote into the trail: a graceful stop leaves nothing unsealed.
        if let Err(error) = self.engine.seal(Reach::Recent).await {
            tracing::warn!(%error, "sealing the audit trail failed; the next start seals it");
        }
    }
}
