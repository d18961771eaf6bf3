//! The service under test, on a database of its own, and a client that speaks to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::kernel::engine::Engine;
use engine::values::kind::{DocumentKey, DocumentKind};
use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::Value;

use crate::answer::Answer;
use crate::builders;
use crate::database::{Backend, Database};
use crate::plug::{self, Running, Settings};
use crate::process::Process;
use crate::token::{SECRET, Token};

/// The start of all resource paths.
pub const PREFIX: &str = "/service/general-ledger/";

/// How long [`TestApp::eventually`] waits: the time allowed after a crash. See docs/rules/operation.md#crashes.
const PATIENCE: Duration = Duration::from_secs(30);

/// One server on one fresh database. Paths are relative to [`PREFIX`]; those that begin with `/` are taken as they are.
pub struct TestApp {
    pub base_url: String,
    pub client: reqwest::Client,
    // This field is dropped before the database, which can only be removed when it has no connections.
    served: Served,
    pub database: Arc<Database>,
}

enum Served {
    Here(Arc<Running>),
    ByProcess(Process),
}

/// The settings of every test server, with the changes of the test.
pub fn settings(changes: &[(&str, &str)]) -> Settings {
    let mut all = BTreeMap::from([
        ("GL_JWT_SECRET".to_owned(), SECRET.to_owned()),
        ("GL_LISTEN".to_owned(), "127.0.0.1:0".to_owned()),
        ("GL_LOG".to_owned(), "info".to_owned()),
    ]);
    all.extend(changes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    all
}

/// The client needs an installed TLS provider, though it uses no TLS in tests. Opening the service's keys installs it.
pub async fn prepare_client() {
    let config = api::config::of([("GL_JWT_SECRET", SECRET)]).expect("the default settings");
    api::server::keys(&config, engine::values::clock::Clock::system()).await.expect("a secret is all that keys need");
}

impl TestApp {
    pub async fn start(backend: Backend) -> Self {
        Self::start_with(backend, &[]).await
    }

    /// Starts the service with `GL_…` variables beside the usual ones.
    pub async fn start_with(backend: Backend, changes: &[(&str, &str)]) -> Self {
        Self::start_on(backend.database().await, changes).await
    }

    /// Starts the service on a database of the test's own.
    pub async fn start_on(database: Database, changes: &[(&str, &str)]) -> Self {
        prepare_client().await;
        let settings = settings(changes);
        let running = plug::start(database.url(), &settings).await;
        let running = running.unwrap_or_else(|why| panic!("the service does not start: {why}"));
        Self::around(running.base_url.clone(), Served::Here(Arc::new(running)), database)
    }

    /// The real `gl serve`, to be killed, stopped and started again.
    pub async fn start_process(backend: Backend, changes: &[(&str, &str)]) -> Self {
        let database = backend.database().await;
        let process = Process::serve(database.url(), &settings(changes));
        Self::of_process(database, process).await
    }

    /// An app on a `gl serve` that the test started itself.
    pub async fn of_process(database: Database, process: Process) -> Self {
        prepare_client().await;
        Self::around(process.base_url.clone(), Served::ByProcess(process), database)
    }

    fn around(base_url: String, served: Served, database: Database) -> Self {
        // Nothing here speaks TLS: to read the machine's certificates for each test took a fiftieth of the whole run.
        let client = reqwest::Client::builder().timeout(Duration::from_mins(1)).tls_certs_only([]).build();
        let client = client.expect("an HTTP client");
        Self { base_url, client, served, database: Arc::new(database) }
    }

    /// The engine of the service, when it runs in this process.
    pub fn engine(&self) -> &Arc<Engine> {
        match &self.served {
            Served::Here(running) => &running.engine,
            Served::ByProcess(_) => panic!("the engine is in the process"),
        }
    }

    /// Changes the database beside the service.
    pub async fn run(&self, sql: &str) {
        let changed = self.engine().store.writer.execute_unprepared(sql).await;
        changed.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Asserts that the service remembers this journal entry or expense, as it would read it.
    pub async fn assert_remembered(&self, kind: DocumentKind, id: &str, step: &str) {
        let key = DocumentKey::new(kind, id);
        let read = self.engine().document(&key).await.expect("it answers").expect("it is there");
        let remembered = self.engine().remembered_document(&key);
        let remembered = remembered.unwrap_or_else(|| panic!("{id} is forgotten, {step}"));
        assert_eq!(*remembered, read, "{id}, {step}");
    }

    /// With `GL_WORKERS=none`: starts workers, lets them run the waiting jobs, and stops them.
    pub async fn work_off(&self) {
        self.end().check().await;
    }

    /// The rest of the app after the test: for [`End::check`].
    pub fn end(&self) -> End {
        let running = match &self.served {
            Served::Here(running) => Some(Arc::clone(running)),
            Served::ByProcess(_) => None,
        };
        End { running, _database: Arc::clone(&self.database) }
    }

    /// The process, when the service runs as one.
    pub fn process(&mut self) -> &mut Process {
        match &mut self.served {
            Served::ByProcess(process) => process,
            Served::Here(_) => panic!("start_process makes an app with a process"),
        }
    }

    /// Starts the service again on the same database, after [`Process::kill`] or [`Process::terminate`].
    pub fn restart(&mut self) {
        let process = self.process();
        process.restart();
        self.base_url = process.base_url.clone();
    }

    pub fn token(&self, user: &str, roles: &[&str], permissions: &[&str]) -> Token {
        Token::new(user, roles, permissions)
    }

    /// A user who may do everything.
    pub fn admin(&self) -> Token {
        self.token("alma", &[], &["*.*"])
    }

    /// A user who writes and submits.
    pub fn clerk(&self) -> Token {
        self.token("carl", &["clerk"], &[])
    }

    /// A user who writes, submits and settles.
    pub fn accountant(&self) -> Token {
        self.token("abel", &["accountant"], &[])
    }

    /// The signer of level 1 of [`builders::three_levels`].
    pub fn manager(&self) -> Token {
        self.token("mona", &["manager"], &[])
    }

    /// The signer of level 2.
    pub fn controller(&self) -> Token {
        self.token("conrad", &["controller"], &[])
    }

    /// The signer of level 3.
    pub fn cfo(&self) -> Token {
        self.token("fiona", &["cfo"], &["*.approve", "*.read"])
    }

    pub async fn get(&self, path: &str, token: &Token) -> Answer {
        self.send(Method::GET, path, token, &[], None).await
    }

    pub async fn post(&self, path: &str, token: &Token, body: Value) -> Answer {
        self.send(Method::POST, path, token, &[], Some(body)).await
    }

    /// A POST without a body.
    pub async fn act(&self, path: &str, token: &Token) -> Answer {
        self.send(Method::POST, path, token, &[], None).await
    }

    pub async fn put(&self, path: &str, token: &Token, body: Value) -> Answer {
        self.send(Method::PUT, path, token, &[], Some(body)).await
    }

    pub async fn delete(&self, path: &str, token: &Token) -> Answer {
        self.send(Method::DELETE, path, token, &[], None).await
    }

    /// Sends a request of any method, with headers.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: &Token,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        let text = body.map(|body| body.to_string());
        self.send_text(method, path, token, headers, text.as_deref()).await
    }

    /// Sends the body as it is written, for bodies that no JSON value can express. Its type is `application/json` unless the
    /// headers name another.
    pub async fn send_text(
        &self,
        method: Method,
        path: &str,
        token: &Token,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let said = format!("{method} {path}");
        self.try_send(method, path, token, headers, body).await.unwrap_or_else(|error| panic!("{said}: {error:?}"))
    }

    /// As [`Self::send_text`], but a broken connection is no panic: for servers that are being killed.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        token: &Token,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Result<Answer, reqwest::Error> {
        let said = format!("{method} {path}");
        let mut request = self.client.request(method, self.url(path));
        if !token.0.is_empty() {
            request = request.header("Authorization", format!("jwt {}", token.0));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
                request = request.header("Content-Type", "application/json");
            }
            request = request.body(body.to_owned());
        }
        Answer::read(said, request.send().await?).await
    }

    /// The whole address of a path.
    pub fn url(&self, path: &str) -> String {
        if path.starts_with('/') {
            format!("{}{path}", self.base_url)
        } else {
            format!("{}{PREFIX}{path}", self.base_url)
        }
    }

    /// Checks the books themselves: `gl check` finds no difference and `gl audit verify` no tampering.
    pub fn books_agree(&self) {
        let here = settings(&[("GL_DATABASE_URL", self.database.url())]);
        for question in [["check"].as_slice(), &["audit", "verify"]] {
            let told = crate::process::run(question, &here);
            let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
            assert!(told.status.success(), "gl {question:?}: {out}{err}");
        }
    }

    /// Reads until the answer is the wanted one.
    pub async fn eventually(&self, path: &str, token: &Token, wanted: impl Fn(&Answer) -> bool) -> Answer {
        let start = Instant::now();
        loop {
            let answer = self.get(path, token).await;
            if wanted(&answer) {
                return answer;
            }
            assert!(start.elapsed() < PATIENCE, "{path} is still {} {}", answer.status, answer.text);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Asks for a new role, which a manager must sign, and withdraws it; the id of the change request. The rule that guards it is inactive
    /// afterwards.
    pub async fn asked_for(&self) -> String {
        let admin = self.admin();
        self.post("approval-rules", &admin, builders::guard("role", "create", "manager")).await.expect(201);
        let role = serde_json::json!({ "role_id": "asked-for", "permissions": [] });
        let asked = self.post("roles", &admin, role).await.expect(202);
        self.delete("approval-rules/guard-role-create", &admin).await.expect(204);
        let id = asked.string("change_request_id").to_owned();
        self.act(&format!("change-requests/{id}/withdraw"), &admin).await.expect(200);
        id
    }

    /// Creates the accounts, periods, parties and three levels of approval of [`builders`].
    pub async fn open_books(&self) {
        let admin = self.admin();
        let bodies = [
            ("accounts", builders::chart_of_accounts()),
            ("accounting-periods", builders::periods()),
            ("customers", vec![builders::customer("C-1", "Cobalt Corp")]),
            ("vendors", vec![builders::vendor("V-1", "Verdant Supplies")]),
            ("approval-rules", builders::three_levels("journal_entry")),
        ];
        for (path, bodies) in bodies {
            for body in bodies {
                self.post(path, &admin, body).await.expect(201);
            }
        }
    }
}

/// Held while a test runs, for the checks at its end.
pub struct End {
    // This field is dropped before the database, which can only be removed when it has no connections.
    running: Option<Arc<Running>>,
    _database: Arc<Database>,
}

impl End {
    /// Asserts that no job is left over, and that the books agree.
    pub async fn check(self) {
        if let Some(running) = &self.running {
            running.check().await;
        }
    }
}
