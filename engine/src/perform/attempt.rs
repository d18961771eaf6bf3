//! One command's attempts: each reads, decides and writes in one transaction, its own or one that others share.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseTransaction;
use tokio::sync::oneshot;

use super::any::AnyCommand;
use super::outcome::{After, AnyAnswer, Failure, Performed, Ran};
use crate::command::{Change, Decision};
use crate::crash::{self, Point};
use crate::engine::{Engine, OpenError};
use crate::request::Asked;
use crate::store::batch::Batch;
use crate::store::jobs::Due;
use crate::store::lock::Revision;
use crate::store::{StoreError, commit, idempotency, ledger, lock, snapshot};
use crate::write_queue::{QueuedCommand, WriteQueue};

/// How often a command is read and decided again before the caller is asked to retry.
const ATTEMPTS: u32 = 12;
/// And for how long: with the 3 s that a connection may take, the caller learns within 5 s that the database is away.
const TRYING: Duration = Duration::from_secs(2);

/// A command on its way, with all that it takes to run it once more.
pub(super) struct Ask {
    pub(super) engine: Arc<Engine>,
    pub(super) asked: Asked,
    pub(super) command: Box<dyn AnyCommand>,
}

/// How one attempt went, before its commit.
type Outcome = Result<(Performed<AnyAnswer>, After), Failure>;

impl Ask {
    pub(super) async fn attempt(self: Arc<Self>) -> Ran {
        let mut attempt = 0_u32;
        let began = tokio::time::Instant::now();
        loop {
            attempt = attempt.saturating_add(1);
            let once = match &self.engine.turns {
                Some(turns) => self.in_turn(turns).await,
                None => self.once().await,
            };
            if let Err(Failure::Store(error)) = &once {
                self.engine.store.health.failed(error);
            }
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
    async fn once(&self) -> Result<Performed<AnyAnswer>, Failure> {
        let tx = self.engine.store.begin_write().await?;
        match self.inside(&tx, &mut None).await {
            Ok((performed, after)) if !self.asked.dry_run => {
                self.engine.store.commit(tx).await?;
                self.engine.notify(after);
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
    async fn in_turn(self: &Arc<Self>, turns: &WriteQueue) -> Result<Performed<AnyAnswer>, Failure> {
        let (answer, outcome) = oneshot::channel();
        turns.wait(Box::new(Waiting { ask: Arc::clone(self), ran: None, answer })).await;
        let early = |_| Failure::Store(StoreError::Broken("the transaction ended early".into()));
        outcome.await.map_err(early)?
    }

    /// `revision` is what another command read on the same transaction, if any did.
    async fn inside(&self, tx: &DatabaseTransaction, revision: &mut Option<Revision>) -> Outcome {
        let (engine, asked) = (&self.engine, &self.asked);
        let wants = self.command.wants();
        let (revision, base_currency) = match revision {
            Some(read) => &*read,
            None => revision.insert(lock::enter(tx, wants.exclusive).await?),
        };
        // It was fixed after this process opened the books, by one with other settings: what this one wrote would be wrong.
        if let Some(kept) = base_currency.clone().filter(|kept| kept != engine.settings.base_currency.code()) {
            let other = OpenError::BaseCurrency { kept, asked: engine.settings.base_currency };
            return Err(StoreError::Unavailable(other.to_string()).into());
        }
        let mut seen = engine.blank_snapshot(engine.catalog_at(tx, *revision).await?, asked)?;
        let needs = self.command.needs();
        let key = asked.idempotency.as_ref().filter(|_| !asked.dry_run);
        if let Some(key) = key
            && let Some(earlier) = engine.earlier(tx, key, &needs, &seen).await?
        {
            return Ok((earlier, After { jobs: Vec::new(), due: Due::Now, queues: Vec::new() }));
        }
        snapshot::fill(tx, &wants, true, &mut seen).await?;
        let Decision { effects, answer } = self.command.decide(wants.target.as_ref(), &seen)?;
        if !wants.exclusive && effects.changes.iter().any(Change::is_catalog) {
            // The commands that share the transaction, or the lock, would go on with the catalog before it.
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
                let kept = self.command.kept(&*answer);
                let without_permission = seen.require_all(&needs).is_err();
                idempotency::insert(&mut batch, key, &kept, without_permission, &engine.process, seen.now)?;
            }
            batch.send(tx).await?;
            crash::crash_point(|| Point::written(&effects));
        }
        let queues = effects.retried();
        let jobs = if asked.dry_run { Vec::new() } else { effects.jobs };
        Ok((Performed::Fresh(answer), After { jobs, due, queues }))
    }
}

/// A command that waits for its turn with SQLite's writer.
struct Waiting {
    ask: Arc<Ask>,
    ran: Option<Outcome>,
    answer: oneshot::Sender<Result<Performed<AnyAnswer>, Failure>>,
}

impl QueuedCommand for Waiting {
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
                // It was given up, and the caller has that answer.
                return true;
            }
            let ran = self.ask.inside(tx, revision).await;
            // A refused command writes nothing.
            let whole = !matches!(ran, Err(Failure::Store(_)));
            self.ran = Some(ran);
            whole
        })
    }

    fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (self.ran, committed) {
            (Some(Ok((performed, after))), Ok(())) => {
                self.ask.engine.notify(after);
                Ok(performed)
            }
            (Some(Err(Failure::Store(error))), _) => Err(Failure::Store(error)),
            (Some(Err(refused)), Ok(())) => Err(refused),
            // Also a refusal: it may rest on what a neighbour wrote, and that is gone.
            (_, Err(error)) => Err(Failure::Store(error)),
            (None, Ok(())) => Err(Failure::Store(StoreError::Broken("a command that did not run".into()))),
        };
        // The caller may be gone; a commit stands all the same.
        let _ = self.answer.send(outcome);
    }
}
