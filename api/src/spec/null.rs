//! What may be null. `OpenAPI` 3.0 lets a reference be null only where it leads to a schema that may be: beside `Date` there is
//! `DateOrNull`, once for all fields.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::walk;

/// Lets a field be null.
pub fn allow(field: &mut Value) {
    if field.get("$ref").is_some() {
        *field = json!({ "allOf": [field.clone()] });
    }
    let Some(field) = field.as_object_mut() else { return };
    be_null(field);
}

/// A closed list of words has to name null as well.
fn allow_word(schema: &mut Map<String, Value>) {
    let words = schema.get_mut("enum").and_then(Value::as_array_mut);
    if let Some(words) = words.filter(|words| !words.contains(&Value::Null)) {
        words.push(Value::Null);
    }
}

/// Leads every reference that may be null to a schema that may be, and makes those schemas.
pub fn name_references(spec: &mut Value) {
    let Some(schemas) = spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    let mut wanted = BTreeSet::new();
    for schema in schemas.values_mut() {
        walk::objects(schema, &mut |schema| name_reference(schema, &mut wanted));
    }
    for name in wanted {
        let Some(Value::Object(mut schema)) = schemas.get(&name).cloned() else { continue };
        // `nullable` says nothing beside no `type`: of alternatives the first takes null as well.
        let first = schema.get_mut("anyOf").and_then(|any| any.get_mut(0)).and_then(Value::as_object_mut);
        match first {
            Some(first) => be_null(first),
            None => be_null(&mut schema),
        }
        schemas.insert(or_null(&name), Value::Object(schema));
    }
}

fn be_null(schema: &mut Map<String, Value>) {
    schema.insert("nullable".into(), json!(true));
    allow_word(schema);
}

fn or_null(name: &str) -> String {
    format!("{name}OrNull")
}

/// `allOf` one reference, as fields have it that say more than where they lead.
fn name_reference(schema: &mut Map<String, Value>, wanted: &mut BTreeSet<String>) {
    let Some([only]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) else { return };
    let Some(name) = walk::referred(only).map(str::to_owned) else { return };
    let is_nullable = schema.remove("nullable").is_some_and(|nullable| nullable == true);
    let target = if is_nullable { or_null(&name) } else { name.clone() };
    if is_nullable {
        wanted.insert(name);
    }
    let reference = walk::reference(&target);
    if schema.len() > 1 {
        schema.insert("allOf".into(), json!([reference]));
    } else if let Value::Object(reference) = reference {
        *schema = reference;
    }
}
