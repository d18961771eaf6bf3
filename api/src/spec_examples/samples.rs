//! Example answers and parameters: what the demo company of February 2026 was asked and answered. `just examples` writes
//! `answers.json` anew, and `tests/it/examples` holds it against the schemas and the laws of bookkeeping.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::headers::{IDEMPOTENCY_KEY, IF_MATCH};

/// The id of the request in every example.
pub const REQUEST_ID: &str = "req-019b3f5e-7d2c-7e51-8f0a-3c1d5b7a9e24";

/// By operation id: the parameters, and the answer of each status.
static STORY: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("answers.json")).unwrap_or_default());

/// The example of a successful answer.
pub fn answer(operation: &str, status: &str) -> Option<Value> {
    let mut answer = STORY.get(operation)?.get("answers")?.get(status).cloned()?;
    shorten(&mut answer);
    Some(answer)
}

/// The most permissions of an example.
const PERMISSIONS: usize = 3;
/// Lists of which one entry says what all are like.
const ALIKE: [&str; 5] = ["rules", "counts", "by_type", "weak_steps", "matches"];

/// Leaves out what says nothing more of an answer's shape.
fn shorten(answer: &mut Value) {
    if let Some(rows) = answer.get_mut("audit_trail").and_then(Value::as_array_mut) {
        // What was done last is enough for an example.
        rows.drain(..rows.len().saturating_sub(1));
    }
    if let Some(permissions) = answer.get_mut("permissions").and_then(Value::as_array_mut) {
        permissions.truncate(PERMISSIONS);
    }
    for name in ALIKE {
        if let Some(alike) = answer.get_mut(name).and_then(Value::as_array_mut) {
            alike.truncate(1);
        }
    }
    answer.get_mut("data").and_then(Value::as_array_mut).into_iter().flatten().for_each(shorten);
}

/// The example of a parameter.
pub fn parameter(operation: &str, place: &str, name: &str) -> Option<Value> {
    match (place, name) {
        // Tools fill in what an example says, and a key that is sent again with another request is refused.
        ("header", IDEMPOTENCY_KEY) => None,
        ("header", IF_MATCH) => Some(json!("*")),
        _ => STORY.get(operation)?.get("parameters")?.get(name).cloned(),
    }
}
