//! Opening the database, by its URL.

use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{Connection, SqliteConnection};
use sea_orm::{ConnectOptions, Database, DatabaseConnection};

use super::{Store, StoreError};

/// How long a request waits for a connection before the caller is told to come back.
const ACQUIRE: Duration = Duration::from_secs(3);
/// How long SQLite waits for another process' write lock.
const BUSY: Duration = Duration::from_secs(5);
/// A connection that nobody used for this long is asked whether it still lives, before it is used: so those that
/// died with a database are replaced, and not found out one request at a time.
const DOUBTFUL: Duration = Duration::from_secs(1);

/// Opens `sqlite://…` (making the file) or `postgres://…`. `connections` bounds PostgreSQL's pool.
pub async fn connect(url: &str, connections: u32) -> Result<Store, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        let pool = Database::connect(postgres(url, connections)).await?;
        return Ok(Store { writer: pool.clone(), reader: pool });
    }
    let writer = sqlite(url, 1).await?;
    let reader = sqlite(url, 8).await?;
    Ok(Store { writer, reader })
}

fn postgres(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire_if_idle_for(DOUBTFUL).sqlx_logging(false).idle_timeout(Duration::from_mins(10));
    options
}

/// WAL with every commit on the disk before it is answered. In memory there is one connection only.
async fn sqlite(url: &str, connections: u32) -> Result<DatabaseConnection, StoreError> {
    let mut options = ConnectOptions::new(format!("{url}{}", if url.contains('?') { "" } else { "?mode=rwc" }));
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire(false).sqlx_logging(false);
    options.map_sqlx_sqlite_before_acquire(|connection, _| Box::pin(is_outside_transactions(connection)));
    options.map_sqlx_sqlite_opts(|options| {
        options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY)
            .foreign_keys(false)
            .pragma("cache_size", "-8000")
    });
    Ok(Database::connect(options).await?)
}

/// A full disk makes SQLite roll back by itself. The driver's own ROLLBACK then fails, it goes on counting the
/// transaction as open, and the connection would refuse every BEGIN from then on: such a one is replaced.
async fn is_outside_transactions(connection: &mut SqliteConnection) -> Result<bool, sea_orm::SqlxError> {
    if connection.is_in_transaction() {
        // A rollback that is still on its way is answered before the ping is.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}
