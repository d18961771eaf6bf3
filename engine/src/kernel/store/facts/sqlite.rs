//! The facts of a set on SQLite, which has one writer and so no locks of rows: one statement, whose text is always the same, so that
//! it is prepared once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rusqlite::Connection;
use sea_orm::{IdenStatic, Iterable};

use super::known::{Asking, Facts};
use crate::books::document::Document;
use crate::kernel::entity::{document, document_line};
use crate::kernel::store::{StoreError, idempotency, row};
use crate::values::kind::DocumentKey;

/// The books' revision and base currency, and the documents of `$1`, an array of pairs of type and id: each an array of its values,
/// and of the arrays of its lines' values.
static READ: LazyLock<String> = LazyLock::new(|| {
    let header: Vec<_> = document::Column::iter().map(|column| format!("d.{}", column.as_str())).collect();
    let line: Vec<_> = document_line::Column::iter().map(|column| format!("l.{}", column.as_str())).collect();
    format!(
        "SELECT revision, base_currency, (SELECT json_group_array(json_array(json_array({}), \
         (SELECT json_group_array(json_array({})) FROM document_line l WHERE l.kind = d.kind AND l.document_id = d.document_id))) \
         FROM json_each($1) k CROSS JOIN document d ON d.kind = k.value ->> 0 AND d.document_id = k.value ->> 1) \
         FROM catalog_revision WHERE id = 1",
        header.join(", "),
        line.join(", ")
    )
});

/// On SQLite's own connection.
pub(super) fn read_inline(books: &Connection, asking: &Asking<'_>) -> Result<Facts, StoreError> {
    let mut found = fetch_inline(books, asking.documents.iter().copied())?.read()?;
    let missing = if asking.reach { missing(&found.documents) } else { BTreeSet::new() };
    if !missing.is_empty() {
        found.documents.extend(fetch_inline(books, &missing)?.read()?.documents);
    }
    let mut answers = BTreeMap::new();
    for key in &asking.keys {
        if let Some(record) = idempotency::find_inline(books, key)? {
            answers.insert((key.user_id.folded().to_owned(), key.key.clone()), record);
        }
    }
    Ok(Facts { answers, ..found })
}

/// What these documents pay or undo, and is not among them.
fn missing(found: &BTreeMap<DocumentKey, Document>) -> BTreeSet<DocumentKey> {
    let reached = found.values().flat_map(Document::reaches);
    reached.filter(|key| !found.contains_key(key)).collect()
}

/// What was found on SQLite's own thread, as it came; another thread can read it.
pub struct Fetched {
    revision: i64,
    base_currency: Option<String>,
    text: String,
}

pub(super) fn fetch_inline<'a>(
    books: &Connection,
    keys: impl IntoIterator<Item = &'a DocumentKey>,
) -> Result<Fetched, StoreError> {
    let mut statement = books.prepare_cached(&READ)?;
    let found = statement.query_row([pairs(keys)?], |row| {
        Ok(Fetched { revision: row.get(0)?, base_currency: row.get(1)?, text: row.get(2)? })
    });
    Ok(found?)
}

impl Fetched {
    /// The facts, without answers.
    pub fn read(self) -> Result<Facts, StoreError> {
        let Self { revision, base_currency, text } = self;
        Ok(Facts { revision, base_currency, documents: documents(&text)?, answers: BTreeMap::new() })
    }
}

fn pairs<'a>(keys: impl IntoIterator<Item = &'a DocumentKey>) -> Result<String, StoreError> {
    let pairs: Vec<_> = keys.into_iter().map(|key| (key.kind.name(), &key.id)).collect();
    serde_json::to_string(&pairs).map_err(|error| StoreError::Broken(error.to_string()))
}

fn documents(text: &str) -> Result<BTreeMap<DocumentKey, Document>, StoreError> {
    let rows: Vec<(document::Model, Vec<document_line::Model>)> = serde_json::from_str(text)
        .map_err(|error| StoreError::Broken(format!("tables document and document_line, as JSON: {error}")))?;
    let mut documents = BTreeMap::new();
    for (header, mut lines) in rows {
        lines.sort_by_key(|line| line.line_number);
        let document = row::document::read(header, lines)?;
        documents.insert(document.key.clone(), document);
    }
    Ok(documents)
}
