//! Every error answer of the service: `application/problem+json`, RFC 9457. See docs/rules/errors.md#problem-documents.
//!
//! Handlers return `Result<Reply<…>, Problem>`. Any other error (an unknown path, a wrong method, a parameter that does not
//! parse) is a [`poem::Error`] that [`Problem::from_poem`] turns into a problem.

pub mod anyone;
mod codes;
pub mod described;
pub mod refused;
mod status;
mod words;

use std::fmt;
use std::ops::{Deref, DerefMut};

use engine::values::error::{Error, Fault, Faults, Refusal};
use poem::error::ResponseError;
use poem::http::{HeaderName, HeaderValue, StatusCode, header};
use poem::{Body, Response};
use serde_json::{Map, Value, json};

use crate::request_id;

pub use codes::OWN_CODES;
pub use status::status_of;
use words::{code_for, plain_reason, title};

/// The content type of every error.
pub const CONTENT_TYPE: &str = "application/problem+json";

/// One error answer. Boxed, so that a `Result` with it stays small.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem(Box<Parts>);

/// The parts of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    pub status: u16,
    /// Stable, `snake_case`; the `type` is `urn:gl:problem:<code>`.
    pub code: String,
    pub detail: String,
    /// The wrong fields, all of them at once.
    pub faults: Faults,
    /// Further members, such as totals or counts.
    pub extra: Map<String, Value>,
    /// Further headers, such as `Retry-After`.
    pub headers: Vec<(&'static str, String)>,
}

impl Problem {
    pub fn new(status: u16, code: impl Into<String>, detail: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            status,
            code: code.into(),
            detail: detail.into(),
            faults: Faults::default(),
            extra: Map::new(),
            headers: Vec::new(),
        }))
    }

    /// Adds a response header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// 400: the text is not JSON that we read.
    pub fn broken_json(detail: impl Into<String>) -> Self {
        Self::new(400, "broken_json", detail)
    }

    /// 401; the reason never repeats the token.
    pub fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(401, "unauthorized", detail).header("WWW-Authenticate", "jwt")
    }

    /// 413 over so many bytes.
    pub fn too_large(most: usize) -> Self {
        let mib = most.checked_div(1024 * 1024).unwrap_or_default();
        Self::new(413, "too_large", format!("the body is larger than {mib} MiB"))
    }

    /// 503: come back in a second.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(503, "unavailable", detail).header("Retry-After", "1")
    }

    /// 503: too many requests are here already.
    pub fn busy() -> Self {
        Self::unavailable("the service is busy; send the request again")
    }

    /// 429, with the headers of draft-ietf-httpapi-ratelimit-headers: the policy `user` has a quota of `rate` requests in a window
    /// of a second; none remain, for `seconds`.
    pub fn too_many_requests(seconds: u64, rate: u32) -> Self {
        let seconds = seconds.max(1);
        Self::new(429, "too_many_requests", format!("this user may send {rate} requests a second"))
            .header("Retry-After", seconds.to_string())
            .header("RateLimit-Policy", format!("\"user\";q={rate};w=1"))
            .header("RateLimit", format!("\"user\";r=0;t={seconds}"))
    }

    /// 422, naming every wrong field.
    pub fn invalid(faults: Faults) -> Self {
        Refusal::Invalid(faults).into()
    }

    /// 500: the cause goes to the log under the id that the answer carries, and nowhere else.
    pub fn internal(cause: impl fmt::Display) -> Self {
        let id = request_id::current();
        tracing::error!(request_id = %id, "internal error: {cause}");
        let mut problem = Self::new(500, "internal", "something went wrong on our side; the log has it under this id");
        problem.extra.insert("id".into(), Value::String(id));
        problem
    }

    /// The problem for an error of poem's own.
    pub fn from_poem(error: &poem::Error) -> Self {
        use poem::error::{MethodNotAllowedError, NotFoundError, ReadBodyError};
        use poem_openapi::error::{ContentTypeError, ParseParamError, ParsePathError, ParseRequestPayloadError};

        if let Some(problem) = error.downcast_ref::<Self>() {
            return problem.clone();
        }
        if error.is::<NotFoundError>() {
            return Self::new(404, "not_found", "there is nothing at this path");
        }
        // Poem's own is about a path that is not UTF-8, as no id is.
        if error.is::<ParsePathError>() || error.is::<poem::error::ParsePathError>() {
            return Self::new(404, "not_found", "the path holds an id that cannot exist");
        }
        if error.is::<MethodNotAllowedError>() {
            return Self::new(405, "method_not_allowed", "this path does not take this method");
        }
        if let Some(param) = error.downcast_ref::<ParseParamError>() {
            return Faults::one(param.name, plain_reason(&param.reason)).into();
        }
        if let Some(payload) = error.downcast_ref::<ParseRequestPayloadError>() {
            return Self::broken_json(&payload.reason);
        }
        if let Some(found) = error.downcast_ref::<ContentTypeError>() {
            return Self::new(415, "unsupported_media_type", found.to_string());
        }
        if let Some(found) = error.downcast_ref::<ReadBodyError>() {
            return match found {
                ReadBodyError::PayloadTooLarge => Self::too_large(crate::body_limit::MAX_BYTES),
                other => Self::new(400, "broken_request", other.to_string()),
            };
        }
        let status = error.status().as_u16();
        match status {
            401 => Self::unauthorized("this path needs a token"),
            400..=499 => Self::new(status, code_for(status), error.to_string()),
            _ => Self::internal(error),
        }
    }

    /// The document as JSON, with the id of the request that is being answered.
    pub fn document(&self) -> Value {
        let mut document = Map::new();
        document.insert("type".into(), json!(format!("urn:gl:problem:{}", self.code)));
        document.insert("title".into(), json!(title(&self.code)));
        document.insert("status".into(), json!(self.status));
        document.insert("detail".into(), json!(self.detail));
        document.insert("code".into(), json!(self.code));
        document.insert("request_id".into(), json!(request_id::current()));
        if !self.faults.is_empty() {
            let errors =
                self.faults.0.iter().map(|Fault { pointer, detail }| json!({ "pointer": pointer, "detail": detail }));
            document.insert("errors".into(), errors.collect());
        }
        if self.faults.more() > 0 {
            document.insert("errors_left_out".into(), json!(self.faults.more()));
        }
        for (key, value) in &self.extra {
            document.entry(key.clone()).or_insert_with(|| value.clone());
        }
        Value::Object(document)
    }

    /// The HTTP answer.
    pub fn response(&self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = Response::builder()
            .status(status)
            .header(header::CONTENT_TYPE, CONTENT_TYPE)
            .body(Body::from(self.document().to_string()));
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(*name), HeaderValue::try_from(value)) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

impl Deref for Problem {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut Parts {
        &mut self.0
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let mut problem = Self::new(status_of(refusal.class()), refusal.code(), refusal.detail());
        match refusal {
            Refusal::Invalid(faults) => problem.faults = faults,
            Refusal::Named(named) => {
                problem.faults = named.faults;
                problem.extra = named.extra;
            }
        }
        if problem.status == 401 { problem.header("WWW-Authenticate", "jwt") } else { problem }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => refusal.into(),
            Error::Unavailable(cause) => {
                tracing::warn!("the database is unavailable: {cause}");
                Self::unavailable("the database is away or overloaded; send the request again")
            }
            Error::Contended(cause) => {
                tracing::warn!("given up: {cause}");
                Self::unavailable("others change the same rows at this moment; send the request again")
            }
            Error::Internal(cause) => Self::internal(cause),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn as_response(&self) -> Response {
        self.response()
    }
}

#[cfg(test)]
mod tests;
