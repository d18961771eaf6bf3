//! Sets of commands on SQLite, carried out by a thread with a connection of its own, straight on the library.
//! See docs/adr/0043-a-set-on-sqlite-is-carried-out-by-one-thread.md.
//!
//! The driver hands each statement, and each row that it returns, from thread to thread. A set that needs nothing but what it reads at
//! its beginning is carried out here in one piece: BEGIN, the read, the decisions, the write, COMMIT, the answers. Meanwhile it holds
//! the driver's one writing connection, so that whoever writes by the driver comes in turn and never finds the file locked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::{ToSql, ToSqlOutput};
use rusqlite::{Connection, OpenFlags, params_from_iter};
use sea_orm::{DatabaseConnection, Value};

use super::failure::StoreError;
use super::health::Health;
use super::pragmas::{self, THREAD_CACHE};
use super::turn::Turns;

/// There are fewer texts: each is that of one row of a table.
const TEXTS: usize = 100;

/// The thread, which begins with its first set and ends with this.
#[derive(Debug)]
pub struct Straight {
    file: PathBuf,
    health: Arc<Health>,
    /// How long it waits for another process' write lock.
    busy: Duration,
    thread: Mutex<Option<Sender<Work>>>,
    pub(super) turns: Arc<Turns>,
}

/// What is done with the connection, if there is one.
type Work = Box<dyn FnOnce(Result<&Connection, StoreError>) + Send>;

impl Straight {
    pub(super) fn of(file: PathBuf, health: Arc<Health>, busy: Duration) -> Self {
        Self { file, health, busy, thread: Mutex::default(), turns: Arc::default() }
    }

    /// Has the thread do it, when this one's turn has come to write, which the driver's connection stands for. A caller who goes away
    /// does not end it.
    pub async fn run<T: Send + 'static>(
        &self,
        writer: &DatabaseConnection,
        work: impl FnOnce(Result<&Connection, StoreError>) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let (turn, turns) = (self.turns.take(writer).await, Arc::clone(&self.turns));
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let work = Box::new(move |connection: Result<&Connection, StoreError>| {
            let (turn, connection) = match (turn, connection) {
                (Ok(turn), connection) => (Some(turn), connection),
                (Err(error), _) => (None, Err(error)),
            };
            let done = work(connection);
            if let Some(turn) = turn {
                turns.give_back(turn);
            }
            // The caller may be gone.
            let _ = sender.send(done);
        });
        self.hand_over(work)?;
        receiver.await.map_err(|_| StoreError::Broken("the thread that writes gave up a set".into()))
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
        let (sender, receiver) = channel();
        let (file, health, busy) = (self.file.clone(), Arc::clone(&self.health), self.busy);
        let runtime = tokio::runtime::Handle::current();
        runtime.spawn(Turns::watch(Arc::downgrade(&self.turns)));
        let thread = move || {
            let _inside = runtime.enter();
            serve(&receiver, || open(&file, &health, busy), &health);
        };
        std::thread::Builder::new()
            .name("books".into())
            .spawn(thread)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(sender)
    }
}

/// The connection, and when it was opened.
type Opened = (Connection, Instant);

fn serve(queue: &Receiver<Work>, open: impl Fn() -> Result<Opened, StoreError>, health: &Health) {
    let mut kept: Option<Opened> = None;
    for work in queue {
        let usable = kept.take().filter(|(_, since)| !health.outlived(since.elapsed()));
        let mut opened = usable.map_or_else(&open, Ok);
        let lent = opened.as_mut().map(|(connection, _)| &*connection).map_err(|error| error.clone());
        let done = catch_unwind(AssertUnwindSafe(|| work(lent)));
        // What was left inside a transaction is rolled back as it is closed.
        kept = opened.ok().filter(|(connection, _)| done.is_ok() && connection.is_autocommit());
    }
}

fn open(file: &Path, health: &Health, busy: Duration) -> Result<Opened, StoreError> {
    let opened = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(busy)?;
        connection.execute_batch(&pragmas::text(THREAD_CACHE))?;
        connection.set_prepared_statement_cache_capacity(TEXTS);
        Ok((connection, Instant::now()))
    };
    let opened = opened().map_err(|error: rusqlite::Error| {
        let error = StoreError::from(error);
        health.failed(&error);
        error
    })?;
    // Another database may have taken the place of the one that was opened at the start: nothing of ours goes there.
    health.same_file()?;
    Ok(opened)
}

/// Ends a transaction that is still open. One that cannot be rolled back ends with its connection.
pub fn roll_back(books: &Connection) {
    if books.is_autocommit() {
        return;
    }
    if let Err(error) = execute(books, "ROLLBACK", &[]) {
        tracing::debug!(%error, "rollback failed");
    }
}

/// Carries out one statement, whose text is prepared once; how many rows it touched.
pub fn execute(books: &Connection, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
    Ok(books.prepare_cached(sql)?.execute(params_from_iter(values.iter().map(Bound)))?)
}

/// A value as rusqlite binds it.
pub struct Bound<'a>(pub &'a Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        use rusqlite::types::Value::{Integer, Null};
        use rusqlite::types::ValueRef::{Blob, Text};
        Ok(match self.0 {
            Value::Bool(Some(value)) => ToSqlOutput::Owned(Integer(i64::from(*value))),
            Value::Int(Some(number)) => ToSqlOutput::Owned(Integer(i64::from(*number))),
            Value::BigInt(Some(number)) => ToSqlOutput::Owned(Integer(*number)),
            Value::String(Some(text)) => ToSqlOutput::Borrowed(Text(text.as_bytes())),
            Value::Bytes(Some(bytes)) => ToSqlOutput::Borrowed(Blob(bytes)),
            Value::Bool(None) | Value::Int(None) | Value::BigInt(None) | Value::String(None) | Value::Bytes(None) => {
                ToSqlOutput::Owned(Null)
            }
            other => return Err(rusqlite::Error::ToSqlConversionFailure(format!("{other:?} has no column").into())),
        })
    }
}
