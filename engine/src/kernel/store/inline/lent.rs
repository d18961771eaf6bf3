//! The connection on which sets are carried out, and what commands read on it. What the driver does by way of another thread is done here
//! at once, so nothing that is asked of it ever waits: [`at_once`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use sea_orm::{DbBackend, Statement};
use serde::de::value::MapDeserializer;
use serde_json::Value;

use super::bound::Bound;
use crate::kernel::store::failure::StoreError;
use crate::kernel::store::reads::{Reads, Record};

/// The connection. It is asked by one at a time.
#[derive(Debug)]
pub struct Lent {
    books: Mutex<Connection>,
    /// Of each text that was asked lately: to ask the library for the names takes as long as to read a row.
    columns: Mutex<HashMap<String, Arc<[Column]>>>,
}

/// So many texts are remembered; one more, and it begins anew.
const TEXTS: usize = 512;

impl Lent {
    pub(super) fn of(connection: Connection) -> Self {
        Self { books: Mutex::new(connection), columns: Mutex::default() }
    }

    /// For what is asked of the library itself.
    pub fn hold(&self) -> MutexGuard<'_, Connection> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rows<T: Record>(&self, statement: &Statement) -> Result<Vec<T>, StoreError> {
        let books = self.hold();
        let mut prepared = books.prepare_cached(&statement.sql)?;
        let columns = self.columns(&statement.sql, &prepared);
        bind(&mut prepared, statement)?;
        let mut rows = prepared.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let read = T::deserialize(MapDeserializer::new(fields(row, &columns)?.into_iter()));
            let broken = |error: serde_json::Error| StoreError::Broken(format!("a row of {}: {error}", statement.sql));
            found.push(read.map_err(broken)?);
        }
        Ok(found)
    }

    fn columns(&self, sql: &str, prepared: &rusqlite::Statement<'_>) -> Arc<[Column]> {
        let mut known = self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(columns) = known.get(sql).filter(|columns| columns.len() == prepared.column_count()) {
            return Arc::clone(columns);
        }
        if known.len() >= TEXTS {
            known.clear();
        }
        let columns = prepared.columns();
        let columns = columns.iter().map(|column| Column::of(column.name(), column.decl_type())).collect();
        known.insert(sql.to_owned(), Arc::clone(&columns));
        columns
    }
}

#[async_trait::async_trait]
impl Reads for Lent {
    fn backend(&self) -> DbBackend {
        DbBackend::Sqlite
    }

    async fn records<T: Record>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        self.rows(&statement)
    }

    /// There is one writer.
    async fn add_up_alone(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Does what asks nothing but this connection, and so does not wait.
pub fn at_once<T>(work: impl Future<Output = T>) -> Result<T, StoreError> {
    work.now_or_never().ok_or_else(|| StoreError::Broken("what is carried out in one piece waits for something".into()))
}

/// A `$2` or `?2` stands for the second value wherever it is, as the driver has it; a `?` for the next.
fn bind(prepared: &mut rusqlite::Statement<'_>, statement: &Statement) -> rusqlite::Result<()> {
    let values = statement.values.as_ref().map_or(&[][..], |values| &values.0);
    for place in 1..=prepared.parameter_count() {
        let named = prepared.parameter_name(place).and_then(|name| name.get(1..)?.parse::<usize>().ok());
        let at = named.unwrap_or(place).saturating_sub(1);
        let value = values.get(at).ok_or(rusqlite::Error::InvalidParameterCount(values.len(), place))?;
        prepared.raw_bind_parameter(place, Bound(value))?;
    }
    Ok(())
}

/// A column of an answer. SQLite keeps the truth as a number; where the schema declares one, it is read as one.
#[derive(Debug)]
struct Column {
    name: String,
    is_truth: bool,
}

impl Column {
    fn of(name: &str, declared: Option<&str>) -> Self {
        let is_truth = declared.is_some_and(|declared| declared.eq_ignore_ascii_case("boolean"));
        Self { name: name.to_owned(), is_truth }
    }
}

/// The values by the names of their columns. What is NULL is left out: of a row of seventy columns that is the half, and what may be none
/// is none without it.
fn fields<'c>(row: &Row<'_>, columns: &'c [Column]) -> Result<Vec<(&'c str, Value)>, StoreError> {
    let mut fields = Vec::with_capacity(columns.len());
    for (place, column) in columns.iter().enumerate() {
        let value = match row.get_ref(place)? {
            ValueRef::Null => continue,
            ValueRef::Integer(truth @ (0 | 1)) if column.is_truth => Value::Bool(truth == 1),
            ValueRef::Integer(number) => number.into(),
            ValueRef::Text(bytes) => {
                Value::String(std::str::from_utf8(bytes).map_err(|_| unreadable(column))?.to_owned())
            }
            ValueRef::Real(_) | ValueRef::Blob(_) => return Err(unreadable(column)),
        };
        fields.push((column.name.as_str(), value));
    }
    Ok(fields)
}

fn unreadable(column: &Column) -> StoreError {
    StoreError::Broken(format!("column {}: unreadable value", column.name))
}

#[cfg(test)]
mod tests;
