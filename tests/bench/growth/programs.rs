//! What is measured of whole programs: the start of the service, `gl check`, `gl audit verify`; and of any process its time and memory.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tests::prelude::*;

use crate::table::{Table, Took};

/// Starts the service on these books: until it is ready, and what it takes at rest.
pub async fn start(app: &mut TestApp, table: &mut Table) {
    let began = Instant::now();
    app.restart();
    while app.client.get(app.url("/readyz")).send().await.map_or(0, |answer| answer.status().as_u16()) != 200 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let ready = began.elapsed();
    let pid = app.process().pid();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let took = Took { least: ready, median: ready, processor: cpu_time(pid), peak: memory(pid, "VmRSS:") };
    table.put("start until ready; at rest", took);
}

/// Seals what was copied.
pub fn seal(app: &TestApp) {
    run(app, &["audit", "head"]);
}

pub fn checks(app: &TestApp, table: &mut Table) {
    table.put("`gl audit verify`", run(app, &["audit", "verify"]));
    table.put("`gl check`", run(app, &["check"]));
}

/// Runs `gl` to its end, which must be a success.
fn run(app: &TestApp, arguments: &[&str]) -> Took {
    let settings = settings(&[("GL_DATABASE_URL", app.database.url()), ("GL_LOG", "warn")]);
    let mut command = Command::new(tests::process::binary());
    command.args(arguments).envs(&settings).stdin(Stdio::null()).stdout(Stdio::piped());
    command.current_dir(tests::scratch::folder("growth-gl"));
    let began = Instant::now();
    let mut child = command.spawn().expect("gl starts");
    // It is read while the program runs: one that has much to say would wait for a reader, and never end.
    let mut output = child.stdout.take().expect("its output is a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let (mut processor, mut peak) = (Duration::ZERO, 0);
    let status = loop {
        if let Some(status) = child.try_wait().expect("gl can be asked") {
            break status;
        }
        let pid = child.id();
        (processor, peak) = (processor.max(cpu_time(pid)), peak.max(peak_memory(pid)));
        std::thread::sleep(Duration::from_millis(5));
    };
    let length = began.elapsed();
    let told = reader.join().expect("the reader ends").expect("the output is text");
    assert!(status.success(), "{}", told.get(..2_000).unwrap_or(&told));
    eprintln!("gl {}: {}", arguments.join(" "), told.lines().last().unwrap_or_default());
    Took { least: length, median: length, processor, peak }
}

/// What a process took of the processors so far, to a hundredth of a second.
pub fn cpu_time(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // Behind the name, which may hold blanks: state and ten more, then user and system time.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The most memory that a process has had since [`forget_peak`], in KiB.
pub fn peak_memory(pid: u32) -> u64 {
    memory(pid, "VmHWM:")
}

/// From now on the peak is counted anew.
pub fn forget_peak(pid: u32) {
    std::fs::write(format!("/proc/{pid}/clear_refs"), "5").expect("the peak is forgotten");
}

fn memory(pid: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
