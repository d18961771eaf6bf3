//! Whether documents that were not read still stand as this process wrote them. PostgreSQL only.
//! See docs/adr/0046-a-document-is-remembered-with-who-wrote-it.md.

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement, Value};
use serde::Deserialize;

use super::failure::StoreError;
use super::json_rows;
use super::reads::Reads;
use crate::document::WrittenBy;
use crate::kind::DocumentKey;

/// A document that was not read, by the transactions that wrote it and its lines.
#[derive(Debug)]
pub struct Untouched {
    pub key: DocumentKey,
    pub by: WrittenBy,
    pub line_count: usize,
}

impl Untouched {
    fn values(&self) -> Vec<Value> {
        let Self { key, by, line_count } = self;
        let line_count = i64::try_from(*line_count).unwrap_or(i64::MAX);
        let (document, lines) = (by.document.to_string(), by.lines.to_string());
        vec![key.kind.name().into(), key.id.as_str().into(), document.into(), lines.into(), line_count.into()]
    }
}

/// What stands behind `FROM json_to_recordset($1` to find, of these [`rows`], those whose documents stand as they were written.
const THAT_STAND: &str = "::json) AS u (kind text, document_id text, document text, lines text, line_count bigint) \
    JOIN document d ON d.kind = u.kind AND d.document_id = u.document_id AND u.kind || '' = u.kind \
    WHERE d.xmin = u.document::xid AND u.line_count = (SELECT CASE WHEN coalesce(bool_and(l.xmin = u.lines::xid), true) THEN count(*) END \
    FROM document_line l WHERE l.kind = u.kind AND l.document_id = u.document_id)";

/// As JSON.
pub(super) fn rows(untouched: &[Untouched]) -> Result<String, StoreError> {
    let rows: Vec<Vec<Value>> = untouched.iter().map(Untouched::values).collect();
    json_rows::array(&["kind", "document_id", "document", "lines", "line_count"], &rows)
}

/// Whether every one of them stands as it was written. Who holds their locks knows it until the end of the transaction.
pub async fn all_stand(tx: &impl Reads, untouched: &[Untouched]) -> Result<bool, StoreError> {
    let text = format!("SELECT count(*) AS standing FROM json_to_recordset($1{THAT_STAND}");
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, text, [rows(untouched)?.into()]);
    let counted: Vec<Counted> = tx.records(statement).await?;
    let standing = counted.first().and_then(|counted| usize::try_from(counted.standing).ok());
    Ok(standing == Some(untouched.len()))
}

#[derive(FromQueryResult, Deserialize)]
struct Counted {
    standing: i64,
}

/// The number of this transaction, as the rows that it writes have it.
pub async fn number_of(tx: &impl ConnectionTrait) -> Result<u32, StoreError> {
    let text = format!("SELECT {NUMBER}");
    let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, text)).await?;
    number(row.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// A row has the lower half of the number.
pub(super) const NUMBER: &str = "((pg_current_xact_id()::text)::numeric % 4294967296)::text";

/// As it was selected.
pub(super) fn number(text: Option<String>) -> Result<u32, StoreError> {
    let text = text.unwrap_or_default();
    text.parse().map_err(|_| StoreError::Broken(format!("{text:?} is no number of a transaction")))
}
