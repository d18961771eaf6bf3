//! Ways through the description as JSON.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// What a reference to a component schema begins with.
const SCHEMAS: &str = "#/components/schemas/";

/// Calls `change` on every object in `value`, parents before children.
pub fn objects(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            change(members);
            members.values_mut().for_each(|member| objects(member, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| objects(item, change)),
        _ => {}
    }
}

/// Calls `change` on every operation with its method, its path and the paths' own parameters.
pub fn operations(spec: &mut Value, mut change: impl FnMut(&str, &str, &mut Map<String, Value>)) {
    for (path, item) in spec.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(operation) = operation.as_object_mut() {
                change(method, path, operation);
            }
        }
    }
}

/// The component schemas.
pub fn schemas(spec: &Value) -> Map<String, Value> {
    spec.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// The name of the component schema that `schema` refers to.
pub fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix(SCHEMAS))
}

/// A reference to a component schema.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{SCHEMAS}{name}") })
}

/// A reference to another component, such as a header.
pub fn reference_to(of: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{of}/{name}") })
}

/// Every component schema that can be reached from `value`.
pub fn reachable(schemas: &Map<String, Value>, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(name) = referred(value).filter(|name| found.insert((*name).to_owned())) {
                reachable(schemas, schemas.get(name).unwrap_or(&Value::Null), found);
            }
            members.values().for_each(|member| reachable(schemas, member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| reachable(schemas, item, found)),
        _ => {}
    }
}
