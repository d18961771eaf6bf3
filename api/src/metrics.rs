//! Prometheus metrics at `/metrics`: requests by method, route and status, their latency, and the state of jobs and workers.
//! See docs/rules/operation.md#health.

use std::time::Duration;

use prometheus::{
    Gauge, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

/// All metrics of the process.
#[derive(Clone)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    latency: HistogramVec,
    /// Jobs by state; set by the hook before each scrape.
    pub jobs: IntGaugeVec,
    /// Living workers by queue, in any process; set by the hook as well.
    pub workers: IntGaugeVec,
    /// Seconds that the oldest approved, unposted document has waited.
    pub posting_lag: Gauge,
    /// Documents whose level is late, or whose signers were reminded; set by the hook as well.
    pub overdue: IntGauge,
    /// Sets of commands, their members, and those that went back or were undone; set by the hook as well.
    pub sets: IntGaugeVec,
    /// Seconds that the read replica is behind; set by the hook as well, when there is one.
    pub replica_lag: Gauge,
    /// Reads that the replica may answer, by who answered them; set by the hook as well.
    pub replica_reads: IntGaugeVec,
}

impl Metrics {
    pub fn new() -> Result<Self, String> {
        Self::build().map_err(|error| format!("metrics: {error}"))
    }

    fn build() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let requests = IntCounterVec::new(
            Opts::new("gl_http_requests_total", "Requests answered"),
            &["method", "route", "status"],
        )?;
        let buckets = vec![0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
        let options = HistogramOpts::new("gl_http_request_seconds", "Time to answer").buckets(buckets);
        let latency = HistogramVec::new(options, &["method", "route"])?;
        let jobs = IntGaugeVec::new(Opts::new("gl_jobs", "Jobs that are not done, by state"), &["state"])?;
        let workers = IntGaugeVec::new(Opts::new("gl_workers", "Workers that gave a sign of life lately"), &["queue"])?;
        let posting_lag =
            Gauge::new("gl_posting_lag_seconds", "Age of the oldest approved document that is not posted")?;
        registry.register(Box::new(requests.clone()))?;
        registry.register(Box::new(latency.clone()))?;
        registry.register(Box::new(jobs.clone()))?;
        registry.register(Box::new(workers.clone()))?;
        registry.register(Box::new(posting_lag.clone()))?;
        let overdue = IntGauge::new(
            "gl_approvals_overdue",
            "Documents that nobody signed in time, or whose signers were reminded",
        )?;
        registry.register(Box::new(overdue.clone()))?;
        let sets = IntGaugeVec::new(Opts::new("gl_sets", "Sets of commands since the process began"), &["what"])?;
        registry.register(Box::new(sets.clone()))?;
        let replica_lag =
            Gauge::new("gl_replica_lag_seconds", "How far the read replica is behind; NaN while it is not fit")?;
        replica_lag.set(f64::NAN);
        registry.register(Box::new(replica_lag.clone()))?;
        let replica_reads = IntGaugeVec::new(
            Opts::new(
                "gl_replica_reads",
                "Reports since the process began, by the replica or why the primary answered",
            ),
            &["by"],
        )?;
        replica_reads.with_label_values(&["replica"]).set(0);
        registry.register(Box::new(replica_reads.clone()))?;
        Ok(Self { registry, requests, latency, jobs, workers, posting_lag, overdue, sets, replica_lag, replica_reads })
    }

    /// Counts one answered request; `route` is the pattern, never the path, so that the series stay few.
    pub fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        let method = if ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"].contains(&method) {
            method
        } else {
            "other"
        };
        self.requests.with_label_values(&[method, route, &status.to_string()]).inc();
        self.latency.with_label_values(&[method, route]).observe(took.as_secs_f64());
    }

    /// The Prometheus text format.
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route() {
        let metrics = Metrics::new().expect("metrics");
        metrics.answered("GET", "/bills/{id}", 200, Duration::from_millis(3));
        metrics.answered("BREW", "unknown", 405, Duration::from_millis(3));
        let text = metrics.text();
        assert!(text.contains(r#"gl_http_requests_total{method="GET",route="/bills/{id}",status="200"} 1"#), "{text}");
        assert!(text.contains(r#"method="other""#));
    }
}
