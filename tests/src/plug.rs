//! The one place that knows how the service is started inside the test process.
//!
//! To plug it in: start `api` on the URL, on `127.0.0.1:0`, with the settings (names as in C2, such as
//! `GL_POSTING_WAIT`), and return its address with whatever has to be dropped for it to stop. Until then `TestApp`
//! starts the `gl` binary instead, which is slower by a process per test and the same otherwise.

use std::any::Any;
use std::collections::BTreeMap;

/// `GL_…` variables by name.
pub type Settings = BTreeMap<String, String>;

/// A server inside this process; dropping it stops it.
pub struct Running {
    pub base_url: String,
    pub keep: Box<dyn Any + Send + Sync>,
}

/// Why there is no server in this process.
#[derive(Debug)]
pub enum NotRunning {
    /// The function below has no body yet.
    NotPlugged,
    Failed(String),
}

/// Starts the service on the database, workers included.
#[allow(clippy::unused_async, reason = "what is plugged in here waits")]
pub async fn start(_database_url: &str, _settings: &Settings) -> Result<Running, NotRunning> {
    Err(NotRunning::NotPlugged)
}
