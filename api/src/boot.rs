//! Opening the books for a sub-command: the database, its schema, the engine. See docs/rules/operation.md#schema.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::approval::signing::SelfApproval;
use engine::books::command::Settings;
use engine::books::request::Asked;
use engine::features::people::commands::seed_roles::SeedRoles;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::Reach;
use engine::kernel::outsiders::Store;
use engine::kernel::outsiders::connect;
use engine::kernel::replica::Replica;
use engine::values::clock::Clock;
use migration::SchemaState;

use crate::config::Config;

/// How many connections to PostgreSQL a process holds at most, beyond one for each request that it works on: for the
/// workers, the schedules and those who wait for a job.
const CONNECTIONS_BESIDE: u32 = 8;

/// Opens the database; the folder of a `SQLite` file is made. `Err` is one clear line.
pub async fn store(config: &Config) -> Result<Store, String> {
    if let Some(folder) = config.sqlite_folder() {
        engine::kernel::outsiders::file::make_folder(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let url = &config.database_url.0;
    let connections = u32::try_from(config.limits.max_requests).unwrap_or(u32::MAX).saturating_add(CONNECTIONS_BESIDE);
    connect(url, connections).await.map_err(|error| not_opened(&error.to_string(), url))
}

/// Opens a database that must exist: a command that only reads books does not create any.
pub async fn present_store(config: &Config) -> Result<Store, String> {
    match config.sqlite_file() {
        Some(file) if !file.exists() => Err(format!("there are no books at {}", file.display())),
        _ => store(config).await,
    }
}

/// The driver's message, and for `PostgreSQL` the address: `pool timed out` alone does not say which server is missing.
fn not_opened(text: &str, url: &str) -> String {
    let text = without_secrets(text, url);
    let place = url.split_once("://").filter(|(scheme, _)| scheme.starts_with("postgres")).map(|(_, rest)| rest);
    let Some(rest) = place else { return format!("the database cannot be opened: {text}") };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if text.contains("pool timed out") {
        return format!("the database cannot be reached: no answer from PostgreSQL at {host}");
    }
    format!("the database at {host} cannot be opened: {text}")
}

/// An error of the driver may repeat the URL, and the URL a password.
fn without_secrets(text: &str, url: &str) -> String {
    text.replace(url, "GL_DATABASE_URL").replace('\n', " ")
}

/// Brings the schema up to date where that is asked for or usual, and refuses one that does not fit.
pub async fn schema(config: &Config, store: &Store, migrate: bool) -> Result<(), String> {
    if config.is_sqlite() || migrate {
        // A schema from a newer program is refused before anything is tried on it.
        if migration::state(&store.writer).await.map_err(one_line)? != SchemaState::TooNew {
            migration::up(&store.writer).await.map_err(one_line)?;
        }
    }
    match migration::state(&store.writer).await.map_err(one_line)? {
        SchemaState::Current => Ok(()),
        SchemaState::TooOld => Err(TOO_OLD.into()),
        SchemaState::TooNew => Err(TOO_NEW.into()),
    }
}

const TOO_OLD: &str = "the database's schema is too old for this program: run gl migrate up";
const TOO_NEW: &str = "the database's schema is newer than this program: run a newer gl";

/// Refuses a schema from a newer program, and one without a trail. An older one has the same trail, and stays as it is.
pub async fn has_a_trail(store: &Store) -> Result<(), String> {
    match migration::state(&store.writer).await.map_err(one_line)? {
        SchemaState::Current => Ok(()),
        SchemaState::TooOld => store.audit_rows().await.map(drop).map_err(|_| TOO_OLD.into()),
        SchemaState::TooNew => Err(TOO_NEW.into()),
    }
}

/// The database's own message, on one line.
pub fn one_line(error: impl std::fmt::Display) -> String {
    format!("the database: {}", error.to_string().replace('\n', " "))
}

/// Opens books that must be there, as [`books`] does.
pub async fn present_books(config: &Config) -> Result<Arc<Engine>, String> {
    opened(config, present_store(config).await?, false, Reach::All).await
}

/// Opens books to be checked as they stand: a built-in role that somebody took away is not given back, and what cannot be read stops
/// nothing. Books that this program has not opened yet are opened as [`books`] does.
pub async fn books_to_check(config: &Config) -> Result<Arc<Engine>, String> {
    let store = present_store(config).await?;
    schema(config, &store, false).await?;
    let opened = Engine::open_to_check(store, Clock::system(), settings(config), engine::features::RECORDS).await;
    let Some(engine) = opened.map_err(|error| error.to_string())? else { return present_books(config).await };
    if let Err(error) = engine.seal(Reach::All).await {
        // The verification of the trail names it.
        tracing::warn!("the trail cannot be sealed: {error}");
    }
    Ok(engine)
}

/// Opens books that must be there, for a command beside the service that they are in use by, as [`books`] does.
pub async fn books_in_use(config: &Config) -> Result<Arc<Engine>, String> {
    opened(config, present_store(config).await?, false, Reach::Recent).await
}

/// Opens the books, with the built-in roles in place. Rows without a seal are looked for near the head only: everywhere would take
/// longer the longer the trail is, and a job does that within minutes.
pub async fn books(config: &Config, migrate: bool) -> Result<Arc<Engine>, String> {
    opened(config, store(config).await?, migrate, Reach::Recent).await
}

/// Gives the books the key of the console's sessions; without one the log says that nobody signs in there.
pub fn open_sessions(config: &Config, engine: &Engine) -> Result<(), String> {
    if let Some(key) = config.session_key()? {
        engine.set_session_key(key);
    } else {
        tracing::warn!("{}", crate::config::session_key::WITHOUT);
    }
    Ok(())
}

/// The read replica of the books, when one is configured. It need not be there. `Err` is one clear line about its URL.
pub async fn replica(config: &Config, primary: &Arc<Engine>) -> Result<Option<Arc<Replica>>, String> {
    let Some(url) = &config.database_read_url else { return Ok(None) };
    let connections = u32::try_from(config.limits.max_requests).unwrap_or(u32::MAX);
    let opened = Replica::of(primary, &url.0, connections, config.database_read_max_lag).await;
    opened.map(Some).map_err(|error| {
        format!("GL_DATABASE_READ_URL: {}", error.to_string().replace(&url.0, "the URL").replace('\n', " "))
    })
}

async fn opened(config: &Config, store: Store, migrate: bool, reach: Reach) -> Result<Arc<Engine>, String> {
    schema(config, &store, migrate).await?;
    let engine = Engine::open(store, Clock::system(), settings(config), engine::features::RECORDS)
        .await
        .map_err(|error| error.to_string())?;
    crate::interface::give(&engine, config.posting_wait);
    engine.perform(Asked::by(Actor::system()), SeedRoles).await.map_err(|error| error.to_string())?;
    engine.baseline().await.map_err(|error| error.to_string())?;
    // Seals the rows that a killed process left unsealed, and the rows of the roles.
    engine.seal(reach).await.map_err(|error| error.to_string())?;
    Ok(engine)
}

const fn settings(config: &Config) -> Settings {
    Settings {
        base_currency: config.base_currency,
        self_approval: if config.self_approval { SelfApproval::Allow } else { SelfApproval::Deny },
        rate_tolerance: config.rate_tolerance.0,
    }
}
