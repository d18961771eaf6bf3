//! What is measured, and how it is told: as rows of a table in Markdown.

use std::time::Duration;

use tests::database::Backend;

use crate::{Accounts, Cell, Scenario};

/// How long one life, or one read, took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    pub whole: Duration,
    /// Create, submit and approve; then receive the payment, or create, submit and approve it. What a life does not have is zero.
    pub steps: Steps,
}

/// How long each request of a life took.
pub type Steps = [Duration; 6];

pub const NO_STEPS: Steps = [Duration::ZERO; 6];

/// The processor time of `gl` and of PostgreSQL, the bytes of PostgreSQL's log, the most memory of `gl` in KiB.
pub type Cost = (Duration, Option<Duration>, Option<u64>, u64);

#[derive(Debug)]
pub struct Figures {
    pub per_second: f64,
    pub cost: Option<Cost>,
    count: usize,
    p50: Duration,
    p99: Duration,
    /// The median of each step.
    steps: Steps,
}

/// What a cell was found to do.
#[derive(Debug)]
pub struct Measured {
    pub lives: Figures,
    pub reads: Option<Figures>,
}

impl Figures {
    pub fn new(all: &[Took], span: Duration) -> Self {
        let part = |of: &dyn Fn(&Took) -> Duration, share: usize| {
            let mut all: Vec<Duration> = all.iter().map(of).collect();
            all.sort_unstable();
            all.get(all.len().saturating_sub(1) * share / 100).copied().unwrap_or_default()
        };
        Self {
            per_second: all.len() as f64 / span.as_secs_f64(),
            cost: None,
            count: all.len(),
            p50: part(&|took| took.whole, 50),
            p99: part(&|took| took.whole, 99),
            steps: std::array::from_fn(|step| part(&|took| took.steps[step], 50)),
        }
    }

    /// Each was that of so many entries at once.
    pub fn of_many(self, entries: usize) -> Self {
        Self { per_second: self.per_second * entries as f64, count: self.count * entries, ..self }
    }
}

pub const HEADING: &str = "| | a second | p50 ms | p99 ms | steps, p50 ms | CPU ms of gl | CPU ms of PostgreSQL | log kB | peak MiB | floor | ratio |
|---|---|---|---|---|---|---|---|---|---|---|";

fn name(cell: Cell, is_reading: bool) -> String {
    let backend = match cell.backend {
        Backend::Sqlite => "SQLite",
        Backend::Postgres => "PostgreSQL",
    };
    let accounts = match cell.accounts {
        Accounts::Spread => "",
        Accounts::Hot => ", hot",
    };
    let Cell { clients, servers, workers, .. } = cell;
    let what = match (cell.scenario, is_reading) {
        (Scenario::Entry, _) => format!("entry{accounts}, {clients}"),
        (Scenario::Bulk, _) => format!("bulk, {clients}"),
        (Scenario::Invoice, _) => format!("invoice and payment, {clients}"),
        (Scenario::Bill, _) => format!("bill and payment, {clients}"),
        (Scenario::Reads, false) => format!("entry, {} beside {} who read", clients.div_ceil(2), clients / 2),
        (Scenario::Reads, true) => format!("reads, {} beside {} who live", clients / 2, clients.div_ceil(2)),
        (Scenario::Several, _) => format!("entry, {clients}; {servers} servers, {workers} workers"),
    };
    format!("{backend}, {what}")
}

/// Two digits that mean something, three from a hundred.
fn short(number: f64) -> String {
    match number {
        low if low < 9.95 => format!("{low:.2}"),
        low if low < 99.5 => format!("{low:.1}"),
        high => format!("{high:.0}"),
    }
}

/// A row; costs are of one life.
pub fn row(cell: Cell, is_reading: bool, gl: &Figures, floor: Option<f64>) -> String {
    let ms = |length: Duration| short(length.as_secs_f64() * 1_000.0);
    let each = gl.count.max(1) as f64;
    let steps: Vec<String> = gl.steps.iter().filter(|step| !step.is_zero()).map(|step| ms(*step)).collect();
    let [own, database, log, memory] = match gl.cost {
        Some((own, database, log, memory)) => [
            ms(own.div_f64(each)),
            database.map(|time| ms(time.div_f64(each))).unwrap_or_default(),
            log.map(|bytes| short(bytes as f64 / each / 1_000.0)).unwrap_or_default(),
            (memory / 1024).to_string(),
        ],
        None => Default::default(),
    };
    let [floor, ratio] =
        floor.map_or_else(Default::default, |floor| [format!("{floor:.0}"), short(gl.per_second / floor)]);
    let cells = [
        name(cell, is_reading),
        format!("{:.0}", gl.per_second),
        ms(gl.p50),
        ms(gl.p99),
        steps.join(", "),
        own,
        database,
        log,
        memory,
        floor,
        ratio,
    ];
    format!("| {} |", cells.join(" | "))
}

/// What this ran on; figures of two machines do not compare.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    let build = if cfg!(debug_assertions) { "debug build: figures mean nothing" } else { "release build" };
    format!("{cores} cores of {}; load before: {load}; {build}", model.trim_start_matches(['\t', ':', ' ']))
}
