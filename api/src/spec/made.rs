//! The answer of an operation that `just examples` has not recorded yet, made of its schema: what was sent, and otherwise nothing
//! that is not there for certain. Whoever runs a new operation has an example at once, and a better one after the next recording.

use serde_json::{Map, Value, json};

use super::walk;

/// An answer of this schema to this body.
pub fn answer(schemas: &Map<String, Value>, schema: &Value, sent: Option<&Value>) -> Value {
    let whole = whole(schemas, schema);
    if is_nullable(&whole) {
        return Value::Null;
    }
    if let Some(first) = whole.get("enum").and_then(|words| words.get(0)) {
        return first.clone();
    }
    match whole.get("type").and_then(Value::as_str) {
        Some("object") => object(schemas, &whole, sent),
        Some("array") => json!([]),
        Some("string") => json!(text(whole.get("format").and_then(Value::as_str))),
        Some("integer" | "number") => {
            whole.get("minimum").filter(|least| is_positive(least)).cloned().unwrap_or(json!(0))
        }
        Some("boolean") => json!(false),
        _ => Value::Null,
    }
}

/// A recorded answer with what its schema has got since: null in each field that must be there and may be null.
pub fn completed(schemas: &Map<String, Value>, schema: &Value, recorded: Value) -> Value {
    let whole = whole(schemas, schema);
    match recorded {
        Value::Object(mut members) => {
            let required = whole.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            for (name, schema) in whole.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let is_missing = !members.contains_key(name) && required.iter().any(|known| known == name);
                if let Some(member) = members.get_mut(name) {
                    *member = completed(schemas, schema, member.take());
                } else if is_missing && is_nullable(&self::whole(schemas, schema)) {
                    members.insert(name.clone(), Value::Null);
                }
            }
            Value::Object(members)
        }
        Value::Array(items) => {
            let of = whole.get("items").cloned().unwrap_or_default();
            Value::Array(items.into_iter().map(|item| completed(schemas, &of, item)).collect())
        }
        other => other,
    }
}

fn is_nullable(whole: &Map<String, Value>) -> bool {
    whole.get("nullable").and_then(Value::as_bool).unwrap_or(false)
}

fn object(schemas: &Map<String, Value>, whole: &Map<String, Value>, sent: Option<&Value>) -> Value {
    let required = whole.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = whole.get("properties").and_then(Value::as_object).into_iter().flatten();
    let member = |(name, schema): (&String, &Value)| {
        let given = sent.and_then(|sent| sent.get(name)).filter(|given| !given.is_array() && !given.is_object());
        (name.clone(), given.cloned().unwrap_or_else(|| answer(schemas, schema, None)))
    };
    Value::Object(properties.filter(|(name, _)| required.iter().any(|known| known == *name)).map(member).collect())
}

fn is_positive(bound: &Value) -> bool {
    bound.as_f64().is_some_and(|bound| bound > 0.0)
}

fn text(format: Option<&str>) -> &'static str {
    match format {
        Some("date") => "2026-02-02",
        Some("date-time") => "2026-02-02T09:00:00.000000Z",
        _ => "…",
    }
}

/// The schema with what it refers to, and with all of its parts.
fn whole(schemas: &Map<String, Value>, schema: &Value) -> Map<String, Value> {
    let referred = walk::referred(schema).and_then(|name| schemas.get(name));
    let mut whole = referred.unwrap_or(schema).as_object().cloned().unwrap_or_default();
    for part in whole.remove("allOf").and_then(|parts| parts.as_array().cloned()).unwrap_or_default() {
        for (key, more) in self::whole(schemas, &part) {
            match (whole.get_mut(&key), more) {
                (Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
                (Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
                (Some(_), _) => {}
                (None, more) => {
                    whole.insert(key, more);
                }
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_answer_gets_null_in_a_later_field() {
        let Value::Object(schemas) = json!({
            "Rule": { "type": "object", "required": ["rule_id", "account_ids", "level"], "properties": {
                "rule_id": { "type": "string" },
                "account_ids": { "type": "array", "nullable": true },
                "level": { "type": "integer" },
                "note": { "type": "string", "nullable": true },
            } },
            "Rules": { "type": "object", "properties": {
                "data": { "type": "array", "items": { "$ref": "#/components/schemas/Rule" } },
            } },
        }) else {
            return;
        };
        let recorded = json!({ "data": [{ "rule_id": "R-1" }, { "rule_id": "R-2", "account_ids": ["6000"] }] });
        let wanted = json!({ "data": [
            { "rule_id": "R-1", "account_ids": null }, { "rule_id": "R-2", "account_ids": ["6000"] },
        ] });
        assert_eq!(completed(&schemas, &walk::reference("Rules"), recorded), wanted);
    }

    #[test]
    fn an_answer_has_what_it_must_and_what_was_sent() {
        let Value::Object(schemas) = json!({
            "Of": { "type": "object", "required": ["bill_id"], "properties": { "bill_id": { "type": "string" } } },
            "Paid": { "allOf": [{ "$ref": "#/components/schemas/Of" }, {
                "type": "object", "required": ["amount", "status", "on", "note", "rows"],
                "properties": {
                    "amount": { "type": "number", "minimum": -5 },
                    "status": { "enum": ["Draft"] },
                    "on": { "type": "string", "format": "date" },
                    "note": { "type": "string", "nullable": true },
                    "rows": { "type": "array" },
                    "why_not": { "type": "object" },
                },
            }] },
        }) else {
            return;
        };
        let sent = json!({ "amount": 7, "rows": [1] });
        let made = answer(&schemas, &walk::reference("Paid"), Some(&sent));
        let wanted = json!({
            "bill_id": "…", "amount": 7, "status": "Draft", "on": "2026-02-02", "note": null, "rows": [],
        });
        assert_eq!(made, wanted);
    }
}
