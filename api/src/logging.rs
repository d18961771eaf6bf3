//! Where log lines go: to stderr, as text or as JSON for machines (C2).

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::Config;

/// Starts logging; `Err` when the filter is none.
pub fn start(config: &Config) -> Result<(), String> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| format!("GL_LOG: {error}"))?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = if config.log_json {
        lines.json().finish().try_init()
    } else {
        let to_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        lines.with_ansi(to_terminal).finish().try_init()
    };
    started.map_err(|error| format!("logging: {error}"))
}
