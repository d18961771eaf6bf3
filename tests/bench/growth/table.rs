//! What was measured: a row for each thing asked, a column for each size of the books.

use std::fmt;
use std::time::Duration;

/// What one thing took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// The least and the median of several times; both are equal where it was done once.
    pub least: Duration,
    pub median: Duration,
    /// Of the service, or of the program, while it ran.
    pub processor: Duration,
    /// In KiB.
    pub peak: u64,
}

#[derive(Default)]
pub struct Table {
    sizes: Vec<u64>,
    rows: Vec<(String, Vec<Option<Took>>)>,
}

impl Table {
    /// Begins the column of books with so many lines.
    pub fn column(&mut self, lines: u64) {
        self.sizes.push(lines);
    }

    pub fn put(&mut self, name: &str, took: Took) {
        eprintln!("{name}: {}", cell(&took));
        let place = self.sizes.len().saturating_sub(1);
        let row = self.rows.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.rows.push((name.to_owned(), Vec::new()));
            self.rows.len() - 1
        });
        let cells = &mut self.rows[row].1;
        cells.resize(place, None);
        cells.push(Some(took));
    }
}

/// The median is for people; the ratio is of the least times, which other programs on the machine disturb the least.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes.iter().map(|lines| format!("{lines} lines")).collect();
        writeln!(f, "| median (least) ms, processor ms, peak MiB | {} | last / first |", sizes.join(" | "))?;
        writeln!(f, "|---|{}---|", "---|".repeat(sizes.len()))?;
        for (name, cells) in &self.rows {
            let said: Vec<String> =
                cells.iter().map(|took| took.as_ref().map_or_else(|| "–".to_owned(), cell)).collect();
            let ratio = match (cells.first().copied().flatten(), cells.last().copied().flatten()) {
                (Some(first), Some(last)) if cells.len() > 1 => {
                    format!("{:.2}", last.least.as_secs_f64() / first.least.as_secs_f64())
                }
                _ => "–".to_owned(),
            };
            writeln!(f, "| {name} | {} | {ratio} |", said.join(" | "))?;
        }
        Ok(())
    }
}

fn cell(took: &Took) -> String {
    let ms = |length: Duration| {
        let ms = length.as_secs_f64() * 1_000.0;
        if ms < 100.0 { format!("{ms:.1}") } else { format!("{ms:.0}") }
    };
    let peak = took.peak / 1024;
    format!("{} ({}), {}, {peak}", ms(took.median), ms(took.least), ms(took.processor))
}
