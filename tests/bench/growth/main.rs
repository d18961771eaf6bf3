//! `just growth`: what reports, lists, checks and closes take in books of 10,000, 100,000 and 1,000,000 posted lines, in time and in
//! memory. Nothing is asserted but that every answer is what it should be, and that the books agree.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]
#![allow(clippy::print_stdout, reason = "it reports")]

mod asked;
mod closes;
mod programs;
mod replays;
mod table;

use std::time::Instant;

use clap::Parser;
use tests::growth::copies::{Copies, copy};
use tests::growth::{self, FIRST, month, period_of};
use tests::prelude::*;

use table::Table;

/// Measures what grows with the books
#[derive(Parser, Debug)]
struct Options {
    /// `sqlite`, `postgres`, or both
    #[arg(long, value_delimiter = ',', default_value = "sqlite,postgres")]
    backends: Vec<String>,
    /// How many months the books have at each measurement; the last is at most 100
    #[arg(long, value_delimiter = ',', default_value = "1,10,100")]
    months: Vec<u32>,
    /// Groups of 20 documents, 93 posted lines, in each month
    #[arg(long, default_value_t = 108)]
    groups: u32,
    /// Documents of the closes
    #[arg(long, default_value_t = 100_000)]
    closes: u32,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    tests::postgres::keep_commits();
    for name in &options.backends {
        let backend = match name.as_str() {
            "sqlite" => Backend::Sqlite,
            "postgres" => Backend::Postgres,
            other => panic!("--backends {other}: sqlite or postgres is wanted"),
        };
        Box::pin(measure(backend, &options)).await;
    }
}

async fn measure(backend: Backend, options: &Options) {
    let mut app = TestApp::start_process(backend, &[("GL_LOG", "warn,api::server=info")]).await;
    growth::open(&app).await;
    let began = Instant::now();
    month::post(&app, options.groups).await;
    work_in_progress(&app).await;
    eprintln!("{backend:?}: the first month took {:.0?}", began.elapsed());
    let (mut table, mut there, mut closed) = (Table::default(), 1, 0);
    for &months in &options.months {
        stop(&mut app);
        if months > there {
            let began = Instant::now();
            let into = (there..months).map(period_of).collect();
            copy(&app.database, &Copies { of: FIRST.to_owned(), into }).await;
            programs::seal(&app);
            there = months;
            eprintln!("{backend:?}: copies for {months} months took {:.0?}", began.elapsed());
        }
        table.column(u64::from(months * options.groups * month::LINES));
        programs::start(&mut app, &mut table).await;
        closes::months(&app, closed..there).await;
        closed = there;
        asked::all(&mut app, months, &mut table).await;
        replays::measure(&mut app, &mut table).await;
        programs::checks(&app, &mut table);
    }
    asked::full_desk(&mut app, &mut table).await;
    if options.closes > 0 {
        closes::measure(&mut app, options.closes, &mut table).await;
    }
    println!("{backend:?}, {} documents a month\n\n{table}", options.groups * month::DOCUMENTS);
}

fn stop(app: &mut TestApp) {
    assert!(app.process().terminate(std::time::Duration::from_mins(1)).success());
}

/// What is open in the present month, whatever the size of the books: drafts, documents that wait, unpaid bills and invoices, a
/// reconciliation.
async fn work_in_progress(app: &TestApp) {
    let (period, day) = (asked::PRESENT, asked::TODAY);
    for number in 0..100 {
        let id = |what: &str| format!("{what}-open-{number}");
        app.draft(JOURNAL_ENTRY, dated(entry_named(&id("draft"), "10.00"), period, day)).await;
        app.pending(JOURNAL_ENTRY, dated(entry_named(&id("waits"), "10.00"), period, day)).await;
        app.pending(BILL, dated(bill(&id("waits"), "10.00"), period, day)).await;
        app.posted(BILL, dated(bill(&id("unpaid"), "10.00"), period, day)).await;
        app.posted(INVOICE, dated(invoice(&id("unpaid"), "10.00"), period, day)).await;
    }
    let session = json!({ "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-05-31", "statement_ending_balance": 0 });
    app.post("reconciliations", &app.controller(), session).await.expect(201);
}
