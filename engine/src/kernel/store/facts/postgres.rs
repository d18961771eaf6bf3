//! The facts of a set as PostgreSQL's functions answer them: rows of a word and a text.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::known::{Asking, Facts};
use crate::books::request::Idempotency;
use crate::kernel::entity::{document, document_line, idempotency as kept};
use crate::kernel::store::{StoreError, idempotency, record, row};
use crate::values::kind::DocumentKey;

pub(super) async fn read(tx: &DatabaseTransaction, asking: &Asking<'_>) -> Result<Facts, StoreError> {
    let (paying, others) = by_order(&asking.documents)?;
    let values = [paying.into(), others.into(), asking.reach.into(), answers(asking)?.into()];
    let call = "SELECT what, body FROM gl_read_facts($1::json, $2::json, $3, $4::json)";
    found(&tx.query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, call, values)).await?)
}

pub(super) async fn look(db: &impl ConnectionTrait, asking: &Asking<'_>) -> Result<Facts, StoreError> {
    let keys = json(asking.documents.iter().map(|key| Key::of(key)))?;
    let values = [keys.into(), asking.reach.into(), answers(asking)?.into()];
    let call = "SELECT what, body FROM gl_look_facts($1::json, $2, $3::json)";
    found(&db.query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, call, values)).await?)
}

pub(super) async fn lock(tx: &impl ConnectionTrait, documents: &BTreeSet<&DocumentKey>) -> Result<(), StoreError> {
    let (paying, others) = by_order(documents)?;
    for statement in [LOCK_PAYING, LOCK_OTHERS] {
        let values = [paying.as_str().into(), others.as_str().into()];
        tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, statement, values)).await?;
    }
    Ok(())
}

fn answers(asking: &Asking<'_>) -> Result<String, StoreError> {
    json(asking.keys.iter().flat_map(|key| Kept::of(key)))
}

#[derive(Deserialize)]
struct BooksRow {
    revision: i64,
    base_currency: Option<String>,
}

fn found(rows: &[QueryResult]) -> Result<Facts, StoreError> {
    let text = |row: &QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
    let rows: Vec<(String, String)> = rows.iter().map(text).collect::<Result<_, DbErr>>()?;
    let columns = |word: &str| {
        let names = rows.iter().find(|(what, _)| what == word).map(|(_, names)| names.as_str());
        names.unwrap_or_default().split(' ').collect::<Vec<_>>()
    };
    let (of_document, of_line) = (columns(COLUMNS_OF_DOCUMENTS), columns(COLUMNS_OF_LINES));
    // By their keys: a document that is both wanted and reached comes twice, with its lines.
    let (mut headers, mut lines) = (BTreeMap::new(), BTreeMap::<_, BTreeMap<_, _>>::new());
    let (mut books, mut answers) = (None, BTreeMap::new());
    for (what, body) in &rows {
        match what.as_str() {
            "books" => books = Some(parsed::<BooksRow>("catalog_revision", body)?),
            COLUMNS_OF_DOCUMENTS | COLUMNS_OF_LINES => {}
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
            other => return Err(StoreError::Broken(format!("the facts of a set have {other:?}"))),
        }
    }
    let BooksRow { revision, base_currency } =
        books.ok_or_else(|| StoreError::bad_row("catalog_revision", "id", "1"))?;
    let mut documents = BTreeMap::new();
    for (of, header) in headers {
        let lines = lines.remove(&of).unwrap_or_default();
        let document = row::document::read(header, lines.into_values().collect())?;
        documents.insert(document.key.clone(), document);
    }
    Ok(Facts { revision, base_currency, documents, answers })
}

const COLUMNS_OF_DOCUMENTS: &str = "columns of documents";
const COLUMNS_OF_LINES: &str = "columns of lines";

fn parsed<'a, T: Deserialize<'a>>(table: &str, body: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::Broken(format!("table {table}, as JSON: {error}")))
}

fn row_of<T: DeserializeOwned>(table: &str, columns: &[&str], text: &str) -> Result<T, StoreError> {
    record::parsed(columns, text).map_err(|error| StoreError::Broken(format!("table {table}, as a row: {error}")))
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
        UNION SELECT l.settled_kind, l.settled_id FROM json_to_recordset($1::json) AS k(kind text, id text)
            JOIN document_line l ON l.kind = k.kind AND l.document_id = k.id AND k.kind || '' = k.kind
            WHERE l.settled_id IS NOT NULL
    ) k JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
    ORDER BY d.kind, d.document_id FOR UPDATE OF d";

/// Those that pay, which are locked first, and all others; each as JSON.
fn by_order(documents: &BTreeSet<&DocumentKey>) -> Result<(String, String), StoreError> {
    let pays = |key: &&&DocumentKey| key.kind.payment().is_some();
    let paying = json(documents.iter().filter(pays).map(|key| Key::of(key)))?;
    let others = json(documents.iter().filter(|key| !pays(key)).map(|key| Key::of(key)))?;
    Ok((paying, others))
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
