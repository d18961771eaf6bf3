//! Limits that the engine sets on fields of a request, whatever their type alone would allow.

use engine::approval::access::{ACTIONS, resources};
use serde_json::{Map, Value, json};

/// Sets the limits of the fields of an object that is sent.
pub fn set(schema: &mut Map<String, Value>) {
    let permissions = schema.get_mut("properties").and_then(|properties| properties.get_mut("permissions"));
    let item = permissions.and_then(|list| list.get_mut("items")).and_then(Value::as_object_mut);
    if let Some(item) = item {
        item.insert("pattern".into(), json!(permission()));
    }
}

/// `<resource>.<action>`, `*` for either.
fn permission() -> String {
    let actions: Vec<&str> = ACTIONS.into_iter().filter(|action| *action != "*").collect();
    format!(r"^({}|\*)\.({}|\*)$", resources().collect::<Vec<_>>().join("|"), actions.join("|"))
}
