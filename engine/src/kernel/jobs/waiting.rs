//! How a request waits for a job.

use std::collections::BTreeMap;
use std::time::Duration;

use sea_orm::DbBackend;
use tokio::time::{Instant, timeout_at};

use crate::books::action::post;
use crate::books::document::stage::Stage;
use crate::books::document::{Document, Status};
use crate::books::queue::JobRecord;
use crate::kernel::engine::Engine;
use crate::kernel::store::{read, snapshot};
use crate::values::error::Error;
use crate::values::kind::DocumentKey;

/// How long a request waits to be told by the process that posts, before it looks by itself.
const TOLD: Duration = Duration::from_millis(100);
/// How soon a waiting request looks into the database again, in case another process ran the job; then less and less often, so that
/// many long waits do not load the database.
const LOOK: Duration = Duration::from_millis(25);
const LOOK_AT_MOST: Duration = Duration::from_millis(400);

impl Engine {
    /// Waits for the end of the job that posts this document, no longer than `patience`, and answers the document as it stands then.
    /// `None`: the job was not over by then and goes on.
    pub async fn wait_for_posting(
        &self,
        job_id: &str,
        signed: &Document,
        patience: Duration,
    ) -> Result<Option<Document>, Error> {
        let began = Instant::now();
        if let Some(ended) = self.signals.posting(job_id)
            && let Ok(Ok(Some(posted))) = tokio::time::timeout(patience, ended).await
        {
            return Ok(Some(posted));
        }
        let others_tell = self.store.backend() == DbBackend::Postgres && !self.signals.posts_here();
        if others_tell
            && self.is_told_of(job_id, TOLD.min(patience)).await
            && let Some(posted) = self.as_posted(signed).await?
        {
            return Ok(Some(posted));
        }
        self.wait_for_earlier_posting(job_id, &signed.key, patience.saturating_sub(began.elapsed())).await
    }

    /// The same for a document as whatever process may have signed it.
    pub async fn wait_for_earlier_posting(
        &self,
        job_id: &str,
        key: &DocumentKey,
        patience: Duration,
    ) -> Result<Option<Document>, Error> {
        match self.wait_for_job(job_id, patience).await? {
            Some(_) => self.document(key).await,
            None => Ok(None),
        }
    }

    /// Whether another process has told within this time that it ended the job: most times it does, and nobody need look for it.
    async fn is_told_of(&self, job_id: &str, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.signals.ending(job_id).told()).await.is_ok()
    }

    /// The document that was signed, as its posting has left it: `None` when it is not posted, or more has happened to it since.
    async fn as_posted(&self, signed: &Document) -> Result<Option<Document>, Error> {
        let Stage::Approved(approval) = &signed.stage else { return Ok(None) };
        let found = read::documents::posted(&self.store.reader, &signed.key).await?;
        Ok(found.and_then(|(version, at)| {
            let posted = post::posted(signed, approval, at);
            (posted.version == version).then_some(posted)
        }))
    }

    /// Waits for the ends of posting jobs, for all of them together no longer than `patience`; the statuses of their documents then.
    /// What was not posted by then goes on. The database being away ends the wait: nothing is known then.
    pub async fn wait_for_postings(
        &self,
        jobs: &[(String, DocumentKey)],
        patience: Duration,
    ) -> Result<BTreeMap<DocumentKey, Status>, Error> {
        let deadline = Instant::now().checked_add(patience);
        let here: Vec<_> = jobs.iter().filter_map(|(job_id, _)| self.signals.posting(job_id)).collect();
        for ended in here {
            // One that was not posted here is looked for below.
            let _ = timeout_at(deadline.unwrap_or_else(Instant::now), ended).await;
        }
        let keys = jobs.iter().map(|(_, key)| key.clone()).collect();
        let mut pause = LOOK;
        loop {
            let found = match read::documents::statuses(&self.store.reader, &keys).await.map_err(Error::from) {
                Ok(found) => found,
                Err(Error::Unavailable(why)) => {
                    tracing::warn!(why, "cannot look how postings go");
                    return Ok(BTreeMap::new());
                }
                Err(error) => return Err(error),
            };
            let waits = found.values().any(|status| *status == Status::Approved);
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())).unwrap_or_default();
            if !waits || left.is_zero() {
                return Ok(found);
            }
            tokio::time::sleep(pause.min(left)).await;
            pause = pause.saturating_mul(2).min(LOOK_AT_MOST);
        }
    }

    /// Waits for a job's end, no longer than `patience`. `None`: the job was not over by then and goes on, or the database is away.
    pub async fn wait_for_job(&self, job_id: &str, patience: Duration) -> Result<Option<JobRecord>, Error> {
        let deadline = Instant::now().checked_add(patience);
        let mut pause = LOOK;
        loop {
            let ending = self.signals.ending(job_id);
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
            let _ = timeout_at(look, ending.told()).await;
        }
    }
}
