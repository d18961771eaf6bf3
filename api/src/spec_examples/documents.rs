//! Example bodies of the documents' operations: what a type has for itself stands beside its wire types.

use engine::kind::Action;
use serde_json::{Value, json};

use crate::schema::document::collection::Examples;
use crate::schema::document::place::PLACES;

/// The example for an operation on documents that takes a body. The path is that below the prefix.
pub fn example(method: &str, path: &str) -> Option<Value> {
    let (place, rest) = PLACES.iter().find_map(|place| Some((place, path.strip_prefix(place.path)?)))?;
    let examples = (place.examples)();
    match (method, rest) {
        ("post", "") => Some(examples.create),
        ("put", _) => Some(examples.update),
        ("post", rest) => {
            let word = rest.rsplit('/').next()?;
            of_action(Action::ALL.into_iter().find(|action| action.name() == word)?, &examples)
        }
        _ => None,
    }
}

fn of_action(action: Action, examples: &Examples) -> Option<Value> {
    match action {
        Action::Approve => Some(json!({ "comments": "Checked against the invoice" })),
        Action::Reject => Some(json!({ "reason": "Not ours" })),
        Action::RequestChange => Some(json!({ "comments": "Please name the cost center" })),
        Action::Hold => Some(json!({ "reason": "Waiting for the receipt" })),
        Action::Void => Some(json!({ "reason": "Entered twice" })),
        Action::Reverse | Action::Clear | Action::Deposit | Action::ReceivePayment | Action::Apply => {
            let mut own = examples.actions.iter();
            own.find(|(known, _)| *known == action).map(|(_, body)| body.clone())
        }
        Action::Edit | Action::Delete | Action::Submit | Action::Unhold | Action::Post => None,
    }
}
