//! Very many rows, as one JSON text that the database makes of them: to take a row value by value, each by its name, costs several
//! times as much. For readings of whole tables in parts.

use std::marker::PhantomData;

use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, IdenStatic, Iterable, QueryTrait, Select, Statement};
use serde::de::DeserializeOwned;

use crate::store::StoreError;

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
    let text = if backend == DbBackend::Postgres {
        "COALESCE(json_agg(found), '[]')::text".to_owned()
    } else {
        let named = E::Column::iter().map(|column| {
            let name = column.as_str();
            format!("'{name}', \"{name}\"")
        });
        format!("json_group_array(json_object({}))", named.collect::<Vec<_>>().join(", "))
    };
    let sql = format!("SELECT {text}, COUNT(*) FROM ({}) found", inner.sql);
    let values = inner.values.map(|values| values.0).unwrap_or_default();
    let found = db.query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let Some(found) = found else { return Ok(Unread::default()) };
    let count: i64 = found.try_get_by_index(1)?;
    Ok(Unread { text: found.try_get_by_index(0)?, count: u64::try_from(count).unwrap_or(0), of: PhantomData })
}

impl<E> Unread<E>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    pub fn read(self) -> Result<Vec<E::Model>, StoreError> {
        let unreadable =
            |error: serde_json::Error| StoreError::Broken(format!("a row of {}: {error}", E::default().to_string()));
        self.text.map_or_else(|| Ok(Vec::new()), |json| serde_json::from_str(&json).map_err(unreadable))
    }
}
