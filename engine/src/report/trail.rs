//! What was done to one thing, oldest first.

use sea_orm::DatabaseTransaction;

use crate::engine::Engine;
use crate::error::Error;
use crate::store::StoreError;
use crate::store::read::audit::{TrailRow, trail_after};

/// A trail as it stands at one instant, read piece by piece. Holds a connection until [`Self::end`].
pub struct TrailReading {
    tx: DatabaseTransaction,
    resource: &'static str,
    id: String,
    /// The number of the last row that was read.
    last: i64,
    more: bool,
}

impl TrailReading {
    /// The next rows; none at the end.
    pub async fn next(&mut self) -> Result<Vec<TrailRow>, Error> {
        if !self.more {
            return Ok(Vec::new());
        }
        let found = trail_after(&self.tx, self.resource, &self.id, self.last).await?;
        self.last = found.rows.last().map_or(self.last, |row| row.seq);
        self.more = found.more;
        Ok(found.rows)
    }

    /// Lets go of the database.
    pub async fn end(self) -> Result<(), Error> {
        Ok(self.tx.rollback().await.map_err(StoreError::from)?)
    }
}

impl Engine {
    /// Begins to read what was done to one thing.
    pub async fn read_trail(&self, resource: &'static str, id: &str) -> Result<TrailReading, Error> {
        let tx = self.store.begin_read().await?;
        Ok(TrailReading { tx, resource, id: id.to_owned(), last: 0, more: true })
    }
}
