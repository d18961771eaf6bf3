//! The service inside the test process: the one place that puts it together as `gl serve` does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::app::App;
use api::cli::serve::hooks;
use api::config::Config;
use api::description::Description;
use api::{boot, feature as resource, server};
use engine::kernel::engine::Engine;
use tokio_util::sync::CancellationToken;
use worker::{DEFAULT_CONCURRENCY, Workers};

/// `GL_…` variables by name.
pub type Settings = BTreeMap<String, String>;

/// How long the remaining jobs of a test may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server inside this process; dropping it stops it.
#[derive(Debug)]
pub struct Running {
    pub base_url: String,
    pub engine: Arc<Engine>,
    workers: Option<Workers>,
    stop: CancellationToken,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Starts the service on the database and a free port; the workers too, unless `GL_WORKERS` is `none`.
pub async fn start(database_url: &str, settings: &Settings) -> Result<Running, String> {
    let config = given(database_url, settings)?;
    let engine = boot::books(&config, true).await?;
    boot::open_sessions(&config, &engine)?;
    let keys = server::keys(&config, engine.clock.clone()).await?;
    let replica = boot::replica(&config, &engine).await?;
    let app = App { engine: Arc::clone(&engine), posting_wait: config.posting_wait, replica };
    let cors = config.cors_origins.clone().unwrap_or_default();
    let hooks = server::Hooks { cors, ..hooks(&app, None) };
    let built = server::build(resource::api(&app), Description::of_the_interface()?, keys, config.limits, hooks)?;
    let listener = server::bind(&config.listen).await?;
    let base_url = format!("http://{}", listener.local_addr().map_err(|error| error.to_string())?);
    let stop = CancellationToken::new();
    tokio::spawn(server::serve(listener, built, config.limits, stop.clone()));
    let workers = config.workers_in_process.then(|| Workers::start(&engine, DEFAULT_CONCURRENCY));
    Ok(Running { base_url, engine, workers, stop })
}

/// The settings as a configuration.
fn given(database_url: &str, settings: &Settings) -> Result<Config, String> {
    let rest = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    api::config::of(rest.filter(|(name, _)| *name != "GL_DATABASE_URL").chain([("GL_DATABASE_URL", database_url)]))
}

impl Running {
    /// Asserts the end state of a test: its remaining jobs end well, and `gl check` finds nothing.
    pub async fn check(&self) {
        let late = self.workers.is_none().then(|| Workers::start(&self.engine, DEFAULT_CONCURRENCY));
        self.settle().await;
        if let Some(late) = late {
            late.stop().await;
        }
        let findings = self.engine.check(|_| {}).await.expect("the books can be checked");
        assert!(findings.differences.is_empty(), "gl check: {:#?}", findings.differences);
    }

    /// Waits until no job is queued or running.
    async fn settle(&self) {
        let start = Instant::now();
        loop {
            let jobs = self.engine.jobs_by_state().await.expect("the jobs can be counted");
            let many = |state: &str| jobs.get(state).copied().unwrap_or(0);
            assert_eq!(many("quarantined"), 0, "jobs were set aside: {jobs:?}");
            if many("queued") + many("running") == 0 {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "jobs are left over: {jobs:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
