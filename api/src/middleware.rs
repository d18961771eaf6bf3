//! The middleware around all requests: it sets the request id, measures the time, enforces the time limit, catches panics and
//! turns every error into a problem document. Each request gets one log line and one count in the metrics.
//! See docs/rules/errors.md#problem-documents.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use poem::http::{HeaderMap, HeaderValue, Method, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use crate::auth::Caller;
use crate::cors::Cors;
use crate::metrics::Metrics;
use crate::outgoing::{Outgoing, takes_gzip};
use crate::problem::Problem;
use crate::request_id;
use crate::routes::{GET_AND_HEAD, Routes};
use crate::security;
use crate::traces::context::{Context, hex};
use crate::traces::{Span, Traces};

/// The outermost endpoint; it never fails.
pub struct Middleware<E> {
    pub inner: E,
    pub routes: Routes,
    pub metrics: Metrics,
    pub time_limit: Duration,
    pub traces: Option<Traces>,
    pub cors: Cors,
    pub outgoing: Outgoing,
}

/// An answer with the user who sent the request.
struct Answer {
    response: Response,
    user: Option<String>,
}

impl<E: Endpoint> Middleware<E> {
    async fn answer(&self, request: Request, path: &str) -> Answer {
        if has_two_hosts(request.headers()) {
            let problem = Problem::new(400, "broken_request", "there is more than one Host header");
            return Answer { response: problem.response(), user: None };
        }
        let answer = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let problem = match tokio::time::timeout(self.time_limit, answer).await {
            Ok(Ok(Ok(output))) => {
                let response = output.into_response();
                let user = response.extensions().get::<Caller>().map(|caller| caller.0.clone());
                return Answer { response, user };
            }
            Ok(Ok(Err(error))) => {
                let user = error.data::<Caller>().map(|caller| caller.0.clone());
                return Answer { response: self.problem_response(Problem::from_poem(&error), path), user };
            }
            Ok(Err(panic)) => Problem::internal(format!("panic: {}", message(panic.as_ref()))),
            Err(_) => Problem::unavailable("the request took too long and was given up"),
        };
        Answer { response: problem.response(), user: None }
    }

    /// The answer for a problem; a 405 names the methods that the path takes.
    fn problem_response(&self, problem: Problem, path: &str) -> Response {
        match self.routes.find(path) {
            Some(route) if problem.status == 405 => problem.header("Allow", route.allow()).response(),
            None if problem.status == 405 => problem.header("Allow", GET_AND_HEAD).response(),
            _ => problem.response(),
        }
    }

    fn note(&self, asked: &Asked, answer: &Answer, took: Duration) {
        let Asked { method, path, id, parent } = asked;
        let status = answer.response.status().as_u16();
        let is_api = path.starts_with(crate::spec::PREFIX);
        let route =
            self.routes.find(path).map_or(if is_api { "unknown" } else { "outside" }, |route| route.pattern.as_str());
        self.metrics.answered(method.as_str(), route, status, took);
        if let Some(traces) = &self.traces {
            traces.finish(Span::new(*parent, method.as_str(), route, status, id, took));
        }
        // To a tenth of a millisecond: finer digits are noise.
        let ms = (took.as_secs_f64() * 10_000.0).round() / 10.0;
        // Left out when the caller sent no trace context.
        let trace_id = parent.map(|parent| hex(&parent.trace_id));
        let parent_id = parent.map(|parent| hex(&parent.span_id));
        let user = answer.user.as_deref().unwrap_or("-");
        if is_api {
            tracing::info!(request_id = id, trace_id, parent_id, %method, path, status, ms, user, "request");
        } else {
            let path = without_secret(path);
            tracing::debug!(request_id = id, trace_id, parent_id, %method, path, status, ms, "request");
        }
    }
}

/// What stands before the service may have looked at another one of them.
fn has_two_hosts(headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().nth(1).is_some()
}

/// The path as the log has it. A link that signs in may not be used yet, so who reads the log must not find it.
fn without_secret(path: &str) -> &str {
    // Also where it was sent misspelt, such as with two slashes.
    if path.contains("sign-in/link") { "/sign-in/link/…" } else { path }
}

/// What the log and the traces record of a request.
struct Asked {
    id: String,
    method: Method,
    path: String,
    parent: Option<Context>,
}

/// The message of a panic. It goes to the log only.
fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

impl<E: Endpoint> Endpoint for Middleware<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let started = Instant::now();
        let headers = request.headers();
        let asked = Asked {
            id: request_id::from_headers(headers),
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            parent: Context::read(headers),
        };
        let (origin, takes_gzip) = (self.cors.allowed(headers), takes_gzip(headers));
        let preflight = if has_two_hosts(headers) { None } else { self.cors.preflight(&request) };
        let mut answer = match preflight {
            Some(response) => Answer { response, user: None },
            None => request_id::scope(asked.id.clone(), self.answer(request, &asked.path)).await,
        };
        let sent = self.outgoing.send(std::mem::take(&mut answer.response), takes_gzip);
        answer.response = request_id::scope(asked.id.clone(), sent).await;
        let headers = answer.response.headers_mut();
        if let Ok(value) = HeaderValue::try_from(&asked.id) {
            headers.insert(request_id::HEADER, value);
        }
        security::harden(headers);
        self.cors.mark(origin, headers);
        self.note(&asked, &answer, started.elapsed());
        Ok(answer.response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_link_that_signs_in_is_logged() {
        for (path, logged) in [
            ("/sign-in/link/0123abcd", "/sign-in/link/…"),
            ("/sign-in/link/0123abcd/", "/sign-in/link/…"),
            ("//sign-in/link/0123abcd", "/sign-in/link/…"),
            ("/sign-in/link%2F0123abcd", "/sign-in/link/…"),
            ("/sign-in", "/sign-in"),
            ("/documents/bill/B-1", "/documents/bill/B-1"),
            ("/", "/"),
        ] {
            assert_eq!(without_secret(path), logged);
        }
    }
}
