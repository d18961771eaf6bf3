//! The work of the jobs, one file each. `queue` says what a job carries and its policy; this module runs the jobs.
//!
//! apalis delivers a job at least once. A repeated delivery has no further effect: the document's status, the posting's unique key
//! and the job's own state prevent it. A job never reports a failure to apalis. The failure is noted on the job itself, so that
//! back-off and quarantine follow our own policy.

use std::sync::Arc;
use std::time::Duration;

use crate::books::queue::{Scheduled, Task};
use crate::features::accruals::ReverseDue;
use crate::features::deferrals::RecognizeDue;
use crate::features::jobs::purge::Purge;
use crate::features::recurring::MakeDue;
use crate::features::rule_sets::WriteDue;
use crate::features::{change_requests, periods, replay};
use crate::kernel::engine::Engine;
use crate::kernel::jobs::escalate::EscalateLate;
use crate::kernel::jobs::post_document;
use crate::kernel::jobs::posting_batcher::PostingBatcher;
use crate::kernel::jobs::seal::{Seal, SealAll};
use crate::kernel::jobs::sweep::Sweep;
use crate::values::error::Error;

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
                    engine.ended(&record, change_requests::run_job(engine, &record).await).await;
                }
            }
            Task::ClosePeriod { .. } => {
                if let Some(record) = engine.begin_or_skip(&job_id).await {
                    engine.ended(&record, periods::run_job(engine, &record).await).await;
                }
            }
            Task::Replay { .. } => {
                if let Some(record) = engine.begin_or_skip(&job_id).await {
                    engine.ended(&record, replay::run_job(engine, &record).await).await;
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
            Scheduled::Sweep => self.look_at_schedule::<Sweep>(&schedule).await,
            Scheduled::Seal => self.look_at_schedule::<Seal>(&schedule).await,
            Scheduled::SealAll => self.look_at_schedule::<SealAll>(&schedule).await,
            Scheduled::Escalate => self.look_at_schedule::<EscalateLate>(&schedule).await,
            Scheduled::RuleSets => self.look_at_schedule::<WriteDue>(&schedule).await,
            Scheduled::RecurringDocuments => self.look_at_schedule::<MakeDue>(&schedule).await,
            Scheduled::AccrualReversals => self.look_at_schedule::<ReverseDue>(&schedule).await,
            Scheduled::Deferrals => self.look_at_schedule::<RecognizeDue>(&schedule).await,
            Scheduled::Purge => self.look_at_schedule::<Purge>(&schedule).await,
        }
    }
}
