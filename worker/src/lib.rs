//! The background workers: apalis workers on the books' own database, one per queue.
//!
//! | queue | job | runs |
//! |---|---|---|
//! | `post_document` | [`job::post_document`] | writes approved documents into the ledger, many per transaction |
//! | `close_period` | [`job::close_period`] | closes a period, after what waits for posting in it |
//!
//! Beside them run the schedules of [`schedule`]. Everything is restarted with back-off when the
//! database goes away, and stops between two jobs when asked to.

pub mod job;
mod posting_batcher;
mod runtime;
mod schedule;

use std::sync::Arc;

use engine::books::Reach;
use engine::engine::Engine;
use engine::queue::{CLOSE_PERIOD, POST_DOCUMENT};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use posting_batcher::PostingBatcher;

/// How many posting jobs one process takes at a time; they share transactions in the [`PostingBatcher`].
pub const DEFAULT_CONCURRENCY: usize = 64;

/// What a job handler needs.
#[derive(Clone, Debug)]
pub struct Context {
    pub engine: Arc<Engine>,
    pub batcher: PostingBatcher,
}

/// Running workers.
#[derive(Debug)]
pub struct Workers {
    tracker: TaskTracker,
    stop: CancellationToken,
    engine: Arc<Engine>,
}

impl Workers {
    /// Starts one worker per queue, the posting batcher and the schedules.
    pub fn start(engine: &Arc<Engine>, concurrency: usize) -> Self {
        let (tracker, stop) = (TaskTracker::new(), CancellationToken::new());
        let context =
            Context { engine: Arc::clone(engine), batcher: PostingBatcher::start(engine, &tracker, stop.clone()) };
        for (queue, concurrency) in [(POST_DOCUMENT, concurrency), (CLOSE_PERIOD, 1)] {
            tracker.spawn(runtime::supervise(context.clone(), queue, concurrency, stop.clone()));
        }
        tracker.spawn(schedule::sweep(Arc::clone(engine), stop.clone()));
        tracker.spawn(schedule::seal(Arc::clone(engine), stop.clone()));
        tracker.spawn(schedule::purge(Arc::clone(engine), stop.clone()));
        tracker.close();
        Self { tracker, stop, engine: Arc::clone(engine) }
    }

    /// Takes no more jobs and waits for those in hand.
    pub async fn stop(self) {
        self.engine.signals.close_batcher();
        self.stop.cancel();
        self.tracker.wait().await;
        // The last jobs wrote into the trail; nothing is left unsealed by a graceful stop.
        if let Err(error) = self.engine.seal(Reach::Recent).await {
            tracing::warn!(%error, "sealing the audit trail failed; the next start seals it");
        }
    }
}
