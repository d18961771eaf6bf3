//! The connection on which sets are carried out: one, whichever thread has the turn.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

use super::super::failure::StoreError;
use super::super::health::Health;
use super::super::pragmas::{self, THREAD_CACHE};
use super::lent::Lent;

/// What is written has a text for each row of a table, what is read one for each question; those with lists of keys vary.
const TEXTS: usize = 200;

#[derive(Debug)]
pub struct OwnConnection {
    file: PathBuf,
    health: Arc<Health>,
    /// How long the connection waits for another process' write lock.
    busy: Duration,
    kept: Mutex<Option<Opened>>,
}

/// The connection, and when it was opened.
type Opened = (Lent, Instant);

impl OwnConnection {
    pub fn of(file: PathBuf, health: Arc<Health>, busy: Duration) -> Self {
        Self { file, health, busy, kept: Mutex::default() }
    }

    /// Does it with the connection, if there is one; `None` when it panics. Nobody waits for another here: they take leases.
    pub fn lend<T>(&self, work: impl FnOnce(Result<&Lent, StoreError>) -> T) -> Option<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let usable = kept.take().filter(|(_, since)| !self.health.outlived(since.elapsed()));
        let opened = usable.map_or_else(|| self.open(), Ok);
        let lent = opened.as_ref().map(|(books, _)| books).map_err(Clone::clone);
        let done = catch_unwind(AssertUnwindSafe(|| work(lent)));
        // What was left inside a transaction is rolled back as it is closed.
        *kept = opened.ok().filter(|(books, _)| done.is_ok() && books.hold().is_autocommit());
        done.ok()
    }

    fn open(&self) -> Result<Opened, StoreError> {
        let opened = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(&self.file, flags)?;
            connection.busy_timeout(self.busy)?;
            connection.execute_batch(&pragmas::text(THREAD_CACHE))?;
            connection.set_prepared_statement_cache_capacity(TEXTS);
            Ok((Lent::of(connection), Instant::now()))
        };
        let opened = opened().map_err(|error: rusqlite::Error| {
            let error = StoreError::from(error);
            self.health.failed(&error);
            error
        })?;
        // Another database may have taken the place of the one that was opened at the start: nothing of ours goes there.
        self.health.same_file()?;
        Ok(opened)
    }
}
