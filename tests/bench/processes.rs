//! What processes take of the machine, and what PostgreSQL writes.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sea_orm::{ConnectionTrait, Statement};
use tests::database::{Backend, Database};

/// What these processes took of the processors so far, to a hundredth of a second.
pub fn cpu_time(pids: &[u32]) -> Duration {
    pids.iter().map(|&pid| Duration::from_millis(ticks(pid, 2) * 10)).sum()
}

/// The same for PostgreSQL: its first process, all that it started, and those of them that ended.
pub fn cpu_time_below(root: u32) -> Duration {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids: BTreeSet<u32> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    let children = pids.into_iter().filter(|&pid| parent(pid) == Some(root)).map(|pid| ticks(pid, 2)).sum::<u64>();
    Duration::from_millis((ticks(root, 4) + children) * 10)
}

/// The fields of `/proc/<pid>/stat` behind the name, which may hold blanks.
fn stat(pid: u32) -> Vec<String> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.map(str::to_owned).collect()
}

fn parent(pid: u32) -> Option<u32> {
    stat(pid).get(1)?.parse().ok()
}

/// User and system time; with four fields also those of children that have ended.
fn ticks(pid: u32, fields: usize) -> u64 {
    stat(pid).iter().skip(11).take(fields).filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// The most memory that these processes have had so far, in KiB.
pub fn peak_memory(pids: &[u32]) -> u64 {
    let peak = |pid: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    pids.iter().map(peak).sum()
}

async fn asked(database: &Database, sql: &str) -> Option<String> {
    if database.backend != Backend::Postgres {
        return None;
    }
    let db = sea_orm::Database::connect(database.url()).await.expect("the database is there");
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect("it answers");
    let _ = db.close().await;
    row.and_then(|row| row.try_get("", "answer").ok())
}

/// PostgreSQL's first process.
pub async fn postmaster(database: &Database) -> Option<u32> {
    let folder = asked(database, "SELECT current_setting('data_directory') AS answer").await?;
    let text = std::fs::read_to_string(format!("{folder}/postmaster.pid")).ok()?;
    text.lines().next()?.parse().ok()
}

/// How many bytes PostgreSQL has written into its log.
pub async fn log_bytes(database: &Database) -> Option<u64> {
    asked(database, "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::text AS answer").await?.parse().ok()
}

/// Records where the processes are, for the span, with their stacks.
pub fn recorded(pids: &[u32], span: Duration, file: &Path) -> Child {
    let pids: Vec<String> = pids.iter().map(u32::to_string).collect();
    let mut perf = Command::new("perf");
    perf.args(["record", "--quiet", "--freq=199", "--call-graph=dwarf,16384", "--pid", &pids.join(","), "--output"]);
    perf.arg(file).args(["--", "sleep", &span.as_secs_f64().to_string()]).stdin(Stdio::null());
    perf.spawn().expect("perf runs: it is in the package linux-perf")
}
