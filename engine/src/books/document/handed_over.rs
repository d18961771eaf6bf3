//! A document that the process has handed over, as it has just written it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::model::Document;

/// For so long it stands for what is in the database. Whatever the service itself writes meanwhile raises the version or the catalog's
/// revision, which every write compares.
const FRESH: Duration = Duration::from_secs(1);

/// A document as a command has written it, by which catalog, and when.
#[derive(Clone, Debug)]
pub struct HandedOver {
    document: Arc<Document>,
    revision: i64,
    since: Instant,
}

impl HandedOver {
    /// One whose writing is being committed, as it was decided by the catalog of this revision.
    pub fn now(document: Document, revision: i64) -> Self {
        Self { document: Arc::new(document), revision, since: Instant::now() }
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Whether it stands for what is in the database, as long as the catalog has this revision: a rule that begins to add up marks
    /// documents without a version of its own (`kernel/store/read/submissions.rs`).
    pub fn stands_by(&self, revision: i64) -> bool {
        self.revision == revision && self.since.elapsed() < FRESH
    }
}
