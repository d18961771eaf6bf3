//! One command's attempts: each reads, decides and writes in one transaction, its own or that of a set.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseTransaction;
use tokio::sync::oneshot;

use super::ask::Ask;
use super::outcome::{After, AnyAnswer, Failure, Performed, Ran};
use super::set::Member;
use crate::books::command::{Change, Wants};
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::sets::Claims;
use crate::kernel::store::read::payroll::payroll_among;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, commit, idempotency, lock, rolled_back, snapshot};
use crate::values::error::Error;
use crate::values::kind::DocumentKind;

/// How often a command is read and decided again before the caller is asked to retry.
const ATTEMPTS: u32 = 12;
/// And for how long: with the 3 s that a connection may take, the caller learns within 5 s that the database is away.
const TRYING: Duration = Duration::from_secs(2);
/// So long where others were faster: PostgreSQL takes a second (`deadlock_timeout`) to end one of two that wait crosswise, and one may meet
/// several of them.
const CONTENDED: Duration = Duration::from_secs(8);

/// Attempts it until it goes well, is refused, or was contended too often.
pub(super) async fn until_settled<T, F: Future<Output = Result<T, Failure>> + Send>(
    engine: &Engine,
    once: impl Fn() -> F + Send,
) -> Result<T, Error> {
    let mut attempt = 0_u32;
    let began = tokio::time::Instant::now();
    loop {
        attempt = attempt.saturating_add(1);
        let outcome = once().await;
        if let Err(Failure::Store(error)) = &outcome {
            engine.store.health.failed(error);
        }
        let patience = match &outcome {
            Err(Failure::Store(StoreError::Contended(_))) => CONTENDED,
            Err(_) | Ok(_) => TRYING,
        };
        match outcome {
            Err(Failure::Store(StoreError::Contended(why) | StoreError::Busy(why) | StoreError::Disconnected(why)))
                if attempt < ATTEMPTS && began.elapsed() < patience =>
            {
                tracing::debug!(attempt, why, "deciding again");
                tokio::time::sleep(Duration::from_millis(u64::from(attempt.saturating_mul(attempt)))).await;
            }
            Err(failure) => return Err(failure.into()),
            Ok(done) => return Ok(done),
        }
    }
}

impl Ask {
    pub(super) async fn attempt(self: Arc<Self>) -> Ran {
        until_settled(&self.engine, || async {
            let wants = self.wants();
            match Claims::of(&wants, &self.asked) {
                Some(claims) => self.in_set(wants, claims).await,
                // In a box, since it is rare and a dozen times as large as the other way, and this future is moved.
                None => Box::pin(self.alone(&wants)).await,
            }
        })
        .await
    }

    /// One attempt in a transaction that others share.
    async fn in_set(self: &Arc<Self>, wants: Wants, claims: Claims) -> Result<Performed<AnyAnswer>, Failure> {
        let (answer, outcome) = oneshot::channel();
        self.engine.sets.wait(Box::new(Member { ask: Arc::clone(self), wants, claims, answer })).await;
        let early = |_| Failure::Store(StoreError::Broken("the transaction ended early".into()));
        outcome.await.map_err(early)?
    }

    /// One attempt in a transaction of its own, committed or rolled back.
    async fn alone(&self, wants: &Wants) -> Result<Performed<AnyAnswer>, Failure> {
        let tx = self.engine.store.begin_write().await?;
        match self.inside(&tx, wants).await {
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
                rolled_back(tx).await;
                Err(failure)
            }
        }
    }

    /// How it went, before its commit.
    async fn inside(&self, tx: &DatabaseTransaction, wants: &Wants) -> Result<(Performed<AnyAnswer>, After), Failure> {
        let (engine, asked) = (&self.engine, &self.asked);
        let (revision, base_currency) = lock::enter(tx, wants.exclusive).await?;
        engine.same_base_currency(base_currency.as_deref())?;
        let mut seen = engine.blank_snapshot(engine.catalog_at(tx, revision).await?, asked)?;
        if let Some(key) = asked.idempotency.as_ref().filter(|_| !asked.dry_run) {
            let record = idempotency::find(tx, key).await?;
            let of_payroll = match wants.target_document().filter(|_| record.is_some()) {
                Some(key) if key.kind == DocumentKind::JournalEntry => {
                    !payroll_among(tx, [key.id.as_str()]).await?.is_empty()
                }
                Some(_) | None => false,
            };
            if let Some(earlier) = self.earlier(record, of_payroll, &seen)? {
                return Ok((earlier, After::default()));
            }
        }
        snapshot::fill(tx, wants, true, &mut seen).await?;
        engine.records.see(tx, wants, true, &mut seen).await?;
        let (mut effects, performed) = self.decide(wants.target.as_ref(), &seen)?;
        if !wants.exclusive && effects.changes.iter().any(Change::is_catalog) {
            // The commands that share the lock would go on with the catalog before it.
            return Err(StoreError::Broken("a command changes the catalog without the books to itself".into()).into());
        }
        if asked.dry_run {
            return Ok((performed, After::default()));
        }
        let due = engine.due();
        let mut writes = Writes::default();
        commit::catalog(tx, &effects).await?;
        engine.records.write(tx, &mut effects).await?;
        let point = Point::written(&effects);
        let after = After::of(&effects, engine, revision);
        self.gather(effects, &performed, &seen, &mut writes)?;
        if base_currency.is_none() && writes.posts() {
            writes.fix_base_currency(engine.settings.base_currency.code());
        }
        writes.send(tx, due).await?;
        crash::crash_point(|| point);
        Ok((performed, after))
    }
}
