//! Elements of an array that are known before their place in the text is: kept aside until then, and beyond a little in a file.
//! So what they are made of is read once, and is not in memory as a whole.

use std::collections::VecDeque;
use std::fs::File;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::{put, spool, take};
use crate::problem::Problem;

/// The elements, in the order in which they came.
#[derive(Default, Debug)]
pub struct Aside {
    /// What is in memory: the last of them.
    text: String,
    file: Option<Arc<Mutex<File>>>,
    /// The lengths of the pieces in the file.
    written: VecDeque<u64>,
    /// Where the next piece begins, written or read.
    at: u64,
}

impl Aside {
    /// Adds one of them.
    pub fn put(&mut self, value: &Value) {
        if !self.text.is_empty() || !self.written.is_empty() {
            self.text.push(',');
        }
        self.text.push_str(&value.to_string());
    }

    /// How many bytes are in memory.
    pub const fn in_memory(&self) -> usize {
        self.text.len()
    }

    /// Moves what is in memory into the file.
    pub async fn write_down(&mut self) -> Result<(), Problem> {
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::new(Mutex::new(spool().map_err(|error| not_kept(&error))?)),
        };
        self.file = Some(Arc::clone(&file));
        let (text, at) = (std::mem::take(&mut self.text), self.at);
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.written.push_back(length);
        self.at = at.saturating_add(length);
        let written = tokio::task::spawn_blocking(move || put(&file, at, text.as_bytes())).await;
        written.map_err(Problem::internal)?.map_err(|error| not_kept(&error))
    }

    /// Now they are read, from the first on.
    pub const fn rewind(&mut self) {
        self.at = 0;
    }

    /// The next piece; none when there are no more.
    pub async fn next(&mut self) -> Result<Option<String>, Problem> {
        let (Some(length), Some(file)) = (self.written.pop_front(), self.file.clone()) else {
            let rest = std::mem::take(&mut self.text);
            return Ok((!rest.is_empty()).then_some(rest));
        };
        let at = self.at;
        self.at = at.saturating_add(length);
        let read = tokio::task::spawn_blocking(move || take(&file, at, length)).await;
        String::from_utf8(read.map_err(Problem::internal)?.map_err(|error| not_kept(&error))?)
            .map(Some)
            .map_err(Problem::internal)
    }
}

fn not_kept(error: &std::io::Error) -> Problem {
    Problem::unavailable(format!("there is no room for a download: {error}"))
}
