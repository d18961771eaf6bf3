//! What an operation refused, as the pages show it: in the words of the problem, with the id of its request.

use serde_json::Value;

use crate::json::{Json, Members};
use crate::text;

/// A problem document.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    pub status: u16,
    pub code: String,
    pub detail: String,
    /// The wrong fields.
    pub faults: Vec<Fault>,
    pub request_id: String,
    /// The whole document, for members of its own.
    pub body: Json,
}

/// One wrong field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// A JSON pointer, such as `/lines/0/debit`.
    pub pointer: String,
    pub detail: String,
}

impl Problem {
    /// One of the console's own, in the words of `texts`.
    pub fn of(status: u16, code: &str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code: code.into(),
            detail: detail.into(),
            faults: Vec::new(),
            request_id: String::new(),
            body: Json::default(),
        }
    }

    pub fn not_found() -> Self {
        Self::of(404, "not_found", text::text("problem.not_found"))
    }

    pub fn unavailable() -> Self {
        Self::of(503, "unavailable", text::text("problem.unavailable"))
    }

    /// The form does not come from a page of this session.
    pub fn forged() -> Self {
        Self::of(403, "forged_form", text::text("problem.forged"))
    }

    pub(crate) fn read(status: u16, request_id: String, body: Json) -> Self {
        let fault = |value: &Value| Fault { pointer: value.text("pointer"), detail: value.text("detail") };
        Self {
            status,
            code: body.text("code"),
            detail: body.given("detail").unwrap_or_else(|| text::text("problem.unreadable").into()),
            faults: body.list("errors").iter().map(fault).collect(),
            request_id,
            body,
        }
    }

    /// What is wrong with the field at this pointer.
    pub fn at(&self, pointer: &str) -> Option<&str> {
        self.faults.iter().find(|fault| fault.pointer == pointer).map(|fault| fault.detail.as_str())
    }
}
