//! The connection on which sets are carried out, and what commands read on it. What the driver does by way of another thread is done here
//! at once, so nothing that is asked of it ever waits: [`at_once`].

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use sea_orm::{DbBackend, Statement};
use serde_json::{Map, Value};

use super::bound::Bound;
use crate::kernel::store::failure::StoreError;
use crate::kernel::store::reads::{Reads, Record};

/// The connection. It is asked by one at a time.
#[derive(Debug)]
pub struct Lent(Mutex<Connection>);

impl Lent {
    pub(super) fn of(connection: Connection) -> Self {
        Self(Mutex::new(connection))
    }

    /// For what is asked of the library itself.
    pub fn hold(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rows<T: Record>(&self, statement: &Statement) -> Result<Vec<T>, StoreError> {
        let books = self.hold();
        let mut prepared = books.prepare_cached(&statement.sql)?;
        let columns: Vec<Column> =
            prepared.columns().iter().map(|column| Column::of(column.name(), column.decl_type())).collect();
        bind(&mut prepared, statement)?;
        let mut rows = prepared.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let read = serde_json::from_value(Value::Object(object(row, &columns)?));
            found.push(read.map_err(|error| StoreError::Broken(format!("a row of {}: {error}", statement.sql)))?);
        }
        Ok(found)
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

fn object(row: &Row<'_>, columns: &[Column]) -> Result<Map<String, Value>, StoreError> {
    let mut object = Map::new();
    for (place, column) in columns.iter().enumerate() {
        let value = match row.get_ref(place)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(truth @ (0 | 1)) if column.is_truth => Value::Bool(truth == 1),
            ValueRef::Integer(number) => number.into(),
            ValueRef::Text(bytes) => {
                Value::String(std::str::from_utf8(bytes).map_err(|_| unreadable(column))?.to_owned())
            }
            ValueRef::Real(_) | ValueRef::Blob(_) => return Err(unreadable(column)),
        };
        object.insert(column.name.clone(), value);
    }
    Ok(object)
}

fn unreadable(column: &Column) -> StoreError {
    StoreError::Broken(format!("column {}: unreadable value", column.name))
}

#[cfg(test)]
mod tests;
