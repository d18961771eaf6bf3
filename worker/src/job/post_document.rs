//! `post_document`: writes an approved document into the general ledger. See docs/rules/postings.md#posted-by-the-job.

use engine::action::document::post::PostingJob;
use engine::kind::DocumentKey;
use engine::queue::MAX_STARTS;

use crate::Context;

/// Posts by way of the batcher. `deliveries` counts how often apalis delivered the job before.
pub async fn run(context: &Context, job_id: String, key: DocumentKey, deliveries: usize) {
    if i64::try_from(deliveries).unwrap_or(i64::MAX) > MAX_STARTS {
        context.engine.set_aside(&job_id, "delivered too often without an end").await;
        return;
    }
    // What went wrong is noted by the engine, job by job.
    if let Err(error) = context.batcher.post(PostingJob { job_id: Some(job_id.clone()), key }).await {
        tracing::warn!(job_id, error, "posting failed");
    }
}
