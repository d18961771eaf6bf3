//! Schemas that say all that another one says, and more: they refer to it, so that each field stands once.

use serde_json::{Map, Value, json};

use super::walk::reference;

/// The whole, and its part.
const PARTS: [(&str, &str); 5] = [
    ("ApprovalRule", "ProposedRule"),
    ("ApprovalRuleDraftRead", "ApprovalRuleDraft"),
    ("ApprovalRuleSetRead", "ApprovalRuleSet"),
    ("ChangeRequest", "ChangeRequestSummary"),
    ("ReplayResult", "Replay"),
];

/// Has each whole refer to its part.
pub fn refer(spec: &mut Value) {
    let Some(schemas) = spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    for (whole, part) in PARTS {
        let Some(shared) = schemas.get(part).cloned() else { continue };
        if let Some(schema) = schemas.get_mut(whole).and_then(Value::as_object_mut) {
            *schema = beside(schema, part, &shared);
        }
    }
}

/// The schema as the part and what stands beside it. What does not say the same in both stays.
fn beside(whole: &Map<String, Value>, name: &str, part: &Value) -> Map<String, Value> {
    let mut own = whole.clone();
    let description = own.remove("description");
    let same = |field: &str, said: &Value| part.pointer(&format!("/properties/{field}")) == Some(said);
    if let Some(properties) = own.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|field, said| !same(field, said));
    }
    let of_part = part.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(required) = own.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|field| !of_part.contains(field));
    }
    let mut referring = Map::new();
    referring.extend(description.map(|description| ("description".to_owned(), description)));
    referring.insert("allOf".into(), json!([reference(name), own]));
    referring
}
