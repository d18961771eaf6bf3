//! What the requests of one life send to the database, as the driver itself logs it: handlers, workers and all.

use std::collections::BTreeMap;
use std::time::Duration;

use tests::prelude::*;

use crate::lives::One;
use crate::service::Service;
use crate::{Accounts, Cell, Scenario};

/// Lives to count over, one after the other.
const LIVES: u32 = 40;
/// How long to listen to what is sent while nobody asks anything.
const IDLE: Duration = Duration::from_secs(2);
/// The most kinds of statements that are told of each request.
const KINDS: usize = 8;
/// What the driver logs each statement under. BEGIN, COMMIT and ROLLBACK are not among them.
const LOGGED: &str = "sqlx::query";

/// The statements of each request of a life, the longest first, and those of a service that nobody asks anything.
pub async fn report(backend: Backend) -> String {
    let (scenario, accounts) = (Scenario::Entry, Accounts::Hot);
    let cell = Cell { backend, scenario, accounts, clients: 1, servers: 1, workers: 0 };
    let mut app = Service::start(cell, "warn,api::server=info,sqlx::query=trace").await.app;
    let mut one = One::connect(&app, &app.base_url, cell, 0).await;
    one.live().await;
    let mut heard = Heard { before: app.process().log().lines().count() };
    tokio::time::sleep(IDLE).await;
    let idle = heard.since(&app.process().log());
    let lives = 2..2 + LIVES;
    for count in lives.clone() {
        one.create(count).await;
    }
    let create = heard.since(&app.process().log());
    for count in lives.clone() {
        one.submit(count).await;
    }
    let submit = heard.since(&app.process().log());
    for count in lives {
        one.approve(count).await;
    }
    let approve = heard.since(&app.process().log());
    let mut text =
        "statements sent for each request of one client, besides BEGIN and COMMIT, and their time in the driver\n"
            .to_owned();
    for (name, said) in [("create", create), ("submit", submit), ("approve, with its posting", approve)] {
        text.push_str(&tell(name, &said, f64::from(LIVES)));
    }
    text.push_str(&tell("in a second of rest (workers, sweep, seal)", &idle, IDLE.as_secs_f64()));
    text
}

/// How often each kind of statement was sent, and for how many seconds.
type Said = BTreeMap<String, (u32, f64)>;

/// How much of the log was heard.
struct Heard {
    before: usize,
}

impl Heard {
    fn since(&mut self, log: &str) -> Said {
        let mut said = Said::new();
        for line in log.lines().skip(self.before).filter(|line| line.contains(LOGGED)) {
            let entry = said.entry(kind(line)).or_default();
            entry.0 += 1;
            entry.1 += between(line, "elapsed_secs=", " ").parse::<f64>().unwrap_or(0.0);
        }
        self.before = log.lines().count();
        said
    }
}

fn tell(name: &str, said: &Said, times: f64) -> String {
    let (count, seconds) = said.values().fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let mut text = format!("  {:6.2} x {:7.3} ms  {name}\n", f64::from(count) / times, seconds * 1_000.0 / times);
    let mut kinds: Vec<_> = said.iter().collect();
    kinds.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for (statement, (count, seconds)) in kinds.into_iter().take(KINDS) {
        let line =
            format!("    {:6.2} x {:7.3} ms  {statement}\n", f64::from(*count) / times, seconds * 1_000.0 / times);
        text.push_str(&line);
    }
    text
}

/// What the statement is about: `SELECT document`, `INSERT job`, and each of its parts when it has several.
fn kind(line: &str) -> String {
    let text = line.replace("\\\"", "").replace("\\n", " ");
    let statement = match between(&text, "db.statement=\"", "\"").trim() {
        "" | "?" => between(&text, "summary=\"", "\"").to_owned(),
        whole => whole.to_owned(),
    };
    let words: Vec<&str> = statement.split([' ', '(']).filter(|word| !word.is_empty()).collect();
    let mut parts = Vec::new();
    for pair in words.windows(2) {
        let verb = match pair[0].to_ascii_uppercase().as_str() {
            "INTO" => "insert",
            "FROM" => "from",
            "UPDATE" if pair[1] != "SET" && pair[1] != "OF" => "update",
            _ => continue,
        };
        parts.push(format!("{verb} {}", pair[1].trim_matches([',', ')', ';'])));
    }
    parts.dedup();
    let first = words.first().copied().unwrap_or_default().to_ascii_uppercase();
    let told = format!("{first}: {}", if parts.is_empty() { statement } else { parts.join(", ") });
    told.chars().take(150).collect()
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> &'a str {
    let Some((_, rest)) = line.split_once(before) else { return "?" };
    rest.split_once(after).map_or(rest, |(found, _)| found)
}
