//! How much may be signed of each document type: shown, and as fields of a form.

use serde_json::{Value, json};

use crate::interface::schema::{ApprovalLimit, ApprovalLimitInput, User, UserInput};
use crate::json::Members;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::DOCUMENT_TYPES;

/// A limit that is set.
pub struct Limit {
    pub document_type: String,
    pub amount: String,
}

/// The field of a type.
pub struct LimitField {
    pub document_type: &'static str,
    pub name: String,
    pub value: String,
    pub fault: Option<String>,
}

/// The limits of a person or role.
pub fn limits(visit: &Visit, record: &impl Members) -> Vec<Limit> {
    let limit = |limit: &Value| Limit {
        document_type: limit.text(ApprovalLimit::DOCUMENT_TYPE),
        amount: visit.base(&limit.text(ApprovalLimit::APPROVAL_LIMIT)),
    };
    record.list(User::APPROVAL_LIMITS).iter().map(limit).collect()
}

fn name(document_type: &str) -> String {
    format!("limit.{document_type}")
}

/// The types of the form that have a limit, in the order in which they are sent.
fn typed(visit: &Visit) -> Vec<(&'static str, String)> {
    let typed = |name: &str| visit.form.given(name).map(str::to_owned);
    DOCUMENT_TYPES.iter().filter_map(|kind| Some((kind.name(), typed(&name(kind.name()))?))).collect()
}

/// The type of the limit that was sent at this place.
pub fn sent_at(visit: &Visit, index: usize) -> Option<&'static str> {
    typed(visit).get(index).map(|(document_type, _)| *document_type)
}

/// A field for each type: with what was typed, or else with what is recorded.
pub fn fields(visit: &Visit, record: &impl Members, problem: Option<&Problem>) -> Vec<LimitField> {
    let sent = typed(visit);
    let recorded = |kind: &str| {
        let limit =
            record.list(User::APPROVAL_LIMITS).iter().find(|limit| limit.text(ApprovalLimit::DOCUMENT_TYPE) == kind);
        limit.map_or(String::new(), |limit| visit.reader.input(&limit.text(ApprovalLimit::APPROVAL_LIMIT)))
    };
    let field = |kind: &'static str| {
        let index = sent.iter().position(|(sent, _)| *sent == kind);
        let fault = index.and_then(|index| {
            problem?.at(&format!(
                "{}/{index}/{}",
                UserInput::APPROVAL_LIMITS.pointer(),
                ApprovalLimitInput::APPROVAL_LIMIT
            ))
        });
        LimitField {
            document_type: kind,
            value: visit.form.get(name(kind)).map_or_else(|| recorded(kind), str::to_owned),
            name: name(kind),
            fault: fault.map(str::to_owned),
        }
    };
    DOCUMENT_TYPES.iter().map(|kind| field(kind.name())).collect()
}

/// The limits of the form, for the interface.
pub fn sent(visit: &Visit) -> Value {
    let limit = |(kind, text): (&str, String)| {
        let amount = visit.reader.figure(&text);
        json!({ ApprovalLimitInput::DOCUMENT_TYPE: kind, ApprovalLimitInput::APPROVAL_LIMIT: amount })
    };
    typed(visit).into_iter().map(limit).collect()
}
