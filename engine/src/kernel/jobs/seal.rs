//! `seal` and `seal_all`: new rows of the audit trail get their place in the chain. See docs/rules/audit.md#sealed-rows.

use std::sync::Arc;

use super::tick::Tick;
use crate::kernel::engine::Engine;
use crate::kernel::store::seal;
use crate::kernel::store::seal::Reach;
use crate::values::error::Error;

/// Seals the rows written lately.
pub(crate) struct Seal;

/// Seals all unsealed rows, also those of a transaction that took so long that [`Seal`] had gone past them.
pub(crate) struct SealAll;

impl Tick for Seal {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        Ok(seal::is_behind(&engine.store.reader, &engine.gaps).await?)
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        engine.seal(Reach::Recent).await.map(|_| ())
    }
}

impl Tick for SealAll {
    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        engine.seal(Reach::All).await.map(|_| ())
    }
}
