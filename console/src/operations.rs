//! The operations of the interface, called in the process in the name of who is signed in.

use std::sync::{Arc, Mutex, PoisonError};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use poem::error::ReadBodyError;
use poem::http::{Method, header};
use poem::{Body, Request, Response};
use serde_json::Value;

use crate::fields::Fields;
use crate::host::{Host, Person};
use crate::interface::query::CreateBill;
use crate::json::Json;
use crate::problem::Problem;

/// Where the paths of the interface begin.
pub const PREFIX: &str = "/service/general-ledger";

/// What may stand in a segment of a path as it is.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The longest answer that a page is made of, in bytes: as long as a page itself.
const LONGEST: usize = 8 * 1024 * 1024;

/// One segment of a path.
pub fn segment(text: &str) -> String {
    // A browser would take these two as steps in the path.
    match text {
        "." => "%2E".into(),
        ".." => "%2E%2E".into(),
        _ => utf8_percent_encode(text, SEGMENT).to_string(),
    }
}

/// The address of the dry run of a change.
pub fn dry_run(path: &str) -> String {
    format!("{path}?{}=true", CreateBill::DRY_RUN)
}

/// Calls operations for one page, and remembers them, so that the page can name them.
pub struct Operations {
    host: Arc<dyn Host>,
    person: Person,
    /// The reads of the page, in their order.
    named: Mutex<Vec<Named>>,
}

/// An operation that a page names for "copy as curl".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub method: String,
    /// With its query.
    pub path: String,
    /// JSON; or, after an `@`, the name of a file that is sent as it is.
    pub body: Option<String>,
}

/// What an operation answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Json,
    /// The `Location` of what was made.
    pub location: Option<String>,
}

/// A change that is asked for.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    pub method: Method,
    /// Below [`PREFIX`], beginning with a slash, with its query.
    pub path: String,
    pub body: Option<Value>,
    /// The version that the person saw, for `If-Match`.
    pub version: Option<&'a str>,
    /// The `X-Idempotency-Key`: a form that is sent twice does its work once.
    pub key: Option<&'a str>,
}

impl<'a> Change<'a> {
    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::POST, path: path.into(), body: Some(body), version: None, key: None }
    }

    pub fn put(path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::PUT, ..Self::post(path, body) }
    }

    pub fn delete(path: impl Into<String>) -> Self {
        Self { method: Method::DELETE, path: path.into(), body: None, version: None, key: None }
    }

    /// The version and the key that the form carries.
    #[must_use]
    pub fn from_form(mut self, form: &'a Fields) -> Self {
        self.version = form.given("version");
        self.key = form.given("key");
        self
    }
}

impl Operations {
    pub fn new(host: Arc<dyn Host>, person: Person) -> Self {
        Self { host, person, named: Mutex::default() }
    }

    /// Reads, and names the operation on the page.
    pub async fn get(&self, path: &str, query: &Fields) -> Result<Json, Problem> {
        let path = query.address(path);
        self.name(Named { method: "GET".into(), path: path.clone(), body: None });
        self.read(&path).await
    }

    /// Reads what the page needs besides what it is about.
    pub async fn aside(&self, path: &str, query: &Fields) -> Result<Json, Problem> {
        self.read(&query.address(path)).await
    }

    async fn read(&self, path: &str) -> Result<Json, Problem> {
        let request = request(Method::GET, path)?.finish();
        let found = answer(self.host.call(&self.person, request).await).await;
        // What a page does without is told nowhere else.
        found
            .inspect_err(|problem| tracing::debug!("GET {path}: {} {}", problem.status, problem.detail))
            .map(|found| found.body)
    }

    /// Reads a body as it comes, such as CSV.
    pub async fn stream(&self, path: &str, query: &Fields, accept: &str) -> Result<Response, Problem> {
        let request = request(Method::GET, &query.address(path))?.header(header::ACCEPT, accept).finish();
        let response = self.host.call(&self.person, request).await;
        if response.status().is_success() { Ok(response) } else { Err(problem(response).await) }
    }

    /// Reads an answer that may be long, and names the operation on the page. Nothing when it is longer than `most` bytes.
    pub async fn bounded(&self, path: &str, query: &Fields, most: usize) -> Result<Option<Json>, Problem> {
        self.name(Named { method: "GET".into(), path: query.address(path), body: None });
        let body = self.stream(path, query, "application/json").await?.into_body();
        match body.into_bytes_limit(most).await {
            Ok(bytes) => Ok(Some(Json(serde_json::from_slice(&bytes).map_err(|_| Problem::unavailable())?))),
            Err(ReadBodyError::PayloadTooLarge) => Ok(None),
            Err(_) => Err(Problem::unavailable()),
        }
    }

    /// Asks for a change.
    pub async fn change(&self, change: Change<'_>) -> Result<Answer, Problem> {
        let Change { method, path, body, version, key } = change;
        let mut made = request(method, &path)?;
        if let Some(version) = version {
            made = made.header(header::IF_MATCH, format!("\"{version}\""));
        }
        if let Some(key) = key {
            made = made.header("X-Idempotency-Key", key);
        }
        let made = match &body {
            Some(body) => made.header(header::CONTENT_TYPE, "application/json").body(body.to_string()),
            None => made.finish(),
        };
        let answered = answer(self.host.call(&self.person, made).await).await;
        answered.map_err(|problem| problem.about(body.as_ref()))
    }

    /// Passes a file on as it comes in.
    pub async fn pass_on(&self, path: &str, file: Body, key: Option<&str>) -> Result<Answer, Problem> {
        let mut made = request(Method::POST, path)?.header(header::CONTENT_TYPE, "application/octet-stream");
        if let Some(key) = key {
            made = made.header("X-Idempotency-Key", key);
        }
        answer(self.host.call(&self.person, made.body(file)).await).await
    }

    /// Names an operation on the page that it did not call, such as what its button does.
    pub fn name(&self, named: Named) {
        self.named.lock().unwrap_or_else(PoisonError::into_inner).push(named);
    }

    /// What was named so far.
    pub fn named(&self) -> Vec<Named> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn request(method: Method, path: &str) -> Result<poem::RequestBuilder, Problem> {
    let uri = format!("{PREFIX}{path}").parse().map_err(|_| Problem::not_found())?;
    Ok(Request::builder().method(method).uri(uri))
}

async fn answer(response: Response) -> Result<Answer, Problem> {
    if !response.status().is_success() {
        return Err(problem(response).await);
    }
    let status = response.status().as_u16();
    let location = response.header("location").map(str::to_owned);
    let bytes = match response.into_body().into_bytes_limit(LONGEST).await {
        Ok(bytes) => bytes,
        Err(ReadBodyError::PayloadTooLarge) => {
            return Err(Problem::of(422, "too_large", crate::text::text("problem.page_too_long")));
        }
        Err(_) => return Err(Problem::unavailable()),
    };
    let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap_or(Value::Null) };
    Ok(Answer { status, body: Json(body), location })
}

async fn problem(response: Response) -> Problem {
    let status = response.status().as_u16();
    let id = response.header("x-request-id").unwrap_or_default().to_owned();
    let body: Body = response.into_body();
    let bytes = body.into_vec().await.unwrap_or_default();
    Problem::read(status, id, Json(serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
}
