//! The documents that a bulk on PostgreSQL need not read, since this process has just written them, and those that it writes itself.
//! See docs/write-path.md#what-is-known-without-reading.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::books::command::Effects;
use crate::books::document::remembered::is_kept;
use crate::books::document::{Document, Status, Written};
use crate::kernel::engine::Engine;
use crate::kernel::perform::written::{WrittenDocument, documents, unchanged};
use crate::kernel::store::reads::Reads;
use crate::kernel::store::{StoreError, unchanged};
use crate::values::kind::DocumentKey;

/// What a bulk remembers of documents, and leaves behind to be remembered.
#[derive(Default)]
pub(super) struct Memory {
    /// As they stand in the books, as long as the locks are held and no item has reached them.
    remembered: BTreeMap<DocumentKey, Written>,
    /// Those of them that an item has reached: from then on they are read.
    reached: BTreeSet<DocumentKey>,
    written: Vec<WrittenDocument>,
    forgotten: Vec<DocumentKey>,
}

impl Memory {
    /// Those of these documents, whose locks are held, that this process remembers; none when one of them was changed since.
    pub(super) async fn of(
        engine: &Engine,
        tx: &impl Reads,
        wanted: &BTreeSet<&DocumentKey>,
    ) -> Result<Self, StoreError> {
        let mut remembered = engine.remembered.of(wanted.iter().copied());
        remembered.retain(|_, written| written.document.reaches().is_empty());
        if remembered.is_empty() {
            return Ok(Self::default());
        }
        if unchanged::all_stand(tx, &unchanged(&remembered)).await? {
            return Ok(Self { remembered, ..Self::default() });
        }
        engine.remembered.missed(remembered.keys());
        Ok(Self::default())
    }

    /// Whether a document need not be read.
    pub(super) fn has(&self, key: &DocumentKey) -> bool {
        self.remembered.contains_key(key) && !self.reached.contains(key)
    }

    /// Those of these documents that need not be read. They are for the item that reaches them first.
    pub(super) fn take<'k>(&mut self, keys: impl IntoIterator<Item = &'k DocumentKey>) -> Vec<(DocumentKey, Document)> {
        let mut taken = Vec::new();
        for key in keys {
            if self.has(key)
                && let Some(written) = self.remembered.get(key)
            {
                taken.push((key.clone(), (*written.document).clone()));
                self.reached.insert(key.clone());
            }
        }
        taken
    }

    /// Adds what an item writes. What is approved is handed over to the posting, and not remembered.
    pub(super) fn add(&mut self, effects: &Effects) {
        for (document, lines) in documents(effects) {
            if document.status() == Status::Approved || !document.reaches().is_empty() || !is_kept(document) {
                self.forgotten.push(document.key.clone());
            } else {
                self.written.push(WrittenDocument { document: Arc::new(document.clone()), lines });
            }
        }
    }

    /// Remembers what this transaction wrote, before anybody is told of it.
    pub(super) fn remember(&self, engine: &Engine, number: u32) {
        engine.remembered.forget(&self.forgotten);
        engine.remember(&self.written, number, &self.remembered);
    }
}
