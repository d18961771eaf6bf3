//! A field of a small form: what stands in it, what can be chosen, and what is wrong with it.

use crate::interface::Member;
use crate::problem::{Place, Problem};
use crate::vocabulary::word;

/// A field, typed or chosen.
pub struct FormField {
    pub name: &'static str,
    pub label: String,
    pub hint: &'static str,
    /// `text`, `date` or `number`, where it is typed.
    pub kind: &'static str,
    pub value: String,
    /// What can be chosen; nothing where it is typed.
    pub choices: Vec<(String, String)>,
    pub is_required: bool,
    /// Whether the browser keeps what is typed until it is taken (`assets/swap.js`): nothing that only some people may read.
    pub is_kept: bool,
    pub fault: Option<String>,
}

impl FormField {
    /// A text with the word of the interface's member as its label.
    pub fn new(member: Member, value: String) -> Self {
        Self {
            name: member.name(),
            label: word(member.name()),
            hint: "",
            kind: "text",
            value,
            choices: Vec::new(),
            is_required: false,
            is_kept: true,
            fault: None,
        }
    }

    /// In other words than the member's.
    #[must_use]
    pub fn called(self, label: &str) -> Self {
        Self { label: label.to_owned(), ..self }
    }

    #[must_use]
    pub fn date(self) -> Self {
        Self { kind: "date", ..self }
    }

    #[must_use]
    pub fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    #[must_use]
    pub fn unkept(self) -> Self {
        Self { is_kept: false, ..self }
    }

    #[must_use]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Values with what they are called.
    #[must_use]
    pub fn chosen<V: Into<String>>(self, choices: Vec<(V, String)>) -> Self {
        Self { choices: choices.into_iter().map(|(value, label)| (value.into(), label)).collect(), ..self }
    }

    #[must_use]
    pub fn wrong(self, fault: Option<&str>) -> Self {
        Self { fault: fault.map(str::to_owned), ..self }
    }
}

/// The refusal with the labels and ids of these fields; `pointer` is where the interface has a member.
pub fn placed(problem: Problem, fields: &[FormField], pointer: impl Fn(&str) -> String) -> Problem {
    problem.placed(|wrong| {
        let field = fields.iter().find(|field| pointer(field.name) == wrong)?;
        Some(Place::new(field.label.clone(), format!("f-{}", field.name)))
    })
}
