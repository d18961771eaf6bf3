//! The books' lock. Commands share it; a change to the catalog, or a close, takes it alone.
//!
//! PostgreSQL: a transaction-level advisory lock, which costs no row and ends with the transaction. The function `gl_enter` takes
//! it and then reads the catalog's revision, in one round trip; each of its statements sees what was committed before it, so the
//! revision is that of the moment when the lock was acquired. SQLite needs none: it has one writer.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement};

use super::{StoreError, catalog};

/// The catalog's present revision, and the books' base currency once it is fixed.
pub type Revision = (i64, Option<String>);

/// Takes the lock, shared or alone, until the transaction ends.
pub async fn enter(tx: &DatabaseTransaction, exclusive: bool) -> Result<Revision, StoreError> {
    if tx.get_database_backend() != DbBackend::Postgres {
        return catalog::revision(tx).await;
    }
    let enter = "SELECT revision, base_currency FROM gl_enter($1)";
    let row = tx.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, enter, [exclusive.into()])).await?;
    let row = row.ok_or_else(|| StoreError::bad_row("catalog_revision", "id", "1"))?;
    Ok((row.try_get("", "revision")?, row.try_get("", "base_currency")?))
}
