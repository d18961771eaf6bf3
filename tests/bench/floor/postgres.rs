//! PostgreSQL's floor, by pgbench: prepared statements, one script for a whole life.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tests::postgres::server;
use tests::scratch;

use super::{TRANSACTIONS, fill};
use crate::Accounts;
use crate::figures::{Figures, Life};

pub fn run(url: &str, accounts: Accounts, clients: u32, span: Duration) -> Figures {
    let folder = scratch::folder(&format!("pgbench-{}", scratch::number()));
    std::fs::write(folder.join("life.sql"), script(accounts)).expect("the script is written");
    let warm_up = (span / 5).as_secs().max(1);
    let mut command = Command::new(server::program("pgbench"));
    command.current_dir(&folder).args([
        "--no-vacuum",
        "--protocol=prepared",
        "--file=life.sql",
        "--log",
        "--define=count=0",
    ]);
    command.arg(format!("--client={clients}")).arg(format!("--jobs={}", clients.min(2)));
    let seconds = warm_up + span.as_secs().max(1);
    let out = command.arg(format!("--time={seconds}")).arg(url).output().expect("pgbench runs");
    assert!(out.status.success(), "pgbench: {}", String::from_utf8_lossy(&out.stderr));
    let lives = logged(&folder, warm_up);
    Figures::new(&lives, Duration::from_secs(seconds - warm_up))
}

fn script(accounts: Accounts) -> String {
    let (debit, credit) = match accounts {
        Accounts::Spread => ("('D' || :client_id::text)", "('K' || :client_id::text)"),
        Accounts::Hot => ("'6000'", "'1000'"),
    };
    let mut script = String::from("\\set count :count + 1\n");
    for statements in TRANSACTIONS {
        script.push_str("BEGIN;\n");
        for statement in statements {
            script.push_str(&fill(statement, "('JE-' || :client_id::text || '-' || :count::text)", debit, credit));
            script.push_str(";\n");
        }
        script.push_str("COMMIT;\n");
    }
    script
}

/// The lives that pgbench logged, `client number µs script seconds µs` each, without those of the warm-up.
fn logged(folder: &Path, warm_up: u64) -> Vec<Life> {
    let files = std::fs::read_dir(folder).expect("pgbench's folder").flatten();
    let logs = files.filter(|file| file.file_name().to_string_lossy().starts_with("pgbench_log"));
    let text: String = logs.map(|file| std::fs::read_to_string(file.path()).unwrap_or_default()).collect();
    let lives: Vec<(u64, u64)> = text.lines().filter_map(read).collect();
    let start = lives.iter().map(|(at, _)| *at).min().unwrap_or(0) + warm_up * 1_000_000;
    let late = lives.into_iter().filter(|(at, _)| *at >= start);
    late.map(|(_, took)| Life { whole: Duration::from_micros(took), steps: [Duration::ZERO; 3] }).collect()
}

/// When a life ended, and how long it took; both in microseconds.
fn read(line: &str) -> Option<(u64, u64)> {
    let fields: Vec<u64> = line.split(' ').filter_map(|field| field.parse().ok()).collect();
    match fields.as_slice() {
        [_, _, took, _, seconds, micros, ..] => Some((seconds * 1_000_000 + micros, *took)),
        _ => None,
    }
}
