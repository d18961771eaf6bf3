//! What can go wrong with the database, sorted by what to do about it.

use sea_orm::{DbErr, RuntimeErr, SqlErr};

use crate::values::error::{Error, sum_too_large};

/// A failure of the store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A guard no longer holds, a row was inserted by another, or the database asks to try again:
    /// read again, decide again.
    #[error("changed by another: {0}")]
    Contended(String),
    /// Nobody let it write in time: another process has SQLite's write lock, or another command its one writing connection. Nothing is
    /// wrong with the database.
    #[error("{0}")]
    Busy(String),
    /// The connection broke before anything was committed: on another one it may go well at once.
    #[error("{0}")]
    Disconnected(String),
    /// The database is away, full or out of connections; or it went away during a commit, whose outcome is unknown.
    #[error("{0}")]
    Unavailable(String),
    /// A sum that 64 bits cannot hold.
    #[error("{0}")]
    TooLarge(String),
    /// A row that this program cannot read, or a statement that is wrong.
    #[error("{0}")]
    Broken(String),
}

impl StoreError {
    /// A row that does not make sense, naming its table, column and key.
    pub fn bad_row(table: &str, column: &str, key: &str) -> Self {
        Self::Broken(format!("table {table}, column {column}, key {key:?}: unreadable value"))
    }

    /// A guard of a write does not hold, or what was taken to stand does not.
    pub fn row_changed() -> Self {
        Self::Contended("a row changed meanwhile".into())
    }

    /// The turn to write did not come.
    pub fn others_write() -> Self {
        Self::Busy("others write, and at length".into())
    }
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        if let Some(SqlErr::UniqueConstraintViolation(which)) = error.sql_err() {
            return Self::Contended(which);
        }
        match &error {
            DbErr::Conn(RuntimeErr::SqlxError(cause)) if is_broken(cause) => Self::Disconnected(error.to_string()),
            DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => Self::Unavailable(error.to_string()),
            DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause)) => {
                by_cause(cause, &error)
            }
            _ => Self::Broken(error.to_string()),
        }
    }
}

/// Whether a transaction was begun on a connection that someone left inside another (SQLSTATE `active_sql_transaction`).
pub fn is_within_another(error: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause))) = error else {
        return false;
    };
    cause.as_database_error().and_then(sea_orm::sqlx::error::DatabaseError::code).as_deref() == Some("25001")
}

/// Whether another process has the SQLite file to itself (SQLITE_BUSY, SQLITE_LOCKED).
pub fn is_busy(error: &DbErr) -> bool {
    let (DbErr::Conn(RuntimeErr::SqlxError(cause))
    | DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))) = error
    else {
        return false;
    };
    let code = cause.as_database_error().and_then(|database| database.code().and_then(|code| code.parse::<i64>().ok()));
    code.is_some_and(|code| matches!(code & 0xff, 5 | 6))
}

/// Whether the connection, not the statement, is what failed.
fn is_broken(cause: &sea_orm::SqlxError) -> bool {
    use sea_orm::SqlxError;
    matches!(cause, SqlxError::Io(_) | SqlxError::Tls(_) | SqlxError::Protocol(_) | SqlxError::WorkerCrashed)
}

fn by_cause(cause: &sea_orm::SqlxError, error: &DbErr) -> StoreError {
    use sea_orm::SqlxError;
    match cause {
        broken if is_broken(broken) => StoreError::Disconnected(error.to_string()),
        SqlxError::PoolTimedOut | SqlxError::PoolClosed => StoreError::Unavailable(error.to_string()),
        // SQLite's connection stayed within a transaction that could not be ended; the pool replaces it.
        SqlxError::InvalidSavePointStatement | SqlxError::BeginFailed => StoreError::Disconnected(error.to_string()),
        SqlxError::Database(database) => by_code(database.code().as_deref().unwrap_or_default(), error.to_string()),
        _ => StoreError::Broken(error.to_string()),
    }
}

/// PostgreSQL's SQLSTATE has five characters; SQLite's extended codes are numbers.
fn by_code(code: &str, why: String) -> StoreError {
    let primary = code.parse::<i64>().ok().filter(|_| code.len() != 5).map(|extended| extended & 0xff);
    match (code, primary) {
        // Serialization failure, deadlock, lock not available.
        ("40001" | "40P01" | "55P03", _) => StoreError::Contended(why),
        // Cut by an administrator, by a crash beside it, or for idling; connection exceptions.
        ("57P01" | "57P02" | "57P05" | "25P03", _) => StoreError::Disconnected(why),
        (code, None) if code.starts_with("08") => StoreError::Disconnected(why),
        // Starting up, the database dropped; too many connections, disk full, out of memory; the disk fails;
        // a standby, which only reads.
        (code, None)
            if code.starts_with("57P") || code.starts_with("53") || code.starts_with("58") || code == "25006" =>
        {
            StoreError::Unavailable(why)
        }
        // SQLITE_BUSY, LOCKED; NOMEM, READONLY, IOERR, FULL, CANTOPEN.
        (_, Some(5 | 6)) => StoreError::Busy(why),
        (_, Some(7 | 8 | 10 | 13 | 14)) => StoreError::Unavailable(why),
        // Numeric value out of range; SQLite has only words for it, as has its trigger on the balances.
        ("22003", _) => StoreError::TooLarge(why),
        (_, Some(1 | 19)) if why.ends_with("integer overflow") => StoreError::TooLarge(why),
        _ => StoreError::Broken(why),
    }
}

/// SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE.
const NOT_UNIQUE: [i32; 2] = [1555, 2067];

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|failure| failure.extended_code) {
            Some(code) if NOT_UNIQUE.contains(&code) => Self::Contended(error.to_string()),
            Some(code) => by_code(&code.to_string(), error.to_string()),
            None => Self::Broken(error.to_string()),
        }
    }
}

impl StoreError {
    /// What a failed COMMIT means: when the connection broke, it may have gone through all the same, and must not be
    /// tried again without the caller's idempotency key.
    pub fn of_commit(error: DbErr) -> Self {
        match Self::from(error) {
            Self::Disconnected(why) => Self::Unavailable(format!("the outcome of a commit is unknown: {why}")),
            known => known,
        }
    }
}

impl StoreError {
    /// The failure as an error of the engine.
    pub fn into_error(self) -> Error {
        self.into()
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Contended(why) => Self::Contended(why),
            StoreError::Busy(why) | StoreError::Disconnected(why) | StoreError::Unavailable(why) => {
                Self::Unavailable(why)
            }
            StoreError::TooLarge(_) => sum_too_large().into(),
            StoreError::Broken(why) => Self::Internal(why),
        }
    }
}
