//! What a set of commands knows: read at once, under the books' lock and those of the documents.
//!
//! On PostgreSQL it is one call of the function `gl_read_facts` (`migration/src/m0025_facts.rs`), in which each statement sees what
//! was committed before it: rows are locked first and read then. So a row that was waited for is read as it is now. Documents that pay
//! are locked before all others, then those with what they pay or undo, each time in the order of their keys. So no two sets wait
//! for each other crosswise.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::idempotency::{self, Record};
use super::{StoreError, lock, record, row, snapshot};
use crate::command::Wants;
use crate::document::Document;
use crate::entity::{document, document_line, idempotency as kept};
use crate::kind::DocumentKey;
use crate::request::Idempotency;

/// What the commands of a set ask for, all together.
#[derive(Default)]
pub struct Asking<'a> {
    pub documents: BTreeSet<&'a DocumentKey>,
    /// Also the documents that those pay, and the entries that they undo.
    pub reach: bool,
    pub keys: Vec<&'a Idempotency>,
}

/// What was found.
pub struct Facts {
    /// The catalog's.
    pub revision: i64,
    /// The books', once it is fixed.
    pub base_currency: Option<String>,
    documents: BTreeMap<DocumentKey, Document>,
    answers: BTreeMap<(String, String), Record>,
}

impl Facts {
    /// Takes the books' lock, shared, then those of the documents, and reads.
    pub async fn read(tx: &DatabaseTransaction, asking: &Asking<'_>) -> Result<Self, StoreError> {
        match tx.get_database_backend() {
            DbBackend::Postgres => Self::read_at_once(tx, asking).await,
            _ => Self::read_in_turn(tx, asking).await,
        }
    }

    /// Locks the documents, before they are read part by part: those that pay first, then all others with what they pay or undo, as
    /// [`Self::read`] does. SQLite, which has one writer, needs no locks.
    pub async fn lock(tx: &DatabaseTransaction, documents: &BTreeSet<&DocumentKey>) -> Result<(), StoreError> {
        if tx.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        let (paying, others) = by_order(documents)?;
        for statement in [LOCK_PAYING, LOCK_OTHERS] {
            let values = [paying.as_str().into(), others.as_str().into()];
            tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, statement, values)).await?;
        }
        Ok(())
    }

    /// The documents that a command wants, and those that it reaches by them.
    pub fn documents_of(&self, wants: &Wants) -> BTreeMap<DocumentKey, Document> {
        let found = |key: &DocumentKey| Some((key.clone(), self.documents.get(key)?.clone()));
        let mut documents: BTreeMap<_, _> = wants.documents.iter().filter_map(found).collect();
        if wants.settled {
            let reached: Vec<_> =
                documents.values().filter_map(Document::reaches).filter_map(|key| found(&key)).collect();
            documents.extend(reached);
        }
        documents
    }

    /// What is kept for a key.
    pub fn answer(&self, key: &Idempotency) -> Option<Record> {
        let of = |user: &str| self.answers.get(&(user.to_owned(), key.key.clone()));
        of(key.user_id.folded()).or_else(|| of(key.user_id.as_str())).cloned()
    }

    /// SQLite, which has one writer and so no locks of rows.
    async fn read_in_turn(tx: &DatabaseTransaction, asking: &Asking<'_>) -> Result<Self, StoreError> {
        let (revision, base_currency) = lock::enter(tx, false).await?;
        let wanted = asking.documents.iter().map(|key| (*key).clone()).collect();
        let documents = snapshot::with_reached(tx, &wanted, asking.reach, true).await?;
        let mut answers = BTreeMap::new();
        for key in &asking.keys {
            if let Some(record) = idempotency::find(tx, key).await? {
                answers.insert((key.user_id.folded().to_owned(), key.key.clone()), record);
            }
        }
        Ok(Self { revision, base_currency, documents, answers })
    }

    async fn read_at_once(tx: &DatabaseTransaction, asking: &Asking<'_>) -> Result<Self, StoreError> {
        let (paying, others) = by_order(&asking.documents)?;
        let keys = json(asking.keys.iter().flat_map(|key| Kept::of(key)))?;
        let values = [paying.into(), others.into(), asking.reach.into(), keys.into()];
        let call = "SELECT what, body FROM gl_read_facts($1::json, $2::json, $3, $4::json)";
        let rows = tx.query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, call, values)).await?;
        let text = |row: &QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
        let rows: Vec<(String, String)> = rows.iter().map(text).collect::<Result<_, DbErr>>()?;
        // By their keys: a document that is both wanted and reached comes twice, with its lines.
        let (mut headers, mut lines) = (BTreeMap::new(), BTreeMap::<_, BTreeMap<_, _>>::new());
        let (mut books, mut answers) = (None, BTreeMap::new());
        let (mut of_document, mut of_line) = (Vec::new(), Vec::new());
        for (what, body) in &rows {
            match what.as_str() {
                "books" => books = Some(parsed::<Books>("catalog_revision", body)?),
                "columns of documents" => of_document = body.split(' ').collect(),
                "columns of lines" => of_line = body.split(' ').collect(),
                "document" => {
                    let header: document::Model = row_of("document", &of_document, body)?;
                    headers.insert((header.kind.clone(), header.document_id.clone()), header);
                }
                "line" => {
                    let line: document_line::Model = row_of("document_line", &of_line, body)?;
                    let of = (line.kind.clone(), line.document_id.clone());
                    lines.entry(of).or_default().insert(line.line_number, line);
                }
                "answer" => {
                    let row: kept::Model = parsed("idempotency", body)?;
                    answers.insert((row.user_id.clone(), row.idempotency_key.clone()), idempotency::record(row)?);
                }
                other => return Err(StoreError::Broken(format!("gl_read_facts answers {other:?}"))),
            }
        }
        let Books { revision, base_currency } =
            books.ok_or_else(|| StoreError::bad_row("catalog_revision", "id", "1"))?;
        let mut documents = BTreeMap::new();
        for (of, header) in headers {
            let lines = lines.remove(&of).unwrap_or_default();
            let document = row::document::read(header, lines.into_values().collect())?;
            documents.insert(document.key.clone(), document);
        }
        Ok(Self { revision, base_currency, documents, answers })
    }
}

/// `$1` are the documents that pay, `$2` all others, as `gl_read_facts` has them. Each statement names both, so that they take the same
/// values.
const LOCK_PAYING: &str = "SELECT 1 FROM json_to_recordset($1::json) AS k(kind text, id text)
    JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
    WHERE $2::json IS NOT NULL ORDER BY d.kind, d.document_id FOR UPDATE OF d";
const LOCK_OTHERS: &str = "SELECT 1 FROM (
        SELECT k.kind, k.id FROM json_to_recordset($2::json) AS k(kind text, id text)
        UNION SELECT d.kind, d.original_entry_id FROM json_to_recordset($2::json) AS k(kind text, id text)
            JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
            WHERE d.original_entry_id IS NOT NULL
        UNION SELECT d.settles_kind, d.settles_id FROM json_to_recordset($1::json) AS k(kind text, id text)
            JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
            WHERE d.settles_id IS NOT NULL
    ) k JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
    ORDER BY d.kind, d.document_id FOR UPDATE OF d";

/// Those that pay, which are locked first, and all others; each as JSON.
fn by_order(documents: &BTreeSet<&DocumentKey>) -> Result<(String, String), StoreError> {
    let pays = |key: &&&DocumentKey| key.kind.payment().is_some();
    let paying = json(documents.iter().filter(pays).map(|key| Key::of(key)))?;
    let others = json(documents.iter().filter(|key| !pays(key)).map(|key| Key::of(key)))?;
    Ok((paying, others))
}

#[derive(Deserialize)]
struct Books {
    revision: i64,
    base_currency: Option<String>,
}

/// A document's key, as the function reads it.
#[derive(Serialize)]
struct Key<'a> {
    kind: &'static str,
    id: &'a str,
}

impl<'a> Key<'a> {
    fn of(key: &'a DocumentKey) -> Self {
        Self { kind: key.kind.name(), id: &key.id }
    }
}

/// The key of a kept answer, as the function reads it.
#[derive(Serialize)]
struct Kept<'a> {
    user_id: &'a str,
    key: &'a str,
}

impl<'a> Kept<'a> {
    /// Rows hold the folded user id; rows of older releases hold it as it was spelt.
    fn of(key: &'a Idempotency) -> impl Iterator<Item = Self> {
        let spelt = Some(key.user_id.as_str()).filter(|spelt| *spelt != key.user_id.folded());
        std::iter::once(key.user_id.folded()).chain(spelt).map(|user_id| Self { user_id, key: &key.key })
    }
}

fn json(rows: impl Iterator<Item = impl Serialize>) -> Result<String, StoreError> {
    serde_json::to_string(&rows.collect::<Vec<_>>()).map_err(|error| StoreError::Broken(error.to_string()))
}

fn parsed<'a, T: Deserialize<'a>>(table: &str, body: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::Broken(format!("table {table}, as JSON: {error}")))
}

fn row_of<T: DeserializeOwned>(table: &str, columns: &[&str], text: &str) -> Result<T, StoreError> {
    record::parsed(columns, text).map_err(|error| StoreError::Broken(format!("table {table}, as a row: {error}")))
}
