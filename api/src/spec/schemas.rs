//! Says in the schemas what the body's check ([`crate::body`]) does anyway: which fields there are, which may be null, and the
//! bounds of numbers and texts. Whoever generates a client or test data then makes only what the service can read.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{limits, walk};
use crate::schema::{formats, is_partial};

/// Amounts, quantities and rates have at most 15 digits before the point, and rates ten behind it: the largest of all, to the
/// last digit. (`exclusiveMaximum` would be shorter, but tools disagree whether it is a mark or a number.)
const NUMBER_LIMIT: &str = "999999999999999.9999999999";
/// No control character but line breaks and tab.
const TEXT_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$";
/// The same, with a character that is not blank.
const NAME_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*[^\s\u0000-\u001F\u007F-\u009F][^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$";

/// Fields that answers leave out: what was not asked for, and the reasons why not where there are none. All others are always
/// there, null when they have no value.
const LEFT_OUT: [&str; 8] =
    ["total", "allowed_actions", "why_not", "would_post", "job_id", "rate_override", "left_out", "is_partial"];

/// Refines every schema of the description.
pub fn refine(spec: &mut Value) {
    let (sent, answered, summed) = (sent(spec), answered(spec), summed(spec));
    let lists = walk::schemas(spec);
    for (name, schema) in spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut).into_iter().flatten() {
        walk::objects(schema, &mut |schema| {
            // It repeats the component's name, or that of the type it was made from.
            if schema.get("title").is_some_and(Value::is_string) {
                schema.remove("title");
            }
            flatten(schema);
            bound(schema, !summed.contains(name) || sent.contains(name));
        });
        if sent.contains(name) {
            let is_partial = is_partial(name);
            walk::objects(schema, &mut |schema| close(schema, &lists, is_partial));
            walk::objects(schema, &mut limits::set);
        } else if answered.contains(name) {
            complete(schema, &lists);
        }
    }
    walk::operations(spec, |_, _, operation| {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(schema) = parameter.get_mut("schema").and_then(Value::as_object_mut) {
                bound(schema, true);
            }
        }
    });
    drop_unused(spec);
}

/// Takes out what nothing refers to any more.
fn drop_unused(spec: &mut Value) {
    let schemas = walk::schemas(spec);
    let mut used = BTreeSet::new();
    walk::reachable(&schemas, spec.get("paths").unwrap_or(&Value::Null), &mut used);
    if let Some(schemas) = spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// The schemas that requests are made of.
fn sent(spec: &mut Value) -> BTreeSet<String> {
    let schemas = walk::schemas(spec);
    let mut found = BTreeSet::new();
    walk::operations(spec, |_, _, operation| {
        let body = operation.get("requestBody").unwrap_or(&Value::Null);
        walk::reachable(&schemas, body, &mut found);
    });
    found
}

/// The schemas that successes are made of, and problems are not.
fn answered(spec: &mut Value) -> BTreeSet<String> {
    let schemas = walk::schemas(spec);
    let (mut found, mut refused) = (BTreeSet::new(), BTreeSet::new());
    walk::operations(spec, |_, _, operation| {
        for (status, answer) in operation.get("responses").and_then(Value::as_object).into_iter().flatten() {
            walk::reachable(&schemas, answer, if status.starts_with('2') { &mut found } else { &mut refused });
        }
    });
    found.retain(|name| !refused.contains(name));
    found
}

/// What an answer says: every field, null for what has no value.
fn complete(schema: &mut Value, schemas: &Map<String, Value>) {
    let Some(schema) = schema.as_object_mut() else { return };
    let mut required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if required.iter().any(|known| known == name) || LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        required.push(json!(name));
        make_nullable(field, schemas);
    }
    if !required.is_empty() {
        schema.insert("required".into(), Value::Array(required));
    }
}

/// The schemas whose amounts may be sums of any length: those that reports and worksheets answer with.
fn summed(spec: &mut Value) -> BTreeSet<String> {
    let schemas = walk::schemas(spec);
    let mut found = BTreeSet::new();
    walk::operations(spec, |_, path, operation| {
        if path.contains("/reports/") || path.contains("/reconciliations") {
            walk::reachable(&schemas, operation.get("responses").unwrap_or(&Value::Null), &mut found);
        }
    });
    found
}

/// A described reference comes as `allOf` of the reference and of nothing but the description: the reference alone will do.
fn flatten(schema: &mut Map<String, Value>) {
    let Some(parts) = schema.get_mut("allOf").and_then(Value::as_array_mut) else { return };
    parts.retain(|part| part.as_object().is_none_or(|part| part.keys().any(|key| key != "description")));
}

/// Numbers: their range, under the formats that `OpenAPI` knows. Sums of many amounts are not bounded as each of them is.
fn bound(schema: &mut Map<String, Value>, is_bounded: bool) {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default().to_owned();
    match format.as_str() {
        "uint32" | "uint64" => {
            schema.insert("format".into(), json!("int64"));
            schema.entry("minimum").or_insert(json!(0));
            let most = if format == "uint32" { i64::from(u32::MAX) } else { i64::MAX };
            schema.entry("maximum").or_insert(json!(most));
        }
        formats::AMOUNT | formats::QUANTITY | formats::EXCHANGE_RATE => {
            for (bound, sign) in [("minimum", "-"), ("maximum", "")] {
                if is_bounded
                    && !schema.contains_key(bound)
                    && let Ok(limit) = serde_json::from_str(&format!("{sign}{NUMBER_LIMIT}"))
                {
                    schema.insert(bound.into(), limit);
                }
            }
        }
        _ => {}
    }
}

/// What a request sends: no other fields, null for what may be left out, and texts that can be kept.
fn close(schema: &mut Map<String, Value>, schemas: &Map<String, Value>, is_partial: bool) {
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => close_object(schema, schemas, is_partial),
        Some("string") => close_text(schema),
        Some("integer") if schema.get("format").and_then(Value::as_str) == Some("int64") => {
            schema.entry("minimum").or_insert(json!(i64::MIN));
            schema.entry("maximum").or_insert(json!(i64::MAX));
        }
        _ => {}
    }
}

fn close_object(schema: &mut Map<String, Value>, schemas: &Map<String, Value>, is_partial: bool) {
    schema.entry("additionalProperties").or_insert(json!(false));
    let required: BTreeSet<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        let is_nullable = field.get("nullable").and_then(Value::as_bool).unwrap_or(false);
        if required.contains(name) || (is_partial && !is_nullable) {
            continue;
        }
        make_nullable(field, schemas);
    }
}

/// Lets a field be null. A reference cannot: what it leads to stands here itself.
fn make_nullable(field: &mut Value, schemas: &Map<String, Value>) {
    let reference = field.get("allOf").and_then(|parts| parts.get(0)).unwrap_or(field).clone();
    if let Some(Value::Object(target)) = walk::referred(&reference).and_then(|name| schemas.get(name)) {
        let described = field.get("description").cloned();
        *field = Value::Object(target.clone());
        walk::objects(field, &mut |schema| {
            if schema.get("title").is_some_and(Value::is_string) {
                schema.remove("title");
            }
            flatten(schema);
            bound(schema, true);
        });
        if let (Some(described), Some(field)) = (described, field.as_object_mut()) {
            field.insert("description".into(), described);
        }
    }
    let Some(field) = field.as_object_mut() else { return };
    field.insert("nullable".into(), json!(true));
    let words = field.get_mut("enum").and_then(Value::as_array_mut);
    if let Some(words) = words.filter(|words| !words.contains(&Value::Null)) {
        words.push(Value::Null);
    }
}

fn close_text(schema: &mut Map<String, Value>) {
    let is_other = ["enum", "format"].iter().any(|key| schema.contains_key(*key));
    let pattern = match schema.get("pattern").and_then(Value::as_str) {
        Some(formats::NOT_BLANK_PATTERN) => NAME_PATTERN,
        None if !is_other => TEXT_PATTERN,
        _ => return,
    };
    schema.insert("pattern".into(), json!(pattern));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_closed_and_may_be_null_where_it_may_be_left_out() {
        let words = Map::from_iter([("B".to_owned(), json!({ "type": "string", "enum": ["x"] }))]);
        let mut schema = json!({ "type": "object", "required": ["a"], "properties": {
            "a": { "type": "string", "pattern": "\\S" },
            "b": { "$ref": "#/components/schemas/B" },
        } });
        walk::objects(&mut schema, &mut |schema| close(schema, &words, false));
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["properties"]["a"]["pattern"], NAME_PATTERN);
        assert_eq!(schema["properties"]["a"]["nullable"], Value::Null);
        assert_eq!(schema["properties"]["b"], json!({ "type": "string", "enum": ["x", null], "nullable": true }));
    }
}
