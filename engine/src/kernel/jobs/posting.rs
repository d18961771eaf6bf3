//! Postings: many documents in one transaction, and one by one where that fails. See docs/rules/postings.md#posted-by-the-job.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::approval::access::Actor;
use crate::books::action::post::{Post, PostOutcome, PostingJob};
use crate::books::request::Asked;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::kind::DocumentKey;

/// The outcome of each document that was to be posted.
pub type Posted = BTreeMap<DocumentKey, Result<PostOutcome, Error>>;

impl Engine {
    /// Posts many documents in one transaction; returns the outcome of each. When the set fails its members run one by one, so that
    /// one bad document stops no other. When the database is away no job is at fault: nothing is noted, and the caller may try
    /// again.
    pub async fn run_postings(self: &Arc<Self>, set: Vec<PostingJob>) -> Posted {
        let done = self.post_or_one_by_one(&set).await;
        crash::crash_point(|| Point::PostingCommitted);
        for PostingJob { job_id, key, .. } in &set {
            let (Some(job_id), Some(outcome)) = (job_id, done.get(key)) else { continue };
            match outcome {
                Ok(outcome) => {
                    self.signals.job_ended(job_id);
                    self.signals.posted(job_id, outcome.document());
                }
                Err(Error::Unavailable(_)) => {}
                Err(error) => {
                    self.note_failure(job_id, &error.to_string()).await;
                    self.signals.posted(job_id, None);
                }
            }
        }
        done
    }

    async fn post_or_one_by_one(self: &Arc<Self>, set: &[PostingJob]) -> Posted {
        let mut away = None;
        if set.len() > 1 {
            match self.perform(Asked::by(Actor::system()), Post { jobs: set.to_vec() }).await {
                Ok(done) => return done.into_iter().map(|(key, outcome)| (key, Ok(outcome))).collect(),
                Err(Error::Unavailable(why)) => away = Some(why),
                Err(error) => {
                    tracing::warn!(%error, documents = set.len(), "a set of postings failed; posting one by one");
                }
            }
        }
        let mut done = Posted::new();
        for job in set {
            let outcome = match &away {
                Some(why) => Err(Error::Unavailable(why.clone())),
                None => self.post_one(job).await,
            };
            if let Err(Error::Unavailable(why)) = &outcome {
                away = Some(why.clone());
            }
            done.insert(job.key.clone(), outcome);
        }
        done
    }

    async fn post_one(self: &Arc<Self>, job: &PostingJob) -> Result<PostOutcome, Error> {
        let mut done = self.perform(Asked::by(Actor::system()), Post { jobs: vec![job.clone()] }).await?;
        Ok(done.remove(&job.key).unwrap_or(PostOutcome::NothingToDo))
    }
}
