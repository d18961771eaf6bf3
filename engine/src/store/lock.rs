//! The books' lock. Commands share it; a change to the catalog, or a close, takes it alone.
//!
//! PostgreSQL: a transaction-level advisory lock, which costs no row and ends with the transaction.
//! SQLite needs none: it has one writer.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend};

use super::StoreError;

/// `books` in ASCII.
const BOOKS: i64 = 0x62_6f6f_6b73;

/// Takes the lock, shared or alone, until the transaction ends.
pub async fn books(tx: &DatabaseTransaction, exclusive: bool) -> Result<(), StoreError> {
    if tx.get_database_backend() == DbBackend::Postgres {
        let lock = if exclusive { "pg_advisory_xact_lock" } else { "pg_advisory_xact_lock_shared" };
        tx.execute_unprepared(&format!("SELECT {lock}({BOOKS})")).await?;
    }
    Ok(())
}
