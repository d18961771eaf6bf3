//! Documents as this process last wrote them on PostgreSQL, with the transactions that did. A write that rests on one of them compares
//! these with the database's own mark of who wrote a row (`xmin`): so it holds only if the rows are the very ones that were written,
//! whoever might have changed them since. See docs/write-path.md#what-is-known-without-reading.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::model::Document;
use crate::values::kind::DocumentKey;

/// How many are remembered: what two bulks write, and what else is on its way.
const MOST: usize = 2_560;
/// None with more lines.
const LINES: usize = 50;
/// And so many of all together: some megabytes.
const LINES_OF_ALL: usize = 12_800;
/// After so many writes in a row that rested on them and were behind what others did, nothing is remembered for a while: another process
/// works on the same documents.
const MISSES: u32 = 3;
const REST: Duration = Duration::from_secs(5);

/// The transactions that last wrote a document and its lines, by the numbers that PostgreSQL gave them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenBy {
    pub document: u32,
    pub lines: u32,
}

/// A document, and who wrote it.
#[derive(Clone, Debug)]
pub struct Written {
    pub document: Arc<Document>,
    pub by: WrittenBy,
}

impl Written {
    fn lines(&self) -> usize {
        self.document.lines().count()
    }
}

#[derive(Default, Debug)]
pub struct Remembered(Mutex<Kept>);

#[derive(Default, Debug)]
struct Kept {
    by_key: HashMap<DocumentKey, Written>,
    /// Oldest first; also of some that are forgotten.
    order: VecDeque<DocumentKey>,
    /// How many lines they have together.
    lines: usize,
    misses: u32,
    rests_since: Option<Instant>,
}

impl Remembered {
    /// Those of these documents that are remembered.
    pub fn of<'a>(&self, keys: impl IntoIterator<Item = &'a DocumentKey>) -> BTreeMap<DocumentKey, Written> {
        let kept = self.kept();
        let found = keys.into_iter().filter_map(|key| Some((key.clone(), kept.by_key.get(key)?.clone())));
        found.collect()
    }

    /// Remembers what was written, and no more than fits.
    pub fn keep(&self, written: impl IntoIterator<Item = Written>) {
        let mut kept = self.kept();
        if kept.rests_since.is_some_and(|since| since.elapsed() < REST) {
            return;
        }
        kept.rests_since = None;
        for written in written {
            if is_kept(&written.document) {
                kept.insert(written);
            } else {
                kept.remove(&written.document.key);
            }
        }
        kept.fit();
    }

    /// These were written, and are read when they are wanted next.
    pub fn forget<'a>(&self, keys: impl IntoIterator<Item = &'a DocumentKey>) {
        let mut kept = self.kept();
        for key in keys {
            kept.remove(key);
        }
    }

    /// A write that rested on some of them held.
    pub fn held(&self) {
        self.kept().misses = 0;
    }

    /// A write that rested on these was behind what others did.
    pub fn missed<'a>(&self, keys: impl IntoIterator<Item = &'a DocumentKey>) {
        self.forget(keys);
        let mut kept = self.kept();
        kept.misses = kept.misses.saturating_add(1);
        if kept.misses >= MISSES {
            let rests_since = Some(Instant::now());
            *kept = Kept { rests_since, ..Kept::default() };
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn insert(&mut self, written: Written) {
        let key = written.document.key.clone();
        self.lines = self.lines.saturating_add(written.lines());
        match self.by_key.insert(key.clone(), written) {
            Some(before) => self.lines = self.lines.saturating_sub(before.lines()),
            None => self.order.push_back(key),
        }
    }

    fn remove(&mut self, key: &DocumentKey) {
        if let Some(before) = self.by_key.remove(key) {
            self.lines = self.lines.saturating_sub(before.lines());
        }
    }

    /// Forgets the oldest until the others fit.
    fn fit(&mut self) {
        while self.order.len() > MOST || self.lines > LINES_OF_ALL {
            let Some(oldest) = self.order.pop_front() else { break };
            self.remove(&oldest);
        }
    }
}

/// Whether a document is remembered at all: not a long one.
pub fn is_kept(document: &Document) -> bool {
    document.lines().count() <= LINES
}

#[cfg(test)]
mod tests;
