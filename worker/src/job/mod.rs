//! The jobs, one file each. A handler never fails towards apalis: what went wrong is noted on the
//! job itself, and the sweep delivers it again, so that back-off and quarantine are ours to state.

pub mod close_period;
pub mod post_document;

use serde::{Deserialize, Serialize};

/// What stands in apalis' table, as apalis reads it: what to do is read by its own version (`engine::stored`).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub job_id: String,
    pub task: serde_json::Value,
}
