//! Reads answers of the interface without a type for each: a page names the members that it shows.
//! Numbers stay the text that came: no amount passes through a float.

use serde_json::Value;

use crate::interface::Member;

/// A JSON value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Json(pub Value);

static NULL: Value = Value::Null;

/// Members by name; a missing one reads as empty.
pub trait Members {
    fn value(&self) -> &Value;

    /// A member, or null.
    fn at(&self, name: Member) -> &Value {
        self.named(name.name())
    }

    /// The same by a name that an answer or a form of the reader's brought along: a name that is written here is a [`Member`].
    fn named(&self, name: &str) -> &Value {
        self.value().get(name).unwrap_or(&NULL)
    }

    /// A string, a number's own text, or nothing.
    fn text(&self, name: Member) -> String {
        plain(self.at(name))
    }

    /// The text, when there is one.
    fn given(&self, name: Member) -> Option<String> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    fn flag(&self, name: Member) -> bool {
        self.at(name).as_bool().unwrap_or(false)
    }

    fn whole(&self, name: Member) -> i64 {
        self.at(name).as_i64().unwrap_or(0)
    }

    /// The items of an array.
    fn list(&self, name: Member) -> &[Value] {
        self.at(name).as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// The strings of an array.
    fn texts(&self, name: Member) -> Vec<String> {
        self.list(name).iter().map(plain).collect()
    }
}

impl Members for Value {
    fn value(&self) -> &Value {
        self
    }
}

impl Members for Json {
    fn value(&self) -> &Value {
        &self.0
    }
}

/// A string without its quotes; a number as it was written; nothing for null.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
