//! What bars that accounting periods are taken back. See docs/rules/periods.md#taking-a-period-back.

use serde_json::{Value, json};

/// A thing that rests on a period, by the name of its type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Resting {
    pub resource: String,
    pub id: String,
}

impl Resting {
    pub fn new(resource: &str, id: impl Into<String>) -> Self {
        Self { resource: resource.to_owned(), id: id.into() }
    }

    /// As a refusal names it.
    pub fn named(&self) -> Value {
        json!({ "type": self.resource, "id": self.id })
    }
}
