//! A word to the other processes on one PostgreSQL, by NOTIFY and LISTEN.

use std::time::Duration;

use sea_orm::sqlx::postgres::{PgListener, PgPoolOptions};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::{Store, StoreError};

/// One for all: a database holds the books of one organisation.
const CHANNEL: &str = "gl_signals";
/// How long a listener waits for its connection.
const ACQUIRE: Duration = Duration::from_secs(3);

impl Store {
    /// Sends a message, of less than 8,000 bytes, to every process that listens.
    ///
    /// By itself, never within a command: transactions that notify commit one after the other, and PostgreSQL could no longer put
    /// several on the disk at once. Nor does it wait for the disk, since the message is not needed after a crash.
    pub async fn say(&self, word: &str) -> Result<(), StoreError> {
        let say = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";
        let values = [CHANNEL.into(), word.into()];
        self.writer.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, say, values)).await?;
        Ok(())
    }
}

/// Receives the messages sent on a PostgreSQL database.
pub struct Listener(PgListener);

impl Listener {
    /// Listens on a connection of its own, which no transaction was left on.
    pub async fn open(store: &Store) -> Result<Self, StoreError> {
        let like = store.reader.get_postgres_connection_pool().connect_options();
        let own = PgPoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE).connect_lazy_with((*like).clone());
        let mut listener = PgListener::connect_with(&own).await.map_err(|error| away(&error))?;
        listener.listen(CHANNEL).await.map_err(|error| away(&error))?;
        Ok(Self(listener))
    }

    /// The next word. An error is final for this listener.
    pub async fn hear(&mut self) -> Result<String, StoreError> {
        Ok(self.0.recv().await.map_err(|error| away(&error))?.payload().to_owned())
    }
}

fn away(error: &sea_orm::SqlxError) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
