//! `post_document`: writes an approved document into the general ledger (C15).

use engine::document::action::post::PostingJob;
use engine::queue::{MAX_STARTS, Task};

use super::Delivery;
use crate::Context;

/// Posts by way of the lane. `deliveries` counts how often apalis delivered the job before.
pub async fn run(context: &Context, delivery: Delivery, deliveries: usize) {
    let Task::PostDocument { key } = delivery.task else {
        tracing::error!(job_id = delivery.job_id, "not a posting job");
        return;
    };
    if i64::try_from(deliveries).unwrap_or(i64::MAX) > MAX_STARTS {
        context.engine.set_aside(&delivery.job_id, "delivered too often without an end").await;
        return;
    }
    // What went wrong is noted by the engine, job by job.
    if let Err(error) = context.lane.post(PostingJob { job_id: Some(delivery.job_id.clone()), key }).await {
        tracing::warn!(job_id = delivery.job_id, error, "posting failed");
    }
}
