//! The standard output of a command. When its reader stops reading, as `head` does, the command ends silently, with the
//! status that a shell shows for programs that SIGPIPE ended.

use std::io::{ErrorKind, Stdout, Write};

/// 128 + SIGPIPE.
const NOBODY_READS: i32 = 141;

/// Prints a text and a line break.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = Out(std::io::stdout());
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| format!("stdout: {error}"))
}

/// stdout; a write that finds it closed ends the process.
pub struct Out(Stdout);

impl Out {
    pub fn new() -> Self {
        Self(std::io::stdout())
    }
}

impl Default for Out {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        unless_closed(self.0.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        unless_closed(self.0.flush())
    }
}

fn unless_closed<T>(outcome: std::io::Result<T>) -> std::io::Result<T> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(NOBODY_READS),
        outcome => outcome,
    }
}
