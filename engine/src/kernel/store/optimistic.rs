//! Whether, and on which connections, a set of commands may be optimistic: read without a lock, and write in one statement that compares
//! what was read. PostgreSQL only. See docs/write-path.md#postgresql.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::DatabaseConnection;

use super::failure::StoreError;
use super::health::Health;

/// For so long no set is optimistic after one could not be: a pooler passed another connection on, or there is none.
const REST: Duration = Duration::from_secs(5);

/// The connections, and when none of them could be used.
#[derive(Clone, Debug)]
pub struct OptimisticWrites {
    pub connections: DatabaseConnection,
    failed: Arc<Mutex<Option<Instant>>>,
    health: Arc<Health>,
    /// Whether the books' base currency, which never changes again, was seen to be this process'.
    fixed: Arc<AtomicBool>,
}

impl OptimisticWrites {
    pub(super) fn on(connections: DatabaseConnection, health: Arc<Health>) -> Self {
        Self { connections, failed: Arc::default(), health, fixed: Arc::default() }
    }

    /// A look has shown the base currency.
    pub fn currency_is_fixed(&self) {
        self.fixed.store(true, Ordering::Relaxed);
    }

    pub fn is_currency_fixed(&self) -> bool {
        self.fixed.load(Ordering::Relaxed)
    }

    /// Whether a set may try it now.
    pub fn is_open(&self) -> bool {
        self.failed().is_none_or(|at| at.elapsed() >= REST)
    }

    /// A look, or a write after one, did not work: when not because of what others did, sets are optimistic again after a while.
    pub fn failed_with(&self, error: &StoreError) {
        self.health.found_dead_with(error);
        match error {
            StoreError::Contended(_) | StoreError::Busy(_) | StoreError::TooLarge(_) => {}
            StoreError::Disconnected(_) | StoreError::Unavailable(_) | StoreError::Broken(_) => {
                tracing::debug!(%error, "no optimistic writes for a while");
                *self.failed() = Some(Instant::now());
            }
        }
    }

    fn failed(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
