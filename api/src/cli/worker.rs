//! `gl worker`: workers only, beside any number of `gl serve` with `GL_WORKERS=none`.

use clap::Args;
use engine::kernel::relay::Relay;
use worker::{DEFAULT_CONCURRENCY, Workers};

use super::serve::asked_or_lost;
use crate::config::{self, Config};
use crate::{boot, server};

/// The arguments of `gl worker`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Worker {
    /// How many posting jobs to take at a time
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CONCURRENCY, value_parser = config::at_least_one)]
    concurrency: usize,
    /// Bring the schema up to date first (always done with SQLite)
    #[arg(long)]
    migrate: bool,
}

impl Worker {
    /// Works until SIGTERM or SIGINT.
    pub async fn run(self, config: &Config) -> Result<(), String> {
        let engine = boot::books(config, self.migrate).await?;
        let _relay = Relay::start(&engine);
        let workers = Workers::start(&engine, self.concurrency);
        tracing::info!("working");
        let why = asked_or_lost(&engine).await;
        if tokio::time::timeout(server::SHUTDOWN_TIME, workers.stop()).await.is_err() {
            tracing::warn!(
                "gave up jobs that took longer than {} s; they run again at the next start",
                server::SHUTDOWN_TIME.as_secs()
            );
        }
        why
    }
}
