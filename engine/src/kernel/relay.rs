//! Signals between the processes on one PostgreSQL, as [`crate::kernel::signal`] is within one: workers are notified at once of the jobs
//! that other processes committed, and requests of the jobs that other processes ended.
//!
//! Signals that come together go in one message: while one is sent, the next gathers. A message may be lost, since every waiter
//! also looks into the database. `SQLite` has nothing like it; processes that share a file only look.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbBackend;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::kernel::engine::Engine;
use crate::kernel::signal::Notice;
use crate::kernel::store::StoreError;
use crate::kernel::store::notify::Listener;

/// How long to wait before listening again, once the database was away.
const PAUSE: Duration = Duration::from_secs(1);

/// Relays the signals of one process until it is dropped.
#[derive(Debug)]
pub struct Relay {
    _tasks: JoinSet<()>,
}

/// The message from process to process.
#[derive(Serialize, Deserialize)]
struct Word {
    /// The sender, which ignores its own messages.
    from: String,
    notice: Notice,
}

impl Relay {
    /// Sends notices to other processes from now on, and listens to theirs.
    pub fn start(engine: &Arc<Engine>) -> Self {
        let mut tasks = JoinSet::new();
        if engine.store.backend() == DbBackend::Postgres {
            engine.signals.unsent.gather();
            tasks.spawn(send_notices(Arc::clone(engine)));
            tasks.spawn(listen(Arc::clone(engine)));
        }
        Self { _tasks: tasks }
    }
}

async fn send_notices(engine: Arc<Engine>) {
    loop {
        let word = Word { from: engine.store.process.clone(), notice: engine.signals.unsent.next().await };
        let told = match serde_json::to_string(&word) {
            Ok(text) => engine.store.say(&text).await,
            Err(error) => Err(StoreError::Broken(error.to_string())),
        };
        if let Err(error) = told {
            tracing::debug!(%error, "other processes could not be told");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn listen(engine: Arc<Engine>) {
    loop {
        if let Err(error) = hear(&engine).await {
            tracing::debug!(%error, "cannot listen to other processes");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Listens until the connection breaks.
async fn hear(engine: &Engine) -> Result<(), StoreError> {
    let mut listener = Listener::open(&engine.store).await?;
    loop {
        let text = listener.hear().await?;
        match serde_json::from_str::<Word>(&text) {
            Ok(word) if word.from != engine.store.process => engine.signals.heard(&word.notice),
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, text, "not a word of ours"),
        }
    }
}
