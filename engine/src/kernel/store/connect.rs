//! Opening the database, by its URL.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr};

use super::health::Health;
use super::inline::InlineWriter;
use super::optimistic::OptimisticWrites;
use super::pragmas::{EACH_CONNECTION, READER_CACHE, WRITER_CACHE};
use super::watched::Watched;
use super::{Store, StoreError, failure, file, signs_of_life};

/// How long a request waits for a connection before the caller is asked to retry.
const ACQUIRE: Duration = Duration::from_secs(3);
/// How long SQLite waits for another process' write lock.
const BUSY: Duration = Duration::from_secs(5);
/// How long a start waits for other processes that open the same SQLite file.
const OTHERS: Duration = Duration::from_secs(30);
/// A connection to PostgreSQL that was idle for this long, or while another was found dead, is tested before it is used. So connections
/// that died with a database are replaced, instead of failing one request after another.
const DOUBTFUL: Duration = Duration::from_secs(1);

/// How many of a process' connections to PostgreSQL are for optimistic writes.
const OPTIMISTIC: u32 = 4;

/// Opens `sqlite://…` (making the file; none is kept in memory) or `postgres://…`. `connections` bounds those to PostgreSQL.
pub async fn connect(url: &str, connections: u32) -> Result<Store, StoreError> {
    let process = crate::values::id::fresh("process-");
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        let health = Arc::new(Health::default());
        let pool = open_pool(postgres(url, &process, connections.saturating_sub(OPTIMISTIC).max(1), &health)).await?;
        let optimistic =
            OptimisticWrites::on(open_pool(for_optimistic_writes(url, &process, &health)).await?, Arc::clone(&health));
        return Ok(Store {
            writer: pool.clone(),
            reader: pool,
            optimistic: Some(optimistic),
            inline: None,
            health,
            process,
        });
    }
    let Some(file) = file::of_url(url) else {
        let why = "books are kept in a file, `sqlite://FILE`, or on PostgreSQL, `postgres://…`";
        return Err(StoreError::Unavailable(why.into()));
    };
    let makes = !url.contains('?') || url.contains("mode=rwc");
    if makes || file.exists() {
        file::make_private(&file).map_err(|error| in_file(&file, &error))?;
    }
    let health = Arc::new(Health::default());
    let writer = patiently(url, 1, &health).await?;
    let open = kept_open(url).await.map_err(|error| in_file(&file, &error))?;
    health.watch(Watched::of(&file, open).map_err(|error| in_file(&file, &error))?);
    let reader = patiently(url, 8, &health).await?;
    let inline = InlineWriter::of(file, Arc::clone(&health), BUSY);
    Ok(Store { writer, reader, optimistic: None, inline: Some(Arc::new(inline)), health, process })
}

/// Opens a read replica, whether it is there or not: connections are made when they are needed.
pub async fn connect_replica(url: &str, connections: u32) -> Result<Store, StoreError> {
    let health = Arc::new(Health::default());
    let process = crate::values::id::fresh("process-");
    let mut options = postgres(url, &process, connections, &health);
    options.min_connections(0).connect_lazy(true);
    let pool = open_pool(options).await?;
    Ok(Store { writer: pool.clone(), reader: pool, optimistic: None, inline: None, health, process })
}

/// The connections of optimistic writes. A statement of theirs is a whole transaction, so what `gl_read_facts` sets for its
/// transaction is said when the connection begins. A PgBouncer that pools transactions does not take such settings: then there are
/// no optimistic writes.
fn for_optimistic_writes(url: &str, process: &str, health: &Arc<Health>) -> ConnectOptions {
    let mut options = postgres(url, process, OPTIMISTIC, health);
    options.min_connections(0).connect_lazy(true);
    let name = process.to_owned();
    options.map_sqlx_postgres_opts(move |options| signs_of_life::named(options, &name).options(PLANNER));
    options
}

/// Plans are kept, since to make them takes longer than to run them; and one that is made while the books are empty goes by indexes.
const PLANNER: [(&str, &str); 5] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

fn in_file(file: &Path, error: &dyn Display) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", file.display()))
}

/// A connection that has read, and so has the write-ahead log open.
async fn kept_open(url: &str) -> Result<SqliteConnection, sea_orm::SqlxError> {
    let options = SqliteConnectOptions::from_str(url)?.create_if_missing(false).busy_timeout(BUSY);
    let mut open = SqliteConnection::connect_with(&options).await?;
    open.execute("SELECT count(*) FROM sqlite_master").await?;
    Ok(open)
}

/// Opens it, also while another process that opens it for the first time has the file to itself: SQLite does not wait for
/// that by itself.
async fn patiently(url: &str, connections: u32, health: &Arc<Health>) -> Result<DatabaseConnection, StoreError> {
    let began = std::time::Instant::now();
    loop {
        match sqlite(url, connections, health).await {
            Err(error) if failure::is_busy(&error) && began.elapsed() < OTHERS => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            opened => return Ok(opened?),
        }
    }
}

fn postgres(url: &str, process: &str, connections: u32, health: &Arc<Health>) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire(false).idle_timeout(Duration::from_mins(10));
    let name = process.to_owned();
    options.map_sqlx_postgres_opts(move |options| signs_of_life::named(options, &name));
    let health = Arc::clone(health);
    options.map_sqlx_postgres_before_acquire(move |connection, known| {
        let doubtful = known.idle_for >= DOUBTFUL || health.found_dead_within(known.idle_for);
        let health = Arc::clone(&health);
        Box::pin(async move { Ok(!doubtful || is_alive(connection, &health).await) })
    });
    logged(&mut options);
    options
}

async fn is_alive(connection: &mut PgConnection, health: &Health) -> bool {
    let alive = connection.ping().await.is_ok();
    if !alive {
        health.found_dead();
    }
    alive
}

/// Each statement, without its values, is logged for those who ask with `GL_LOG=sqlx::query=trace`.
fn logged(options: &mut ConnectOptions) {
    options.sqlx_logging(true).sqlx_logging_level(log::LevelFilter::Trace);
}

/// WAL with every commit on the disk before it is answered.
async fn sqlite(url: &str, connections: u32, health: &Arc<Health>) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(format!("{url}{}", if url.contains('?') { "" } else { "?mode=rwc" }));
    options.max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE).connect_timeout(ACQUIRE);
    options.test_before_acquire(false);
    logged(&mut options);
    let health = Arc::clone(health);
    options.map_sqlx_sqlite_before_acquire(move |connection, known| {
        let outlived = health.outlived(known.age);
        Box::pin(async move { Ok(!outlived && is_outside_transactions(connection).await?) })
    });
    // A file that is gone is not made again, empty, by the next connection.
    let cache = if connections > 1 { READER_CACHE } else { WRITER_CACHE };
    options.map_sqlx_sqlite_opts(move |options| {
        let options = options.create_if_missing(false).busy_timeout(BUSY).pragma("cache_size", cache);
        EACH_CONNECTION.iter().fold(options, |options, (name, value)| options.pragma(*name, *value))
    });
    open_pool(options).await
}

/// In a box: its future is large, and those who wait for it would carry it about.
async fn open_pool(options: ConnectOptions) -> Result<DatabaseConnection, DbErr> {
    Box::pin(Database::connect(options)).await
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
