//! Traces for an OpenTelemetry collector: a span for each request, sent by OTLP over HTTP as JSON. Off unless `GL_OTLP_ENDPOINT` names
//! a collector.
//!
//! The export is a few lines of JSON, written in this module: the crates for it would bring a second stack of HTTP and protobuf
//! into the build. Requests queue their spans without waiting, so a slow or failing collector delays no request.

pub mod context;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::values::clock::Clock;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

use self::context::{Context, hex};

/// How many spans may wait for the next export. More are dropped, and the log has their number.
const WAITING: usize = 2_048;
/// How many spans one export has at most.
const BATCH: usize = 512;
/// How long a span waits for others at most.
const EVERY: Duration = Duration::from_secs(5);
/// How long an export may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The handle that queues spans.
#[derive(Clone, Debug)]
pub struct Traces {
    spans: Sender<Span>,
    clock: Clock,
    dropped: Arc<AtomicU64>,
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub struct Span {
    pub parent: Option<Context>,
    pub method: String,
    /// The pattern, such as `/service/general-ledger/bills/{bill_id}`; never the path itself.
    pub route: String,
    pub status: u16,
    pub request_id: String,
    pub took: Duration,
    ended: i64,
}

impl Span {
    pub fn new(
        parent: Option<Context>,
        method: &str,
        route: &str,
        status: u16,
        request_id: &str,
        took: Duration,
    ) -> Self {
        let [method, route, request_id] = [method, route, request_id].map(str::to_owned);
        Self { parent, method, route, status, request_id, took, ended: 0 }
    }
}

/// Sends what is handed over until [`Sending::stop`].
#[derive(Debug)]
pub struct Sending {
    task: JoinHandle<()>,
}

impl Traces {
    /// Begins to send to `<endpoint>/v1/traces`.
    pub fn start(endpoint: &str, clock: Clock) -> Result<(Self, Sending), String> {
        let client = reqwest::Client::builder().timeout(PATIENCE).build();
        let client = client.map_err(|error| format!("GL_OTLP_ENDPOINT: {}", error.without_url()))?;
        let (spans, waiting) = channel(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let sender = Collector {
            client,
            url: format!("{}/v1/traces", endpoint.trim_end_matches('/')),
            dropped: Arc::clone(&dropped),
            instance: engine::values::id::fresh("gl-"),
            silent: false,
        };
        Ok((Self { spans, clock, dropped }, Sending { task: tokio::spawn(sender.run(waiting)) }))
    }

    /// Queues a span that ended now. A span of a trace that the caller does not sample is not sent.
    pub fn finish(&self, mut span: Span) {
        if span.parent.is_some_and(|parent| !parent.sampled) {
            return;
        }
        span.ended = self.clock.now().micros();
        if self.spans.try_send(span).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Sending {
    /// Waits for a short time until the queued spans are sent, once no more are queued.
    pub async fn stop(self) {
        let _ = tokio::time::timeout(PATIENCE, self.task).await;
    }
}

struct Collector {
    client: reqwest::Client,
    url: String,
    dropped: Arc<AtomicU64>,
    instance: String,
    /// Whether the last export failed: an unreachable collector is logged once.
    silent: bool,
}

impl Collector {
    async fn run(mut self, mut waiting: Receiver<Span>) {
        let mut batch = Vec::new();
        while waiting.recv_many(&mut batch, BATCH).await > 0 {
            // Other spans may join the first.
            let _ = tokio::time::timeout(EVERY, async {
                while batch.len() < BATCH && waiting.recv_many(&mut batch, BATCH).await > 0 {}
            })
            .await;
            self.send(&batch).await;
            batch.clear();
        }
    }

    async fn send(&mut self, batch: &[Span]) {
        let body = request(batch, &self.instance).to_string();
        let asked = self.client.post(&self.url).header("Content-Type", "application/json").body(body);
        let outcome = asked.send().await.and_then(reqwest::Response::error_for_status);
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            tracing::warn!(dropped, "more requests than traces could be sent of");
        }
        match outcome {
            Ok(_) => self.silent = false,
            Err(error) if self.silent => tracing::debug!("traces were not sent: {}", error.without_url()),
            Err(error) => {
                self.silent = true;
                tracing::warn!(spans = batch.len(), "traces were not sent: {}", error.without_url());
            }
        }
    }
}

/// An `ExportTraceServiceRequest`.
fn request(batch: &[Span], instance: &str) -> Value {
    json!({ "resourceSpans": [{
        "resource": { "attributes": [
            text("service.name", "gl"),
            text("service.version", env!("CARGO_PKG_VERSION")),
            text("service.instance.id", instance),
        ] },
        "scopeSpans": [{ "scope": { "name": "gl" }, "spans": batch.iter().map(span).collect::<Vec<_>>() }],
    }] })
}

fn span(span: &Span) -> Value {
    let fresh = ulid::Ulid::generate().to_bytes();
    let took = i64::try_from(span.took.as_micros()).unwrap_or(i64::MAX);
    let nanos = |micros: i64| format!("{micros}000");
    let mut told = json!({
        "traceId": hex(&span.parent.map_or(fresh, |parent| parent.trace_id)),
        // The second half of a ULID is random.
        "spanId": hex(fresh.last_chunk::<8>().unwrap_or(&[1; 8])),
        "name": format!("{} {}", span.method, span.route),
        // Answers a request from outside.
        "kind": 2,
        "startTimeUnixNano": nanos(span.ended.saturating_sub(took)),
        "endTimeUnixNano": nanos(span.ended),
        "attributes": [
            text("http.request.method", &span.method),
            text("http.route", &span.route),
            json!({ "key": "http.response.status_code", "value": { "intValue": span.status.to_string() } }),
            text("gl.request_id", &span.request_id),
        ],
        // A refusal is a normal answer; a 5xx is a fault.
        "status": { "code": if span.status >= 500 { 2 } else { 0 } },
    });
    if let (Some(parent), Some(told)) = (&span.parent, told.as_object_mut()) {
        told.insert("parentSpanId".into(), json!(hex(&parent.span_id)));
    }
    told
}

fn text(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_as_otlp_has_it() {
        let parent = Context { trace_id: [0xab; 16], span_id: [0xcd; 8], sampled: true };
        let mut told = Span::new(Some(parent), "GET", "/bills/{bill_id}", 503, "req-1", Duration::from_millis(2));
        told.ended = 1_700_000_000_000_000;
        let sent = request(&[told], "gl-1");
        let span = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
        assert_eq!(span["traceId"], "ab".repeat(16));
        assert_eq!(span["parentSpanId"], "cd".repeat(8));
        assert_eq!(span["spanId"].as_str().map(str::len), Some(16));
        assert_eq!(span["name"], "GET /bills/{bill_id}");
        assert_eq!(span["startTimeUnixNano"], "1699999999998000000");
        assert_eq!(span["endTimeUnixNano"], "1700000000000000000");
        assert_eq!(span["status"]["code"], 2);
        let root = super::span(&Span::new(None, "GET", "/a", 404, "req-2", Duration::ZERO));
        assert!(root.get("parentSpanId").is_none() && root["status"]["code"] == 0);
        assert_eq!(root["traceId"].as_str().map(str::len), Some(32));
    }
}
