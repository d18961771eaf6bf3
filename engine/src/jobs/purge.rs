//! `purge`: deletes old records. See docs/rules/operation.md#kept-for-seven-days.

use std::sync::Arc;
use std::time::Duration;

use super::tick::Tick;
use crate::clock::Timestamp;
use crate::engine::Engine;
use crate::error::Error;
use crate::store::{idempotency, jobs, replay, session, sign_in_link};

const DAY: Duration = Duration::from_hours(24);
/// Ended jobs are kept this long.
const KEEP_JOBS: Duration = DAY.saturating_mul(7);
/// Answers are kept this long.
const KEEP_ANSWERS: Duration = DAY.saturating_mul(7);
/// Sessions and sign-in links are kept this long after their end.
const KEEP_SESSIONS: Duration = DAY;

/// So many jobs or answers go in one transaction: whoever writes meanwhile waits for no more than these, however much is due after
/// days without a process.
const AT_ONCE: u64 = 1_000;

/// The purge.
pub(super) struct Purge;

impl Tick for Purge {
    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        engine.purge().await
    }
}

impl Engine {
    /// Deletes ended jobs with the replays that they ran, dead workers, old answers, and sessions and sign-in links that ended.
    pub async fn purge(&self) -> Result<(), Error> {
        // By the machine's clock, since the books' clock may be ahead: a week is a full week.
        let now = self.clock.wall();
        while self.purge_jobs(now).await? == AT_ONCE {}
        while self.purge_answers(now).await? == AT_ONCE {}
        let tx = self.store.begin_write().await?;
        jobs::purge_deliveries(&tx).await?;
        replay::purge(&tx, now.minus(KEEP_JOBS)).await?;
        session::purge(&tx, now.minus(KEEP_SESSIONS)).await?;
        sign_in_link::purge(&tx, now.minus(KEEP_SESSIONS)).await?;
        self.store.commit(tx).await?;
        Ok(())
    }

    async fn purge_jobs(&self, now: Timestamp) -> Result<u64, Error> {
        let tx = self.store.begin_write().await?;
        let gone = jobs::purge(&tx, now.minus(KEEP_JOBS), AT_ONCE).await?;
        self.store.commit(tx).await?;
        Ok(gone)
    }

    async fn purge_answers(&self, now: Timestamp) -> Result<u64, Error> {
        let tx = self.store.begin_write().await?;
        let gone = idempotency::purge(&tx, now.minus(KEEP_ANSWERS), AT_ONCE).await?;
        self.store.commit(tx).await?;
        Ok(gone)
    }
}
