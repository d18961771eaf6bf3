//! Example bodies of the documents' operations: what a type has for itself stands beside its wire types.

use engine::values::kind::{Action, DocumentKind};
use serde_json::{Value, json};

use crate::schema::document::collection::Examples;
use crate::schema::document::place::PLACES;

/// The reasons and comments of the actions that all types share.
const WORDS: [(Action, &str); 5] = [
    (Action::Approve, "Checked against the invoice"),
    (Action::Reject, "Not ours"),
    (Action::RequestChange, "Please name the cost center"),
    (Action::Hold, "Waiting for the receipt"),
    (Action::Void, "Entered twice"),
];

/// The example for an operation on documents that takes a body. The path is that below the prefix.
pub fn example(method: &str, path: &str) -> Option<Value> {
    let (place, rest) = PLACES.iter().find_map(|place| Some((place, path.strip_prefix(place.path)?)))?;
    let examples = (place.examples)();
    match (method, rest) {
        ("post", "") => Some(examples.create),
        ("put", _) => Some(examples.update),
        ("post", "/bulk") => Some(json!({ "items": [of_a_bulk(place.kind, examples.create)], "submit": true })),
        ("post", rest) => {
            let word = rest.rsplit('/').next()?;
            if word == "correct" {
                return Some(json!({ "reason": "The wrong amount" }));
            }
            if word == "apply-several" {
                return Some(json!({ "applications": [of_action(Action::Apply, &examples)?] }));
            }
            of_action(Action::ALL.into_iter().find(|action| action.name() == word)?, &examples)
        }
        _ => None,
    }
}

/// The example of a draft under an id of its own, so that both examples can be sent.
fn of_a_bulk(kind: DocumentKind, mut draft: Value) -> Value {
    if let Some(Value::String(id)) = draft.get_mut(kind.id_field()) {
        id.push_str("-B");
    }
    draft
}

fn of_action(action: Action, examples: &Examples) -> Option<Value> {
    let of_type = examples.actions.iter().find(|(known, _)| *known == action);
    of_type.map(|(_, body)| body.clone()).or_else(|| {
        let (_, text) = WORDS.iter().find(|(known, _)| *known == action)?;
        Some(json!({ action.facts().words?: text }))
    })
}
