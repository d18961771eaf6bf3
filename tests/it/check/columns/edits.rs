//! What an attacker would write: for each column another value that fits there, and none; rows that go, and copies.

use engine::values::clock::Date;
use tests::prelude::*;

use super::schema::{Column, Row, Table, Type};

/// One edit, in several statements of which the first that the database takes counts.
#[derive(Debug)]
pub struct Edit {
    pub name: String,
    pub column: String,
    pub tries: Vec<String>,
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn found_by(backend: Backend, row: &Row) -> String {
    match backend {
        Backend::Sqlite => format!("rowid = {}", row.place),
        Backend::Postgres => format!("ctid = '{}'", row.place),
    }
}

/// The first row that has a value there, and the first that has none; of documents, whose rows are of many types, the last one as well.
/// What compares is the same code on both databases: on PostgreSQL one row with a value is enough to see that the column is read.
pub fn of_column(backend: Backend, table: &Table, column: &Column, rows: &[Row]) -> Vec<Edit> {
    let place = table.columns.iter().position(|one| one.name == column.name).expect("one of its columns");
    let others: Vec<&str> = rows.iter().filter_map(|row| row.values[place].as_deref()).collect();
    let mut edits = Vec::new();
    let mut edit = |row: &Row, values: Vec<String>| {
        let set = |value: String| {
            format!("UPDATE {} SET {} = {value} WHERE {}", table.name, column.name, found_by(backend, row))
        };
        let name = format!("{}.{} (is {:?})", table.name, column.name, row.values[place]);
        edits.push(Edit { name, column: column.name.clone(), tries: values.into_iter().map(set).collect() });
    };
    let mut filled = rows.iter().filter(|row| row.values[place].is_some());
    let first = filled.next();
    let last = filled.next_back();
    let is_of_many_types = table.name == "document" && backend == Backend::Sqlite;
    for row in first.into_iter().chain(last.filter(|_| is_of_many_types)) {
        edit(row, other_values(column, row.values[place].as_deref().unwrap_or_default(), &others));
    }
    if let Some(row) = last.or(first).filter(|_| column.is_nullable) {
        edit(row, vec!["NULL".to_owned()]);
    }
    if let Some(row) = rows.iter().find(|row| row.values[place].is_none()) {
        let some = others.first().map_or_else(|| invented(column.kind), |other| written(column.kind, other));
        edit(row, vec![some]);
    }
    edits
}

fn written(kind: Type, value: &str) -> String {
    match kind {
        Type::Text | Type::Other => quoted(value),
        Type::Number | Type::Bool => value.to_owned(),
    }
}

fn invented(kind: Type) -> String {
    match kind {
        Type::Text | Type::Other => quoted("mallory"),
        Type::Number => "7".to_owned(),
        Type::Bool => "true".to_owned(),
    }
}

/// Other values than this one, likely ones first.
fn other_values(column: &Column, is: &str, others: &[&str]) -> Vec<String> {
    match column.kind {
        Type::Bool => vec![format!("NOT {}", column.name)],
        Type::Number => vec![format!("{} + 1", column.name), format!("{} + 1000003", column.name)],
        Type::Text | Type::Other => {
            let next_day = Date::parse(is).map(|date| date.next().to_string());
            let json = serde_json::from_str(is)
                .ok()
                .filter(|value: &Value| value.is_object() || value.is_array())
                .map(altered);
            let likely = next_day.or(json).into_iter();
            let told = others
                .iter()
                .filter(|other| **other != is && !is.starts_with(['{', '[']))
                .map(|other| (*other).to_owned());
            likely.chain(told.take(2)).chain([format!("{is}x")]).map(|value| quoted(&value)).collect()
        }
    }
}

/// The JSON with its first number or text changed; with somebody in what is empty.
fn altered(mut value: Value) -> String {
    if !change(&mut value) {
        match &mut value {
            Value::Array(items) => items.push(json!("mallory")),
            Value::Object(fields) => drop(fields.insert("mallory".to_owned(), json!(1))),
            _ => {}
        }
    }
    value.to_string()
}

fn change(value: &mut Value) -> bool {
    match value {
        Value::String(text) => text.push('x'),
        Value::Number(number) => match number.as_i64().and_then(|number| number.checked_add(1)) {
            Some(next) => *value = next.into(),
            None => return false,
        },
        Value::Bool(is) => *is = !*is,
        Value::Array(items) => return items.iter_mut().any(change),
        // The version of the shape is no part of what it says.
        Value::Object(fields) => {
            return fields.iter_mut().filter(|(name, _)| *name != "v").any(|(_, value)| change(value));
        }
        Value::Null => return false,
    }
    true
}

/// SQLite takes any value for any column: the first and the last number of the first row as a text, and one text as bytes that are none.
/// A row is read as a whole.
pub fn unreadable(backend: Backend, table: &Table, rows: &[Row]) -> Vec<Edit> {
    let Some(row) = rows.first().filter(|_| backend == Backend::Sqlite) else { return Vec::new() };
    let mut numbers = table.columns.iter().filter(|column| column.kind == Type::Number);
    let numbers = numbers.next().into_iter().chain(numbers.next_back());
    let text = table.columns.iter().find(|column| column.kind == Type::Text && !column.is_key);
    let all = numbers.map(|column| (column, "'mallory'")).chain(text.map(|column| (column, "x'ff00'")));
    let edit = |(column, value): (&Column, &str)| {
        let sql = format!("UPDATE {} SET {} = {value} WHERE {}", table.name, column.name, found_by(backend, row));
        Edit { name: format!("{}.{}", table.name, column.name), column: column.name.clone(), tries: vec![sql] }
    };
    all.map(edit).collect()
}

/// The first and the last row go, each in turn, and each comes a second time under another key.
pub fn of_rows(backend: Backend, table: &Table, rows: &[Row], with_copies: bool) -> Vec<Edit> {
    let ends = rows.first().into_iter().chain(rows.last());
    let gone = |row: &Row| Edit {
        name: format!("{} without {:?}", table.name, row.values),
        column: String::new(),
        tries: vec![format!("DELETE FROM {} WHERE {}", table.name, found_by(backend, row))],
    };
    let copied = Edit {
        name: format!("{} with a copy", table.name),
        column: String::new(),
        tries: rows.iter().flat_map(|row| copies(backend, table, row)).collect(),
    };
    ends.map(gone).chain(with_copies.then_some(copied)).collect()
}

/// The row again, with the last column of its key changed, or another one of the key where that is refused.
fn copies(backend: Backend, table: &Table, row: &Row) -> Vec<String> {
    let keys = table.columns.iter().rev().filter(|column| column.is_key);
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let copy = |key: &Column| {
        let values = table.columns.iter().map(|column| match (column.name == key.name, column.kind) {
            (false, _) => column.name.clone(),
            (true, Type::Number) => format!("{} + 1000003", column.name),
            (true, _) => format!("{} || 'x'", column.name),
        });
        let values: Vec<String> = values.collect();
        format!(
            "INSERT INTO {0} ({1}) SELECT {2} FROM {0} WHERE {3}",
            table.name,
            names.join(", "),
            values.join(", "),
            found_by(backend, row)
        )
    };
    keys.map(copy).collect()
}
