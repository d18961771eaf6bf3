//! What whoever operates the service watches: jobs, workers, whose books these are. Nobody's permission is asked.

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::engine::Engine;
use crate::error::Error;
use crate::store::read::{beginning, jobs, workers};

pub use crate::store::read::beginning::Beginning;

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

    /// Who first wrote what into these books; none into new ones.
    pub async fn beginning(&self) -> Result<Option<Beginning>, Error> {
        Ok(beginning::beginning(&self.store.reader).await?)
    }
}
