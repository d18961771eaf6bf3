//! Opening the database, by its URL.

use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{ConnectOptions, Database, DatabaseConnection};

use super::{Store, StoreError};

/// How long a request waits for a connection before the caller is told to come back.
const ACQUIRE: Duration = Duration::from_secs(5);
/// How long SQLite waits for another process' write lock.
const BUSY: Duration = Duration::from_secs(10);

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
    options.idle_timeout(Duration::from_mins(10));
    usual(&mut options);
    options
}

/// No ping before each use. Each statement, without its values, is logged for those who ask with `GL_LOG=sqlx::query=trace`.
fn usual(options: &mut ConnectOptions) {
    options.test_before_acquire(false).sqlx_logging(true).sqlx_logging_level(log::LevelFilter::Trace);
}

/// WAL with every commit on the disk before it is answered. In memory there is one connection only.
async fn sqlite(url: &str, connections: u32) -> Result<DatabaseConnection, StoreError> {
    let mut options = ConnectOptions::new(format!("{url}{}", if url.contains('?') { "" } else { "?mode=rwc" }));
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    usual(&mut options);
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
