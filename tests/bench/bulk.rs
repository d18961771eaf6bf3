//! Bulk: entries from nothing to posted, a thousand in a call to create and submit them, and a thousand in a call to approve them.

use std::fmt::Write as _;
use std::time::Instant;

use tests::app::PREFIX;
use tests::prelude::*;

use crate::Cell;
use crate::client::Client;
use crate::figures::{Figures, Measured, NO_STEPS, Took};
use crate::lives::pair;
use crate::service::{Meter, Service};

/// How many clients call.
pub const CLIENTS: u32 = 2;
/// How many entries one call has.
const ITEMS: u32 = 1_000;

/// So many calls for each step, shared among the clients.
pub async fn run(service: &mut Service, cell: Cell, calls: u32) -> Measured {
    let meter = Meter::start(service).await;
    let (began, mut clients) = (Instant::now(), Vec::new());
    for number in 0..cell.clients {
        let mut one = One::connect(service, cell, number).await;
        clients.push(tokio::spawn(async move {
            let mut took = Vec::new();
            for call in 0..calls / cell.clients {
                took.push(one.live(call).await);
            }
            took
        }));
    }
    let mut took = Vec::new();
    for client in clients {
        took.extend(client.await.expect("every call is answered as it should be"));
    }
    let span = began.elapsed();
    let mut lives = Figures::new(&took, span).of_many(ITEMS as usize);
    lives.cost = Some(meter.cost(service).await);
    Measured { lives, reads: None }
}

struct One {
    http: Client,
    clerk: String,
    manager: String,
    accounts: (String, String),
    number: u32,
}

impl One {
    async fn connect(service: &Service, cell: Cell, number: u32) -> Self {
        let http = Client::connect(&service.server_of(number)).await;
        let (clerk, manager) = (service.app.clerk().0, service.app.manager().0);
        Self { http, clerk, manager, accounts: pair(cell.accounts, number), number }
    }

    /// A call to create and submit, and one to approve; how long each took.
    async fn live(&mut self, call: u32) -> Took {
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
        let whole = began.elapsed();
        let mut steps = NO_STEPS;
        (steps[0], steps[2]) = (created, whole.saturating_sub(created));
        Took { whole, steps }
    }
}
