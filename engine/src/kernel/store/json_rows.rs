//! Rows as a JSON array of objects, the way PostgreSQL's `json_populate_recordset` reads them. `NULL` is left out.

use std::io::Write as _;

use sea_orm::Value;

use super::StoreError;

/// The rows under these columns.
pub fn array(columns: &[&str], rows: &[Vec<Value>]) -> Result<String, StoreError> {
    let mut json = Vec::with_capacity(rows.len().saturating_mul(512));
    json.push(b'[');
    for (index, row) in rows.iter().enumerate() {
        json.extend_from_slice(if index == 0 { b"{" } else { b",{" });
        let mut first = true;
        for (column, value) in columns.iter().zip(row) {
            if is_null(value) {
                continue;
            }
            // A column's name has no character that JSON escapes.
            json.extend_from_slice(if first { b"\"" } else { b",\"" });
            first = false;
            json.extend_from_slice(column.as_bytes());
            json.extend_from_slice(b"\":");
            push(&mut json, value).ok_or_else(|| StoreError::Broken(format!("column {column} has no form in JSON")))?;
        }
        json.push(b'}');
    }
    json.push(b']');
    String::from_utf8(json).map_err(|error| StoreError::Broken(error.to_string()))
}

const fn is_null(value: &Value) -> bool {
    matches!(
        value,
        Value::Bool(None) | Value::Int(None) | Value::BigInt(None) | Value::String(None) | Value::Bytes(None)
    )
}

/// `None`: of a type that no table has.
fn push(json: &mut Vec<u8>, value: &Value) -> Option<()> {
    match value {
        Value::Bool(Some(value)) => write!(json, "{value}").ok(),
        Value::Int(Some(number)) => write!(json, "{number}").ok(),
        Value::BigInt(Some(number)) => write!(json, "{number}").ok(),
        Value::String(Some(text)) => serde_json::to_writer(json, text).ok(),
        Value::Bytes(Some(bytes)) => {
            json.extend_from_slice(b"\"\\\\x");
            bytes.iter().try_for_each(|byte| write!(json, "{byte:02x}")).ok()?;
            json.push(b'"');
            Some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_as_postgresql_reads_them() {
        let columns = ["a", "b", "c", "d", "e"];
        let rows = [
            vec![
                Value::String(Some("\"quoted\"\n\\".into())),
                Value::BigInt(Some(i64::MIN)),
                Value::String(None),
                Value::Bool(Some(true)),
                Value::Bytes(Some(vec![0, 255])),
            ],
            vec![Value::String(None), Value::BigInt(None), Value::String(None), Value::Bool(None), Value::Bytes(None)],
        ];
        assert_eq!(
            array(&columns, &rows).expect("rows"),
            r#"[{"a":"\"quoted\"\n\\","b":-9223372036854775808,"d":true,"e":"\\x00ff"},{}]"#
        );
        assert!(array(&["f"], &[vec![Value::Double(Some(0.5))]]).is_err(), "no table has floats");
    }
}
