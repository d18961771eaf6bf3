//! Opening the database, by its URL.

use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{Connection, SqliteConnection};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr};

use super::{Store, StoreError, failure, file};

/// How long a request waits for a connection before the caller is told to come back.
const ACQUIRE: Duration = Duration::from_secs(3);
/// How long SQLite waits for another process' write lock.
const BUSY: Duration = Duration::from_secs(5);
/// How long a start waits for other processes that open the same SQLite file.
const OTHERS: Duration = Duration::from_secs(30);
/// A connection that nobody used for this long is asked whether it still lives, before it is used: so those that
/// died with a database are replaced, and not found out one request at a time.
const DOUBTFUL: Duration = Duration::from_secs(1);

/// Opens `sqlite://…` (making the file) or `postgres://…`. `connections` bounds PostgreSQL's pool.
pub async fn connect(url: &str, connections: u32) -> Result<Store, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        let pool = Database::connect(postgres(url, connections)).await?;
        return Ok(Store { writer: pool.clone(), reader: pool });
    }
    let made = !url.contains('?') || url.contains("mode=rwc");
    if let Some(file) = file::of_url(url).filter(|file| made || file.exists()) {
        let told = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", file.display()));
        file::make_private(&file).map_err(told)?;
    }
    let writer = patiently(url, 1).await?;
    let reader = patiently(url, 8).await?;
    Ok(Store { writer, reader })
}

/// Opens it, also while another process that opens it for the first time has the file to itself: SQLite does not wait for
/// that by itself.
async fn patiently(url: &str, connections: u32) -> Result<DatabaseConnection, StoreError> {
    let began = std::time::Instant::now();
    loop {
        match sqlite(url, connections).await {
            Err(error) if failure::is_busy(&error) && began.elapsed() < OTHERS => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            opened => return Ok(opened?),
        }
    }
}

fn postgres(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire_if_idle_for(DOUBTFUL).idle_timeout(Duration::from_mins(10));
    logged(&mut options);
    options
}

/// Each statement, without its values, is logged for those who ask with `GL_LOG=sqlx::query=trace`.
fn logged(options: &mut ConnectOptions) {
    options.sqlx_logging(true).sqlx_logging_level(log::LevelFilter::Trace);
}

/// WAL with every commit on the disk before it is answered. In memory there is one connection only.
async fn sqlite(url: &str, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(format!("{url}{}", if url.contains('?') { "" } else { "?mode=rwc" }));
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire(false);
    logged(&mut options);
    options.map_sqlx_sqlite_before_acquire(|connection, _| Box::pin(is_outside_transactions(connection)));
    options.map_sqlx_sqlite_opts(|options| {
        options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY)
            .foreign_keys(false)
            .pragma("cache_size", "-8000")
    });
    Database::connect(options).await
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
