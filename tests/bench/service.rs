//! The service under load: a `gl serve` with its workers inside, or several servers and workers, on a fresh database.

use std::time::Duration;

use tests::app::TestApp;
use tests::prelude::*;

use crate::figures::Cost;
use crate::lives::{pair, party};
use crate::processes::{self, cpu_time, cpu_time_below};
use crate::{Accounts, Cell};

pub struct Service {
    /// The first server, with the database.
    pub app: TestApp,
    servers: Vec<Process>,
    workers: Vec<Process>,
    /// The process above all of PostgreSQL's.
    pub database: Option<u32>,
}

impl Service {
    /// Starts it, with books to live in. The schema is the program's own: it may be another `gl` than this one.
    pub async fn start(cell: Cell, log: &str) -> Self {
        let database = cell.backend.empty().await;
        let workers = if cell.workers > 0 { "none" } else { "in-process" };
        let settings = settings(&[("GL_LOG", log), ("GL_DATABASE_URL", database.url()), ("GL_WORKERS", workers)]);
        let migrated = tests::process::run(&["migrate", "up"], &settings);
        assert!(migrated.status.success(), "gl migrate up: {}", String::from_utf8_lossy(&migrated.stderr));
        let url = database.url().to_owned();
        let first = Process::serve(&url, &settings);
        let servers = (1..cell.servers).map(|_| Process::serve(&url, &settings)).collect();
        let workers = (0..cell.workers).map(|_| Process::spawn(&["worker"], &url, &settings)).collect();
        let root = processes::postmaster(&database).await;
        let app = TestApp::of_process(database, first).await;
        open_books(&app, cell.accounts, cell.clients).await;
        let none = Token::none();
        app.eventually("/readyz", &none, |ready| ready["workers"] == "alive").await;
        Self { app, servers, workers, database: root }
    }

    /// The address of the server that a client speaks to.
    pub fn server_of(&self, client: u32) -> String {
        let others = self.servers.iter().map(|server| server.base_url.clone());
        let all: Vec<_> = std::iter::once(self.app.base_url.clone()).chain(others).collect();
        all[client as usize % all.len()].clone()
    }

    /// All processes of `gl`.
    pub fn pids(&mut self) -> Vec<u32> {
        let others = self.servers.iter().chain(&self.workers).map(Process::pid);
        let others: Vec<_> = others.collect();
        std::iter::once(self.app.process().pid()).chain(others).collect()
    }

    /// Nothing went wrong, and the books agree.
    pub fn check(&mut self) {
        let logs = self.servers.iter().chain(&self.workers).map(Process::log);
        let logs: String = logs.chain([self.app.process().log()]).collect();
        assert!(!logs.contains("ERROR"), "the service complains: {logs}");
        self.app.books_agree();
    }
}

/// What the processes took when a measurement began.
pub struct Meter {
    pids: Vec<u32>,
    own: Duration,
    database: Option<Duration>,
    log: Option<u64>,
}

impl Meter {
    pub async fn start(service: &mut Service) -> Self {
        let pids = service.pids();
        let log = processes::log_bytes(&service.app.database).await;
        Self { own: cpu_time(&pids), database: service.database.map(cpu_time_below), log, pids }
    }

    /// What they have taken since.
    pub async fn cost(self, service: &Service) -> Cost {
        let own = cpu_time(&self.pids).saturating_sub(self.own);
        let database = self.database.zip(service.database);
        let database = database.map(|(before, root)| cpu_time_below(root).saturating_sub(before));
        let log = processes::log_bytes(&service.app.database).await.zip(self.log).map(|(after, before)| after - before);
        (own, database, log, processes::peak_memory(&self.pids))
    }
}

/// Accounts, periods, parties (one for each client), three levels of approval for entries and none for other types.
pub async fn open_books(app: &TestApp, accounts: Accounts, clients: u32) {
    app.open_books().await;
    for client in 0..clients {
        let (id, admin) = (party(client), app.admin());
        app.post("customers", &admin, customer(&id, "Own customer")).await.expect(201);
        app.post("vendors", &admin, vendor(&id, "Own vendor")).await.expect(201);
    }
    if accounts == Accounts::Spread {
        for client in 0..clients {
            let (debit, credit) = pair(accounts, client);
            app.post("accounts", &app.admin(), account(&debit, "Own expense", "expense")).await.expect(201);
            app.post("accounts", &app.admin(), account(&credit, "Own liability", "liability")).await.expect(201);
        }
    }
}
