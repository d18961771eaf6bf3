//! The jobs, one file each. A handler never fails towards apalis: what went wrong is noted on the
//! job itself, and the sweep delivers it again, so that back-off and quarantine are ours to state.

pub mod close_period;
pub mod post_document;

use engine::queue::Task;
use serde::{Deserialize, Serialize};

/// What stands in apalis' table: the job's id and what to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub job_id: String,
    pub task: Task,
}
