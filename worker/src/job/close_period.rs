//! `close_period`: closes a period for a scope. See docs/rules/periods.md#close.

use crate::Context;

/// Closes, in the name of who asked.
pub async fn run(context: &Context, job_id: &str) {
    let engine = &context.engine;
    let record = match engine.begin_job(job_id).await {
        Ok(Some(record)) => record,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(job_id, %error, "the close could not begin");
            return;
        }
    };
    if let Err(error) = engine.run_close(&record).await {
        engine.note_failure(job_id, &error.to_string()).await;
    }
}
