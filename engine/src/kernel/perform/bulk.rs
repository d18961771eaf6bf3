//! A bulk: many items in one transaction, with the answer that is kept for a retry. So a process that dies leaves all of it or
//! nothing. See docs/write-path.md#the-ways.
//!
//! ```text
//! begin ─▶ lock the books ─▶ kept answer? ─▶ round ─▶ round ─▶ … ─▶ keep the answer ─▶ commit
//!                                            read, decide each, write
//! ```
//!
//! The items of a [`round`] have no fact in common, as the commands of a set. An item that has one with an earlier item waits for the
//! next round, which reads what the rounds before it wrote: so the outcome is that of the items one after the other.

mod call;
mod ended;
mod inline;
mod memory;
mod pipeline;
mod round;
mod undone;

use std::sync::Arc;

use sea_orm::DatabaseTransaction;

pub use self::call::Bulk;
use self::call::{Call, Carried};
pub use self::ended::{Ended, Outcomes};
use self::memory::Memory;
use self::round::Wanted;
use super::attempt::until_settled;
use super::outcome::{After, Failure, Performed, SILENCE_FOR_JOBS};
use crate::books::request::{Asked, StoredAnswer};
use crate::kernel::boxed::Boxed;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::facts::Asking;
use crate::kernel::store::inside::Inside;
use crate::kernel::store::{rolled_back, unchanged};
use crate::values::error::Error;

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
    async fn once(self: &Arc<Self>) -> Result<Carried, Failure> {
        if let Some(way) = &self.engine.store.inline {
            return self.inline(way).await;
        }
        let tx = self.engine.store.begin_write().await?;
        match self.inside(&tx, self.wanted()?).await {
            Ok((performed, Some(Commit { after, memory, number }))) => {
                self.engine.store.commit(tx).await?;
                crash::crash_point(|| Point::BulkCommitted);
                if let Some(number) = number {
                    memory.remember(&self.engine, number);
                }
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

    /// The outcome; `None`: there is nothing to commit.
    async fn inside(
        &self,
        tx: &DatabaseTransaction,
        wanted: Vec<Wanted>,
    ) -> Result<(Carried, Option<Commit>), Failure> {
        let (engine, asked) = (&self.engine, &self.asked);
        let facts = tx.read(&Asking { keys: asked.idempotency.iter().collect(), ..Asking::default() }).await?;
        engine.same_base_currency(facts.base_currency.as_deref())?;
        let catalog = engine.catalog_at(tx, facts.revision).await?;
        let seen = engine.blank_snapshot(Arc::clone(&catalog), asked)?;
        if let Some(carried) = self.before(&facts, &seen)? {
            return Ok((carried, None));
        }
        let (ended, after, memory) = self.rounds(catalog, wanted).run(tx).await?;
        let Ended::Done(outcomes) = &ended else { return Ok((Carried::Fresh(ended), None)) };
        if let Some(writes) = self.kept(outcomes, &seen)? {
            tx.write(writes, after.due).await?;
        }
        let number = if engine.remembers() { Some(unchanged::number_of(tx).await?) } else { None };
        Ok((Carried::Fresh(ended), Some(Commit { after, memory, number })))
    }
}

/// What is to be done after the commit.
struct Commit {
    after: After,
    memory: Memory,
    /// The transaction's, where documents are remembered with it.
    number: Option<u32>,
}
