//! Reads for the operator of the service: jobs, workers, whose books these are. No permission is checked.

use std::collections::BTreeMap;

use crate::features::jobs::{beginning, workers};
use crate::kernel::engine::Engine;
use crate::kernel::store::read::jobs;
use crate::values::clock::Timestamp;
use crate::values::error::Error;

pub use crate::features::jobs::beginning::Beginning;

impl Engine {
    /// How many jobs stand in each state.
    pub async fn jobs_by_state(&self) -> Result<BTreeMap<String, i64>, Error> {
        Ok(jobs::by_state(&self.store.reader).await?)
    }

    /// When the oldest job that is not ended yet was made.
    pub async fn oldest_waiting_job(&self) -> Result<Option<Timestamp>, Error> {
        Ok(jobs::oldest_waiting(&self.store.reader).await?)
    }

    /// How many living workers each queue has, in whatever process.
    pub async fn workers_alive(&self) -> Result<BTreeMap<&'static str, i64>, Error> {
        Ok(workers::alive(&self.store.reader).await?)
    }

    /// The first entry in these books and its author; `None` in new books.
    pub async fn beginning(&self) -> Result<Option<Beginning>, Error> {
        Ok(beginning::beginning(&self.store.reader).await?)
    }
}
