//! A job as apalis' table stores it.

use engine::books::queue::Task;
use engine::books::stored;
use engine::features::jobs::runner::Runner;
use serde::{Deserialize, Serialize};

/// The row in apalis' table, as apalis reads it. The task has a version of its own, and `engine::books::stored` reads it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub job_id: String,
    pub task: serde_json::Value,
}

impl Delivery {
    /// Runs the job. `deliveries` counts how often apalis delivered it before.
    pub async fn run(self, runner: &Runner, deliveries: usize) {
        match stored::read_value::<Task>(&self.task) {
            Ok(task) => runner.run(self.job_id, task, deliveries).await,
            Err(error) => {
                let why = format!("table jobs of apalis, column job, id {:?}: {error}", self.job_id);
                runner.engine.note_failure(&self.job_id, &why).await;
            }
        }
    }
}
