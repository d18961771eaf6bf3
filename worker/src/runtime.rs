//! Runs the apalis workers on either database. A job of this process wakes them at once; a slow poll finds the jobs of other
//! processes. A worker that ends is restarted with back-off.

use std::convert::Infallible;
use std::task::Poll;
use std::time::Duration;

use apalis::prelude::*;
use apalis_core::task::attempt::Attempt;
use engine::books::queue::{HEARTBEAT, MISSED_HEARTBEATS, Queue};
use engine::features::jobs::runner::Runner;
use futures_util::Stream;
use sea_orm::DbBackend;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::delivery::Delivery;

/// How often a worker looks for jobs that other processes committed.
const LOOK: Duration = Duration::from_millis(200);
const MISSED: usize = MISSED_HEARTBEATS as usize;
/// The most postings that a worker on PostgreSQL takes from apalis' table by one statement: each is a commit. What it has taken and not
/// begun when it stops, apalis puts back. Any other job is long, and taken when it can begin.
const TAKEN: usize = 32;

/// Keeps the worker of one queue running until `stop`.
pub async fn supervise(runner: Runner, queue: Queue, concurrency: usize, stop: CancellationToken) {
    let mut back_off = Duration::from_millis(100);
    while !stop.is_cancelled() {
        let began = tokio::time::Instant::now();
        let ended = run(&runner, queue, concurrency, stop.clone()).await;
        if stop.is_cancelled() {
            return;
        }
        if began.elapsed() > Duration::from_secs(30) {
            back_off = Duration::from_millis(100);
        }
        tracing::warn!(queue = queue.name(), error = ?ended.err(), "the worker ended; starting it again");
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(back_off) => {}
        }
        back_off = back_off.saturating_mul(2).min(Duration::from_secs(3));
    }
}

/// Runs a worker until it ends. Each run has a new name: under the name of a killed worker its jobs would stay locked
/// forever.
///
/// apalis marks neither the start nor the end of a job: fetching a job takes ownership of it, and the job's own transaction
/// deletes it from apalis' table (`engine::kernel::store::jobs::end`). That is one transaction for each delivery instead of three.
async fn run(runner: &Runner, queue: Queue, concurrency: usize, stop: CancellationToken) -> Result<(), WorkerError> {
    let name = format!("{}-{}", queue.name(), ulid::Ulid::generate());
    let wake = wake_ups(runner.clone(), queue, stop.clone());
    let until = async move {
        stop.cancelled().await;
        Ok::<(), WorkerError>(())
    };
    let writer = &runner.engine.store.writer;
    if runner.engine.store.backend() == DbBackend::Postgres {
        let config = apalis_postgres::Config::default()
            .queue(queue.name())
            .batch_size(if queue == Queue::PostDocument { concurrency.min(TAKEN) } else { 1 })
            .heartbeat_interval(HEARTBEAT)
            .missed_heartbeats(MISSED)
            .lock_tasks(false)
            .persist_results(false);
        let storage = apalis_postgres::PostgresStorage::<Delivery>::new(writer.get_postgres_connection_pool())
            .with_config(config);
        WorkerBuilder::new(name)
            .backend(storage.poll_with_stream(wake))
            .data(runner.clone())
            .concurrency(concurrency)
            .build(deliver)
            .run_until(until)
            .await
    } else {
        let config = apalis_sqlite::Config::default()
            .queue(queue.name())
            .batch_size(1)
            .heartbeat_interval(HEARTBEAT)
            .missed_heartbeats(MISSED)
            .lock_tasks(false)
            .persist_results(false);
        let storage =
            apalis_sqlite::SqliteStorage::<Delivery>::new(writer.get_sqlite_connection_pool()).with_config(config);
        WorkerBuilder::new(name)
            .backend(storage.poll_with_stream(wake))
            .data(runner.clone())
            .concurrency(concurrency)
            .build(deliver)
            .run_until(until)
            .await
    }
}

/// Never returns an error to apalis: a failure is recorded on the job.
async fn deliver(delivery: Delivery, attempt: Attempt, runner: Data<Runner>) -> Result<(), Infallible> {
    delivery.run(&runner, attempt.current()).await;
    Ok(())
}

/// Ticks when this process has committed a job, and every [`LOOK`].
fn wake_ups(runner: Runner, queue: Queue, stop: CancellationToken) -> impl Stream<Item = ()> + Unpin + Send + Sync {
    let (sender, mut receiver) = mpsc::channel::<()>(1);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = runner.engine.signals.work(queue) => {}
                () = tokio::time::sleep(LOOK) => {}
            }
            // While one set is posted, the next gathers in the table: so a look takes several.
            if queue == Queue::PostDocument {
                let _ = tokio::time::timeout(LOOK, runner.batcher.idle()).await;
            }
            if matches!(sender.try_send(()), Err(mpsc::error::TrySendError::Closed(()))) {
                return;
            }
        }
    });
    // Polls the receiver until it is empty, so that the task is always registered for the next tick. A stream that stops at
    // the first tick is not woken by the second, and the worker sleeps until its heartbeat.
    futures_util::stream::poll_fn(move |cx| {
        let mut ticked = false;
        while let Poll::Ready(Some(())) = receiver.poll_recv(cx) {
            ticked = true;
        }
        if ticked { Poll::Ready(Some(())) } else { Poll::Pending }
    })
}
