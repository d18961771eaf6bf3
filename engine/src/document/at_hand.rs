//! A document that the process has at hand, as it has just written it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::model::Document;

/// For so long it stands for what is in the database. Whatever the service itself writes meanwhile raises the version, which every
/// write compares.
const FRESH: Duration = Duration::from_secs(1);

/// A document as a command has written it, and when.
#[derive(Clone, Debug)]
pub struct AtHand {
    document: Arc<Document>,
    since: Instant,
}

impl AtHand {
    /// One whose writing is being committed.
    pub fn now(document: Document) -> Self {
        Self { document: Arc::new(document), since: Instant::now() }
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    pub fn is_fresh(&self) -> bool {
        self.since.elapsed() < FRESH
    }
}
