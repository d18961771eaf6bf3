//! `post_document`: writes approved documents into the general ledger, many in one transaction.
//! See docs/rules/postings.md#posted-by-the-job.

use super::posting_batcher::PostingBatcher;
use crate::books::action::post::PostingJob;
use crate::books::queue::Queue;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::values::kind::DocumentKey;

/// Posts the document of a job that apalis delivered, through the posting batcher. `deliveries` counts how often apalis delivered
/// it before: such a job counts its starts only when it fails.
pub(crate) async fn run(
    engine: &Engine,
    batcher: &PostingBatcher,
    job_id: String,
    key: DocumentKey,
    deliveries: usize,
) {
    if i64::try_from(deliveries).unwrap_or(i64::MAX) > Queue::PostDocument.policy().retry.starts {
        engine.set_aside(&job_id, Queue::PostDocument, "delivered too often without an end").await;
        return;
    }
    // Each failure is noted on its job.
    if let Err(error) = batcher.post(PostingJob::of(Some(job_id.clone()), key)).await {
        tracing::warn!(job_id, error, "posting failed");
    }
    crash::crash_point(|| Point::JobUnacknowledged);
}
