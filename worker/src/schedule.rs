//! What runs by the clock: the sweep after crashes, and forgetting what is old.

use std::sync::Arc;
use std::time::Duration;

use engine::books::Reach;
use engine::engine::Engine;
use tokio_util::sync::CancellationToken;

/// How often to look for what crashes left behind.
const SWEEP: Duration = Duration::from_secs(5);
/// How often to forget what is old.
const PURGE: Duration = Duration::from_mins(10);

/// How often to seal the audit trail: at most five seconds behind.
const SEAL: Duration = Duration::from_secs(1);
/// Every so many times, look everywhere for rows without a seal.
const SEAL_ALL: u32 = 300;

/// Seals the audit trail once a second.
pub async fn seal(engine: Arc<Engine>, stop: CancellationToken) {
    let mut turn = 0_u32;
    loop {
        let reach = if turn == 0 { Reach::All } else { Reach::Recent };
        match engine.seal(reach).await {
            Ok(_) => turn = if turn >= SEAL_ALL { 0 } else { turn.saturating_add(1) },
            Err(error) => tracing::warn!(%error, "sealing the audit trail failed"),
        }
        if pause(SEAL, &stop).await {
            return;
        }
    }
}

/// Sweeps at once and then every few seconds.
pub async fn sweep(engine: Arc<Engine>, stop: CancellationToken) {
    loop {
        match engine.sweep().await {
            Ok(swept) if swept.redelivered > 0 || swept.enqueued > 0 => {
                tracing::info!(redelivered = swept.redelivered, enqueued = swept.enqueued, "swept up after a crash");
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the sweep failed"),
        }
        if pause(SWEEP, &stop).await {
            return;
        }
    }
}

/// Forgets ended jobs, dead workers and old answers.
pub async fn purge(engine: Arc<Engine>, stop: CancellationToken) {
    while !pause(PURGE, &stop).await {
        if let Err(error) = engine.purge().await {
            tracing::warn!(%error, "purging failed");
        }
    }
}

/// Waits; true when it is time to stop.
async fn pause(length: Duration, stop: &CancellationToken) -> bool {
    tokio::select! {
        () = stop.cancelled() => true,
        () = tokio::time::sleep(length) => false,
    }
}
