//! `purge`: deletes old records. See docs/rules/operation.md#kept-for-seven-days.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseTransaction;

use crate::features::replay;
use crate::features::sign_in;
use crate::kernel::engine::Engine;
use crate::kernel::jobs::tick::Tick;
use crate::kernel::store::{idempotency, jobs};
use crate::values::error::Error;

const DAY: Duration = Duration::from_hours(24);
/// Ended jobs are kept this long.
const KEEP_JOBS: Duration = DAY.saturating_mul(7);
/// Answers are kept this long.
const KEEP_ANSWERS: Duration = DAY.saturating_mul(7);
/// Sessions and sign-in links are kept this long after their end.
const KEEP_SESSIONS: Duration = DAY;

/// So many jobs, deliveries or answers go in one transaction: whoever writes meanwhile waits for no more than these, however much is due
/// after days without a process.
const AT_ONCE: u64 = 1_000;

/// The purge.
pub(super) struct Purge;

impl Tick for Purge {
    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        engine.purge().await
    }
}

impl Engine {
    /// Deletes ended jobs with the replays that they ran, dead workers, old answers, and sessions, sign-in links and sign-ins that ended.
    pub async fn purge(&self) -> Result<(), Error> {
        // By the machine's clock, since the books' clock may be ahead: a week is a full week.
        let now = self.clock.wall();
        let (jobs, answers) = (now.minus(KEEP_JOBS), now.minus(KEEP_ANSWERS));
        while self.aside(async |tx| jobs::purge(tx, jobs, AT_ONCE).await).await? == AT_ONCE {}
        while self.aside(async |tx| jobs::purge_deliveries(tx, AT_ONCE).await).await? == AT_ONCE {}
        while self.aside(async |tx| idempotency::purge(tx, answers, AT_ONCE).await).await? == AT_ONCE {}
        let sessions = now.minus(KEEP_SESSIONS);
        let rest = async |tx: &DatabaseTransaction| {
            jobs::purge_workers(tx).await?;
            replay::purge(tx, jobs).await?;
            sign_in::purge_sessions(tx, sessions).await?;
            sign_in::purge_links(tx, sessions).await?;
            sign_in::purge_states(tx, now).await
        };
        self.aside(rest).await?;
        Ok(())
    }
}
