//! Rows of one table, and the one statement that writes them all.
//!
//! On PostgreSQL the rows cross as one JSON text. So a statement reads the same for any number of rows, and a connection parses and
//! plans it once. SQLite parses quickly and reads JSON slowly: there the rows are a list of values.

use std::fmt::Write as _;

use sea_orm::{ActiveModelTrait, DbBackend, EntityTrait, IdenStatic, Iterable, Value};

use super::StoreError;
use super::json_rows;

/// Rows of one table, all with the same columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows {
    /// As SQL names it.
    pub(super) table: &'static str,
    /// The columns with their types, where they are not those of the table.
    record: Option<&'static str>,
    pub(super) columns: Vec<&'static str>,
    pub(super) values: Vec<Vec<Value>>,
}

impl Rows {
    /// The columns that the models set. All of them set the same.
    pub fn of<E: EntityTrait>(models: impl IntoIterator<Item = E::ActiveModel>) -> Self {
        let mut rows = Self::new(E::default().table_name(), Vec::new());
        for mut model in models {
            let set = E::Column::iter().filter_map(|column| Some((column.as_str(), model.take(column).into_value()?)));
            let (columns, values): (Vec<_>, Vec<_>) = set.unzip();
            rows.columns = columns;
            rows.values.push(values);
        }
        rows
    }

    pub fn new(table: &'static str, columns: Vec<&'static str>) -> Self {
        Self { table, record: None, columns, values: Vec::new() }
    }

    /// Rows that are no rows of the table yet: their columns with types, as PostgreSQL declares them.
    pub fn of_record(table: &'static str, columns: Vec<&'static str>, record: &'static str) -> Self {
        Self { record: Some(record), ..Self::new(table, columns) }
    }

    pub fn push(&mut self, values: Vec<Value>) {
        self.values.push(values);
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// At most so many values in each part, for a database that limits them.
    pub fn in_parts(self, most: usize) -> impl Iterator<Item = Self> {
        let each = most.checked_div(self.columns.len()).unwrap_or(1).max(1);
        let Self { table, record, columns, mut values } = self;
        std::iter::from_fn(move || {
            let rest = values.split_off(values.len().min(each));
            let part = std::mem::replace(&mut values, rest);
            (!part.is_empty()).then(|| Self { table, record, columns: columns.clone(), values: part })
        })
    }
}

/// One statement over rows.
#[derive(Clone, PartialEq, Debug)]
pub enum RowChange {
    Insert {
        rows: Rows,
        /// The columns that are filled, each with an expression over the row `m`; none: as they stand in the rows. PostgreSQL only.
        taking: &'static [(&'static str, &'static str)],
        /// The clause for rows that are there already.
        conflict: String,
    },
    /// Writes each row over the one with its keys.
    Update {
        rows: Rows,
        keys: &'static [&'static str],
        /// The column whose value before must be one less than the row's.
        counted: Option<&'static str>,
        /// A further condition on the row that is there.
        also: &'static str,
    },
    /// Takes away the rows that are alike in all their columns.
    Delete(Rows),
    /// A statement that names the row which it changes.
    Plain { sql: &'static str, values: Vec<Value> },
}

impl RowChange {
    /// How many rows it names.
    pub fn len(&self) -> usize {
        match self {
            Self::Insert { rows, .. } | Self::Update { rows, .. } | Self::Delete(rows) => rows.len(),
            Self::Plain { .. } => 1,
        }
    }
}

/// A text with its values.
pub struct SqlText {
    pub backend: DbBackend,
    pub sql: String,
    pub values: Vec<Value>,
    /// Each statement over rows also reads this part, which has one row, so that nothing is written before that part has run.
    /// PostgreSQL only.
    pub after: Option<&'static str>,
}

impl SqlText {
    pub fn new(backend: DbBackend) -> Self {
        Self { backend, sql: String::with_capacity(1_024), values: Vec::new(), after: None }
    }

    pub fn push(&mut self, text: &str) {
        self.sql.push_str(text);
    }

    /// On SQLite without a number: it would look for each number among all before it, which is a tenth of a large text's time.
    pub fn bind(&mut self, value: Value) {
        self.values.push(value);
        if self.backend == DbBackend::Postgres {
            // Writing into memory does not fail.
            let _ = write!(self.sql, "${}", self.values.len());
        } else {
            self.push("?");
        }
    }

    fn list<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, before: &str) {
        for (index, name) in names.into_iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            self.push(before);
            self.push(name);
        }
    }

    fn tuple(&mut self, values: Vec<Value>) {
        for (index, value) in values.into_iter().enumerate() {
            self.push(if index == 0 { "(" } else { ", " });
            self.bind(value);
        }
        self.push(")");
    }

    fn tuples(&mut self, rows: Vec<Vec<Value>>) {
        for (index, row) in rows.into_iter().enumerate() {
            self.push(if index == 0 { "VALUES " } else { ", " });
            self.tuple(row);
        }
    }

    /// The rows as the table `m`: on SQLite it was named by [`Self::named`] before.
    fn source(&mut self, rows: &Rows) -> Result<(), StoreError> {
        if self.backend != DbBackend::Postgres {
            self.push("m");
            return Ok(());
        }
        let json = json_rows::array(&rows.columns, &rows.values)?;
        if let Some(part) = self.after {
            self.push(part);
            self.push(", ");
        }
        if rows.record.is_some() {
            self.push("json_to_recordset(");
        } else {
            self.push("json_populate_recordset(NULL::");
            self.push(rows.table);
            self.push(", ");
        }
        self.bind(Value::String(Some(json)));
        self.push("::json) AS m");
        if let Some(record) = rows.record {
            self.push("(");
            self.push(record);
            self.push(")");
        }
        Ok(())
    }

    /// On SQLite a statement begins with the rows that it reads.
    fn named(&mut self, rows: &mut Rows) {
        if self.backend != DbBackend::Postgres {
            self.push("WITH m (");
            self.list(rows.columns.iter().copied(), "");
            self.push(") AS (");
            let values = std::mem::take(&mut rows.values);
            self.tuples(values);
            self.push(") ");
        }
    }

    pub fn write(&mut self, change: RowChange) -> Result<(), StoreError> {
        match change {
            RowChange::Insert { rows, taking, conflict } => self.insert(rows, taking, &conflict),
            RowChange::Update { rows, keys, counted, also } => self.update(rows, keys, counted, also),
            RowChange::Delete(rows) => self.delete(rows),
            RowChange::Plain { sql, values } => {
                self.plain(sql, values);
                Ok(())
            }
        }
    }

    fn insert(
        &mut self,
        rows: Rows,
        taking: &'static [(&'static str, &'static str)],
        conflict: &str,
    ) -> Result<(), StoreError> {
        self.push("INSERT INTO ");
        self.push(rows.table);
        self.push(" (");
        if taking.is_empty() {
            self.list(rows.columns.iter().copied(), "");
        } else {
            self.list(taking.iter().map(|(column, _)| *column), "");
        }
        self.push(") ");
        if self.backend == DbBackend::Postgres {
            self.push("SELECT ");
            if taking.is_empty() {
                self.list(rows.columns.iter().copied(), "m.");
            } else {
                self.list(taking.iter().map(|(_, expression)| *expression), "");
            }
            self.push(" FROM ");
            self.source(&rows)?;
        } else {
            self.tuples(rows.values);
        }
        self.push(conflict);
        Ok(())
    }

    fn update(
        &mut self,
        mut rows: Rows,
        keys: &'static [&'static str],
        counted: Option<&'static str>,
        also: &str,
    ) -> Result<(), StoreError> {
        if self.backend != DbBackend::Postgres && rows.len() == 1 {
            self.update_one(rows, keys, counted, also);
            return Ok(());
        }
        let table = rows.table;
        self.named(&mut rows);
        self.push("UPDATE ");
        self.push(table);
        self.push(" SET ");
        for (index, column) in rows.columns.iter().filter(|column| !keys.contains(column)).enumerate() {
            // Writing into memory does not fail.
            let _ = write!(self.sql, "{}{column} = m.{column}", if index == 0 { "" } else { ", " });
        }
        self.push(" FROM ");
        self.source(&rows)?;
        for (index, key) in keys.iter().enumerate() {
            let _ = write!(self.sql, "{}{table}.{key} = m.{key}", if index == 0 { " WHERE " } else { " AND " });
        }
        if let Some(column) = counted {
            let _ = write!(self.sql, " AND {table}.{column} = m.{column} - 1");
        }
        self.push(also);
        self.expect_few_rows(" AND ", keys.first().copied());
        Ok(())
    }

    /// A condition that always holds, by which PostgreSQL expects few rows of JSON and not a hundred. So it looks each of them up in
    /// the table, and never each row of the table in the JSON, however small it last found the table.
    fn expect_few_rows(&mut self, word: &str, key: Option<&str>) {
        if self.backend == DbBackend::Postgres
            && let Some(key) = key
        {
            // Writing into memory does not fail.
            let _ = write!(self.sql, "{word}m.{key} || '' = m.{key}");
        }
    }

    fn update_one(&mut self, rows: Rows, keys: &[&str], counted: Option<&'static str>, also: &str) {
        let Rows { table, columns, values, .. } = rows;
        self.push("UPDATE ");
        self.push(table);
        self.push(" SET ");
        let (mut first, mut named) = (true, Vec::new());
        for (column, value) in columns.into_iter().zip(values.into_iter().flatten()) {
            if keys.contains(&column) {
                named.push((column, "", value));
                continue;
            }
            if counted == Some(column) {
                named.push((column, " - 1", value.clone()));
            }
            self.push(if first { "" } else { ", " });
            first = false;
            self.push(column);
            self.push(" = ");
            self.bind(value);
        }
        for (index, (column, less, value)) in named.into_iter().enumerate() {
            self.push(if index == 0 { " WHERE " } else { " AND " });
            self.push(column);
            self.push(" = ");
            self.bind(value);
            self.push(less);
        }
        self.push(also);
    }

    fn delete(&mut self, mut rows: Rows) -> Result<(), StoreError> {
        let (table, columns) = (rows.table, rows.columns.clone());
        self.named(&mut rows);
        self.push("DELETE FROM ");
        self.push(table);
        self.push(" WHERE (");
        self.list(columns.iter().copied(), "");
        self.push(") IN (SELECT ");
        self.list(columns.iter().copied(), "m.");
        self.push(" FROM ");
        self.source(&rows)?;
        self.expect_few_rows(" WHERE ", columns.first().copied());
        self.push(")");
        Ok(())
    }

    /// Each `$?` in the statement stands for one of its values, in order.
    pub(super) fn plain(&mut self, sql: &str, values: Vec<Value>) {
        let mut rest = sql;
        for value in values {
            if let Some((before, after)) = rest.split_once("$?") {
                self.push(before);
                self.bind(value);
                rest = after;
            }
        }
        self.push(rest);
    }
}
