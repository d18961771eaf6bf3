//! The console beside a running `gl serve --demo`, for work on its pages: it compiles in seconds, and calls the interface over HTTP.
//!
//!     gl serve --demo &
//!     cargo run -p console --example beside -- http://127.0.0.1:8080 127.0.0.1:8081
//!
//! Sessions are kept in memory, and nothing tells of changes but a clock.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use console::host::{
    AskedBy, DemoPerson, Host, Later, Person, Provider, Seen, Session, SignedInBy, Unavailable, Unread,
};
use poem::listener::TcpListener;
use poem::{Body, Request, Response, Server};
use serde_json::Value;
use tokio::sync::watch;

struct Beside {
    base: String,
    client: reqwest::Client,
    people: Vec<DemoPerson>,
    provider: Option<Provider>,
    tokens: HashMap<String, String>,
    open: Mutex<HashMap<String, Session>>,
    states: Mutex<HashSet<String>>,
    changes: watch::Sender<u64>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

impl Beside {
    /// Reads the demo's people and their tokens off its page.
    async fn open(base: &str) -> Result<Self, Failure> {
        let client = reqwest::Client::new();
        let page = client.get(format!("{base}/docs/")).send().await?.text().await?;
        let json = page.split_once("application/json").and_then(|(_, rest)| rest.split_once('>')).map(|(_, rest)| rest);
        let json =
            json.and_then(|rest| rest.split_once("</script>")).map(|(json, _)| json).ok_or("no people in /docs")?;
        let (mut people, mut tokens) = (Vec::new(), HashMap::new());
        for person in serde_json::from_str::<Vec<Value>>(json)? {
            let token = person["token"].as_str().unwrap_or_default().to_owned();
            let me =
                client.get(format!("{base}/service/general-ledger/me")).header("Authorization", format!("jwt {token}"));
            let me: Value = serde_json::from_str(&me.send().await?.text().await?)?;
            let user_id = me["user_id"].as_str().unwrap_or_default().to_owned();
            people.push(DemoPerson {
                user_id: user_id.clone(),
                name: me["name"].as_str().unwrap_or(&user_id).to_owned(),
                role: me["roles"][0].as_str().unwrap_or_default().to_owned(),
            });
            tokens.insert(user_id, token);
        }
        let changes = watch::Sender::new(0);
        let provider = std::env::var("GL_OIDC_ISSUER").ok().map(|issuer| Provider {
            issuer,
            client_id: std::env::var("GL_OIDC_CLIENT_ID").unwrap_or_default(),
            client_secret: std::env::var("GL_OIDC_CLIENT_SECRET").ok(),
            scopes: vec!["openid".into(), "profile".into()],
            user_claim: "sub".into(),
        });
        Ok(Self {
            base: base.into(),
            client,
            people,
            provider,
            tokens,
            open: Mutex::default(),
            states: Mutex::default(),
            changes,
        })
    }

    async fn carry_out(&self, person: &Person, request: Request) -> Result<Response, Failure> {
        let token = self.tokens.get(&person.user_id).cloned().unwrap_or_default();
        let url = format!("{}{}", self.base, request.uri().path_and_query().map_or("", |path| path.as_str()));
        let (parts, body) = request.into_parts();
        let mut made = self.client.request(parts.method, url).body(body.into_vec().await?);
        for (name, value) in &parts.headers {
            made = made.header(name, value);
        }
        let answer = made.header("Authorization", format!("jwt {token}")).send().await?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers().iter().filter(|(name, _)| *name != "transfer-encoding") {
            response = response.header(name, value);
        }
        Ok(response.body(answer.bytes().await?))
    }
}

impl Host for Beside {
    fn call<'a>(&'a self, person: &'a Person, request: Request) -> Later<'a, Response> {
        Box::pin(async move {
            let away = |error: Failure| {
                Response::builder().status(poem::http::StatusCode::BAD_GATEWAY).body(error.to_string())
            };
            self.carry_out(person, request).await.unwrap_or_else(away)
        })
    }

    fn body<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Vec<u8>, Unread>> {
        Box::pin(async {
            request.take_body().into_bytes_limit(1 << 20).await.map(Into::into).map_err(|_| Unread::TooLarge)
        })
    }

    fn file<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Body, Unread>> {
        Box::pin(async { Ok(request.take_body()) })
    }

    fn session<'a>(&'a self, secret: &'a str, _: AskedBy) -> Later<'a, Result<Option<Seen>, Unavailable>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = open.get(secret).map(|session| Seen { session: session.clone(), secret: None });
        Box::pin(async move { Ok(seen) })
    }

    fn begin(&self, person: Person, _: SignedInBy) -> Later<'_, Result<(Session, String), Unavailable>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let secret = format!("{}-{}", person.user_id, open.len());
        let session = Session { session_id: secret.clone(), person, csrf: format!("csrf-{secret}") };
        open.insert(secret.clone(), session.clone());
        Box::pin(async move { Ok((session, secret)) })
    }

    fn end<'a>(&'a self, session_id: &'a str) -> Later<'a, Result<(), Unavailable>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(session_id);
        Box::pin(async { Ok(()) })
    }

    fn link<'a>(&'a self, _: &'a str, _: bool) -> Later<'a, Result<Option<String>, Unavailable>> {
        Box::pin(async { Ok(None) })
    }

    fn begin_sign_in<'a>(&'a self, state: &'a str, _: Duration) -> Later<'a, Result<(), Unavailable>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner).insert(state.to_owned());
        Box::pin(async { Ok(()) })
    }

    fn use_sign_in<'a>(&'a self, state: &'a str) -> Later<'a, Result<bool, Unavailable>> {
        let began = self.states.lock().unwrap_or_else(PoisonError::into_inner).remove(state);
        Box::pin(async move { Ok(began) })
    }

    fn seconds(&self) -> i64 {
        let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    }

    fn demo_people(&self) -> &[DemoPerson] {
        &self.people
    }

    fn is_ours(&self, _: &str) -> bool {
        true
    }

    fn public_url(&self) -> Option<&str> {
        None
    }

    fn company_name(&self) -> Option<&str> {
        Some("Harbour Goods Inc. (demo)")
    }

    fn provider(&self) -> Option<&Provider> {
        self.provider.as_ref()
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn stopped(&self) -> Later<'_, ()> {
        Box::pin(std::future::pending())
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().unwrap_or_else(|| "http://127.0.0.1:8080".into());
    let listen = arguments.next().unwrap_or_else(|| "127.0.0.1:8081".into());
    let host = Arc::new(Beside::open(&base).await?);
    let ticking = host.changes.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(2)).await;
            ticking.send_modify(|count| *count = count.wrapping_add(1));
        }
    });
    println!("the console is at http://{listen}/");
    Server::new(TcpListener::bind(listen)).run(console::endpoint(host)).await?;
    Ok(())
}
