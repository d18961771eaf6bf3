//! What names a document.

use super::document_kind::DocumentKind;

/// Which document: its type and its id within the collection. Orders locks, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DocumentKey {
    pub kind: DocumentKind,
    pub id: String,
}

impl DocumentKey {
    pub fn new(kind: DocumentKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into() }
    }
}
