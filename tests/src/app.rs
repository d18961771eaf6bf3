//! The service in this process, on a free port, over a fresh database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use api::app::App;
use api::auth::keys::sign;
use api::auth::token::Expected;
use api::cli::serve::hooks;
use api::config::{Config, Settings};
use api::{boot, resource, server};
use engine::clock::Clock;
use engine::engine::Engine;
use engine::store::read::jobs::by_state;
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use worker::Workers;

use crate::scratch::Backend;
use crate::{postgres, sqlite};

/// The secret that the tests' tokens are signed with.
pub const SECRET: &str = "the tests sign with this secret; nobody else";
/// Where every resource lies.
pub const PREFIX: &str = "/service/general-ledger";

/// Someone with a token.
#[derive(Clone, Debug)]
pub struct Who {
    pub user_id: String,
    pub token: String,
}

/// A person with these roles and permissions.
pub fn token(user_id: &str, roles: &[&str], permissions: &[&str]) -> Who {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let token = sign(SECRET, user_id, &owned(roles), &owned(permissions), 3600, &Expected::default(), &Clock::system());
    Who { user_id: user_id.into(), token: token.expect("a token") }
}

/// One running service.
pub struct TestApp {
    pub base_url: String,
    pub engine: Arc<Engine>,
    pub backend: Backend,
    client: Client,
    workers: Option<Workers>,
    database_url: String,
}

impl TestApp {
    /// Over a fresh database with the tests' company, and workers in this process.
    pub async fn start(backend: Backend) -> Self {
        Self::with(backend, true, |_| {}).await
    }

    /// As when `gl worker` is away: nothing is posted until [`TestApp::finish`].
    pub async fn without_workers(backend: Backend) -> Self {
        Self::with(backend, false, |settings| settings.posting_wait = Some("50ms".into())).await
    }

    /// With settings of the test's own.
    pub async fn with(backend: Backend, workers: bool, change: impl FnOnce(&mut Settings)) -> Self {
        let url = match backend {
            Backend::Sqlite => sqlite::database(),
            Backend::Postgres => postgres::database().await,
        };
        Self::over(backend, &url, workers, change).await
    }

    /// Over a database that is there.
    pub async fn over(backend: Backend, url: &str, workers: bool, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings {
            database_url: Some(url.into()),
            listen: Some("127.0.0.1:0".into()),
            jwt_secret: Some(SECRET.into()),
            ..Settings::default()
        };
        change(&mut settings);
        let config = Config::load(settings).expect("the configuration");
        let engine = boot::books(&config, true).await.expect("the books open");
        let keys = server::keys(&config, engine.clock.clone()).await.expect("the keys");
        let app = App { engine: Arc::clone(&engine), posting_wait: config.posting_wait };
        let built = server::build(resource::api(&app), keys, config.limits, hooks(&engine, Vec::new())).expect("the handlers");
        let listener = server::bind(&config.listen).await.expect("a free port");
        let base_url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(server::serve(listener, built, config.limits, tokio_util::sync::CancellationToken::new()));
        let workers = workers.then(|| Workers::start(&engine, 64));
        let client = Client::builder().timeout(Duration::from_secs(60)).build().expect("a client");
        Self { base_url, engine, backend, client, workers, database_url: url.into() }
    }

    /// Starts the workers of an app that has none.
    pub fn start_workers(&mut self) {
        self.workers.get_or_insert_with(|| Workers::start(&self.engine, 64));
    }

    /// A request without token or body; a path that does not begin with `/service` or `/openapi.json` … is a resource's.
    pub fn raw(&self, method: Method, path: &str) -> RequestBuilder {
        let is_root = ["/livez", "/readyz", "/metrics", "/openapi.json", "/docs", PREFIX].iter().any(|root| path.starts_with(root));
        let prefix = if is_root { "" } else { PREFIX };
        self.client.request(method, format!("{}{prefix}{path}", self.base_url))
    }

    /// A request by a person.
    pub fn by(&self, method: Method, path: &str, who: &Who) -> RequestBuilder {
        self.raw(method, path).header("Authorization", format!("jwt {}", who.token))
    }

    pub async fn get(&self, path: &str, who: &Who) -> Answer {
        Answer::of(self.by(Method::GET, path, who)).await
    }

    pub async fn delete(&self, path: &str, who: &Who) -> Answer {
        Answer::of(self.by(Method::DELETE, path, who)).await
    }

    pub async fn post(&self, path: &str, who: &Who, body: Value) -> Answer {
        self.send(Method::POST, path, who, &body.to_string()).await
    }

    pub async fn put(&self, path: &str, who: &Who, body: Value) -> Answer {
        self.send(Method::PUT, path, who, &body.to_string()).await
    }

    /// A body as it stands.
    pub async fn send(&self, method: Method, path: &str, who: &Who, body: &str) -> Answer {
        Answer::of(self.by(method, path, who).header("Content-Type", "application/json").body(body.to_owned())).await
    }

    /// Waits until no job waits or runs.
    pub async fn settle(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let counts = by_state(&self.engine.store.reader).await.expect("the jobs are counted");
            let busy: i64 = ["queued", "running"].iter().filter_map(|state| counts.get(*state)).sum();
            if busy == 0 {
                assert_eq!(counts.get("quarantined").copied().unwrap_or(0), 0, "jobs were set aside: {counts:?}");
                return;
            }
            assert!(Instant::now() < deadline, "jobs are left over: {counts:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// `gl check` finds nothing.
    pub async fn check(&self) {
        let findings = self.engine.check().await.expect("the check runs");
        assert!(findings.differences.is_empty(), "gl check: {:#?}", findings.differences);
    }

    /// Works off what is left, checks the books, and removes the database.
    pub async fn finish(mut self) {
        self.start_workers();
        self.settle().await;
        self.check().await;
        match self.backend {
            Backend::Sqlite => sqlite::remove(&self.database_url),
            Backend::Postgres => postgres::remove(&self.database_url).await,
        }
    }
}

/// What the service answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// Null when the body is no JSON.
    pub json: Value,
    request: String,
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let sent = request.body().and_then(reqwest::Body::as_bytes).map(String::from_utf8_lossy).unwrap_or_default();
        let told = format!("{} {} {}", request.method(), request.url().path(), sent.chars().take(2000).collect::<String>());
        let response = client.execute(request).await.unwrap_or_else(|error| panic!("{told}: {error:?}"));
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap_or_else(|error| panic!("{told}: {error:?}"));
        let json = serde_json::from_str(&text).unwrap_or_default();
        Self { status, headers, text, json, request: told }
    }

    /// Panics, telling the request and the answer, unless the status is this one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "\n  {}\n  {} {}\n", self.request, self.status, self.text);
        self
    }

    /// A problem document with this status and code (C34).
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Self {
        let answer = self.expect(status);
        let told = format!("\n  {}\n  {}\n", answer.request, answer.text);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{told}");
        assert_eq!(answer.str("/code"), code, "{told}");
        assert_eq!(answer.json.pointer("/status").and_then(Value::as_u64), Some(u64::from(status)), "{told}");
        for member in ["/type", "/title", "/detail"] {
            assert!(!answer.str(member).is_empty(), "no {member}: {told}");
        }
        assert!(!answer.header("x-request-id").is_empty(), "no X-Request-Id: {told}");
        answer
    }

    /// A 422 `invalid` whose errors point at exactly these places.
    #[track_caller]
    pub fn points_at(self, pointers: &[&str]) -> Self {
        let answer = self.problem(422, "invalid");
        let mut found = answer.pointers();
        let mut wanted: Vec<String> = pointers.iter().map(|pointer| (*pointer).to_owned()).collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "\n  {}\n  {}\n", answer.request, answer.text);
        answer
    }

    /// The pointers of a problem's `errors`.
    pub fn pointers(&self) -> Vec<String> {
        let errors = self.json.pointer("/errors").and_then(Value::as_array).cloned().unwrap_or_default();
        errors.iter().filter_map(|error| Some(error.get("pointer")?.as_str()?.to_owned())).collect()
    }

    pub fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }

    /// The value at a pointer: a text as it is, anything else as JSON; empty when there is none.
    pub fn str(&self, pointer: &str) -> String {
        match self.json.pointer(pointer) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            Some(other) => other.to_string(),
        }
    }

    pub fn list(&self, pointer: &str) -> Vec<Value> {
        self.json.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// One field of every item of a list.
    pub fn column(&self, pointer: &str, field: &str) -> Vec<String> {
        let text = |item: &Value| item.get(field).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        self.list(pointer).iter().filter_map(text).collect()
    }
}
