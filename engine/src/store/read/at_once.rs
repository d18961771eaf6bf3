//! Very many rows, as one JSON text that the database makes of them: to take a row value by value, each by its name, costs several
//! times as much. For readings of whole tables in parts.

use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, IdenStatic, Iterable, QueryTrait, Select, Statement};
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// All rows of the query, in its order. The caller limits them: they are in memory twice for a moment.
pub async fn rows<E>(db: &impl ConnectionTrait, query: Select<E>) -> Result<Vec<E::Model>, StoreError>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    let backend = db.get_database_backend();
    let inner = query.build(backend);
    let text = if backend == DbBackend::Postgres {
        "COALESCE(json_agg(found), '[]')::text".to_owned()
    } else {
        let named = E::Column::iter().map(|column| {
            let name = column.as_str();
            format!("'{name}', \"{name}\"")
        });
        format!("json_group_array(json_object({}))", named.collect::<Vec<_>>().join(", "))
    };
    let sql = format!("SELECT {text} FROM ({}) found", inner.sql);
    let values = inner.values.map(|values| values.0).unwrap_or_default();
    let found = db.query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let json: Option<String> = found.map(|row| row.try_get_by_index(0)).transpose()?;
    let unreadable =
        |error: serde_json::Error| StoreError::Broken(format!("a row of {}: {error}", E::default().to_string()));
    json.map_or_else(|| Ok(Vec::new()), |json| serde_json::from_str(&json).map_err(unreadable))
}
