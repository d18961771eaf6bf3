//! The client's side of a service that is killed again and again: the address changes, and a request without an answer is sent
//! again with its key.

use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use reqwest::Method;
use tests::app::PREFIX;
use tests::prelude::*;

/// How long after the last kill a request may be repeated, or a job be waited for, before that is a finding.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct Wire {
    http: reqwest::Client,
    base_url: RwLock<String>,
    last_start: RwLock<Instant>,
}

/// One request, however often it is sent.
pub struct Ask<'a> {
    pub method: Method,
    /// Relative to [`PREFIX`].
    pub path: &'a str,
    pub token: &'a Token,
    /// None: reading, or deleting.
    pub key: Option<&'a str>,
    pub body: Option<Value>,
}

impl Wire {
    pub fn new(base_url: &str) -> Self {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().expect("an HTTP client");
        Self { http, base_url: RwLock::new(base_url.to_owned()), last_start: RwLock::new(Instant::now()) }
    }

    /// The service came back somewhere else.
    pub fn moved(&self, base_url: &str) {
        base_url.clone_into(&mut self.base_url.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// A process was started: the time limit of every waiting client begins anew.
    pub fn started(&self) {
        *self.last_start.write().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub fn last_start(&self) -> Instant {
        *self.last_start.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a client that waits since then has waited for too long. Each start of a process begins the time limit anew.
    pub fn too_long(&self, since: Instant) -> bool {
        since.max(self.last_start()).elapsed() > PATIENCE
    }

    /// None: there was no answer, and the outcome is not known.
    async fn once(&self, ask: &Ask<'_>) -> Option<Answer> {
        let base_url = self.base_url.read().unwrap_or_else(PoisonError::into_inner).clone();
        let mut request = self.http.request(ask.method.clone(), format!("{base_url}{PREFIX}{}", ask.path));
        request = request.header("Authorization", format!("jwt {}", ask.token.0));
        if let Some(key) = ask.key {
            request = request.header("X-Idempotency-Key", key);
        }
        if let Some(body) = &ask.body {
            request = request.header("Content-Type", "application/json").body(body.to_string());
        }
        Answer::read(format!("{} {}", ask.method, ask.path), request.send().await.ok()?).await.ok()
    }

    /// Sends it until it is answered. The flag says whether an earlier attempt had no answer.
    pub async fn ask(&self, ask: Ask<'_>) -> (Answer, bool) {
        let (start, mut again) = (Instant::now(), false);
        loop {
            match self.once(&ask).await {
                Some(answer) if answer.status == 503 || answer.json["code"] == "idempotency_in_progress" => {}
                Some(answer) => return (answer, again),
                None => again = true,
            }
            assert!(!self.too_long(start), "{} {} is not answered", ask.method, ask.path);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    pub async fn get(&self, path: &str, token: &Token) -> Answer {
        self.ask(Ask { method: Method::GET, path, token, key: None, body: None }).await.0
    }
}
