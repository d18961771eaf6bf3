//! The answer of an operation that `just examples` has not recorded yet, made of its schema: what was sent, and otherwise nothing
//! that is not there for certain. Whoever runs a new operation has an example at once, and a better one after the next recording.

use serde_json::{Map, Value, json};

use super::walk;

/// An answer of this schema to this body.
pub fn answer(schemas: &Map<String, Value>, schema: &Value, sent: Option<&Value>) -> Value {
    let whole = whole(schemas, schema);
    if whole.get("nullable").and_then(Value::as_bool).unwrap_or(false) {
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
