//! Commits, and whether the books can be written.

use std::path::PathBuf;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend};

use super::inline::{Lent, execute};
use super::watched::Watched;
use super::writes::Missed;
use super::{Store, StoreError};

/// For so long a probe waits on SQLite for its turn to write. Whoever waits for longer waits for others who write, in this process or in
/// another, which says nothing about the disk.
const TURN: Duration = Duration::from_secs(4);
/// How often a service looks whether its file is still there.
const LOOK: Duration = Duration::from_millis(250);
/// The row that every database has, as it is. On PostgreSQL one that somebody else is writing is passed by: they can write.
const PROBE: &str = "UPDATE catalog_revision SET revision = revision WHERE id = 1";
const PROBE_ON_POSTGRES: &str = "UPDATE catalog_revision SET revision = revision WHERE id IN (SELECT id FROM catalog_revision WHERE id = 1 FOR UPDATE SKIP LOCKED)";

impl Store {
    /// Commits what [`Store::begin_write`] began. What went into a file that is gone is not committed: `Err`.
    pub async fn commit(&self, tx: DatabaseTransaction) -> Result<(), StoreError> {
        self.noted(tx.commit().await.map_err(StoreError::of_commit))
    }

    /// What came of a commit, for those who ask whether the books can be written.
    pub fn noted(&self, committed: Result<(), StoreError>) -> Result<(), StoreError> {
        match committed {
            Ok(()) => {
                self.health.same_file()?;
                self.health.done();
                Ok(())
            }
            Err(error) => {
                self.health.failed(&error);
                Err(error)
            }
        }
    }

    /// Takes the writing lock at once, so that the transaction cannot fail half way. That the file is still there is seen to after the
    /// commit, and when the connection is opened.
    pub fn begin_inline(&self, books: &Lent) -> Result<(), StoreError> {
        execute(&books.hold(), "BEGIN IMMEDIATE", &[]).map(drop).inspect_err(|error| self.health.failed(error))
    }

    pub fn commit_inline(&self, books: &Lent) -> Result<(), StoreError> {
        self.noted(execute(&books.hold(), "COMMIT", &[]).map(drop))
    }

    /// What came of a statement that was a whole transaction. Where the connection broke under it, it may have been carried out.
    pub(super) fn committed<T>(&self, sent: Result<T, StoreError>) -> Result<T, Missed> {
        match sent {
            Ok(sent) => {
                self.health.done();
                Ok(sent)
            }
            Err(StoreError::Disconnected(why)) => {
                let error = StoreError::Unavailable(format!("the outcome of a commit is unknown: {why}"));
                self.health.failed(&error);
                Err(Missed::Unknown(error))
            }
            Err(error) => Err(Missed::Behind(error)),
        }
    }

    /// Whether the books can be written. Unless a write of the last two seconds has shown it, one row is written unchanged.
    pub async fn can_write(&self) -> Result<(), StoreError> {
        self.health.same_file()?;
        let _alone = self.health.probing.lock().await;
        if let Some(known) = self.health.recently() {
            return known;
        }
        match self.probe().await {
            // Who is contended with writes.
            Ok(()) | Err(StoreError::Contended(_)) => Ok(()),
            Err(error @ StoreError::Busy(_)) => self.health.busy(error),
            Err(error) => Err(error),
        }
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let (tx, probe) = if self.backend() == DbBackend::Postgres {
            (self.begin_write().await?, PROBE_ON_POSTGRES)
        } else {
            let turn = tokio::time::timeout(TURN, self.begin_write()).await;
            (turn.unwrap_or_else(|_| Err(StoreError::others_write()))?, PROBE)
        };
        if let Err(error) = tx.execute_unprepared(probe).await {
            let error = StoreError::from(error);
            self.health.failed(&error);
            let _ = tx.rollback().await;
            return Err(error);
        }
        self.commit(tx).await
    }

    /// Waits until the file is no longer the one that was opened, which mostly is for ever; and says so.
    pub async fn lost(&self) -> String {
        loop {
            if let Some(why) = self.health.lost() {
                return why;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Moves the rest of a replaced file's log out of the new file's way; returns where to.
    pub fn set_aside(&self) -> Option<PathBuf> {
        self.health.watched.get().and_then(Watched::set_aside)
    }
}
