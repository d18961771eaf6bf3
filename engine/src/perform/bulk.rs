//! A bulk: many items in one transaction, with the answer that is kept for a retry. So a process that dies leaves all of it or
//! nothing. See docs/adr/0027-a-bulk-call-is-one-transaction.md.
//!
//! ```text
//! begin ─▶ lock the books ─▶ kept answer? ─▶ round ─▶ round ─▶ … ─▶ keep the answer ─▶ commit
//!                                            read, decide each, write
//! ```
//!
//! The items of a [`round`] have no fact in common, as the commands of a set. An item that has one with an earlier item waits for the
//! next round, which reads what the rounds before it wrote: so the outcome is that of the items one after the other.

mod ended;
mod round;

use std::sync::Arc;

use sea_orm::DatabaseTransaction;

pub use self::ended::{Ended, Outcomes};
use self::round::{Member, Rounds};
use super::ask::earlier;
use super::attempt::until_settled;
use super::outcome::{After, Failure, Performed, SILENCE_FOR_JOBS};
use crate::action::document::bulk::Item;
use crate::command::{Command, Needed, Refuses};
use crate::crash::{self, Point};
use crate::engine::{Boxed, Engine};
use crate::error::{Error, RefusalName};
use crate::request::{Asked, Kept, StoredAnswer};
use crate::store::facts::{Asking, Facts};
use crate::store::writes::Writes;
use crate::store::{StoreError, idempotency, rolled_back};

/// What is asked for in one call.
pub struct Bulk {
    pub items: Vec<Item>,
    /// All of them or none.
    pub atomic: bool,
    /// The permissions without which nothing of it is done. What an item needs besides is asked of that item.
    pub needs: Vec<Needed>,
}

impl Refuses for Bulk {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ItemRefused];
}

/// The answer that is kept for a retry.
type Keep = Box<dyn Fn(&Outcomes) -> StoredAnswer + Send + Sync>;

/// A bulk with its caller, and all that a further attempt needs.
struct Call {
    engine: Arc<Engine>,
    asked: Asked,
    bulk: Bulk,
    keep: Keep,
}

impl Engine {
    /// Carries out a bulk, and keeps what `keep` makes of its outcomes. The caller holds the claim to the idempotency key.
    pub fn perform_bulk(
        self: &Arc<Self>,
        asked: Asked,
        bulk: Bulk,
        keep: impl Fn(&Outcomes) -> StoredAnswer + Send + Sync + 'static,
    ) -> Boxed<'static, Result<Performed<Ended>, Error>> {
        let call = Arc::new(Call { engine: Arc::clone(self), asked, bulk, keep: Box::new(keep) });
        let attempts = async move { until_settled(&call.engine, || call.once()).await };
        Box::pin(super::in_a_task(SILENCE_FOR_JOBS, attempts))
    }
}

impl Call {
    async fn once(&self) -> Result<Performed<Ended>, Failure> {
        let tx = self.engine.store.begin_write().await?;
        match self.inside(&tx).await {
            Ok((performed, Some(after))) => {
                self.engine.store.commit(tx).await?;
                crash::crash_point(|| Point::BulkCommitted);
                self.engine.notify(after);
                Ok(performed)
            }
            Ok((performed, None)) => {
                rolled_back(tx).await;
                Ok(performed)
            }
            Err(failure) => {
                rolled_back(tx).await;
                Err(failure)
            }
        }
    }

    /// The outcome, with what is to be done after the commit; `None`: there is nothing to commit.
    async fn inside(&self, tx: &DatabaseTransaction) -> Result<(Performed<Ended>, Option<After>), Failure> {
        let (engine, asked) = (&self.engine, &self.asked);
        let facts = Facts::read(tx, &Asking { keys: asked.idempotency.iter().collect(), ..Asking::default() }).await?;
        engine.same_base_currency(facts.base_currency.as_deref())?;
        let catalog = engine.catalog_at(tx, facts.revision).await?;
        let seen = engine.blank_snapshot(Arc::clone(&catalog), asked)?;
        if let Some(key) = &asked.idempotency
            && let Some(record) = facts.answer(key)
        {
            return Ok((earlier(record, key, &self.needs(), &seen)?, None));
        }
        seen.require_all(&self.bulk.needs)?;
        let (outcomes, jobs) = match self.rounds(catalog)?.run(tx).await? {
            (Ended::Done(outcomes), jobs) => (outcomes, jobs),
            (refused @ Ended::Refused { .. }, _) => return Ok((Performed::Fresh(refused), None)),
        };
        let due = engine.due();
        if let Some(key) = &asked.idempotency {
            let without_permission = seen.require_all(&self.needs()).is_err();
            let kept = Kept::Answer((self.keep)(&outcomes));
            let mut writes = Writes::default();
            writes.keep(idempotency::row(key, &kept, without_permission, &engine.process, seen.now)?);
            writes.send(tx, due).await?;
        }
        Ok((Performed::Fresh(Ended::Done(outcomes)), Some(After { jobs, due, queues: Vec::new() })))
    }

    /// The permissions that all of it takes, each once.
    fn needs(&self) -> Vec<Needed> {
        let mut needs: Vec<Needed> = self.bulk.needs.clone();
        needs.extend(self.bulk.items.iter().flat_map(Command::needs));
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn rounds(&self, catalog: Arc<crate::catalog::Catalog>) -> Result<Rounds<'_>, StoreError> {
        let members = self.bulk.items.iter().enumerate().map(|(index, item)| Member::new(index, item, &self.asked));
        Ok(Rounds::new(&self.engine, &self.asked, catalog, members.collect::<Result<_, _>>()?, self.bulk.atomic))
    }
}
