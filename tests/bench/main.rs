//! `just bench`: what the service does in a second, beside the least that the database can be asked to do.
//!
//! Each cell has a fresh database and a fresh `gl`; every commit is on the disk before it is answered, in the service and in the
//! floor. Nothing is asserted but that every request is answered as it should be, and that the books agree in the end.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]
#![allow(clippy::print_stdout, reason = "it reports")]

mod bulk;
mod client;
mod count;
mod figures;
mod floor;
mod lives;
mod load;
mod page;
mod processes;
mod service;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use tests::database::Backend;

use figures::{Measured, row};
use service::Service;

/// Which accounts the entries name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Accounts {
    /// Each client has a pair of its own.
    Spread,
    /// All clients share one pair.
    Hot,
}

/// What the clients do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Scenario {
    /// Lives of an entry of two lines: create, submit, approve until it is posted.
    Entry,
    /// Lives of an invoice: create, submit, approve until it is posted, receive its payment until it is paid.
    Invoice,
    /// Lives of a bill, and of its payment after it: create, submit, approve until it is posted, each.
    Bill,
    /// Entries from nothing to posted, a thousand in a call to create and submit them, and a thousand in a call to approve them.
    Bulk,
    /// Half of the clients live entries, the others read lists and reports.
    Reads,
    /// Lives of entries on several servers without workers, and several workers, on one PostgreSQL.
    Several,
}

/// Measures lives a second, and the floor beside them
#[derive(Parser, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
struct Options {
    /// Seconds of each measurement, after a warm-up of a fifth of that
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// `sqlite`, `postgres`, or both
    #[arg(long, value_delimiter = ',', default_value = "sqlite,postgres")]
    backends: Vec<String>,
    /// Of entries. The other scenarios have the most of these clients
    #[arg(long, value_delimiter = ',', default_value = "1,8,32")]
    clients: Vec<u32>,
    /// Of entries. The other scenarios have the first of these
    #[arg(long, value_delimiter = ',', default_value = "spread,hot")]
    accounts: Vec<Accounts>,
    #[arg(long, value_delimiter = ',', default_value = "entry,bulk,invoice,bill,reads,several")]
    scenario: Vec<Scenario>,
    /// How many calls of a thousand entries `bulk` makes for each step: an even number
    #[arg(long, default_value_t = 10)]
    bulks: u32,
    /// The servers of `several`
    #[arg(long, default_value_t = 2)]
    servers: usize,
    /// The workers of `several`
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// Leave the floor out
    #[arg(long)]
    no_floor: bool,
    /// Leave out what is sent to the database for each request
    #[arg(long)]
    no_count: bool,
    /// Write the figures into docs/benchmarks.md, with date, commit and machine
    #[arg(long)]
    write: bool,
    /// Record the service under load into this file, with `perf`
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

/// One row of the figures.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub backend: Backend,
    pub scenario: Scenario,
    pub accounts: Accounts,
    pub clients: u32,
    pub servers: usize,
    /// 0: they are in the server.
    pub workers: usize,
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    tests::postgres::keep_commits();
    let machine = figures::machine();
    println!("{machine}\n\n{}", figures::HEADING);
    let mut rows = Vec::new();
    for cell in cells(&options) {
        for row in measured(cell, &options).await {
            println!("{row}");
            rows.push(row);
        }
    }
    if options.write {
        page::write(&machine, options.seconds, &rows);
    }
    for backend in backends(&options.backends).into_iter().filter(|_| !options.no_count) {
        println!("\n{}", count::report(backend).await);
    }
}

fn backends(names: &[String]) -> Vec<Backend> {
    let read = |name: &String| match name.as_str() {
        "sqlite" => Backend::Sqlite,
        "postgres" => Backend::Postgres,
        other => panic!("--backends {other}: sqlite or postgres is wanted"),
    };
    names.iter().map(read).collect()
}

fn cells(options: &Options) -> Vec<Cell> {
    let mut cells = Vec::new();
    let first = *options.accounts.first().expect("accounts");
    let most = options.clients.iter().copied().max().expect("clients");
    for backend in backends(&options.backends) {
        for &scenario in &options.scenario {
            let one = Cell { backend, scenario, accounts: first, clients: most, servers: 1, workers: 0 };
            match scenario {
                Scenario::Entry => {
                    for &accounts in &options.accounts {
                        cells.extend(options.clients.iter().map(|&clients| Cell { accounts, clients, ..one }));
                    }
                }
                Scenario::Bulk => cells.push(Cell { clients: bulk::CLIENTS, ..one }),
                Scenario::Invoice | Scenario::Bill | Scenario::Reads => cells.push(one),
                // One process alone has a SQLite file open for long.
                Scenario::Several if backend == Backend::Sqlite => {}
                Scenario::Several => {
                    cells.push(Cell { servers: options.servers, workers: options.workers, ..one });
                }
            }
        }
    }
    cells
}

/// The rows of a cell. The floor runs before and after it, half as long each; what counts is their mean.
async fn measured(cell: Cell, options: &Options) -> Vec<String> {
    let span = Duration::from_secs_f64(options.seconds);
    let has_floor = !options.no_floor && cell.scenario != Scenario::Reads;
    let before = if has_floor { Some(floor::run(cell, span / 2).await) } else { None };
    let mut service = Service::start(cell, "warn,api::server=info").await;
    let Measured { lives, reads } = match cell.scenario {
        Scenario::Bulk => bulk::run(&mut service, cell, options.bulks).await,
        _ => load::run(&mut service, cell, span, options.profile.as_deref()).await,
    };
    service.check();
    let after = if has_floor { Some(floor::run(cell, span / 2).await) } else { None };
    let floor = before.zip(after).map(|(before, after)| f64::midpoint(before, after));
    let reads = reads.iter().map(|reads| row(cell, true, reads, None));
    std::iter::once(row(cell, false, &lives, floor)).chain(reads).collect()
}
