//! The load: each client takes one entry after the other through its whole life.

use std::time::{Duration, Instant};

use tests::app::PREFIX;
use tests::prelude::*;

use crate::Accounts;
use crate::client::Client;
use crate::figures::{Figures, Life, cpu_time, peak_memory};

/// The accounts of a client: what it debits and credits.
pub fn pair(accounts: Accounts, client: u32) -> (String, String) {
    match accounts {
        Accounts::Spread => (format!("D{client:03}"), format!("K{client:03}")),
        Accounts::Hot => (EXPENSE.to_owned(), CASH.to_owned()),
    }
}

/// A fresh `gl serve` on a fresh database, with the schema that it makes itself: it may be another `gl` than this one.
pub async fn serve(backend: Backend, log: &str) -> TestApp {
    let database = backend.empty().await;
    let settings = settings(&[("GL_LOG", log), ("GL_DATABASE_URL", database.url())]);
    let migrated = tests::process::run(&["migrate", "up"], &settings);
    assert!(migrated.status.success(), "gl migrate up: {}", String::from_utf8_lossy(&migrated.stderr));
    let process = Process::serve(database.url(), &settings);
    TestApp::of_process(database, process).await
}

/// The books that lives are lived in: accounts, periods, three levels of approval.
pub async fn open_books(app: &TestApp, accounts: Accounts, clients: u32) {
    app.open_books().await;
    if accounts == Accounts::Spread {
        for client in 0..clients {
            let (debit, credit) = pair(accounts, client);
            app.post("accounts", &app.admin(), account(&debit, "Own expense", "expense")).await.expect(201);
            app.post("accounts", &app.admin(), account(&credit, "Own liability", "liability")).await.expect(201);
        }
    }
}

/// Warms up for a fifth of the span, and measures for the span. A life counts when it ends within it.
pub async fn run(app: &mut TestApp, accounts: Accounts, clients: u32, span: Duration) -> Figures {
    let pid = app.process().pid();
    let from = Instant::now() + span / 5;
    let until = from + span;
    let busy = tokio::spawn(async move {
        tokio::time::sleep_until(from.into()).await;
        let before = cpu_time(pid);
        tokio::time::sleep_until(until.into()).await;
        cpu_time(pid).saturating_sub(before)
    });
    let mut tasks = Vec::new();
    for number in 0..clients {
        let mut one = One::connect(app, accounts, number).await;
        tasks.push(tokio::spawn(async move {
            let mut lives = Vec::new();
            while Instant::now() < until {
                let life = one.live().await;
                let now = Instant::now();
                if from <= now && now < until {
                    lives.push(life);
                }
            }
            lives
        }));
    }
    let mut lives = Vec::new();
    for task in tasks {
        lives.extend(task.await.expect("every request is answered as it should be"));
    }
    let cpu = busy.await.expect("the processor's time");
    let mut figures = Figures::new(&lives, span);
    (figures.cpu, figures.memory) = (Some(cpu), Some(peak_memory(pid)));
    figures
}

/// One client on its connection.
pub struct One {
    http: Client,
    clerk: String,
    manager: String,
    debit: String,
    credit: String,
    number: u32,
    count: u32,
}

impl One {
    pub async fn connect(app: &TestApp, accounts: Accounts, number: u32) -> Self {
        let (debit, credit) = pair(accounts, number);
        let http = Client::connect(&app.base_url).await;
        Self { http, clerk: app.clerk().0, manager: app.manager().0, debit, credit, number, count: 0 }
    }

    /// Create, submit, approve; posted in the end.
    pub async fn live(&mut self) -> Life {
        self.count += 1;
        let start = Instant::now();
        self.create(self.count).await;
        let created = start.elapsed();
        self.submit(self.count).await;
        let submitted = start.elapsed();
        self.approve(self.count).await;
        let posted = start.elapsed();
        Life { whole: posted, steps: [created, submitted.saturating_sub(created), posted.saturating_sub(submitted)] }
    }

    fn id(&self, count: u32) -> String {
        format!("JE-{}-{count}", self.number)
    }

    pub async fn create(&mut self, count: u32) {
        let body = format!(
            r#"{{"journal_entry_id":"{}","tran_date":"{DAY}","posting_period_id":"{PERIOD}","memo":"Office chairs","currency":"USD","lines":[{{"account_id":"{}","debit":125.50}},{{"account_id":"{}","credit":125.50}}]}}"#,
            self.id(count),
            self.debit,
            self.credit
        );
        let made = self.http.post(&format!("{PREFIX}journal-entries"), &self.clerk, &body).await;
        assert_eq!(made.status, 201, "create: {}", made.body);
    }

    pub async fn submit(&mut self, count: u32) {
        let path = format!("{PREFIX}journal-entries/{}/submit-for-approval", self.id(count));
        let sent = self.http.post(&path, &self.clerk, "").await;
        assert_eq!(sent.status, 200, "submit: {}", sent.body);
    }

    pub async fn approve(&mut self, count: u32) {
        let path = format!("{PREFIX}journal-entries/{}/approve", self.id(count));
        let signed = self.http.post(&path, &self.manager, "").await;
        assert_eq!(signed.status, 200, "approve: {}", signed.body);
        assert!(signed.body.contains("\"Posted\""), "not posted within GL_POSTING_WAIT: {}", signed.body);
    }
}
