//! The listener: it accepts connections, limits their number, and limits how long a client may keep one.
//!
//! It runs hyper directly, because poem's server has no time limit for headers and no limit on connections. A connection is closed
//! when its client sends no request for a while, does not take its answer ([`paced`]), or is idle when others need the place
//! ([`open`]).

pub mod open;
pub mod paced;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use poem::http::header;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Response};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use self::open::{Open, Place};
use self::paced::Paced;
use crate::config::Limits;
use crate::problem::Problem;
use crate::service::Service;
use crate::unreadable::{UnderWay, Worded};

/// A client must send its headers within this time after it connected or got its last answer.
const HEADER_TIME: Duration = Duration::from_secs(15);
/// How long the requests in hand may take after a SIGTERM.
pub const SHUTDOWN_TIME: Duration = Duration::from_secs(10);
/// How long the service accepts connections after the stop: some clients connected before it and wait in the kernel's queue, or
/// have not sent their request yet.
const LAST_CALL: Duration = Duration::from_millis(100);
/// The pause before the next look for a free place or a free file handle.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// The paths that the spare places serve.
const FOR_SPARE: [&str; 3] = ["/livez", "/readyz", "/metrics"];

/// Opens the port; the error names the address.
pub async fn bind(listen: &str) -> Result<TcpListener, String> {
    TcpListener::bind(listen).await.map_err(|error| format!("cannot listen on {listen}: {error}"))
}

/// Serves until `stop`, then finishes the requests in hand, for at most [`SHUTDOWN_TIME`].
pub async fn serve(listener: TcpListener, app: Service, limits: Limits, stop: CancellationToken) {
    if let Ok(address) = listener.local_addr() {
        // Operators' log filters name this target.
        tracing::info!(target: "api::server", "listening on http://{address}");
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

/// Accepts connections for as long as it is polled.
async fn accept(listener: &TcpListener, app: &Service, limits: Limits, graceful: &GracefulShutdown) {
    let open = Open::new(limits.max_connections);
    loop {
        if !open.has_room() {
            tokio::time::sleep(LOOK_AGAIN).await;
            continue;
        }
        let Ok((stream, peer)) = listener.accept().await else {
            // Most likely there is no file handle left: give connections time to end.
            tokio::time::sleep(LOOK_AGAIN).await;
            continue;
        };
        let place = loop {
            match open.enter(peer.ip()) {
                Some(place) => break place,
                None => tokio::time::sleep(LOOK_AGAIN).await,
            }
        };
        let (app, watcher) = (Arc::clone(app), graceful.watcher());
        tokio::spawn(async move {
            if let Err(error) = connection(stream, peer, place, app, watcher).await {
                tracing::debug!(%peer, "connection ended: {error}");
            }
        });
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: Place,
    app: Service,
    watcher: Watcher,
) -> Result<(), hyper::Error> {
    let local =
        stream.local_addr().map_or_else(|_| LocalAddr::default(), |address| LocalAddr(Addr::SocketAddr(address)));
    let remote = RemoteAddr(Addr::SocketAddr(peer));
    // Sends small answers at once. When the option cannot be set they are only slower.
    let _ = stream.set_nodelay(true);
    let under_way = UnderWay::default();
    let answers = under_way.clone();
    let (pulse, is_spare) = (Arc::clone(&place.pulse), place.is_spare);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let request = poem::Request::from((request, local.clone(), remote.clone(), Scheme::HTTP));
        let (app, pulse, under_way) = (Arc::clone(&app), Arc::clone(&pulse), answers.clone());
        async move {
            pulse.works(true);
            let response = if is_spare && !FOR_SPARE.contains(&request.uri().path()) {
                full()
            } else {
                app.get_response(request).await
            };
            pulse.works(false);
            Ok::<_, std::convert::Infallible>(hyper::Response::from(response).map(|body| under_way.sent(body)))
        }
    });
    let io = TokioIo::new(Worded::new(Paced::new(stream, Arc::clone(&place.pulse)), under_way));
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .keep_alive(!is_spare)
        .serve_connection(io, service);
    tokio::select! {
        ended = watcher.watch(http) => ended,
        () = place.pulse.gone() => Ok(()),
    }
}

/// The answer when every connection is busy.
fn full() -> Response {
    let mut response = Problem::unavailable("there are more connections than the service takes").response();
    response.headers_mut().insert(header::CONNECTION, header::HeaderValue::from_static("close"));
    response
}
