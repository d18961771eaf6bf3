//! What is measured, and how it is told.

use std::time::Duration;

use tests::database::Backend;

use crate::Accounts;

/// How long one life took.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    pub whole: Duration,
    /// Create, submit, approve; a floor has none.
    pub steps: [Duration; 3],
}

#[derive(Debug)]
pub struct Figures {
    pub per_second: f64,
    /// What the service's process took of the processors while it was measured.
    pub cpu: Option<Duration>,
    /// The most memory that it had, in KiB.
    pub memory: Option<u64>,
    lives: usize,
    p50: Duration,
    p99: Duration,
    /// The median of each step.
    steps: [Duration; 3],
}

impl Figures {
    pub fn new(lives: &[Life], span: Duration) -> Self {
        let part = |of: fn(&Life) -> Duration, share: usize| {
            let mut all: Vec<Duration> = lives.iter().map(of).collect();
            all.sort_unstable();
            all.get(all.len().saturating_sub(1) * share / 100).copied().unwrap_or_default()
        };
        Self {
            per_second: lives.len() as f64 / span.as_secs_f64(),
            cpu: None,
            memory: None,
            lives: lives.len(),
            p50: part(|life| life.whole, 50),
            p99: part(|life| life.whole, 99),
            steps: [part(|life| life.steps[0], 50), part(|life| life.steps[1], 50), part(|life| life.steps[2], 50)],
        }
    }
}

pub fn name(backend: Backend) -> &'static str {
    match backend {
        Backend::Sqlite => "SQLite (WAL, synchronous=FULL)",
        Backend::Postgres => "PostgreSQL (fsync, synchronous_commit)",
    }
}

pub fn heading(backend: Backend) -> String {
    format!(
        "{}\n\
         accounts clients |  lives/s   p50 ms   p99 ms | create submit approve, p50 ms | CPU ms/life  peak MiB | floor/s   p50 ms   p99 ms | ratio",
        name(backend)
    )
}

pub fn row(accounts: Accounts, clients: u32, gl: &Figures, floor: Option<&Figures>) -> String {
    let ms = |length: Duration| length.as_secs_f64() * 1_000.0;
    let [create, submit, approve] = gl.steps.map(ms);
    let beside = floor.map_or_else(String::new, |floor| {
        let ratio = gl.per_second / floor.per_second;
        format!("| {:7.0} {:8.2} {:8.2} | {ratio:5.2}", floor.per_second, ms(floor.p50), ms(floor.p99))
    });
    format!(
        "{:8} {clients:7} | {:8.0} {:8.2} {:8.2} | {create:6.2} {submit:6.2} {approve:7.2}         | {:11.2} {:9} {beside}",
        format!("{accounts:?}").to_lowercase(),
        gl.per_second,
        ms(gl.p50),
        ms(gl.p99),
        ms(gl.cpu.unwrap_or_default()) / gl.lives.max(1) as f64,
        gl.memory.unwrap_or(0) / 1024
    )
}

/// What a process took of the processors so far, to a hundredth of a second.
pub fn cpu_time(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // Behind the name, which may hold blanks: state and ten more, then user and system time.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The most memory that a process has had so far, in KiB.
pub fn peak_memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

/// What this ran on; figures of two machines do not compare.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    let build = if cfg!(debug_assertions) { "debug build: figures mean nothing" } else { "release build" };
    format!("{} cores of {}; load before: {load}; {build}", cores, model.trim_start_matches(['\t', ':', ' ']))
}
