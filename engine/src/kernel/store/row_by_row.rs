//! Writes on SQLite's own thread: one statement for one row, prepared once and carried out for each.
//! See docs/write-path.md#sqlite.

use rusqlite::{Connection, params_from_iter};
use sea_orm::DbBackend;

use super::failure::StoreError;
use super::inline::{Bound, execute};
use super::rows::{RowChange, Rows, SqlText};

/// Carries it out; how many rows it touched.
pub fn carry_out(books: &Connection, change: RowChange) -> Result<usize, StoreError> {
    let (text, rows) = match change {
        RowChange::Insert { rows, conflict, .. } => (insert(&rows, &conflict), rows),
        RowChange::Update { rows, keys, counted, also } => (update(&rows, keys, counted, also), rows),
        RowChange::Delete(rows) => (delete(&rows), rows),
        RowChange::Plain { sql, values } => {
            let mut text = SqlText::new(DbBackend::Sqlite);
            text.plain(sql, values);
            return execute(books, &text.sql, &text.values);
        }
    };
    if rows.is_empty() {
        return Ok(0);
    }
    let mut statement = books.prepare_cached(&text.sql)?;
    let mut touched = 0_usize;
    for row in &rows.values {
        let values = text.order.iter().filter_map(|column| row.get(*column)).map(Bound);
        touched = touched.saturating_add(statement.execute(params_from_iter(values))?);
    }
    Ok(touched)
}

/// The statement for one row, and which of its columns each `?` stands for.
#[derive(PartialEq, Debug)]
struct OneRow {
    sql: String,
    order: Vec<usize>,
}

impl OneRow {
    fn new(sql: String) -> Self {
        Self { sql, order: Vec::new() }
    }

    fn push(&mut self, text: &[&str], column: usize) {
        self.sql.extend(text.iter().copied());
        self.order.push(column);
    }
}

fn insert(rows: &Rows, conflict: &str) -> OneRow {
    let mut text = OneRow::new(format!("INSERT INTO {} ({}) VALUES ", rows.table, rows.columns.join(", ")));
    for column in 0..rows.columns.len() {
        text.push(&[if column == 0 { "(?" } else { ", ?" }], column);
    }
    text.sql.push(')');
    text.sql.push_str(conflict);
    text
}

fn update(rows: &Rows, keys: &[&str], counted: Option<&str>, also: &str) -> OneRow {
    let mut text = OneRow::new(format!("UPDATE {} SET ", rows.table));
    let columns = || rows.columns.iter().enumerate();
    for (at, (column, name)) in columns().filter(|(_, name)| !keys.contains(name)).enumerate() {
        text.push(&[if at == 0 { "" } else { ", " }, name, " = ?"], column);
    }
    let is_named = |name: &&str| keys.contains(name) || counted == Some(*name);
    for (at, (column, name)) in columns().filter(|(_, name)| is_named(name)).enumerate() {
        let less = if counted == Some(*name) { " = ? - 1" } else { " = ?" };
        text.push(&[if at == 0 { " WHERE " } else { " AND " }, name, less], column);
    }
    text.sql.push_str(also);
    text
}

fn delete(rows: &Rows) -> OneRow {
    let mut text = OneRow::new(format!("DELETE FROM {}", rows.table));
    for (column, name) in rows.columns.iter().enumerate() {
        text.push(&[if column == 0 { " WHERE " } else { " AND " }, name, " = ?"], column);
    }
    text
}

#[cfg(test)]
mod tests {
    use sea_orm::Value;

    use super::*;

    #[test]
    fn a_statement_names_one_row_and_the_order_of_its_values() {
        let rows = || Rows::new("t", vec!["key", "version", "name"]);
        let wanted = |sql: &str, order: &[usize]| OneRow { sql: sql.into(), order: order.to_vec() };
        assert_eq!(
            insert(&rows(), " ON CONFLICT DO NOTHING"),
            wanted("INSERT INTO t (key, version, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", &[0, 1, 2])
        );
        assert_eq!(
            update(&rows(), &["key"], Some("version"), " AND t.name IS NULL"),
            wanted(
                "UPDATE t SET version = ?, name = ? WHERE key = ? AND version = ? - 1 AND t.name IS NULL",
                &[1, 2, 0, 1]
            )
        );
        assert_eq!(delete(&rows()), wanted("DELETE FROM t WHERE key = ? AND version = ? AND name = ?", &[0, 1, 2]));
    }

    #[test]
    fn each_row_is_written_and_counted() {
        let books = Connection::open_in_memory().expect("opened");
        books.execute_batch("CREATE TABLE t (key TEXT PRIMARY KEY, version BIGINT, is_open BOOLEAN)").expect("made");
        let row = |key: &str, version: i64| vec![Value::from(key), version.into(), Value::Bool(Some(true))];
        let rows = |values: &[(&str, i64)]| {
            let mut rows = Rows::new("t", vec!["key", "version", "is_open"]);
            for (key, version) in values {
                rows.push(row(key, *version));
            }
            rows
        };
        let insert =
            |values: &[(&str, i64)]| RowChange::Insert { rows: rows(values), taking: &[], conflict: String::new() };
        assert_eq!(carry_out(&books, insert(&[("a", 1), ("b", 1)])).expect("written"), 2);
        let update =
            RowChange::Update { rows: rows(&[("a", 2), ("b", 3)]), keys: &["key"], counted: Some("version"), also: "" };
        assert_eq!(carry_out(&books, update).expect("written"), 1, "b has version 1");
        let deleted = |key: &str| {
            let mut rows = Rows::new("t", vec!["key"]);
            rows.push(vec![key.into()]);
            RowChange::Delete(rows)
        };
        assert_eq!(carry_out(&books, deleted("a")).expect("deleted"), 1);
        assert_eq!(carry_out(&books, deleted("a")).expect("nothing"), 0);
        let twice = carry_out(&books, insert(&[("b", 1)])).expect_err("it is there");
        assert!(matches!(twice, StoreError::Contended(_)), "{twice:?}");
    }
}
