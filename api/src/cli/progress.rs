//! The progress of a long operation, on stderr, only when that is a terminal.

use std::io::Read;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line on the screen with the elapsed time or, where the total is known, with the count.
pub struct Progress(ProgressBar);

impl Progress {
    /// `what` names the operation, such as `checking the books`.
    pub fn start(what: &str) -> Self {
        let bar = ProgressBar::no_length().with_message(what.to_owned());
        bar.set_style(style("{spinner} {msg} {elapsed}"));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }

    /// Counts `unit`s up to `total`.
    pub fn of(what: &str, unit: &str, total: u64) -> Self {
        let bar = ProgressBar::new(total).with_message(what.to_owned());
        bar.set_style(style(&format!(
            "{{spinner}} {{msg}} [{{bar:30}}] {{human_pos}} of {{human_len}} {unit}, {{eta}} left"
        )));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }

    /// Counts so many more.
    pub fn more(&self, count: u64) {
        self.0.inc(count);
    }

    /// A reader whose bytes are counted.
    pub fn reading<R: Read>(&self, reader: R) -> impl Read {
        self.0.wrap_read(reader)
    }
}

/// Clears the line from the screen.
impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
