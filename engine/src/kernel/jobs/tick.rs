//! Running the schedules: one process of all runs a tick. `queue::schedule` decides, `store::schedule` writes it down.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::books::queue::schedule::{Schedule, Step};
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::schedule;
use crate::kernel::store::schedule::{Claim, Seen};
use crate::values::error::Error;

/// However far away the next tick is, its row is looked at again after this time.
const LOOK: Duration = Duration::from_secs(5);

/// The work of a scheduled job.
pub(crate) trait Tick {
    /// Whether there is anything to do. Asked before a tick is claimed, so that idle books are not written to; a tick without need
    /// stays due.
    fn is_needed(_: &Arc<Engine>) -> impl Future<Output = Result<bool, Error>> + Send {
        std::future::ready(Ok(true))
    }

    /// One tick. It may be run again after a crash, and beside another that took longer than its lease.
    fn run(engine: &Arc<Engine>) -> impl Future<Output = Result<(), Error>> + Send;
}

impl Engine {
    /// Looks at a schedule, and runs its tick when that is due and no other process has it. Returns how long to wait until the next
    /// look.
    pub(crate) async fn look_at_schedule<T: Tick>(self: &Arc<Self>, schedule: &Schedule) -> Result<Duration, Error> {
        let Some(seen) = schedule::read(&self.store.reader, schedule).await? else {
            self.begin_schedule(schedule).await?;
            return Ok(schedule.every.min(LOOK));
        };
        match schedule.step(&seen.standing, seen.now) {
            Step::Wait(left) => Ok(left.min(LOOK)),
            Step::LeaveOut { next } => {
                let tx = self.store.begin_write().await?;
                if schedule::leave_out(&tx, schedule, &seen.standing, next).await? {
                    self.store.commit(tx).await?;
                    tracing::info!(schedule = schedule.name, due = %seen.standing.due_at, "a missed tick is left out");
                } else {
                    tx.rollback().await.map_err(StoreError::from)?;
                }
                Ok(Duration::ZERO)
            }
            Step::Run { until } => {
                let needed = T::is_needed(self).await?;
                if needed {
                    self.run_claimed::<T>(schedule, seen, Claim { by: &self.store.process, until }).await?;
                }
                Ok(if needed { Duration::ZERO } else { schedule.every.min(LOOK) })
            }
        }
    }

    /// The first process of these books that runs by this schedule makes its row.
    async fn begin_schedule(&self, schedule: &Schedule) -> Result<(), Error> {
        let tx = self.store.begin_write().await?;
        schedule::begin(&tx, schedule).await?;
        Ok(self.store.commit(tx).await?)
    }

    /// Runs the tick, unless another process claimed it first.
    async fn run_claimed<T: Tick>(
        self: &Arc<Self>,
        schedule: &Schedule,
        Seen { standing, now }: Seen,
        claim: Claim<'_>,
    ) -> Result<(), Error> {
        let began = Instant::now();
        let tx = self.store.begin_write().await?;
        if !schedule::claim(&tx, schedule, &standing, &claim).await? {
            return Ok(tx.rollback().await.map_err(StoreError::from)?);
        }
        self.store.commit(tx).await?;
        crash::crash_point(|| Point::TickClaimed);
        tracing::debug!(schedule = schedule.name, due = %standing.due_at, "a tick is run");
        let outcome = T::run(self).await;
        let now = now.plus(began.elapsed());
        let tx = self.store.begin_write().await?;
        match &outcome {
            Ok(()) => {
                schedule::done(&tx, schedule, &claim, now, schedule.next(standing.due_at, now)).await?;
            }
            Err(error) => {
                let failures = standing.failures.saturating_add(1);
                let pause = schedule.back_off.after(failures);
                tracing::warn!(schedule = schedule.name, %error, again_in = ?pause, "a tick failed");
                schedule::failed(&tx, schedule, &claim, failures, now.plus(pause)).await?;
            }
        }
        Ok(self.store.commit(tx).await?)
    }
}
