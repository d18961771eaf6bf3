//! The whole HTTP service: the routes with everything around them ([`build`]), and the listener that serves them ([`serve`]).
//!
//! The listener runs hyper itself, because poem's server sets no time limit for headers and no limit on connections.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use engine::clock::Clock;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use poem::endpoint::{BoxEndpoint, make, make_sync};
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, EndpointExt, Response, Route, get};
use poem_openapi::OpenApi;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::auth::jwks::Jwks;
use crate::auth::keys::Keys;
use crate::auth::{Admission, Gate};
use crate::config::{Config, Limits};
use crate::demo::shift;
use crate::docs::{self, Demo};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::query::KnownQueries;
use crate::room::Room;
use crate::routes::Routes;
use crate::shell::Shell;
use crate::spec;
use crate::traces::Traces;
use crate::unreadable::Worded;

/// A client must have sent its headers within this time.
const HEADER_TIME: Duration = Duration::from_secs(15);
/// How long requests in hand may take after a SIGTERM (C4).
pub const SHUTDOWN_TIME: Duration = Duration::from_secs(10);

/// Who connected before the stop is in the kernel's queue, or has not sent the request yet: so much time they are given.
const LAST_CALL: Duration = Duration::from_millis(100);

/// Something to be awaited.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The body of `/readyz` when requests can be served. A missing worker does not make a server unready: documents can
/// still be written and approved, they only wait for their posting.
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

/// What the service asks of the rest of the program.
#[derive(Clone)]
pub struct Hooks {
    /// Whether the database answers and its schema fits, and who works; `Err` says what is missing (C5).
    pub ready: Arc<dyn Fn() -> Later<Result<Readiness, String>> + Send + Sync>,
    /// Sets the gauges before each scrape of `/metrics`.
    pub gauges: Arc<dyn Fn(Metrics) -> Later<()> + Send + Sync>,
    /// Refuses callers whose user is recorded as inactive (C8).
    pub admission: Admission,
    /// Where spans go, when a collector is named.
    pub traces: Option<Traces>,
    /// The demo, when this is one.
    pub demo: Option<Demo>,
}

impl Default for Hooks {
    fn default() -> Self {
        Self {
            ready: Arc::new(|| Box::pin(async { Ok(Readiness::default()) })),
            gauges: Arc::new(|_| Box::pin(async {})),
            admission: Arc::new(|_| Ok(())),
            traces: None,
            demo: None,
        }
    }
}

/// The endpoint that answers every request.
pub type App = Arc<BoxEndpoint<'static, Response>>;

/// Puts everything around the handlers. `Err` is a fault in the handlers' description, found at start.
pub fn build<T: OpenApi + 'static>(api: T, keys: Arc<Keys>, limits: Limits, hooks: Hooks) -> Result<App, String> {
    let service = spec::service(api);
    let description = spec::describe(&service)?;
    let routes = Routes::of(&description);
    let metrics = Metrics::new()?;
    let traces = hooks.traces.clone();
    let gate = Gate::new(keys, Arc::clone(&hooks.admission), limits.rate_limit);
    let room = Room::new(limits.max_requests, limits.queue_length, limits.queue_wait);
    let known = KnownQueries { routes: routes.clone(), prefix: spec::PREFIX };
    let resources = service.with(known).with(room).with(gate);
    let outer = Route::new()
        .nest(spec::PREFIX, resources)
        .nest("/docs", docs::endpoint(hooks.demo.as_ref()))
        .at("/openapi.json", get(json_text(spec::text(&served(&description, hooks.demo.as_ref())))))
        .at("/livez", get(make_sync(|_| plain("ok"))))
        .at("/readyz", get(ready(hooks.clone())))
        .at("/metrics", get(scrape(metrics.clone(), hooks)));
    let shell = Shell { inner: outer, routes, metrics, time_limit: limits.request_timeout, traces };
    Ok(Arc::new(shell.boxed()))
}

/// The description as it is served: beside a demo with examples of the demo's own months.
fn served(description: &Value, demo: Option<&Demo>) -> Value {
    let mut served = description.clone();
    shift::examples(&mut served, demo.map_or(0, |demo| demo.months_later));
    served
}

fn plain(text: &str) -> Response {
    Response::builder().content_type("text/plain; charset=utf-8").body(text.to_owned())
}

fn json_text(text: String) -> impl Endpoint<Output = Response> {
    make_sync(move |_| Response::builder().content_type("application/json").body(text.clone()))
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
            // A database that is away must not hide the other metrics.
            let _ = tokio::time::timeout(Duration::from_secs(2), gauges).await;
            Ok::<_, poem::Error>(Response::builder().content_type("text/plain; version=0.0.4").body(metrics.text()))
        }
    })
}

/// The keys that the configuration names; a JWK set is kept fresh for as long as the process runs.
pub async fn keys(config: &Config, clock: Clock) -> Result<Arc<Keys>, String> {
    // Only the first call in a process installs it; later ones find it there.
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

/// Serves the handlers until `stop`. `Err` is one clear line about what keeps the service from starting.
pub async fn run<T: OpenApi + 'static>(
    config: &Config,
    api: T,
    hooks: Hooks,
    clock: Clock,
    stop: CancellationToken,
) -> Result<(), String> {
    let keys = keys(config, clock).await?;
    let app = build(api, keys, config.limits, hooks)?;
    let listener = bind(&config.listen).await?;
    serve(listener, app, config.limits, stop).await;
    Ok(())
}

/// Opens the port; the error names the address.
pub async fn bind(listen: &str) -> Result<TcpListener, String> {
    TcpListener::bind(listen).await.map_err(|error| format!("cannot listen on {listen}: {error}"))
}

/// Serves until `stop`, then finishes the requests in hand, for at most [`SHUTDOWN_TIME`].
pub async fn serve(listener: TcpListener, app: App, limits: Limits, stop: CancellationToken) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("listening on http://{address}");
    }
    let graceful = GracefulShutdown::new();
    let accepting = accept(&listener, &app, limits, &graceful);
    tokio::select! {
        () = accepting => {}
        () = async {
            stop.cancelled().await;
            tokio::time::sleep(LAST_CALL).await;
        } => {}
    }
    drop(listener);
    tracing::info!("stopping: finishing the requests in hand");
    if tokio::time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("gave up requests that took longer than {} s", SHUTDOWN_TIME.as_secs());
    }
}

/// Takes connections for as long as it is polled.
async fn accept(listener: &TcpListener, app: &App, limits: Limits, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(limits.max_connections));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let (Ok(place), Ok((stream, peer))) = (place, listener.accept().await) else {
            // Out of file handles, most likely: give connections time to end.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (app, watcher) = (Arc::clone(app), graceful.watcher());
        tokio::spawn(async move {
            if let Err(error) = connection(stream, peer, app, watcher).await {
                tracing::debug!(%peer, "connection ended: {error}");
            }
            drop(place);
        });
    }
}

async fn connection(
    stream: TcpStream,
    peer: std::net::SocketAddr,
    app: App,
    watcher: hyper_util::server::graceful::Watcher,
) -> Result<(), hyper::Error> {
    let local =
        stream.local_addr().map_or_else(|_| LocalAddr::default(), |address| LocalAddr(Addr::SocketAddr(address)));
    let remote = RemoteAddr(Addr::SocketAddr(peer));
    // Small answers should not wait for more to send; without it they are only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let request = poem::Request::from((request, local.clone(), remote.clone(), Scheme::HTTP));
        let app = Arc::clone(&app);
        async move {
            let response = app.get_response(request).await;
            Ok::<_, std::convert::Infallible>(hyper::Response::from(response))
        }
    });
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .serve_connection(TokioIo::new(Worded::new(stream)), service);
    watcher.watch(http).await
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
