//! A long result, read piece by piece in one consistent state of the books.

use std::ops::Deref;

use sea_orm::DatabaseTransaction;

use crate::kernel::store::StoreError;
use crate::values::error::Error;

/// Something long that is being read: what it is, and how far. Holds a connection, and the database's state of that instant,
/// until [`Self::end`].
pub struct Reading<T> {
    pub(crate) tx: DatabaseTransaction,
    pub(crate) of: T,
}

impl<T> Reading<T> {
    /// Goes on with what was begun in this transaction, or ends it.
    pub(crate) async fn begun(tx: DatabaseTransaction, begun: Result<T, Error>) -> Result<Self, Error> {
        match begun {
            Ok(of) => Ok(Self { tx, of }),
            Err(error) => {
                tx.rollback().await.map_err(StoreError::from)?;
                Err(error)
            }
        }
    }

    /// Releases the connection.
    pub async fn end(self) -> Result<(), Error> {
        Ok(self.tx.rollback().await.map_err(StoreError::from)?)
    }
}

impl<T> Deref for Reading<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.of
    }
}
