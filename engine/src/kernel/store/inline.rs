//! Sets of commands on SQLite, carried out in one piece on a connection of their own, straight on the library.
//! See docs/write-path.md#sqlite.
//!
//! The driver hands each statement, and each row that it returns, from thread to thread. A set that needs nothing but what it reads at
//! its beginning is carried out here in one piece: BEGIN, the read, the decisions, the write, COMMIT, the answers. Meanwhile it holds
//! the driver's one writing connection, so that whoever writes by the driver comes in turn and never finds the file locked.
//!
//! A small set is carried out where it is asked for, on a thread of the runtime: to wake another thread takes as long as the set. A
//! large one, as bulks bring them, is carried out on a thread of ours. See docs/write-path.md#sqlite.

mod bound;
mod connection;
mod lent;
mod watchdog;

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, params_from_iter};
use sea_orm::{DatabaseConnection, Value};

pub use self::bound::Bound;
use self::connection::OwnConnection;
pub use self::lent::{Lent, at_once};
use self::watchdog::Watchdog;
use super::failure::StoreError;
use super::health::Health;
use super::lease::{Lease, Leases};

/// The connection, and who carries out sets on it.
#[derive(Debug)]
pub struct InlineWriter {
    books: Arc<OwnConnection>,
    /// Begins with the first large set, and ends with this.
    thread: Mutex<Option<Sender<Work>>>,
    watchdog: Watchdog,
    pub(super) leases: Arc<Leases>,
}

type Work = Box<dyn FnOnce(&OwnConnection) + Send>;

impl InlineWriter {
    /// `busy`: how long it waits for another process' write lock.
    pub(super) fn of(file: PathBuf, health: Arc<Health>, busy: Duration) -> Self {
        let books = Arc::new(OwnConnection::of(file, health, busy));
        Self { books, thread: Mutex::default(), watchdog: Watchdog::default(), leases: Arc::default() }
    }

    /// Does it when this one's turn has come to write, which the driver's connection stands for: at once and on this thread, when the
    /// runtime has another one. It is short: what waits for this thread waits for it.
    pub async fn run_here<T: Send + 'static>(
        &self,
        writer: &DatabaseConnection,
        work: impl FnOnce(Result<&Lent, StoreError>) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        if !Watchdog::can_help() {
            return self.run(writer, work).await;
        }
        match self.leases.take(writer).await {
            Ok(lease) => self.watchdog.during(|| in_lease(&self.leases, lease, &self.books, work)).ok_or_else(gave_up),
            Err(error) => Ok(work(Err(error))),
        }
    }

    /// Has the thread do it, when this one's turn has come. A caller who goes away does not end it.
    pub async fn run<T: Send + 'static>(
        &self,
        writer: &DatabaseConnection,
        work: impl FnOnce(Result<&Lent, StoreError>) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let (lease, leases) = match self.leases.take(writer).await {
            Ok(lease) => (lease, Arc::clone(&self.leases)),
            Err(error) => return Ok(work(Err(error))),
        };
        let (sender, receiver) = tokio::sync::oneshot::channel();
        self.hand_over(Box::new(move |books| {
            // The caller may be gone.
            let _ = in_lease(&leases, lease, books, work).map(|done| sender.send(done));
        }))?;
        receiver.await.map_err(|_| gave_up())
    }

    fn hand_over(&self, work: Work) -> Result<(), StoreError> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match &*thread {
            Some(sender) => sender.clone(),
            None => thread.insert(self.begin()?).clone(),
        };
        drop(thread);
        sender.send(work).map_err(|_| StoreError::Unavailable("the thread that writes has ended".into()))
    }

    fn begin(&self) -> Result<Sender<Work>, StoreError> {
        let (sender, queue) = channel::<Work>();
        let (books, runtime) = (Arc::clone(&self.books), tokio::runtime::Handle::current());
        let serve = move || {
            let _inside = runtime.enter();
            for work in queue {
                work(&books);
            }
        };
        std::thread::Builder::new()
            .name("books".into())
            .spawn(serve)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(sender)
    }
}

fn gave_up() -> StoreError {
    StoreError::Broken("a set was given up while it was carried out".into())
}

/// Does it with the connection, and gives the turn back; `None` when it panics.
fn in_lease<T>(
    leases: &Arc<Leases>,
    lease: Lease,
    books: &OwnConnection,
    work: impl FnOnce(Result<&Lent, StoreError>) -> T,
) -> Option<T> {
    let done = books.lend(work);
    leases.give_back(lease);
    done
}

/// Ends a transaction that is still open. One that cannot be rolled back ends with its connection.
pub fn roll_back(books: &Lent) {
    let books = books.hold();
    if books.is_autocommit() {
        return;
    }
    if let Err(error) = execute(&books, "ROLLBACK", &[]) {
        tracing::debug!(%error, "rollback failed");
    }
}

/// Carries out one statement, whose text is prepared once; how many rows it touched.
pub fn execute(books: &Connection, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
    Ok(books.prepare_cached(sql)?.execute(params_from_iter(values.iter().map(Bound)))?)
}
