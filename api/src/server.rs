//! The whole HTTP service: the routes and their middleware ([`build`]). [`crate::listener`] serves it.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use console::host::Provider;
use engine::kernel::engine::Engine;
use engine::values::clock::Clock;
use poem::endpoint::{make, make_sync};
use poem::{Endpoint, EndpointExt, Response, Route, get};
use poem_openapi::OpenApi;
use tokio_util::sync::CancellationToken;

use crate::admission::{Admission, Pages};
use crate::auth::jwks::Jwks;
use crate::auth::keys::Keys;
use crate::auth::{ActorCheck, Gate};
use crate::config::{Config, Limits};
use crate::console::InProcess;
use crate::cors::Cors;
use crate::description::Description;
use crate::docs::{self, Demo};
pub use crate::listener::{SHUTDOWN_TIME, bind, serve};
use crate::metrics::Metrics;
use crate::middleware::Middleware;
use crate::order::Order;
use crate::outgoing::Outgoing;
use crate::problem::Problem;
use crate::query::KnownQueries;
use crate::service::Service;
use crate::spec;
use crate::traces::Traces;

/// A boxed future.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The body of `/readyz` when requests can be served. A missing worker does not make a server unready: documents can still be
/// written and approved, and their posting waits for a worker.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Readiness {
    /// Living workers by queue, in this process or another.
    pub workers: BTreeMap<&'static str, i64>,
}

impl Readiness {
    fn response(&self) -> Response {
        let missing: Vec<&str> =
            self.workers.iter().filter(|(_, alive)| **alive == 0).map(|(queue, _)| *queue).collect();
        let workers = if missing.is_empty() { "alive" } else { "missing" };
        let body = serde_json::json!({ "status": "ready", "workers": workers, "workers_by_queue": self.workers });
        Response::builder().content_type("application/json").body(body.to_string())
    }
}

/// What the service needs from the rest of the program.
#[derive(Clone)]
pub struct Hooks {
    /// Whether the database answers and its schema fits, and which workers live. `Err` says what is missing.
    pub ready: Arc<dyn Fn() -> Later<Result<Readiness, String>> + Send + Sync>,
    /// Sets the gauges before each scrape of `/metrics`.
    pub gauges: Arc<dyn Fn(Metrics) -> Later<()> + Send + Sync>,
    /// Refuses callers whose user is recorded as inactive.
    pub actor_check: ActorCheck,
    /// The books, for the checks before a request is read. Without books there are no such checks.
    pub engine: Option<Arc<Engine>>,
    /// The exporter of spans, when a collector is configured.
    pub traces: Option<Traces>,
    /// The demo, when the service is one.
    pub demo: Option<Demo>,
    /// Where browsers reach the service, when that is configured.
    pub public_url: Option<String>,
    /// Whose books these are, when that is configured.
    pub company_name: Option<String>,
    /// Where people sign in, when that is configured.
    pub provider: Option<Provider>,
    /// Cancelled when the service is to stop: what would be sent for as long as somebody reads it then ends.
    pub stop: CancellationToken,
    /// The other origins whose pages may call the service.
    pub cors: Cors,
}

impl Default for Hooks {
    fn default() -> Self {
        Self {
            ready: Arc::new(|| Box::pin(async { Ok(Readiness::default()) })),
            gauges: Arc::new(|_| Box::pin(async {})),
            actor_check: Arc::new(|_| Ok(())),
            engine: None,
            traces: None,
            demo: None,
            public_url: None,
            company_name: None,
            provider: None,
            stop: CancellationToken::new(),
            cors: Cors::default(),
        }
    }
}

/// Puts the middleware around the handlers; the description is theirs. `Err`: what is to be served does not fit together.
pub fn build<T: OpenApi + 'static>(
    api: T,
    description: Description,
    keys: Arc<Keys>,
    limits: Limits,
    hooks: Hooks,
) -> Result<Service, String> {
    let service = spec::service(api);
    let routes = description.routes.clone();
    let asset = description.asset(hooks.demo.as_ref().map_or(0, |demo| demo.months_later));
    let metrics = Metrics::new()?;
    let traces = hooks.traces.clone();
    let gate = Gate::new(keys, Arc::clone(&hooks.actor_check), limits.rate_limit);
    let admission = Admission::new(limits.max_requests, limits.queue_length, limits.queue_wait);
    let known = KnownQueries { routes: routes.clone(), prefix: spec::PREFIX };
    let order = Order::new::<T>(routes.clone(), hooks.engine.clone(), admission.clone())?;
    let resources = Arc::new(service.with(known).with(admission.clone()).with(order).with(gate));
    let console = hooks.engine.clone().map(|engine| {
        let (demo, public_url, stop) = (hooks.demo.clone(), hooks.public_url.clone(), hooks.stop.clone());
        let host = InProcess::new(
            engine,
            Arc::clone(&resources),
            demo,
            public_url,
            hooks.provider.clone(),
            stop,
            admission.clone(),
        );
        Pages {
            admission: admission.clone(),
            inner: console::endpoint(Arc::new(host.of_company(hooks.company_name.clone()))),
        }
    });
    let outer = Route::new()
        .nest(spec::PREFIX, resources)
        .nest("/docs", docs::endpoint(hooks.demo.as_ref()))
        .at("/openapi.json", get(asset))
        .at("/livez", get(make_sync(|_| plain("ok"))))
        .at("/readyz", get(ready(hooks.clone())))
        .at("/metrics", get(scrape(metrics.clone(), hooks.clone())));
    let outer = match console {
        Some(console) => outer.nest("/", console),
        None => outer,
    };
    let outgoing = Outgoing::new(limits.answer_memory);
    let shell = Middleware {
        inner: outer,
        routes,
        metrics,
        time_limit: limits.request_timeout,
        traces,
        cors: hooks.cors,
        outgoing,
    };
    Ok(Arc::new(shell.boxed()))
}

/// The paths of the pages, for tests that walk all of them.
pub fn paths_of_pages(engine: &Arc<Engine>) -> Vec<String> {
    let nothing = make_sync(|_| Response::default());
    let admission = Admission::new(1, 0, Duration::ZERO);
    let stop = CancellationToken::new();
    let host = InProcess::new(Arc::clone(engine), nothing, None, None, None, stop, admission);
    console::routes(Arc::new(host)).paths().to_vec()
}

fn plain(text: &str) -> Response {
    Response::builder().content_type("text/plain; charset=utf-8").body(text.to_owned())
}

fn ready(hooks: Hooks) -> impl Endpoint<Output = Response> {
    make(move |_| {
        let ready = (hooks.ready)();
        async move {
            match tokio::time::timeout(Duration::from_secs(5), ready).await {
                Ok(Ok(readiness)) => Ok(readiness.response()),
                Ok(Err(missing)) => Err(Problem::new(503, "not_ready", missing).header("Retry-After", "1").into()),
                Err(_) => Err(poem::Error::from(Problem::unavailable("the database does not answer"))),
            }
        }
    })
}

fn scrape(metrics: Metrics, hooks: Hooks) -> impl Endpoint<Output = Response> {
    make(move |_| {
        let (metrics, gauges) = (metrics.clone(), (hooks.gauges)(metrics.clone()));
        async move {
            // An unreachable database must not hide the other metrics.
            let _ = tokio::time::timeout(Duration::from_secs(2), gauges).await;
            Ok::<_, poem::Error>(Response::builder().content_type("text/plain; version=0.0.4").body(metrics.text()))
        }
    })
}

/// The keys that the configuration names. A JWK set is refreshed for as long as the process runs.
pub async fn keys(config: &Config, clock: Clock) -> Result<Arc<Keys>, String> {
    // Only the first call in a process installs the provider; later calls fail, and that is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let secret = config.signing_key()?.map(|key| key.secret.0);
    let jwks = match &config.jwks {
        Some(source) => Some(Jwks::open(source).await?),
        None => None,
    };
    if let Some(jwks) = &jwks {
        tokio::spawn(Arc::clone(jwks).keep_fresh());
    }
    Keys::new(secret.as_deref(), jwks, config.expected.clone(), clock).map(Arc::new)
}

/// Resolves on SIGTERM or SIGINT.
pub async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut term) = signal(SignalKind::terminate()) else { return std::future::pending().await };
        tokio::select! {
            _ = term.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}

#[cfg(test)]
mod tests;
