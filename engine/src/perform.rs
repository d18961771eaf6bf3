//! The one unit of work. Handlers, jobs, sub-commands and tests all come through [`Engine::perform`];
//! nobody else sees a transaction.
//!
//! ```text
//! begin ─▶ lock the books ─▶ idempotency record? ─▶ snapshot ─▶ decide (pure) ─▶ write effects ─▶ commit
//!   ▲                                                                                  │
//!   └────────── a guard no longer holds, or the database asks to try again ────────────┘
//! ```
//!
//! The transaction runs in a task of its own, so that a client who hangs up does not cut it in half.
//! Answers to an idempotency key are written by the same transaction as what they answer (C16).

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseTransaction;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::access::{Actor, SYSTEM};
use crate::clock::Timestamp;
use crate::command::{Change, Command, Decision, Snapshot};
use crate::crash::{self, Point};
use crate::document::action::post::PostingJob;
use crate::engine::{Claim, Engine};
use crate::error::{Class, Error, Name, Refusal};
use crate::queue::{NewJob, Task};
use crate::store::batch::Batch;
use crate::store::jobs::Due;
use crate::store::lock::Revision;
use crate::store::{StoreError, commit, idempotency, ledger, lock, snapshot};
use crate::turns::{Turn, Turns};

/// How often a command is read and decided again before the caller is told to come back.
const ATTEMPTS: u32 = 12;
/// And for how long: with the 3 s that a connection may take, the caller hears within 5 s of a database that is away.
const TRYING: Duration = Duration::from_secs(2);
/// A database that neither answers nor breaks the connection is given up after this time; jobs move more rows.
const SILENCE: Duration = Duration::from_secs(10);
const SILENCE_FOR_JOBS: Duration = Duration::from_mins(1);

/// A retry's key, whose it is, and what it stands for (C16).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idempotency {
    pub user_id: String,
    pub key: String,
    /// SHA-256 over method, path, query and body.
    pub fingerprint: String,
}

/// An answer as it is kept for a retry. The interface fills it; the engine only keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredAnswer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// What a command's answer becomes on the wire.
pub enum Kept {
    /// Keep this for retries.
    Answer(StoredAnswer),
    /// The answer comes later: keep that we work on it, and [`Engine::complete`] it.
    Later,
}

/// Who asks, and how.
#[derive(Clone, Debug)]
pub struct Asked {
    pub actor: Actor,
    /// `If-Match`: the present version must be one of these.
    pub expected_versions: Option<Vec<i64>>,
    /// Decide, and change nothing (C36a).
    pub dry_run: bool,
    pub idempotency: Option<Idempotency>,
}

impl Asked {
    /// By this person, with nothing special.
    pub fn by(actor: Actor) -> Self {
        Self { actor, expected_versions: None, dry_run: false, idempotency: None }
    }
}

/// How a command went.
#[derive(Debug)]
pub enum Performed<A> {
    Fresh(A),
    /// The same request was answered before.
    Replayed(StoredAnswer),
    /// The same request was carried out at this instant, by a process that died before it answered. Its audit rows bear the
    /// same instant.
    Interrupted(Timestamp),
}

impl Engine {
    /// Runs a command whose answer need not be kept.
    pub async fn perform<C: Command>(self: &Arc<Self>, asked: Asked, command: C) -> Result<C::Answer, Error> {
        let asked = Asked { idempotency: None, ..asked };
        match self.perform_keeping(asked, command, |_| Kept::Later).await? {
            Performed::Fresh(answer) => Ok(answer),
            Performed::Replayed(_) | Performed::Interrupted(_) => Err(Error::Internal("a replay without a key".into())),
        }
    }

    /// Runs a command and keeps what `keep` makes of its answer, in the same transaction.
    pub async fn perform_keeping<C: Command>(
        self: &Arc<Self>,
        asked: Asked,
        command: C,
        keep: impl Fn(&C::Answer) -> Kept + Send + Sync + 'static,
    ) -> Result<Performed<C::Answer>, Error> {
        let _in_hand = self.claim(&asked)?;
        self.perform_claimed(asked, command, keep).await
    }

    /// Claims the idempotency key of what is asked, for as long as this process works on the answer (C16).
    pub fn claim(&self, asked: &Asked) -> Result<Option<Claim>, Error> {
        match &asked.idempotency {
            Some(key) if !asked.dry_run => Ok(Some(self.in_hand.claim(key)?)),
            _ => Ok(None),
        }
    }

    /// As [`Self::perform_keeping`], for a caller who holds the [`Claim`] until the answer is complete.
    pub async fn perform_claimed<C: Command>(
        self: &Arc<Self>,
        asked: Asked,
        command: C,
        keep: impl Fn(&C::Answer) -> Kept + Send + Sync + 'static,
    ) -> Result<Performed<C::Answer>, Error> {
        let silence = if asked.actor.user_id == SYSTEM { SILENCE_FOR_JOBS } else { SILENCE };
        let ask = Arc::new(Ask { engine: Arc::clone(self), asked, command, keep });
        let mut task = tokio::spawn(ask.attempt());
        match tokio::time::timeout(silence, &mut task).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => Err(Error::Internal(format!("the unit of work ended early: {error}"))),
            Err(_) => {
                task.abort();
                Err(Error::Unavailable(format!("no answer within {} s", silence.as_secs())))
            }
        }
    }

    /// Tells who waits for it that a command is committed.
    fn tell(&self, after: After) {
        crash::here(|| {
            let queues = after.jobs.iter().map(|job| job.task.queue()).chain(after.queues.iter().copied());
            Point::committed(&queues.collect::<Vec<_>>())
        });
        self.signals.enqueued(&after.queues);
        for job in after.jobs {
            match job.task {
                Task::PostDocument { key } if after.due == Due::Soon => {
                    self.signals.hand_over(PostingJob { job_id: Some(job.job_id), key });
                }
                task => self.signals.enqueued(&[task.queue()]),
            }
        }
    }

    /// What the key led to before.
    async fn earlier<A>(&self, tx: &DatabaseTransaction, key: &Idempotency) -> Result<Option<Performed<A>>, Failure> {
        let Some(record) = idempotency::find(tx, key).await? else { return Ok(None) };
        if record.fingerprint != key.fingerprint {
            let detail = "this idempotency key came with another request before";
            return Err(Failure::Refused(Name::IdempotencyKeyReused.because(detail)));
        }
        match record.answer {
            Some(answer) => Ok(Some(Performed::Replayed(answer))),
            // Running by the record, yet the claim is ours: whoever worked on it ended without an answer, here or elsewhere.
            None => Ok(Some(Performed::Interrupted(record.created_at))),
        }
    }

    /// Keeps the answer of a command that was kept as [`Kept::Later`]; a refusal is forgotten.
    pub async fn complete(self: &Arc<Self>, key: Idempotency, answer: Option<StoredAnswer>) -> Result<(), Error> {
        let engine = Arc::clone(self);
        let task = tokio::spawn(async move {
            let tx = engine.store.begin_write().await?;
            match &answer {
                Some(answer) => idempotency::complete(&tx, &key, answer).await?,
                None => idempotency::forget(&tx, &key).await?,
            }
            tx.commit().await.map_err(StoreError::from)
        });
        match task.await {
            Ok(outcome) => Ok(outcome?),
            Err(error) => Err(Error::Internal(error.to_string())),
        }
    }
}

/// A command on its way, with all that it takes to run it once more.
struct Ask<C, K> {
    engine: Arc<Engine>,
    asked: Asked,
    command: C,
    keep: K,
}

/// What is to be told once a command is committed.
struct After {
    jobs: Vec<NewJob>,
    due: Due,
    /// Queues of jobs that were put back.
    queues: Vec<&'static str>,
}

type Outcome<A> = Result<(Performed<A>, After), Failure>;

impl<C: Command, K: Fn(&C::Answer) -> Kept + Send + Sync + 'static> Ask<C, K> {
    async fn attempt(self: Arc<Self>) -> Result<Performed<C::Answer>, Error> {
        let mut attempt = 0_u32;
        let began = tokio::time::Instant::now();
        loop {
            attempt = attempt.saturating_add(1);
            let once = match &self.engine.turns {
                Some(turns) => self.in_turn(turns).await,
                None => self.once().await,
            };
            match once {
                Err(Failure::Store(StoreError::Contended(why) | StoreError::Disconnected(why)))
                    if attempt < ATTEMPTS && began.elapsed() < TRYING =>
                {
                    tracing::debug!(attempt, why, "deciding again");
                    tokio::time::sleep(Duration::from_millis(u64::from(attempt.saturating_mul(attempt)))).await;
                }
                Err(failure) => return Err(failure.into()),
                Ok(performed) => return Ok(performed),
            }
        }
    }

    /// One attempt in a transaction of its own, committed or rolled back.
    async fn once(&self) -> Result<Performed<C::Answer>, Failure> {
        let tx = self.engine.store.begin_write().await?;
        match self.inside(&tx, &mut None).await {
            Ok((performed, after)) if !self.asked.dry_run => {
                tx.commit().await.map_err(StoreError::of_commit)?;
                self.engine.tell(after);
                Ok(performed)
            }
            Ok((performed, _)) => {
                tx.rollback().await.map_err(StoreError::from)?;
                Ok(performed)
            }
            Err(failure) => {
                // A transaction that cannot be rolled back died with its connection.
                if let Err(error) = tx.rollback().await {
                    tracing::debug!(%error, "rollback failed");
                }
                Err(failure)
            }
        }
    }

    /// One attempt in a transaction that others share. A dry run writes nothing there.
    async fn in_turn(self: &Arc<Self>, turns: &Turns) -> Result<Performed<C::Answer>, Failure> {
        let (answer, outcome) = oneshot::channel();
        turns.wait(Box::new(Waiting { ask: Arc::clone(self), ran: None, answer })).await;
        let early = |_| Failure::Store(StoreError::Broken("the transaction ended early".into()));
        outcome.await.map_err(early)?
    }

    /// `revision` is what another command read on the same transaction, if any did.
    async fn inside(&self, tx: &DatabaseTransaction, revision: &mut Option<Revision>) -> Outcome<C::Answer> {
        let (engine, asked) = (&self.engine, &self.asked);
        let wants = self.command.wants();
        let (revision, base_currency) = match revision {
            Some(read) => &*read,
            None => revision.insert(lock::enter(tx, wants.exclusive).await?),
        };
        let key = asked.idempotency.as_ref().filter(|_| !asked.dry_run);
        if let Some(key) = key
            && let Some(earlier) = engine.earlier(tx, key).await?
        {
            return Ok((earlier, After { jobs: Vec::new(), due: Due::Now, queues: Vec::new() }));
        }
        let mut seen = engine.blank_snapshot(engine.catalog_at(tx, *revision).await?, asked)?;
        snapshot::fill(tx, &wants, true, &mut seen).await?;
        let Decision { effects, answer } = decide(&self.command, &wants, &seen)?;
        if !wants.exclusive && effects.changes.iter().any(Change::is_catalog) {
            // Who shares the transaction, or the lock, would go on with the catalog before it.
            return Err(StoreError::Broken("a command changes the catalog without the books to itself".into()).into());
        }
        let due = if engine.signals.posts_here() { Due::Soon } else { Due::Now };
        if !asked.dry_run {
            let mut batch = Batch::default();
            commit::effects(tx, &effects, due, &mut batch).await?;
            // The first posting fixes it; the rest find it fixed.
            if base_currency.is_none() && effects.changes.iter().any(|change| matches!(change, Change::Post(_))) {
                ledger::fix_base_currency(&mut batch, engine.settings.base_currency.code());
            }
            if let Some(key) = key {
                let kept = (self.keep)(&answer);
                let answer = if let Kept::Answer(answer) = &kept { Some(answer) } else { None };
                idempotency::insert(&mut batch, key, answer, &engine.process, seen.now)?;
            }
            batch.send(tx).await?;
            crash::here(|| Point::written(&effects));
        }
        let queues = effects.retried();
        let jobs = if asked.dry_run { Vec::new() } else { effects.jobs };
        Ok((Performed::Fresh(answer), After { jobs, due, queues }))
    }
}

/// A command that waits for its turn with SQLite's writer.
struct Waiting<C: Command, K> {
    ask: Arc<Ask<C, K>>,
    ran: Option<Outcome<C::Answer>>,
    answer: oneshot::Sender<Result<Performed<C::Answer>, Failure>>,
}

impl<C: Command, K: Fn(&C::Answer) -> Kept + Send + Sync + 'static> Turn for Waiting<C, K> {
    fn is_alone(&self) -> bool {
        self.ask.command.wants().exclusive
    }

    fn run<'a>(
        &'a mut self,
        tx: &'a DatabaseTransaction,
        revision: &'a mut Option<Revision>,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
        Box::pin(async move {
            if self.answer.is_closed() {
                // It was given up, and the caller told so.
                return true;
            }
            let ran = self.ask.inside(tx, revision).await;
            // Who is refused has written nothing.
            let whole = !matches!(ran, Err(Failure::Store(_)));
            self.ran = Some(ran);
            whole
        })
    }

    fn tell(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (self.ran, committed) {
            (Some(Ok((performed, after))), Ok(())) => {
                self.ask.engine.tell(after);
                Ok(performed)
            }
            (Some(Err(Failure::Store(error))), _) => Err(Failure::Store(error)),
            (Some(Err(refused)), Ok(())) => Err(refused),
            // Also a refusal: it may rest on what a neighbour wrote, and that is gone.
            (_, Err(error)) => Err(Failure::Store(error)),
            (None, Ok(())) => Err(Failure::Store(StoreError::Broken("a command that did not run".into()))),
        };
        // Who asked may be gone; what is committed is committed.
        let _ = self.answer.send(outcome);
    }
}

/// Who may not, and what is not there, goes before a stale version, so that `If-Match` tells nobody which ids there are; a stale
/// version goes before whatever else the command finds.
fn decide<C: Command>(
    command: &C,
    wants: &crate::command::Wants,
    seen: &Snapshot,
) -> Result<Decision<C::Answer>, Refusal> {
    let decided = command.decide(seen).map_err(|refusal| match command.faults() {
        Some(faults) => refusal.after(faults),
        None => refusal,
    });
    let goes_first = |refusal: &Refusal| match refusal.class() {
        Class::Unauthorized | Class::Forbidden | Class::NotFound => true,
        Class::Conflict | Class::Precondition | Class::Content => false,
    };
    match &wants.target {
        Some(target) if !decided.as_ref().err().is_some_and(goes_first) => {
            seen.check_version(target).and_then(|()| decided)
        }
        _ => decided,
    }
}

/// Why one attempt failed.
enum Failure {
    Refused(Refusal),
    Store(StoreError),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Store(error) => error.into(),
        }
    }
}
