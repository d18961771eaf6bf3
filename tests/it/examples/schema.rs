//! Checks a value against a schema, with the keywords of OpenAPI 3.0 that this description uses. A field that the schema does not
//! name is refused.

use tests::prelude::*;

/// Reports everything in `value` that its schema does not allow.
pub fn faults(spec: &Value, schema: &Value, value: &Value, at: &str, tell: &mut impl FnMut(String)) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = spec.pointer(reference.trim_start_matches('#'));
        return faults(spec, target.expect("a reference leads somewhere"), value, at, tell);
    }
    if value.is_null() && schema["nullable"] == true {
        return;
    }
    if schema["allOf"].is_array() {
        return faults(spec, &whole(spec, schema), value, at, tell);
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        tell(format!("{at} is {value}, which is none of {}", schema["enum"]));
    }
    match (schema["type"].as_str(), value) {
        (Some("object"), Value::Object(members)) => {
            for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !members.contains_key(required) {
                    tell(format!("{at} has no {required}"));
                }
            }
            for (name, member) in members {
                let here = format!("{at}/{name}");
                match (schema["properties"].get(name), &schema["additionalProperties"]) {
                    (Some(known), _) => faults(spec, known, member, &here, tell),
                    (None, any) if any.is_object() => faults(spec, any, member, &here, tell),
                    (None, _) if schema["properties"].is_object() => tell(format!("{here} is described nowhere")),
                    (None, _) => {}
                }
            }
        }
        (Some("array"), Value::Array(items)) => {
            for (number, item) in items.iter().enumerate() {
                faults(spec, &schema["items"], item, &format!("{at}/{number}"), tell);
            }
        }
        (Some("string"), Value::String(text)) => {
            let length = text.chars().count() as u64;
            let too_long = schema["maxLength"].as_u64().is_some_and(|most| length > most);
            if too_long || schema["minLength"].as_u64().is_some_and(|least| length < least) {
                tell(format!("{at} is {length} characters long"));
            }
            if !has_format(schema["format"].as_str().unwrap_or_default(), text) {
                tell(format!("{at}, {text:?}, is no {}", schema["format"]));
            }
        }
        (Some("integer"), Value::Number(number)) if number.is_i64() || number.is_u64() => {
            let (found, bound) = (number.as_f64(), |name: &str| schema[name].as_f64());
            if bound("minimum").is_some_and(|least| found < Some(least))
                || bound("maximum").is_some_and(|most| found > Some(most))
            {
                tell(format!("{at} is {number}, out of its bounds"));
            }
        }
        (Some("number"), Value::Number(_)) | (Some("boolean"), Value::Bool(_)) | (None, _) => {}
        (Some(wanted), _) => tell(format!("{at} is {value}, and no {wanted}")),
    }
}

/// All parts of a schema in one.
fn whole(spec: &Value, schema: &Value) -> Value {
    let target = schema["$ref"].as_str().and_then(|reference| spec.pointer(reference.trim_start_matches('#')));
    let schema = target.unwrap_or(schema);
    let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
    let mut all = json!({});
    for part in parts {
        let Value::Object(members) = whole(spec, part) else { continue };
        for (key, member) in members {
            match (&mut all[&key], member) {
                (Value::Object(known), Value::Object(more)) => known.extend(more),
                (Value::Array(known), Value::Array(more)) => known.extend(more),
                (known, member) => *known = member,
            }
        }
    }
    all
}

fn has_format(format: &str, text: &str) -> bool {
    match format {
        "date" => engine::values::clock::Date::parse(text).is_some(),
        "date-time" => text.len() == "2026-02-02T09:00:00.000000Z".len() && text.ends_with('Z'),
        _ => true,
    }
}
