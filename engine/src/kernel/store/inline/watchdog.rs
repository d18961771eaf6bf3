//! What keeps the runtime going while one of its threads carries out a set.
//!
//! A thread of the runtime that wakes may leave the others asleep, and nobody listening to the network and the clock, until it has done
//! what it woke for. That is no loss while a set takes less time than it takes to wake a thread. When one takes longer, for a slow disk
//! or for another process that writes, the watchdog gives the runtime something to do, so that another of its threads wakes, and stays
//! to listen.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;

/// After this time, and at most twice as long, the runtime is given something to do.
const LONG: Duration = Duration::from_millis(5);
/// After so many times in which nothing was carried out, the watchdog sleeps until something is.
const QUIET: u32 = 20;

/// Its thread begins with the first set, and ends with this.
#[derive(Debug, Default)]
pub struct Watchdog {
    seen: Arc<Seen>,
    calls: Mutex<Option<Sender<()>>>,
}

#[derive(Debug, Default)]
struct Seen {
    /// Twice the number of sets that were carried out; one more during a set.
    sets: AtomicU64,
    is_awake: AtomicBool,
}

impl Watchdog {
    /// Whether this is a runtime that can go on while one of its threads is busy.
    pub fn can_help() -> bool {
        Handle::try_current().is_ok_and(|runtime| runtime.metrics().num_workers() > 1)
    }

    /// Looks out while this is done. One at a time.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.seen.sets.fetch_add(1, Ordering::SeqCst);
        if !self.seen.is_awake.swap(true, Ordering::SeqCst) {
            self.wake();
        }
        let done = work();
        self.seen.sets.fetch_add(1, Ordering::SeqCst);
        done
    }

    fn wake(&self) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.is_none() {
            match begin(&self.seen) {
                Ok(sender) => *calls = Some(sender),
                Err(error) => {
                    tracing::warn!(%error, "no thread looks out while sets are carried out");
                    self.seen.is_awake.store(false, Ordering::SeqCst);
                }
            }
        }
        if let Some(calls) = &*calls {
            // The thread ends only with this.
            let _ = calls.send(());
        }
    }
}

fn begin(seen: &Arc<Seen>) -> std::io::Result<Sender<()>> {
    let (sender, calls) = channel();
    let (seen, runtime) = (Arc::clone(seen), Handle::current());
    let watch = move || {
        while calls.recv().is_ok() {
            seen.until_quiet(&runtime);
        }
    };
    std::thread::Builder::new().name("watchdog".into()).spawn(watch)?;
    Ok(sender)
}

impl Seen {
    fn until_quiet(&self, runtime: &Handle) {
        let (mut before, mut quiet) = (self.sets.load(Ordering::SeqCst), 0_u32);
        while quiet < QUIET || !self.falls_asleep(before) {
            std::thread::sleep(LONG);
            let now = self.sets.load(Ordering::SeqCst);
            match (now == before, now.is_multiple_of(2)) {
                (true, true) => quiet = quiet.saturating_add(1),
                (true, false) => drop(runtime.spawn(async {})),
                (false, _) => quiet = 0,
            }
            before = now;
        }
    }

    /// From now on a set that begins calls; false when one has begun after so many.
    fn falls_asleep(&self, sets: u64) -> bool {
        self.is_awake.store(false, Ordering::SeqCst);
        if self.sets.load(Ordering::SeqCst) == sets {
            return true;
        }
        // It may have called: then the next sleep ends at once.
        self.is_awake.store(true, Ordering::SeqCst);
        false
    }
}

#[cfg(test)]
mod tests;
