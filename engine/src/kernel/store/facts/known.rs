//! What the commands of a set ask for, and what was found.

use std::collections::{BTreeMap, BTreeSet};

use crate::books::command::Wants;
use crate::books::document::Document;
use crate::books::request::Idempotency;
use crate::kernel::store::idempotency::Record;
use crate::values::kind::DocumentKey;

/// What the commands of a set ask for, all together.
#[derive(Default)]
pub struct Asking<'a> {
    pub documents: BTreeSet<&'a DocumentKey>,
    /// Also the documents that those pay, and the entries that they undo.
    pub reach: bool,
    pub keys: Vec<&'a Idempotency>,
}

impl Asking<'_> {
    /// The same without these documents.
    #[must_use]
    pub fn without(mut self, handed_over: &BTreeMap<DocumentKey, Document>) -> Self {
        self.documents.retain(|key| !handed_over.contains_key(*key));
        self
    }
}

/// What was found.
pub struct Facts {
    /// The catalog's.
    pub revision: i64,
    /// The books', once it is fixed.
    pub base_currency: Option<String>,
    pub(super) documents: BTreeMap<DocumentKey, Document>,
    pub(super) answers: BTreeMap<(String, String), Record>,
}

impl Facts {
    /// The keys of the documents that a command wants, and of those that it reaches by them.
    pub fn keys_of(&self, wants: &Wants) -> BTreeSet<DocumentKey> {
        let mut keys = wants.documents.clone();
        if wants.settled {
            keys.extend(wants.documents.iter().filter_map(|key| self.documents.get(key)).flat_map(Document::reaches));
        }
        keys
    }

    /// What is taken to be so without a look: this revision and currency, and these documents.
    pub fn unread(revision: i64, base_currency: &str, handed_over: BTreeMap<DocumentKey, Document>) -> Self {
        let base_currency = Some(base_currency.to_owned());
        Self { revision, base_currency, documents: handed_over, answers: BTreeMap::new() }
    }

    /// Adds documents that were not asked for.
    pub fn add(&mut self, handed_over: BTreeMap<DocumentKey, Document>) {
        self.documents.extend(handed_over);
    }

    /// Takes these documents out: no other command of the set may decide on them.
    pub fn take(&mut self, keys: &BTreeSet<DocumentKey>) -> BTreeMap<DocumentKey, Document> {
        keys.iter().filter_map(|key| self.documents.remove_entry(key)).collect()
    }

    /// These documents, of those that were found.
    pub fn copies(&self, keys: &BTreeSet<DocumentKey>) -> BTreeMap<DocumentKey, Document> {
        keys.iter().filter_map(|key| Some((key.clone(), self.documents.get(key)?.clone()))).collect()
    }

    /// One of those that were found.
    pub fn document(&self, key: &DocumentKey) -> Option<&Document> {
        self.documents.get(key)
    }

    /// What is kept for a key.
    pub fn answer(&self, key: &Idempotency) -> Option<Record> {
        let of = |user: &str| self.answers.get(&(user.to_owned(), key.key.clone()));
        of(key.user_id.folded()).or_else(|| of(key.user_id.as_str())).cloned()
    }

    /// Those of the documents that a command wants or reaches.
    pub fn of(&self, wants: &Wants) -> impl Iterator<Item = &Document> {
        self.keys_of(wants).into_iter().filter_map(|key| self.documents.get(&key))
    }

    /// All documents that were found.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }
}
