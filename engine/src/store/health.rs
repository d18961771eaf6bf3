//! Whether these books can be written: what became of the last writes, and whether the file is still the one that was opened.

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend};

use super::watched::Watched;
use super::{Store, StoreError};

/// For so long the last write speaks for the next, well or badly, and readiness writes nothing itself.
const FRESH: Duration = Duration::from_secs(2);
/// How often a service looks whether its file is still there.
const LOOK: Duration = Duration::from_millis(250);

/// The row that every database has, as it is. On PostgreSQL one that somebody else is writing is passed by: they can write.
const PROBE: &str = "UPDATE catalog_revision SET revision = revision WHERE id = 1";
const PROBE_ON_POSTGRES: &str = "UPDATE catalog_revision SET revision = revision WHERE id IN (SELECT id FROM catalog_revision WHERE id = 1 FOR UPDATE SKIP LOCKED)";

/// What is known of writing.
#[derive(Debug, Default)]
pub struct Health {
    watched: OnceLock<Watched>,
    writes: Mutex<Writes>,
    probing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Writes {
    done: Option<Instant>,
    failed: Option<(Instant, StoreError)>,
}

impl Health {
    /// Watches these files from now on.
    pub(super) fn watch(&self, watched: Watched) {
        let _ = self.watched.set(watched);
    }

    fn lost(&self) -> Option<String> {
        self.watched.get().and_then(Watched::lost)
    }

    /// A write failed. When that says something about the database, readiness says so, too, and connections that were opened
    /// before are replaced: one that was opened while the write-ahead log could only be read would never write again.
    pub fn failed(&self, error: &StoreError) {
        match error {
            StoreError::Unavailable(_) | StoreError::Disconnected(_) => {
                self.writes().failed = Some((Instant::now(), error.clone()));
            }
            StoreError::Contended(_) | StoreError::TooLarge(_) | StoreError::Broken(_) => {}
        }
    }

    fn done(&self) {
        self.writes().done = Some(Instant::now());
    }

    /// Whether a write failed since a connection of this age was opened.
    pub fn outlived(&self, age: Duration) -> bool {
        self.writes().failed.as_ref().is_some_and(|(at, _)| at.elapsed() < age)
    }

    /// What the last write says about the next, while it is fresh.
    fn recently(&self) -> Option<Result<(), StoreError>> {
        let writes = self.writes();
        match (&writes.failed, writes.done) {
            (Some((at, error)), done) if done.is_none_or(|done| done < *at) => {
                (at.elapsed() < FRESH).then(|| Err(error.clone()))
            }
            (_, Some(done)) => (done.elapsed() < FRESH).then_some(Ok(())),
            (_, None) => None,
        }
    }

    fn writes(&self) -> std::sync::MutexGuard<'_, Writes> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses when the file is not the one that was opened.
    pub fn same_file(&self) -> Result<(), StoreError> {
        match self.lost() {
            Some(why) => Err(StoreError::Unavailable(why)),
            None => Ok(()),
        }
    }
}

impl Store {
    /// Commits what [`Store::begin_write`] began. What went into a file that is gone is not committed: `Err`.
    pub async fn commit(&self, tx: DatabaseTransaction) -> Result<(), StoreError> {
        match tx.commit().await.map_err(StoreError::of_commit) {
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

    /// Whether the books can be written. Unless a write told within the last two seconds, one row is written as it is.
    pub async fn can_write(&self) -> Result<(), StoreError> {
        self.health.same_file()?;
        let _alone = self.health.probing.lock().await;
        if let Some(known) = self.health.recently() {
            return known;
        }
        match self.probe().await {
            // Somebody else writes, and at length.
            Ok(()) | Err(StoreError::Contended(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let tx = self.begin_write().await?;
        let probe = if self.backend() == DbBackend::Postgres { PROBE_ON_POSTGRES } else { PROBE };
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

    /// Moves what is left of a replaced file's log out of the new file's way; where to.
    pub fn set_aside(&self) -> Option<PathBuf> {
        self.health.watched.get().and_then(Watched::set_aside)
    }
}
