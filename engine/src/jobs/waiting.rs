//! How a request waits for a job.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::document::Document;
use crate::engine::Engine;
use crate::error::Error;
use crate::kind::DocumentKey;
use crate::queue::JobRecord;
use crate::store::snapshot;

/// How soon a waiting request looks into the database again, in case another process ran the job; then less and less often, so that
/// many long waits do not load the database.
const LOOK: Duration = Duration::from_millis(25);
const LOOK_AT_MOST: Duration = Duration::from_millis(400);

impl Engine {
    /// Waits for a posting job's end, no longer than `patience`, and answers the document as it stands then. `None`: the job was
    /// not over by then and goes on.
    pub async fn wait_for_posting(
        &self,
        job_id: &str,
        key: &DocumentKey,
        patience: Duration,
    ) -> Result<Option<Document>, Error> {
        let began = Instant::now();
        if let Some(ended) = self.signals.posting(job_id)
            && let Ok(Ok(Some(posted))) = tokio::time::timeout(patience, ended).await
        {
            return Ok(Some(posted));
        }
        match self.wait_for_job(job_id, patience.saturating_sub(began.elapsed())).await? {
            Some(_) => self.document(key).await,
            None => Ok(None),
        }
    }

    /// Waits for a job's end, no longer than `patience`. `None`: the job was not over by then and goes on, or the database is away.
    pub async fn wait_for_job(&self, job_id: &str, patience: Duration) -> Result<Option<JobRecord>, Error> {
        let mut endings = self.signals.endings();
        let deadline = Instant::now().checked_add(patience);
        let mut pause = LOOK;
        loop {
            match snapshot::one_job(&self.store.reader, job_id).await.map_err(Error::from) {
                Ok(Some(record)) if record.state.is_ended() => return Ok(Some(record)),
                Ok(_) => {}
                Err(Error::Unavailable(why)) => {
                    tracing::warn!(job_id, why, "cannot look how the job goes");
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
            let Some(deadline) = deadline.filter(|deadline| *deadline > Instant::now()) else { return Ok(None) };
            let look = Instant::now().checked_add(pause).map_or(deadline, |look| look.min(deadline));
            pause = pause.saturating_mul(2).min(LOOK_AT_MOST);
            // Whatever ended the pause, the database has the true state.
            while let Ok(Ok(ended)) = timeout_at(look, endings.recv()).await {
                if ended == job_id {
                    break;
                }
            }
        }
    }
}
