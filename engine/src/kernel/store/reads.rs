//! What commands read, on either way: by the driver, or on SQLite's own connection. A query is written once, as SeaORM builds it.

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement};
use serde::de::DeserializeOwned;

use super::failure::StoreError;

/// A row as both ways read it: SeaORM reads the driver's, serde that of SQLite's own connection. Both by the names of the columns.
pub trait Record: FromQueryResult + DeserializeOwned + Send {}

impl<T: FromQueryResult + DeserializeOwned + Send> Record for T {}

/// Where rows are read.
#[async_trait::async_trait]
pub trait Reads: Sync {
    fn backend(&self) -> DbBackend;

    async fn records<T: Record>(&self, statement: Statement) -> Result<Vec<T>, StoreError>;

    /// No other transaction adds to a sum of submissions until this one ends.
    async fn add_up_alone(&self) -> Result<(), StoreError>;
}

/// What commits while it is waited for is seen by the statement after it.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(422776367988)";

#[async_trait::async_trait]
impl<C: ConnectionTrait> Reads for C {
    fn backend(&self) -> DbBackend {
        self.get_database_backend()
    }

    async fn records<T: Record>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        Ok(T::find_by_statement(statement).all(self).await?)
    }

    async fn add_up_alone(&self) -> Result<(), StoreError> {
        // SQLite has one writer at a time.
        if self.get_database_backend() == DbBackend::Postgres {
            self.execute_unprepared(ONE_AT_A_TIME).await?;
        }
        Ok(())
    }
}
