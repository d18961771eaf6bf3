//! Queues of jobs, on the wire.

use engine::features::jobs::list::QueueState;
use poem_openapi::Object;

use crate::schema::WireTimestamp;

/// All queues.
#[derive(Object, Debug)]
pub struct Queues {
    pub data: Vec<JobQueue>,
}

/// Jobs of one type, and who works on them.
#[derive(Object, Debug)]
pub struct JobQueue {
    pub job_type: String,
    /// Workers that gave a sign of life lately, in whatever process.
    pub workers: i64,
    pub queued: i64,
    pub running: i64,
    /// Set aside after five starts without an end.
    pub quarantined: i64,
    /// Since when the oldest of the queued and running ones waits for its end.
    pub waiting_since: Option<WireTimestamp>,
}

impl From<QueueState> for JobQueue {
    fn from(state: QueueState) -> Self {
        Self {
            job_type: state.queue.name().into(),
            workers: state.workers,
            queued: state.queued,
            running: state.running,
            quarantined: state.quarantined,
            waiting_since: state.waiting_since.map(Into::into),
        }
    }
}
