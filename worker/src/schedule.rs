//! Scheduled jobs. Every process looks at the schedules, and one of them runs a tick (`engine::features::jobs::runner`).

use std::sync::Arc;
use std::time::Duration;

use engine::books::queue::Scheduled;
use engine::kernel::engine::Engine;
use tokio_util::sync::CancellationToken;

/// The longest pause before the next attempt when the database did not answer.
const AGAIN: Duration = Duration::from_secs(5);

/// How far apart the first looks of the schedules are, and so the later ones: one connection is enough for all of them. On SQLite
/// each connection has the schema to itself, a third of a megabyte.
const APART: Duration = Duration::from_millis(20);

/// Looks at the schedule of a job whenever a tick may be due, until `stop`. A tick in hand is finished. `place`: among the schedules.
pub async fn keep(engine: Arc<Engine>, job: Scheduled, place: u32, stop: CancellationToken) {
    tokio::time::sleep(APART.saturating_mul(place)).await;
    while !stop.is_cancelled() {
        let pause = engine.tick(job).await.unwrap_or_else(|error| {
            tracing::warn!(schedule = job.schedule().name, %error, "a schedule could not be looked at");
            AGAIN.min(job.schedule().every)
        });
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
