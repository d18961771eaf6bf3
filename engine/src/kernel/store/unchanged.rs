//! Whether documents that were not read still stand as this process wrote them. PostgreSQL only.
//! See docs/write-path.md#what-is-known-without-reading.

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement, Value};
use serde::Deserialize;

use super::failure::StoreError;
use super::json_rows;
use super::reads::Reads;
use crate::books::document::WrittenBy;
use crate::values::kind::DocumentKey;

/// A document that was not read, by the transactions that wrote it and its lines.
#[derive(Debug)]
pub struct Unchanged {
    pub key: DocumentKey,
    pub by: WrittenBy,
    pub line_count: usize,
}

impl Unchanged {
    fn values(&self) -> Vec<Value> {
        let Self { key, by, line_count } = self;
        let line_count = i64::try_from(*line_count).unwrap_or(i64::MAX);
        let (document, lines) = (by.document.to_string(), by.lines.to_string());
        vec![key.kind.name().into(), key.id.as_str().into(), document.into(), lines.into(), line_count.into()]
    }
}

/// As JSON.
pub(super) fn rows(unchanged: &[Unchanged]) -> Result<String, StoreError> {
    let rows: Vec<Vec<Value>> = unchanged.iter().map(Unchanged::values).collect();
    json_rows::array(&["kind", "document_id", "document", "lines", "line_count"], &rows)
}

/// Whether every one of them stands as it was written. Who holds their locks knows it until the end of the transaction.
pub async fn all_stand(tx: &impl Reads, unchanged: &[Unchanged]) -> Result<bool, StoreError> {
    let text = "SELECT gl_stand_as_written($1::json) AS all_stand";
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, text, [rows(unchanged)?.into()]);
    let answers: Vec<Stand> = tx.records(statement).await?;
    Ok(answers.first().is_some_and(|answer| answer.all_stand))
}

#[derive(FromQueryResult, Deserialize)]
struct Stand {
    all_stand: bool,
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
