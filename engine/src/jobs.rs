//! Running jobs: what each does, how often it may begin, and how a request waits for one.
//!
//! apalis delivers a job at least once. What it does here is the same however often it comes: the
//! document's status, the posting's unique key and the job's own state are the fence.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::access::Actor;
use crate::action::document::guard;
use crate::action::document::post::{Post, PostOutcome, PostingJob};
use crate::action::period::close::Close;
use crate::clock::Timestamp;
use crate::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::crash::{self, Point};
use crate::document::Document;
use crate::engine::Engine;
use crate::error::{Error, Refusal, RefusalName};
use crate::kind::{DocumentKey, DocumentKind};
use crate::queue::{JobEnd, JobIds, JobRecord, JobState, MAX_STARTS, NewJob, Task};
use crate::request::Asked;
use crate::store::batch::Batch;
use crate::store::jobs::Due;
use crate::store::read::jobs::made_at;
use crate::store::{StoreError, idempotency, jobs, snapshot};

/// How soon a waiting request looks into the database again, in case another process ran the job; then ever more
/// seldom, so that many who wait for long do not become a load of their own.
const LOOK: Duration = Duration::from_millis(25);
const LOOK_AT_MOST: Duration = Duration::from_millis(400);
/// A queued or running job that nothing was heard of for this long is delivered again.
const ORPHANED_MS: i64 = 15_000;
/// How often a close posts what slipped in beside it before it closes all the same.
const CLOSE_ROUNDS: u32 = 20;
/// Ended jobs are kept this long.
const KEEP_JOBS_MS: i64 = 7 * 24 * 3_600_000;
/// Answers are kept this long. See docs/rules/operation.md#kept-for-seven-days.
const KEEP_ANSWERS_MS: i64 = 7 * 24 * 3_600_000;

/// What became of each document that was to be posted.
pub type Posted = BTreeMap<DocumentKey, Result<PostOutcome, Error>>;

impl Engine {
    /// Posts many documents in one transaction; what became of each. When the set fails its members run one by one, so that one
    /// bad document stops nobody. A database that is away is nobody's fault: nothing is noted, and the caller may try again.
    pub async fn run_postings(self: &Arc<Self>, set: Vec<PostingJob>) -> Posted {
        let done = self.post_or_one_by_one(&set).await;
        crash::crash_point(|| Point::PostingCommitted);
        for PostingJob { job_id, key } in &set {
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

    /// Counts a start of a job; `None` when it ended before or is set aside.
    pub async fn begin_job(&self, job_id: &str) -> Result<Option<JobRecord>, Error> {
        let tx = self.store.begin_write().await?;
        let start = jobs::start(&tx, job_id, self.clock.now()).await;
        match start {
            Ok(start) => {
                self.store.commit(tx).await?;
                Ok(match start {
                    jobs::Start::Begin(record) => Some(*record),
                    jobs::Start::Skip => None,
                })
            }
            Err(error) => {
                let _ = tx.rollback().await;
                Err(error.into())
            }
        }
    }

    /// Runs a close to its end: what waits for posting in the period is posted first. See docs/rules/periods.md#close.
    pub async fn run_close(self: &Arc<Self>, record: &JobRecord) -> Result<(), Error> {
        let Task::ClosePeriod { period_id, scope, force, requested_by } = &record.task else {
            return Err(Error::Internal(format!("job {} is not a close", record.job_id)));
        };
        let close = |over_approved| Close {
            job_id: Some(record.job_id.clone()),
            period_id: period_id.clone(),
            scope: *scope,
            force: *force,
            over_approved,
            posted_first: BTreeSet::new(),
            requested_by: requested_by.clone(),
        };
        crash::crash_point(|| Point::CloseBegun);
        let mut outcome = Ok(());
        for round in 1..=CLOSE_ROUNDS {
            self.post_what_waits_in(period_id).await?;
            crash::crash_point(|| Point::ClosePosted);
            outcome = self.perform(Asked::by(Actor::system()), close(round == CLOSE_ROUNDS)).await.map(|_| ());
            let again = matches!(&outcome, Err(Error::Refused(refusal)) if refusal.is(RefusalName::PostingsInHand));
            if !again {
                break;
            }
        }
        match outcome {
            Ok(()) => {}
            Err(Error::Refused(refusal)) => self.refuse_job(&record.job_id, refusal).await?,
            Err(error) => return Err(error),
        }
        crash::crash_point(|| Point::CloseCommitted);
        self.signals.job_ended(&record.job_id);
        Ok(())
    }

    async fn post_what_waits_in(self: &Arc<Self>, period_id: &str) -> Result<(), Error> {
        let unposted = snapshot::unposted(&self.store.reader, period_id).await?;
        let waiting = unposted.into_iter().filter(|found| found.status == crate::document::Status::Approved);
        let set: Vec<_> = waiting.map(|found| PostingJob { job_id: None, key: found.key }).collect();
        for chunk in set.chunks(64) {
            self.run_postings(chunk.to_vec()).await;
        }
        Ok(())
    }

    async fn refuse_job(&self, job_id: &str, refusal: Refusal) -> Result<(), Error> {
        let tx = self.store.begin_write().await?;
        let mut batch = Batch::default();
        jobs::end(&mut batch, self.store.backend(), &[(job_id, &JobEnd::Refused(refusal))], self.clock.now())?;
        batch.send(&tx).await?;
        self.store.commit(tx).await?;
        Ok(())
    }

    /// Notes a failed attempt. The sweep delivers the job again after [`ORPHANED_MS`], until it is set aside.
    pub async fn note_failure(&self, job_id: &str, why: &str) {
        tracing::error!(job_id, why, "a job failed");
        let noted = async {
            let tx = self.store.begin_write().await?;
            if let Some(record) = snapshot::one_job(&tx, job_id).await? {
                let starts =
                    if record.state == JobState::Running { record.starts } else { record.starts.saturating_add(1) };
                jobs::failed(&tx, job_id, why, starts, self.clock.now()).await?;
            }
            self.store.commit(tx).await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = noted.await {
            tracing::error!(job_id, %error, "the failure could not be noted");
        }
    }

    /// Sets a job aside until it is retried.
    pub async fn set_aside(&self, job_id: &str, why: &str) {
        tracing::error!(job_id, why, "a job is set aside");
        let done = async {
            let tx = self.store.begin_write().await?;
            jobs::failed(&tx, job_id, why, MAX_STARTS, self.clock.now()).await?;
            self.store.commit(tx).await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = done.await {
            tracing::error!(job_id, %error, "the job could not be set aside");
        }
    }

    /// Waits for a posting job's end, no longer than `patience`, and answers the document as it stands then. `None`: the job
    /// goes on without us.
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

    /// Waits for a job's end, no longer than `patience`. `None`: it goes on without us, or the database is away.
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
            // Whatever ended the pause, the database tells what is true.
            while let Ok(Ok(ended)) = timeout_at(look, endings.recv()).await {
                if ended == job_id {
                    break;
                }
            }
        }
    }

    /// Puts right what crashes left behind: jobs nobody works on are delivered again, approved documents
    /// without a job get one, and what is old is forgotten.
    pub async fn sweep(self: &Arc<Self>) -> Result<Swept, Error> {
        let now = self.clock.now();
        let mut swept = Swept::default();
        let before = now.plus_millis(ORPHANED_MS.saturating_neg());
        for record in jobs::stale(&self.store.reader, before, 200).await? {
            let tx = self.store.begin_write().await?;
            if record.starts >= MAX_STARTS {
                jobs::failed(&tx, &record.job_id, "began five times and never ended", record.starts, now).await?;
            } else if !jobs::redeliver(&tx, &record, before, now).await? {
                tx.rollback().await.map_err(StoreError::from)?;
                continue;
            }
            crash::crash_point(|| Point::SweepWritten);
            self.store.commit(tx).await?;
            swept.redelivered = swept.redelivered.saturating_add(1);
            self.signals.enqueued(&[record.task.queue()]);
        }
        for (kind, id) in jobs::approved_without_job(&self.store.reader, 200).await? {
            let Some(kind) = DocumentKind::parse(&kind) else { continue };
            let key = DocumentKey::new(kind, id);
            let seen = self.look(&Actor::system(), &Wants::document(&key)).await?;
            // What a forced close stranded waits for the reopening.
            if seen.documents.get(&key).is_none_or(|document| guard::open_period(document, &seen).is_err()) {
                continue;
            }
            let task = Task::PostDocument { key };
            let job = NewJob { job_id: JobIds::fresh().at(0), task, created_by: crate::access::SYSTEM.into() };
            let tx = self.store.begin_write().await?;
            let mut batch = Batch::default();
            jobs::enqueue(&mut batch, self.store.backend(), std::slice::from_ref(&job), now, Due::Now)?;
            batch.send(&tx).await?;
            self.store.commit(tx).await?;
            swept.enqueued = swept.enqueued.saturating_add(1);
            self.signals.enqueued(&[job.task.queue()]);
        }
        Ok(swept)
    }

    /// Forgets ended jobs, dead workers and old answers.
    pub async fn purge(&self) -> Result<(), Error> {
        // Not by the books' order, which may be ahead: what is kept for a week is kept for a week.
        let now = self.clock.wall();
        let tx = self.store.begin_write().await?;
        jobs::purge(&tx, now.plus_millis(KEEP_JOBS_MS.saturating_neg())).await?;
        idempotency::purge(&tx, now.plus_millis(KEEP_ANSWERS_MS.saturating_neg())).await?;
        self.store.commit(tx).await?;
        Ok(())
    }

    /// The job that a request for a period's close made at that instant.
    pub async fn job_asked_for(&self, period_id: &str, at: Timestamp) -> Result<Option<String>, Error> {
        Ok(made_at(&self.store.reader, period_id, at).await?)
    }
}

/// Puts a job that was set aside back into its queue (`POST /jobs/{id}/retry`). Its count of starts begins again.
pub struct RetryJob {
    pub job_id: String,
}

impl Command for RetryJob {
    type Answer = JobRecord;

    fn needs(&self) -> Vec<Needed> {
        vec![("job", "write")]
    }

    fn wants(&self) -> Wants {
        Wants { job: Some(self.job_id.clone()), ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<JobRecord>, Refusal> {
        snapshot.require("job", "write")?;
        let Some(record) = &snapshot.job else { return Err(Refusal::not_found("job", &self.job_id)) };
        if record.state != JobState::Quarantined {
            let detail = format!("job {} is {}; only a quarantined job is retried", self.job_id, record.state.name());
            return Err(RefusalName::JobNotRetryable.because(detail));
        }
        let retried = JobRecord { state: JobState::Queued, starts: 0, ..record.clone() };
        let by = &snapshot.actor.user_id;
        let entry = AuditEntry::about("job", &self.job_id, "Retried", by).with("last_error", record.last_error.clone());
        Ok(Decision::new(Effects::one(snapshot.now, Change::RetryJob(Box::new(record.clone())), entry), retried))
    }
}

/// What a sweep put right.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Swept {
    pub redelivered: u64,
    pub enqueued: u64,
}
