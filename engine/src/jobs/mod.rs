//! The work of the jobs, one file each. `queue` says what a job carries and its policy; this module runs the jobs.
//!
//! apalis delivers a job at least once. A repeated delivery has no further effect: the document's status, the posting's unique key
//! and the job's own state prevent it. A job never reports a failure to apalis. The failure is noted on the job itself, so that
//! back-off and quarantine follow our own policy.

mod attempt;
mod carry_out;
mod close_period;
mod escalate;
mod post_document;
mod posting;
pub mod posting_batcher;
mod purge;
mod replay;
mod rule_sets;
mod seal;
mod sweep;
mod tick;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use posting_batcher::PostingBatcher;

use crate::engine::Engine;
use crate::error::Error;
use crate::queue::{Scheduled, Task};

pub use posting::Posted;
pub use sweep::Swept;

/// Runs the jobs of one process.
#[derive(Clone, Debug)]
pub struct Runner {
    pub engine: Arc<Engine>,
    pub batcher: PostingBatcher,
}

impl Runner {
    /// Runs a job to its end. `deliveries` counts how often apalis delivered it before.
    pub async fn run(&self, job_id: String, task: Task, deliveries: usize) {
        let Self { engine, batcher } = self;
        match task {
            Task::PostDocument { key } => post_document::run(engine, batcher, job_id, key, deliveries).await,
            Task::CarryOut { .. } => {
                if let Some(record) = engine.begin_or_skip(&job_id).await {
                    engine.ended(&record, carry_out::run(engine, &record).await).await;
                }
            }
            Task::ClosePeriod { .. } => {
                if let Some(record) = engine.begin_or_skip(&job_id).await {
                    engine.ended(&record, close_period::run(engine, &record).await).await;
                }
            }
            Task::Replay { .. } => {
                if let Some(record) = engine.begin_or_skip(&job_id).await {
                    engine.ended(&record, replay::run(engine, &record).await).await;
                }
            }
        }
    }
}

impl Engine {
    /// Looks whether a tick of this job is due, and runs it. Returns how long to wait until the next look.
    pub async fn tick(self: &Arc<Self>, job: Scheduled) -> Result<Duration, Error> {
        let schedule = job.schedule();
        match job {
            Scheduled::Sweep => self.look_at_schedule::<sweep::Sweep>(&schedule).await,
            Scheduled::Seal => self.look_at_schedule::<seal::Seal>(&schedule).await,
            Scheduled::SealAll => self.look_at_schedule::<seal::SealAll>(&schedule).await,
            Scheduled::Escalate => self.look_at_schedule::<escalate::EscalateLate>(&schedule).await,
            Scheduled::RuleSets => self.look_at_schedule::<rule_sets::WriteDue>(&schedule).await,
            Scheduled::Purge => self.look_at_schedule::<purge::Purge>(&schedule).await,
        }
    }
}
