//! What one life sends to the database, as the driver itself logs it: handlers, workers and all.

use std::collections::BTreeMap;

use tests::prelude::*;

use crate::Accounts;
use crate::lives::{One, open_books, serve};

/// Lives to count over, one after the other.
const LIVES: usize = 40;
/// What the driver logs each statement under. BEGIN, COMMIT and ROLLBACK are not among them.
const LOGGED: &str = "sqlx::query";

/// Statements of a life, the most frequent first.
pub async fn report(backend: Backend) -> String {
    let mut app = serve(backend, "warn,api::server=info,sqlx::query=trace").await;
    open_books(&app, Accounts::Hot, 1).await;
    let mut one = One::connect(&app, Accounts::Hot, 0).await;
    one.live().await;
    let before = app.process().log().lines().count();
    for _ in 0..LIVES {
        one.live().await;
    }
    let log = app.process().log();
    let mut seen: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for line in log.lines().skip(before).filter(|line| line.contains(LOGGED)) {
        let entry = seen.entry(kind(line)).or_default();
        entry.0 += 1;
        entry.1 += between(line, "elapsed_secs=", " ").parse::<f64>().unwrap_or(0.0);
    }
    let (all, seconds) = seen.values().fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let each = |count: usize| count as f64 / LIVES as f64;
    let mut text = format!(
        "sent for one life, by one client: {:.1} statements besides BEGIN and COMMIT, which took {:.2} ms\n",
        each(all),
        seconds * 1_000.0 / LIVES as f64
    );
    let mut kinds: Vec<_> = seen.into_iter().collect();
    kinds.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for (statement, (count, seconds)) in kinds.into_iter().take(16) {
        text.push_str(&format!("  {:5.2} x  {:7.3} ms  {statement}\n", each(count), seconds * 1_000.0 / LIVES as f64));
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
