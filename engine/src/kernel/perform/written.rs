//! What a transaction wrote of documents, and what this process remembers of it.
//! See docs/write-path.md#what-is-known-without-reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::books::command::{Change, Effects};
use crate::books::document::{Document, Status, Written, WrittenBy};
use crate::kernel::engine::Engine;
use crate::kernel::store::unchanged::Unchanged;
use crate::values::kind::DocumentKey;

/// A document as a command writes it.
pub(super) struct WrittenDocument {
    pub(super) document: Arc<Document>,
    /// Whether its lines are written, too.
    pub(super) lines: bool,
}

impl WrittenDocument {
    /// Those of a command.
    pub(super) fn of(effects: &Effects) -> impl Iterator<Item = Self> {
        let written = |(document, lines): (&Document, _)| Self { document: Arc::new(document.clone()), lines };
        documents(effects).map(written)
    }
}

/// The documents that a command writes, each with whether its lines are written, too.
pub(super) fn documents(effects: &Effects) -> impl Iterator<Item = (&Document, bool)> {
    effects.changes.iter().filter_map(|change| match change {
        Change::InsertDocument(document) => Some((&**document, true)),
        Change::UpdateDocument { document, lines } => Some((&**document, *lines)),
        _ => None,
    })
}

/// That the rows of remembered documents are the ones that were written.
pub(super) fn unchanged(remembered: &BTreeMap<DocumentKey, Written>) -> Vec<Unchanged> {
    let unchanged = |Written { document, by }: &Written| Unchanged {
        key: document.key.clone(),
        by: *by,
        line_count: document.lines().count(),
    };
    remembered.values().map(unchanged).collect()
}

/// Whether more is likely to happen to it soon: it is not posted yet, or waits for its payment.
fn is_on_its_way(document: &Document) -> bool {
    document.status() != Status::Posted || document.key.kind.is_paid()
}

impl Engine {
    /// Whether what is written of documents is wanted afterwards: on PostgreSQL.
    pub(super) const fn remembers(&self) -> bool {
        self.store.optimistic.is_some()
    }

    /// Remembers what the transaction with this number wrote, but for what is at its end. `before`: what it knew without reading. Whoever
    /// wrote the lines of a document that was read is not known.
    pub(super) fn remember<'a>(
        &self,
        documents: impl IntoIterator<Item = &'a WrittenDocument>,
        number: u32,
        before: &BTreeMap<DocumentKey, Written>,
    ) {
        let (mut kept, mut forgotten) = (Vec::new(), Vec::new());
        for WrittenDocument { document, lines } in documents {
            let lines = if *lines { Some(number) } else { before.get(&document.key).map(|written| written.by.lines) };
            match lines.filter(|_| is_on_its_way(document)) {
                Some(lines) => {
                    kept.push(Written { document: Arc::clone(document), by: WrittenBy { document: number, lines } });
                }
                None => forgotten.push(&document.key),
            }
        }
        if !before.is_empty() {
            self.remembered.held();
        }
        self.remembered.forget(forgotten);
        self.remembered.keep(kept);
    }
}
