//! The figures in `docs/benchmarks.md`.

use std::path::Path;
use std::process::Command;

use crate::figures::HEADING;

const FROM: &str = "<!-- The rest of this section is written by `just bench --write`. -->\n";
const TO: &str = "<!-- Written so far. -->\n";

/// Writes them between the two marks, with their date, commit and machine.
pub fn write(machine: &str, seconds: f64, rows: &[String]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let file = root.join("docs/benchmarks.md");
    let text = std::fs::read_to_string(&file).expect("docs/benchmarks.md");
    let (before, rest) = text.split_once(FROM).expect("the mark before the figures");
    let (_, after) = rest.split_once(TO).expect("the mark after the figures");
    let (date, commit) = (said("date", &["-u", "+%F"], root), said("git", &["rev-parse", "--short", "HEAD"], root));
    let rows = rows.join("\n");
    let new = format!("{FROM}\n{date}, commit {commit}, {seconds} s each; {machine}\n\n{HEADING}\n{rows}\n\n{TO}");
    std::fs::write(&file, format!("{before}{new}{after}")).expect("docs/benchmarks.md is written");
}

fn said(program: &str, arguments: &[&str], folder: &Path) -> String {
    let done = Command::new(program).args(arguments).current_dir(folder).output().expect("it runs");
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}
