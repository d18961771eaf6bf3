//! `gl serve`: the interface and, unless `GL_WORKERS` is `none`, the workers in the same process.

use std::sync::Arc;

use clap::Args;
use engine::books::queue::JobState;
use engine::kernel::engine::Engine;
use engine::kernel::relay::Relay;
use engine::kernel::replica::Replica;
use engine::values::clock::Clock;
use tokio_util::sync::CancellationToken;
use worker::{DEFAULT_CONCURRENCY, Workers};

use crate::app::App;
use crate::config::Config;
use crate::demo;
use crate::description::Description;
use crate::docs::Demo;
use crate::first_person;
use crate::metrics::Metrics;
use crate::server::{self, Hooks, Readiness};
use crate::traces::Traces;
use crate::{boot, feature};

/// The arguments of `gl serve`.
#[derive(Args, Clone, Copy, Default, Debug)]
pub struct Serve {
    /// Load the demo company, print its people's tokens and the URLs to open
    #[arg(long)]
    demo: bool,
    /// Bring the schema up to date first (always done with SQLite)
    #[arg(long)]
    migrate: bool,
}

impl Serve {
    /// Serves until SIGTERM or SIGINT.
    pub async fn run(self, config: &Config) -> Result<(), String> {
        if self.demo {
            refuse_to_show_the_demo_key(config)?;
        }
        let provider = config.provider()?;
        config.session_key()?;
        // The port and the keys come first: their errors are reported before anything is changed.
        let listener = server::bind(&config.listen).await?;
        let keys = server::keys(config, Clock::system()).await?;
        let engine = boot::books(config, self.migrate).await?;
        boot::open_sessions(config, &engine)?;
        let demo = if self.demo { Some(demo_of(config, &engine).await?) } else { None };
        if first_person::is_awaited(&engine).await.map_err(|error| error.to_string())? {
            tracing::info!("{}", first_person::NOBODY);
        }
        let replica = boot::replica(config, &engine).await?;
        let app = App { engine: Arc::clone(&engine), posting_wait: config.posting_wait, replica };
        let (traces, sending) = match &config.otlp_endpoint {
            Some(endpoint) => {
                Traces::start(endpoint, Clock::system()).map(|(traces, sending)| (Some(traces), Some(sending)))?
            }
            None => (None, None),
        };
        let stop = CancellationToken::new();
        let hooks = Hooks {
            traces,
            cors: config.cors_origins.clone().unwrap_or_default(),
            public_url: config.public_url.clone(),
            company_name: config.company_name.clone().or_else(|| demo.as_ref().map(|_| demo::COMPANY.to_owned())),
            provider,
            stop: stop.clone(),
            ..hooks(&app, demo.clone())
        };
        let built = server::build(feature::api(&app), Description::of_the_interface()?, keys, config.limits, hooks)?;
        if let (Some(demo), Ok(address)) = (&demo, listener.local_addr()) {
            demo::welcome(&demo.people, &address.to_string());
        }
        let _relay = Relay::start(&engine);
        let workers = config.workers_in_process.then(|| Workers::start(&engine, DEFAULT_CONCURRENCY));
        let why = tokio::spawn(stopped(Arc::clone(&engine), stop.clone()));
        server::serve(listener, built, config.limits, stop).await;
        if let Some(sending) = sending {
            sending.stop().await;
        }
        if let Some(workers) = workers
            && tokio::time::timeout(server::SHUTDOWN_TIME, workers.stop()).await.is_err()
        {
            tracing::warn!(
                "gave up jobs that took longer than {} s; they run again at the next start",
                server::SHUTDOWN_TIME.as_secs()
            );
        }
        why.await.unwrap_or(Ok(()))
    }
}

/// Waits for SIGTERM, SIGINT, or the loss of the database file, and then begins to stop the service. `Err`: the loss.
async fn stopped(engine: Arc<Engine>, stop: CancellationToken) -> Result<(), String> {
    let outcome = asked_or_lost(&engine).await;
    stop.cancel();
    outcome
}

/// Waits for SIGTERM or SIGINT. `Err`: the file of the books was lost before.
pub async fn asked_or_lost(engine: &Engine) -> Result<(), String> {
    let why = tokio::select! {
        () = server::asked_to_stop() => return Ok(()),
        why = engine.store.lost() => why,
    };
    tracing::error!(why, "stopping");
    let aside = engine.store.set_aside().map(|to| format!("; its write-ahead log is kept at {}", to.display()));
    Err(why + &aside.unwrap_or_default())
}

/// Refuses a demo with a generated key on any address but loopback: anyone could read the tokens off its page.
/// See docs/rules/operation.md#demo.
fn refuse_to_show_the_demo_key(config: &Config) -> Result<(), String> {
    let generated = config.signing_key()?.is_some_and(|key| key.generated);
    let host = config.listen.rsplit_once(':').map_or("", |(host, _)| host).trim_matches(['[', ']']);
    let is_loopback =
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if generated && !is_loopback {
        return Err(format!(
            "--demo with a generated key listens on loopback only, not on {host}; set GL_JWT_SECRET to go further"
        ));
    }
    Ok(())
}

async fn demo_of(config: &Config, engine: &Arc<Engine>) -> Result<Demo, String> {
    demo::load(engine).await?;
    // The configured address is a host name of the demo, too, unless it stands for all addresses.
    let listen = config.listen.rsplit_once(':').map_or("", |(host, _)| host).trim_matches(['[', ']']).to_owned();
    let is_any = listen.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_unspecified());
    let hosts = config.hosts.iter().cloned().chain((!is_any).then_some(listen)).collect();
    let months_later = demo::months_after_its_story(engine).await?;
    Ok(Demo { people: demo::people(config, &engine.clock)?, hosts, months_later })
}

/// The readiness check and the gauges, read from the books.
pub fn hooks(app: &App, demo: Option<Demo>) -> Hooks {
    let (ready, gauges) = (Arc::clone(&app.engine), app.clone());
    Hooks {
        ready: Arc::new(move || {
            let engine = Arc::clone(&ready);
            Box::pin(async move {
                match migration::state(&engine.store.reader).await {
                    Ok(migration::SchemaState::Current) => match engine.workers_alive().await {
                        Ok(workers) => match engine.store.can_write().await {
                            Ok(()) => Ok(Readiness { workers }),
                            Err(error) => {
                                tracing::warn!(%error, "not ready");
                                Err("the database cannot be written".into())
                            }
                        },
                        Err(_) => Err("the database is away".into()),
                    },
                    Ok(_) => Err("the database's schema does not fit this program".into()),
                    Err(_) => Err("the database is away".into()),
                }
            })
        }),
        gauges: Arc::new(move |metrics| {
            let app = gauges.clone();
            Box::pin(async move {
                set_gauges(&app.engine, &metrics).await;
                if let Some(replica) = &app.replica {
                    set_replica_gauges(replica, &metrics).await;
                }
            })
        }),
        engine: Some(Arc::clone(&app.engine)),
        demo,
        ..Hooks::default()
    }
}

async fn set_gauges(engine: &Engine, metrics: &Metrics) {
    for (what, count) in engine.set_figures().named() {
        metrics.sets.with_label_values(&[what]).set(i64::try_from(count).unwrap_or(i64::MAX));
    }
    if let Ok(counts) = engine.jobs_by_state().await {
        for state in JobState::ALL.into_iter().filter(|state| *state != JobState::Done) {
            metrics.jobs.with_label_values(&[state.name()]).set(counts.get(state.name()).copied().unwrap_or(0));
        }
    }
    if let Ok(workers) = engine.workers_alive().await {
        for (queue, alive) in workers {
            metrics.workers.with_label_values(&[queue]).set(alive);
        }
    }
    if let Ok(overdue) = engine.overdue_count().await {
        metrics.overdue.set(i64::try_from(overdue).unwrap_or(i64::MAX));
    }
    if let Ok(oldest) = engine.oldest_waiting_job().await {
        let micros = oldest.map_or(0, |since| engine.clock.now().micros().saturating_sub(since.micros()).max(0));
        metrics.posting_lag.set(std::time::Duration::from_micros(micros.unsigned_abs()).as_secs_f64());
    }
}

/// A replica that is not fit has no lag: the gauge is then not a number, which no alert compares with a bound.
async fn set_replica_gauges(replica: &Replica, metrics: &Metrics) {
    for (by, count) in replica.reads() {
        metrics.replica_reads.with_label_values(&[by]).set(i64::try_from(count).unwrap_or(i64::MAX));
    }
    metrics.replica_lag.set(replica.lag().await.map_or(f64::NAN, |lag| lag.as_secs_f64()));
}
