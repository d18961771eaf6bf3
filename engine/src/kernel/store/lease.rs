//! Whose turn it is to write on SQLite: the driver's one writing connection, which whoever writes holds meanwhile.
//!
//! A connection that goes back to the driver is pinged by it first, on its thread. Sets follow each other within a millisecond, so the
//! turn stays here for the next one: for some of them, and only while none of this process' commands waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use sea_orm::{DatabaseConnection, DbErr, RuntimeErr, sqlx};

use super::failure::StoreError;

/// For so long the turn is kept: others, such as apalis, wait for the driver's connection without saying so.
const KEPT: Duration = Duration::from_millis(10);

/// The driver's writing connection.
pub(super) type Lease = sqlx::pool::PoolConnection<sqlx::Sqlite>;

#[derive(Debug, Default)]
pub(super) struct Leases {
    kept: Mutex<Kept>,
    /// How many commands wait for the driver to give them its connection.
    waiting: AtomicUsize,
}

#[derive(Debug, Default)]
struct Kept {
    lease: Option<Lease>,
    /// Whether somebody looks after what is kept.
    is_watched: bool,
    /// Whether the turn was kept for long enough, and goes back when it is used no more.
    is_due: bool,
}

impl Leases {
    pub async fn take(self: &Arc<Self>, writer: &DatabaseConnection) -> Result<Lease, StoreError> {
        if let Some(lease) = self.kept().lease.take() {
            return Ok(lease);
        }
        let _waits = Waits::of(self);
        let lease = writer.get_sqlite_connection_pool().acquire().await;
        lease.map_err(|error| match error {
            sqlx::Error::PoolTimedOut => StoreError::others_write(),
            error => DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))).into(),
        })
    }

    /// Keeps it for the next who takes it, or gives it back to the driver.
    pub fn give_back(self: &Arc<Self>, lease: Lease) {
        let mut kept = self.kept();
        if kept.is_due || self.waiting.load(Ordering::SeqCst) > 0 {
            kept.is_due = false;
            drop(kept);
            drop(lease);
            return;
        }
        kept.lease = Some(lease);
        let is_watched = std::mem::replace(&mut kept.is_watched, true);
        drop(kept);
        if !is_watched {
            tokio::spawn(Self::give_back_in_time(Arc::downgrade(self)));
        }
    }

    /// Before a command asks the driver for its connection: what is kept goes back at once, and nothing is kept until it has it.
    pub fn give_way(self: &Arc<Self>) -> Waits {
        let waits = Waits::of(self);
        let kept = self.kept().lease.take();
        drop(kept);
        waits
    }

    /// Gives back what is kept for long enough.
    async fn give_back_in_time(leases: Weak<Self>) {
        tokio::time::sleep(KEPT).await;
        let Some(leases) = leases.upgrade() else { return };
        let mut kept = leases.kept();
        let lease = kept.lease.take();
        kept.is_due = lease.is_none();
        kept.is_watched = false;
        drop(kept);
        drop(lease);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A turn that is still kept does not go back: there may be no runtime any more to carry it.
impl Drop for Leases {
    fn drop(&mut self) {
        drop(self.kept().lease.take().map(Lease::detach));
    }
}

/// A command that waits for the driver's connection.
pub(super) struct Waits(Arc<Leases>);

impl Waits {
    fn of(leases: &Arc<Leases>) -> Self {
        leases.waiting.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(leases))
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}
