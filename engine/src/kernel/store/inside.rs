//! What the items of a bulk are carried out in: a transaction on PostgreSQL, or SQLite's own connection inside of one.

use std::collections::BTreeSet;

use sea_orm::DatabaseTransaction;

use super::StoreError;
use super::facts::{Asking, Facts};
use super::inline::Lent;
use super::jobs::Due;
use super::reads::Reads;
use super::writes::Writes;
use crate::values::kind::DocumentKey;

/// A transaction that reads what commands ask for, and writes what they decide.
#[async_trait::async_trait]
pub trait Inside: Reads {
    /// Takes the books' lock, shared, then those of the documents, and reads.
    async fn read(&self, asking: &Asking<'_>) -> Result<Facts, StoreError>;

    /// Locks the documents, before they are read part by part.
    async fn lock(&self, documents: &BTreeSet<&DocumentKey>) -> Result<(), StoreError>;

    /// Writes everything. A guard that does not hold is [`StoreError::Contended`].
    async fn write(&self, writes: Writes, due: Due) -> Result<(), StoreError>;
}

#[async_trait::async_trait]
impl Inside for DatabaseTransaction {
    async fn read(&self, asking: &Asking<'_>) -> Result<Facts, StoreError> {
        Facts::read(self, asking).await
    }

    async fn lock(&self, documents: &BTreeSet<&DocumentKey>) -> Result<(), StoreError> {
        Facts::lock(self, documents).await
    }

    async fn write(&self, writes: Writes, due: Due) -> Result<(), StoreError> {
        writes.send(self, due).await
    }
}

#[async_trait::async_trait]
impl Inside for Lent {
    async fn read(&self, asking: &Asking<'_>) -> Result<Facts, StoreError> {
        Facts::read_inline(&self.hold(), asking)
    }

    /// There is one writer.
    async fn lock(&self, _: &BTreeSet<&DocumentKey>) -> Result<(), StoreError> {
        Ok(())
    }

    async fn write(&self, writes: Writes, due: Due) -> Result<(), StoreError> {
        writes.send_inline(&self.hold(), due)
    }
}
