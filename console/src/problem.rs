//! What an operation refused, as the pages show it: a sentence for people, the fields by their labels, and in a fold what
//! support asks for. See docs/rules/console.md#what-was-refused.

use poem::http::StatusCode;
use serde_json::Value;

use crate::interface::Member;
use crate::interface::schema::{self, ProblemField};
use crate::json::{Json, Members};
use crate::reader::figure;
use crate::text::{self, filled};
use crate::vocabulary::word;

/// A problem document.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    pub status: u16,
    pub code: String,
    /// The interface's own sentence.
    pub detail: String,
    /// The wrong fields.
    pub faults: Vec<Fault>,
    pub request_id: String,
    /// The whole document, for members of its own.
    pub body: Json,
}

/// One wrong field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fault {
    /// A JSON pointer, such as `/lines/0/debit`.
    pub pointer: String,
    /// In words for people.
    pub detail: String,
    /// What the form calls the field.
    pub label: String,
    /// The field's id in the page, where there is one.
    pub field: String,
}

/// Where a form has a field: its label, and its id in the page.
pub struct Place {
    pub label: String,
    pub field: String,
}

impl Place {
    pub fn new(label: impl Into<String>, field: impl Into<String>) -> Self {
        Self { label: label.into(), field: field.into() }
    }
}

/// Whether the pointer is that of the field, or of a part of it.
pub fn is_at_or_below(pointer: &str, field: &str) -> bool {
    pointer.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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

    /// The status of a page that tells of it.
    pub fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY)
    }

    /// One field that cannot be understood.
    pub fn of_field(pointer: &str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let fault =
            Fault { pointer: pointer.into(), label: label(pointer), detail: detail.clone(), field: String::new() };
        Self { faults: vec![fault], ..Self::of(422, "invalid", detail) }
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

    pub fn read(status: u16, request_id: String, body: Json) -> Self {
        let fault = |value: &Value| {
            let pointer = value.text(ProblemField::POINTER);
            Fault {
                detail: plainly(&value.text(ProblemField::DETAIL)),
                label: label(&pointer),
                field: String::new(),
                pointer,
            }
        };
        Self {
            status,
            code: body.text(schema::Problem::CODE),
            detail: body.given(schema::Problem::DETAIL).unwrap_or_else(|| text::text("problem.unreadable").into()),
            faults: body.list(schema::Problem::ERRORS).iter().map(fault).collect(),
            request_id,
            body,
        }
    }

    /// What is wrong with the field at this pointer.
    pub fn at_member(&self, member: Member) -> Option<&str> {
        self.at(&member.pointer())
    }

    /// The same by a pointer.
    pub fn at(&self, pointer: &str) -> Option<&str> {
        self.faults.iter().find(|fault| fault.pointer == pointer).map(|fault| fault.detail.as_str())
    }

    /// What is wrong with the field at this pointer, or with a part of it.
    pub fn at_or_below(&self, pointer: &str) -> Option<&str> {
        let fault = self.faults.iter().find(|fault| is_at_or_below(&fault.pointer, pointer));
        fault.map(|fault| fault.detail.as_str())
    }

    /// With the sentences for what was typed as a number and could not be read.
    #[must_use]
    pub fn about(mut self, body: Option<&Value>) -> Self {
        for fault in &mut self.faults {
            if let Some(said) = body.and_then(|body| figure::said_of(body, &fault.pointer)) {
                said.clone_into(&mut fault.detail);
            }
        }
        self
    }

    /// With the labels and ids of the form that was sent.
    #[must_use]
    pub fn placed(mut self, place: impl Fn(&str) -> Option<Place>) -> Self {
        for fault in &mut self.faults {
            if let Some(Place { label, field }) = place(&fault.pointer) {
                fault.label = label;
                fault.field = field;
            }
        }
        self
    }

    /// The same of a page whose fields have the names of the interface as their ids.
    #[must_use]
    pub fn in_page(self, fields: &[&str]) -> Self {
        self.placed(|pointer| {
            let name = pointer.strip_prefix('/').unwrap_or(pointer);
            fields.contains(&name).then(|| Place::new(label(pointer), name))
        })
    }

    /// What happened, for people; nothing where the faults say it all.
    pub fn sentence(&self) -> String {
        if let Some(known) = text::known(&format!("problem.code.{}", self.code)) {
            return known.to_owned();
        }
        let left_out = usize::try_from(self.body.whole(schema::Problem::ERRORS_LEFT_OUT)).unwrap_or(0);
        match (self.code.as_str(), self.faults.len().saturating_add(left_out)) {
            ("invalid", 1) => String::new(),
            ("invalid", several @ 2..) => filled("problem.fields", &[&several.to_string()]),
            _ => plainly(&self.detail),
        }
    }

    /// The faults that say more than the sentence, or where it is.
    pub fn shown(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(|fault| fault.detail != self.detail || !fault.field.is_empty())
    }

    /// All of it in one line, where there is no room for more.
    pub fn line(&self) -> String {
        let sentence = self.sentence();
        match self.faults.first() {
            Some(fault) if sentence.is_empty() => filled("problem.field", &[&fault.label, &fault.detail]),
            _ => sentence,
        }
    }

    /// Whether the interface said it in other words, which then stand in the fold.
    pub fn has_other_words(&self) -> bool {
        self.detail != self.sentence()
    }
}

impl Fault {
    /// Whether the sentence above says the same.
    pub fn says_more_than(&self, sentence: &str) -> bool {
        self.detail != sentence
    }
}

/// What a field is called that no form has a label for: `/lines/1/account_id` is in line 2, the account.
pub fn label(pointer: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for name in pointer.split('/').filter(|name| !name.is_empty()) {
        match (name.parse::<usize>(), parts.pop()) {
            (Ok(index), Some(list)) => {
                let number = index.saturating_add(1).to_string();
                let is_lines = list == word("lines");
                parts.push(if is_lines { filled("problem.line", &[&number]) } else { format!("{list} {number}") });
            }
            (_, before) => {
                parts.extend(before);
                parts.push(word(name));
            }
        }
    }
    parts.join(", ")
}

/// What the interface says of a field that knows few values.
const ONE_OF: &str = "must be one of ";

/// What the interface says of a field, as people say it.
fn plainly(detail: &str) -> String {
    let known = match detail {
        "is required" | "is required and must not be null" | "must not be null" | "must not be blank" => "required",
        "must be a string" => "text",
        "must be a number" | "must be a whole number" | "must be a whole number within range" => "number",
        "must be a date as YYYY-MM-DD" => "date",
        other if other.starts_with(ONE_OF) => {
            let names = other.trim_start_matches(ONE_OF).split(", ").map(|name| word(name.trim_matches('"')));
            return filled("problem.plain.one_of", &[&names.collect::<Vec<_>>().join(", ")]);
        }
        // The letters of an id.
        other if other.starts_with("must be 1 to 64 of A-Z") => "id",
        other => return other.to_owned(),
    };
    text::text(&format!("problem.plain.{known}")).to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: Value) -> Problem {
        Problem::read(422, "req-1".into(), Json(body))
    }

    #[test]
    fn pointers_in_words() {
        for (pointer, is) in [
            ("/lines/1/account_id", "Line 2, Account"),
            ("/lines/0", "Line 1"),
            ("/lines", "Lines"),
            ("/vendor_id", "Vendor"),
            ("as_of", "As of"),
            ("/approval_limits/2/approval_limit", "Approval limits 3, Approval limit"),
            ("", ""),
        ] {
            assert_eq!(label(pointer), is, "{pointer}");
        }
    }

    #[test]
    fn what_the_interface_says_is_said_to_people() {
        let one = read(json!({"code": "invalid", "detail": "/bill_id: is required", "errors": [
            {"pointer": "/bill_id", "detail": "is required"}]}));
        assert_eq!(one.sentence(), "");
        assert_eq!(one.faults.iter().map(|fault| fault.detail.as_str()).collect::<Vec<_>>(), ["must be filled in"]);
        let two = read(json!({"code": "invalid", "detail": "2 fields are wrong", "errors": [
            {"pointer": "/a", "detail": "is required"}, {"pointer": "/b", "detail": "must be a string"}]}));
        assert!(two.sentence().contains('2') && two.sentence() != two.detail, "{}", two.sentence());
        let stale =
            read(json!({"code": "stale_version", "detail": "If-Match names another version than the present one, 3"}));
        assert!(!stale.sentence().contains("If-Match"), "{}", stale.sentence());
        assert!(stale.has_other_words());
        let id = read(json!({"code": "invalid", "detail": "", "errors": [
            {"pointer": "/bill_id", "detail": "must be 1 to 64 of A-Z a-z 0-9 . _ : -, and not . or .."}]}));
        assert!(!id.faults.iter().any(|fault| fault.detail.contains("A-Z")), "{:?}", id.faults);
        let few = read(json!({"code": "invalid", "detail": "", "errors": [
            {"pointer": "/action", "detail": "must be one of \"submit\", \"request-change\""}]}));
        assert_eq!(few.at("/action"), Some("must be one of: Submit, Request change"));
        let named = read(json!({"code": "overpayment", "detail": "10.00 is more than is due"}));
        assert_eq!(named.sentence(), "10.00 is more than is due");
    }

    #[test]
    fn what_cannot_be_read_is_explained_where_it_stands() {
        let sent = json!({"lines": [{}, {"debit": {"unread": "12,50 or 1,250?"}}], "payment": 5});
        let refused = read(json!({"code": "invalid", "detail": "", "errors": [
            {"pointer": "/lines/1/debit", "detail": "must be a number"}, {"pointer": "/payment", "detail": "must be more than 7"}]}));
        let about = refused.about(Some(&sent));
        assert_eq!(about.at("/lines/1/debit"), Some("12,50 or 1,250?"));
        assert_eq!(about.at("/payment"), Some("must be more than 7"));
    }

    #[test]
    fn a_form_says_where_its_fields_are() {
        let refused = read(
            json!({"code": "invalid", "detail": "", "errors": [{"pointer": "/payment", "detail": "is required"}]}),
        );
        let placed = refused.placed(|pointer| (pointer == "/payment").then(|| Place::new("Amount", "f-payment")));
        assert_eq!(
            placed.faults.first().map(|fault| (fault.label.as_str(), fault.field.as_str())),
            Some(("Amount", "f-payment"))
        );
    }
}
