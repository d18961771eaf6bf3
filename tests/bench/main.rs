//! `just bench`: how many whole lives of a journal entry the service does in a second, and how many the database alone would.
//!
//! A life is: create an entry of two lines, submit it, approve it, see it posted; three requests over one kept connection.
//! The floor writes the same rows in the same four transactions, by the least SQL: pgbench on PostgreSQL, a tight loop on
//! SQLite. Each cell has a fresh database and a fresh `gl serve` with its workers inside; every commit is on the disk before
//! it is answered, in both. Nothing is asserted but that every request is answered as it should be.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]
#![allow(clippy::print_stdout, reason = "it reports")]

mod client;
mod count;
mod figures;
mod floor;
mod lives;

use std::time::Duration;

use clap::Parser;
use tests::database::Backend;

use figures::Figures;

/// Which accounts the entries name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Accounts {
    /// Each client has a pair of its own.
    Spread,
    /// All clients share one pair.
    Hot,
}

/// Measures lives of journal entries a second, and the floor beside them
#[derive(Parser, Debug)]
struct Options {
    /// Seconds of each measurement, after a warm-up of a fifth of that
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// `sqlite`, `postgres`, or both
    #[arg(long, value_delimiter = ',', default_value = "sqlite,postgres")]
    backends: Vec<String>,
    #[arg(long, value_delimiter = ',', default_value = "1,8,32")]
    clients: Vec<u32>,
    #[arg(long, value_delimiter = ',', default_value = "spread,hot")]
    accounts: Vec<Accounts>,
    /// Leave the floor out
    #[arg(long)]
    no_floor: bool,
    /// Leave out what is sent to the database for each request
    #[arg(long)]
    no_count: bool,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    tests::postgres::keep_commits();
    let span = Duration::from_secs_f64(options.seconds);
    println!("{}", figures::machine());
    for backend in backends(&options.backends) {
        println!("\n{}", figures::heading(backend));
        for &accounts in &options.accounts {
            for &clients in &options.clients {
                let gl = measure(backend, accounts, clients, span).await;
                let floor =
                    if options.no_floor { None } else { Some(floor::run(backend, accounts, clients, span).await) };
                println!("{}", figures::row(accounts, clients, &gl, floor.as_ref()));
            }
        }
        if !options.no_count {
            println!("{}", count::report(backend).await);
        }
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

/// One cell of the service's.
async fn measure(backend: Backend, accounts: Accounts, clients: u32, span: Duration) -> Figures {
    let mut app = lives::serve(backend, "warn,api::server=info").await;
    lives::open_books(&app, accounts, clients).await;
    let figures = lives::run(&mut app, accounts, clients, span).await;
    let log = app.process().log();
    assert!(!log.contains("ERROR"), "the service complains: {log}");
    app.books_agree();
    figures
}
