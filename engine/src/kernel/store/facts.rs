//! What a set of commands knows, read at once: under the books' lock and those of the documents, or without any.
//!
//! On PostgreSQL it is one call of the function `gl_read_facts` (`migration/src/m0025_facts.rs`), in which each statement sees what
//! was committed before it: rows are locked first and read then. So a row that was waited for is read as it is now. Documents that pay
//! are locked before all others, then those with what they pay or undo, each time in the order of their keys. So no two of these sets
//! wait for each other crosswise. A look calls `gl_look_facts` (`migration/src/m0047_standing.rs`), which locks nothing.

mod known;
mod postgres;
mod sqlite;

use std::collections::BTreeSet;

use rusqlite::Connection;
use sea_orm::{ConnectionTrait, DatabaseTransaction};

pub use self::known::{Asking, Facts};
pub use self::sqlite::Fetched;
use super::StoreError;
use crate::values::kind::DocumentKey;

impl Facts {
    /// Takes the books' lock on PostgreSQL, shared, then those of the documents, and reads.
    pub async fn read(tx: &DatabaseTransaction, asking: &Asking<'_>) -> Result<Self, StoreError> {
        postgres::read(tx, asking).await
    }

    /// On SQLite's own thread, inside its transaction.
    pub fn read_inline(books: &Connection, asking: &Asking<'_>) -> Result<Self, StoreError> {
        sqlite::read_inline(books, asking)
    }

    /// The books' revision and base currency, and these documents, still to be read.
    pub fn fetch_inline<'a>(
        books: &Connection,
        keys: impl IntoIterator<Item = &'a DocumentKey>,
    ) -> Result<Fetched, StoreError> {
        sqlite::fetch_inline(books, keys)
    }

    /// As it stands now on PostgreSQL, without any lock. What a command decides by it is written only if it still stands then.
    pub async fn look(db: &impl ConnectionTrait, asking: &Asking<'_>) -> Result<Self, StoreError> {
        postgres::look(db, asking).await
    }

    /// Locks the documents, before they are read part by part: those that pay first, then all others with what they pay or undo, as
    /// [`Self::read`] does.
    pub async fn lock(tx: &impl ConnectionTrait, documents: &BTreeSet<&DocumentKey>) -> Result<(), StoreError> {
        postgres::lock(tx, documents).await
    }
}
