//! Values as the library binds them.

use rusqlite::types::{ToSql, ToSqlOutput};
use sea_orm::Value;

/// A value as rusqlite binds it.
pub struct Bound<'a>(pub &'a Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        use rusqlite::types::Value::{Integer, Null};
        use rusqlite::types::ValueRef::{Blob, Text};
        Ok(match self.0 {
            Value::Bool(Some(value)) => ToSqlOutput::Owned(Integer(i64::from(*value))),
            Value::Int(Some(number)) => ToSqlOutput::Owned(Integer(i64::from(*number))),
            Value::BigInt(Some(number)) => ToSqlOutput::Owned(Integer(*number)),
            // SeaORM's limits.
            Value::BigUnsigned(Some(number)) => ToSqlOutput::Owned(Integer(i64::try_from(*number).unwrap_or(i64::MAX))),
            Value::String(Some(text)) => ToSqlOutput::Borrowed(Text(text.as_bytes())),
            Value::Bytes(Some(bytes)) => ToSqlOutput::Borrowed(Blob(bytes)),
            Value::Bool(None) | Value::Int(None) | Value::BigInt(None) | Value::String(None) | Value::Bytes(None) => {
                ToSqlOutput::Owned(Null)
            }
            other => return Err(rusqlite::Error::ToSqlConversionFailure(format!("{other:?} has no column").into())),
        })
    }
}
