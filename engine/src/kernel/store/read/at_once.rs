//! Very many rows, as one JSON text that the database makes of them: to take a row value by value, each by its name, costs several
//! times as much. For readings of whole tables in parts.

use std::marker::PhantomData;

use sea_orm::{
    ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, IdenStatic, Iterable, PrimaryKeyToColumn, QueryResult,
    QueryTrait, Select, Statement,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::kernel::store::StoreError;

/// Rows as the database's own text, so that another thread may read them.
#[derive(Default, Debug)]
pub struct Unread<E> {
    text: Option<String>,
    /// How many rows they are.
    pub count: u64,
    of: PhantomData<E>,
}

/// All rows of the query, in its order. The caller limits them: they are in memory twice for a moment.
pub async fn rows<E>(db: &impl ConnectionTrait, query: Select<E>) -> Result<Vec<E::Model>, StoreError>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    unread(db, query).await?.read()
}

/// All rows of the query, in its order. The caller limits them.
pub async fn unread<E: EntityTrait>(db: &impl ConnectionTrait, query: Select<E>) -> Result<Unread<E>, StoreError> {
    let backend = db.get_database_backend();
    let inner = query.build(backend);
    match asked::<E>(db, &inner, &json_of::<E>(backend)).await {
        // SQLite takes any bytes for a text: those that are none have another form, and are unreadable by themselves.
        Err(_) if backend == DbBackend::Sqlite => asked::<E>(db, &inner, &json_of_any::<E>()).await,
        asked => asked,
    }
}

fn json_of<E: EntityTrait>(backend: DbBackend) -> String {
    if backend == DbBackend::Postgres {
        return "COALESCE(json_agg(found), '[]')::text".to_owned();
    }
    let named = E::Column::iter().map(|column| {
        let name = column.as_str();
        format!("'{name}', \"{name}\"")
    });
    format!("json_group_array(json_object({}))", named.collect::<Vec<_>>().join(", "))
}

fn json_of_any<E: EntityTrait>() -> String {
    let named = E::Column::iter().map(|column| {
        let name = column.as_str();
        format!("'{name}', CASE typeof(\"{name}\") WHEN 'blob' THEN json_array() ELSE \"{name}\" END")
    });
    format!("CAST(json_group_array(json_object({})) AS BLOB)", named.collect::<Vec<_>>().join(", "))
}

async fn asked<E>(db: &impl ConnectionTrait, inner: &Statement, json: &str) -> Result<Unread<E>, StoreError> {
    let sql = format!("SELECT {json}, COUNT(*) FROM ({}) found", inner.sql);
    let values = inner.values.clone().map(|values| values.0).unwrap_or_default();
    let found = db.query_one_raw(Statement::from_sql_and_values(inner.db_backend, sql, values)).await?;
    let Some(found) = found else { return Ok(Unread { text: None, count: 0, of: PhantomData }) };
    let count: i64 = found.try_get_by_index(1)?;
    let text = if let Ok(text) = found.try_get_by_index::<Option<String>>(0) {
        text
    } else {
        let bytes: Option<Vec<u8>> = found.try_get_by_index(0)?;
        bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Unread { text, count: u64::try_from(count).unwrap_or(0), of: PhantomData })
}

impl<E> Unread<E>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    pub fn read(self) -> Result<Vec<E::Model>, StoreError> {
        let unreadable = |error: serde_json::Error| StoreError::Broken(format!("a row of {}: {error}", table::<E>()));
        self.text.map_or_else(|| Ok(Vec::new()), |json| serde_json::from_str(&json).map_err(unreadable))
    }

    /// The rows that can be read. Each other one is named by its table, column and key.
    pub fn readable(self, unreadable: &mut Vec<String>) -> Vec<E::Model> {
        let Some(json) = self.text else { return Vec::new() };
        if let Ok(rows) = serde_json::from_str(&json) {
            return rows;
        }
        match serde_json::from_str::<Vec<Map<String, Value>>>(&json) {
            Ok(rows) => rows.into_iter().filter_map(|row| one::<E>(&row, unreadable)).collect(),
            Err(error) => {
                unreadable.push(format!("table {}: {error}", table::<E>()));
                Vec::new()
            }
        }
    }
}

fn table<E: EntityTrait>() -> String {
    E::default().table_name().to_owned()
}

fn one<E>(row: &Map<String, Value>, unreadable: &mut Vec<String>) -> Option<E::Model>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    let read = |row: Map<String, Value>| serde_json::from_value::<E::Model>(Value::Object(row));
    let error = match read(row.clone()) {
        Ok(model) => return Some(model),
        Err(error) => error,
    };
    // A row of one column alone lacks the others, unless that one is what cannot be read.
    let is_bad = |name: &&String| {
        let only = row.get(*name).map(|value| ((*name).clone(), value.clone()));
        read(only.into_iter().collect()).is_err_and(|error| !error.to_string().starts_with("missing field"))
    };
    let column = row.keys().find(is_bad).map_or("", String::as_str);
    let key = E::PrimaryKey::iter().filter_map(|key| row.get(key.into_column().as_str()));
    let key: Vec<String> = key.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    unreadable.push(format!("table {}, column {column}, key {:?}: {error}", table::<E>(), key.join(" ")));
    None
}

/// The rows of the query that can be read, value by value. Each other one is named by its table, column and key.
pub async fn each<E: EntityTrait>(
    db: &impl ConnectionTrait,
    query: Select<E>,
    unreadable: &mut Vec<String>,
) -> Result<Vec<E::Model>, StoreError> {
    let mut found = Vec::new();
    for row in db.query_all_raw(query.build(db.get_database_backend())).await? {
        match E::Model::from_query_result(&row, "") {
            Ok(model) => found.push(model),
            Err(error) => {
                let key = E::PrimaryKey::iter().map(|key| told(&row, key.into_column().as_str()));
                let key = key.collect::<Vec<_>>().join(" ");
                unreadable.push(format!("table {}, key {key:?}: {error}", table::<E>()));
            }
        }
    }
    Ok(found)
}

/// As [`each`], of which each must also be readable as what it stands for: what is not is named, and is among them all the same.
pub async fn each_read<E: EntityTrait, T>(
    db: &impl ConnectionTrait,
    query: Select<E>,
    read: impl Fn(E::Model) -> Result<T, StoreError>,
    unreadable: &mut Vec<String>,
) -> Result<Vec<E::Model>, StoreError> {
    let rows = each(db, query, unreadable).await?;
    for row in &rows {
        if let Err(StoreError::Broken(why)) = read(row.clone()) {
            unreadable.push(why);
        }
    }
    Ok(rows)
}

fn told(row: &QueryResult, column: &str) -> String {
    let text = row.try_get::<String>("", column);
    text.or_else(|_| row.try_get::<i64>("", column).map(|number| number.to_string())).unwrap_or_else(|_| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::entity::audit_entry;

    #[test]
    fn what_cannot_be_read_is_named_and_the_rest_is_read() {
        let row = |seq: &str, at: &str| {
            format!(
                r#"{{"seq":{seq},"at":{at},"performed_by":"alma","resource":"bill","resource_id":"B-1","action":"Created","details":"{{}}"}}"#
            )
        };
        let text = format!("[{},{},{}]", row("1", "7"), row("2", "[]"), row("3", "8"));
        let unread = Unread::<audit_entry::Entity> { text: Some(text), count: 3, of: PhantomData };
        let mut unreadable = Vec::new();
        let read: Vec<i64> = unread.readable(&mut unreadable).into_iter().map(|row| row.seq).collect();
        assert_eq!(read, [1, 3]);
        assert_eq!(unreadable, ["table audit_entry, column at, key \"2\": invalid type: sequence, expected i64"]);
    }
}
