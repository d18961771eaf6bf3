//! Bulk: entries from nothing to posted, a thousand in a call to create and submit them, and a thousand in a call to approve them.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tests::app::PREFIX;
use tests::database::Backend;
use tests::prelude::*;

use crate::client::Client;
use crate::figures::{cpu_time, peak_memory};
use crate::lives::{open_books, pair, serve};
use crate::{Accounts, floor};

/// How many entries one call has.
const ITEMS: u32 = 1_000;
/// How many documents one transaction of the floor has.
pub const TOGETHER: u32 = 50;

pub const HEADING: &str =
    "clients | entries/s   create p50 ms   approve p50 ms | CPU ms/entry  peak MiB | floor/s | ratio";

/// A row: so many entries by this many clients, and the floor by two connections (SQLite: one).
pub async fn row(backend: Backend, clients: u32, entries: u32, span: Duration) -> String {
    let mut app = serve(backend, "warn,api::server=info").await;
    open_books(&app, Accounts::Spread, clients).await;
    let pid = app.process().pid();
    let (before, began) = (cpu_time(pid), Instant::now());
    let mut tasks = Vec::new();
    for number in 0..clients {
        let mut one = One::connect(&app, number).await;
        let calls = entries.div_ceil(ITEMS).div_ceil(clients);
        tasks.push(tokio::spawn(async move {
            let mut took = Vec::new();
            for call in 0..calls {
                took.push(one.live(call).await);
            }
            took
        }));
    }
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.expect("every call is answered as it should be"));
    }
    let (span_of_all, cpu, memory) = (began.elapsed(), cpu_time(pid).saturating_sub(before), peak_memory(pid));
    let log = app.process().log();
    assert!(!log.contains("ERROR"), "the service complains: {log}");
    app.books_agree();
    drop(app);
    let floor = floor::run(backend, Accounts::Spread, 2, span, TOGETHER).await.per_second;
    let done = f64::from(u32::try_from(took.len()).expect("few") * ITEMS);
    let per_second = done / span_of_all.as_secs_f64();
    let median = |of: fn(&[Duration; 2]) -> Duration| {
        let mut all: Vec<Duration> = took.iter().map(of).collect();
        all.sort_unstable();
        all.get(all.len().saturating_sub(1) / 2).copied().unwrap_or_default().as_secs_f64() * 1_000.0
    };
    let cpu = cpu.as_secs_f64() * 1_000.0 / done;
    format!(
        "{clients:7} | {per_second:9.0} {:15.0} {:16.0} | {cpu:12.2} {:9} | {floor:7.0} | {:5.2}",
        median(|took| took[0]),
        median(|took| took[1]),
        memory / 1024,
        per_second / floor
    )
}

struct One {
    http: Client,
    clerk: String,
    manager: String,
    accounts: (String, String),
    number: u32,
}

impl One {
    async fn connect(app: &TestApp, number: u32) -> Self {
        let http = Client::connect(&app.base_url).await;
        let accounts = pair(Accounts::Spread, number);
        Self { http, clerk: app.clerk().0, manager: app.manager().0, accounts, number }
    }

    /// A call to create and submit, and one to approve; how long each took.
    async fn live(&mut self, call: u32) -> [Duration; 2] {
        let id = |item: u32| format!("JE-{}-{call}-{item}", self.number);
        let (debit, credit) = &self.accounts;
        let mut drafts = String::from(r#"{"submit":true,"items":["#);
        let mut signatures = String::from(r#"{"items":["#);
        for item in 0..ITEMS {
            let (id, comma) = (id(item), if item == 0 { "" } else { "," });
            // Writing into memory does not fail.
            let _ = write!(
                drafts,
                r#"{comma}{{"journal_entry_id":"{id}","tran_date":"{DAY}","posting_period_id":"{PERIOD}","memo":"Office chairs","currency":"USD","lines":[{{"account_id":"{debit}","debit":125.50}},{{"account_id":"{credit}","credit":125.50}}]}}"#
            );
            let _ = write!(signatures, r#"{comma}{{"document_type":"journal_entry","id":"{id}","action":"approve"}}"#);
        }
        let began = Instant::now();
        let made = self.http.post(&format!("{PREFIX}journal-entries/bulk"), &self.clerk, &(drafts + "]}")).await;
        let created = began.elapsed();
        assert!(made.status == 200 && made.body.contains("\"failed\":0"), "create: {}", made.body);
        let signed = self.http.post(&format!("{PREFIX}approvals/bulk"), &self.manager, &(signatures + "]}")).await;
        let posted = signed.body.matches("\"Posted\"").count();
        assert_eq!((signed.status, posted), (200, 1_000), "not all are posted: {}", signed.body);
        [created, began.elapsed().saturating_sub(created)]
    }
}
