//! Whether these books can be written: the outcome of the last writes, and whether the file is still the one that was opened.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::failure::StoreError;
use super::watched::Watched;

/// For so long the last write speaks for the next, well or badly, and readiness writes nothing itself.
const FRESH: Duration = Duration::from_secs(2);

/// A write may keep others waiting for so long, as long as any job may take. A disk that hangs looks the same until then.
const LONGEST_WRITE: Duration = Duration::from_mins(1);

/// What is known of writing.
#[derive(Debug, Default)]
pub struct Health {
    pub(super) watched: OnceLock<Watched>,
    writes: Mutex<Writes>,
    pub(super) probing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Writes {
    done: Option<Instant>,
    failed: Option<(Instant, StoreError)>,
    /// When a connection was last found dead, or a write failed.
    found_dead: Option<Instant>,
    /// Since when nobody got to write, since others do.
    busy: Option<Instant>,
}

impl Health {
    /// Watches these files from now on.
    pub(super) fn watch(&self, watched: Watched) {
        let _ = self.watched.set(watched);
    }

    pub(super) fn lost(&self) -> Option<String> {
        self.watched.get().and_then(Watched::lost)
    }

    /// A write failed. When that says something about the database, readiness says so, too, and connections that were opened
    /// before are replaced: one that was opened while the write-ahead log could only be read would never write again.
    pub fn failed(&self, error: &StoreError) {
        match error {
            StoreError::Unavailable(_) | StoreError::Disconnected(_) => {
                let now = Instant::now();
                let mut writes = self.writes();
                writes.failed = Some((now, error.clone()));
                writes.found_dead = Some(now);
            }
            StoreError::Contended(_) | StoreError::Busy(_) | StoreError::TooLarge(_) | StoreError::Broken(_) => {}
        }
    }

    pub(super) fn done(&self) {
        let mut writes = self.writes();
        writes.done = Some(Instant::now());
        writes.busy = None;
    }

    /// Others write, and at length: an error once that lasts longer than any write should.
    pub(super) fn busy(&self, error: StoreError) -> Result<(), StoreError> {
        let since = *self.writes().busy.get_or_insert_with(Instant::now);
        if since.elapsed() < LONGEST_WRITE { Ok(()) } else { Err(error) }
    }

    /// Whether a write failed since a connection of this age was opened.
    pub fn outlived(&self, age: Duration) -> bool {
        self.writes().failed.as_ref().is_some_and(|(at, _)| at.elapsed() < age)
    }

    /// Whatever one connection died of, others may have died of it too: those that were not used since are tested before they are.
    pub fn found_dead_with(&self, error: &StoreError) {
        if let StoreError::Disconnected(_) = error {
            self.found_dead();
        }
    }

    pub(super) fn found_dead(&self) {
        self.writes().found_dead = Some(Instant::now());
    }

    /// Whether one was found dead, or a write failed, within this time.
    pub(super) fn found_dead_within(&self, idle: Duration) -> bool {
        self.writes().found_dead.is_some_and(|at| at.elapsed() < idle)
    }

    /// What the last write says about the next, while it is fresh.
    pub(super) fn recently(&self) -> Option<Result<(), StoreError>> {
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
