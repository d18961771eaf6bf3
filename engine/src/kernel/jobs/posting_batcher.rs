//! The posting batcher posts all documents that are ready at one moment in one transaction.
//!
//! There is no timer: while one set commits, the next gathers by itself. Most jobs come straight from the approvals of this
//! process. The rest, approved by other processes or left behind by a crash, come from apalis' workers. While the database is away
//! the first set waits and is tried again, so that documents approved before are posted as soon as the database is back.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::posting::Posted;
use crate::books::action::post::PostingJob;
use crate::kernel::engine::Engine;
use crate::values::error::Error;

/// The most documents in one transaction.
const SET: usize = 128;
/// How many sets are under way: while one is written, the next is decided.
const AT_ONCE: usize = 2;
/// How many jobs may wait: those of several bulks. Jobs beyond are left to apalis' workers.
const WAITING: usize = 8_192;
/// How long to wait before the next try when the database is away.
const PAUSE: Duration = Duration::from_millis(500);

type Waiting = (PostingJob, Option<oneshot::Sender<Result<(), String>>>);

/// The handle that takes posting jobs, which then share a transaction.
#[derive(Clone, Debug)]
pub struct PostingBatcher {
    sender: mpsc::Sender<Waiting>,
    is_idle: watch::Receiver<bool>,
}

impl PostingBatcher {
    /// Starts the batcher, and lets the approvals of this process in. It ends when the last handle is dropped and the engine's
    /// signals have closed it. After `stop` nothing is tried a second time.
    pub fn start(engine: &Arc<Engine>, tracker: &TaskTracker, stop: CancellationToken) -> Self {
        let (sender, mut receiver) = mpsc::channel::<Waiting>(WAITING);
        let (idle, is_idle) = watch::channel(true);
        let approvals = sender.clone();
        engine.signals.open_batcher(move |job| approvals.try_send((job, None)).is_ok());
        let engine = Arc::clone(engine);
        tracker.spawn(async move {
            let (mut waiting, mut running, mut is_open) = (Vec::with_capacity(SET), FuturesUnordered::new(), true);
            while is_open || !running.is_empty() || !waiting.is_empty() {
                let room = SET.saturating_sub(waiting.len());
                tokio::select! {
                    came = receiver.recv_many(&mut waiting, room), if is_open && room > 0 => is_open = came > 0,
                    Some(()) = running.next(), if !running.is_empty() => {}
                }
                // Beside a set only a full one is begun: fewer jobs gather until that ends.
                let is_full = waiting.len() >= SET && running.len() < AT_ONCE;
                if is_full || (running.is_empty() && !waiting.is_empty()) {
                    running.push(post(&engine, std::mem::take(&mut waiting), &stop));
                }
                idle.send_replace(running.is_empty());
            }
        });
        Self { sender, is_idle }
    }

    /// Resolves when no set is under way. What a worker takes before that only waits here, where no other worker can take it.
    pub async fn idle(&self) {
        // It has ended when there is no sender: then there is nothing to wait for.
        let _ = self.is_idle.clone().wait_for(|is_idle| *is_idle).await;
    }

    /// Posts one document, together with whatever else is ready; returns when that is committed.
    pub async fn post(&self, job: PostingJob) -> Result<(), String> {
        let (answer, outcome) = oneshot::channel();
        self.sender.send((job, Some(answer))).await.map_err(|_| "the posting batcher has ended".to_owned())?;
        outcome.await.map_err(|_| "the posting batcher dropped the job".to_owned())?
    }
}

/// A set holds each document once: a second job for one finds it posted afterwards.
async fn post(engine: &Arc<Engine>, mut waiting: Vec<Waiting>, stop: &CancellationToken) {
    while !waiting.is_empty() {
        let (mut jobs, mut again, mut answers) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (job, answer) in waiting {
            match answers.entry(job.key.clone()) {
                Entry::Vacant(of_document) => {
                    of_document.insert(answer);
                    jobs.push(job);
                }
                Entry::Occupied(_) => again.push((job, answer)),
            }
        }
        waiting = again;
        for (key, outcome) in until_the_database_answers(engine, jobs, stop).await {
            let outcome = outcome.map(|_| ()).map_err(|error| error.to_string());
            // The waiting handler may be gone; the posting is committed all the same.
            let _ = answers.remove(&key).flatten().map(|answer| answer.send(outcome));
        }
    }
}

async fn until_the_database_answers(engine: &Arc<Engine>, jobs: Vec<PostingJob>, stop: &CancellationToken) -> Posted {
    loop {
        let done = engine.run_postings(jobs.clone()).await;
        if stop.is_cancelled() || !done.values().any(|outcome| matches!(outcome, Err(Error::Unavailable(_)))) {
            return done;
        }
        tokio::select! {
            () = stop.cancelled() => return done,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}
