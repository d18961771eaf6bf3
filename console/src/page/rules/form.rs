//! A rule as a form: the names of the fields are the pointers of the interface, so that its faults find their fields.

use serde_json::{Map, Number, Value, json};

use super::words::{ALL, SEVERAL, group};
use crate::fields::Fields;
use crate::json::{Members, plain};
use crate::problem::{Place, Problem, label};
use crate::reader::Reader;

/// Fields with what is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Form {
    pub fields: Fields,
    pub problem: Option<Problem>,
    /// What stands before the pointers of the rule, where it is one of several.
    pub prefix: String,
}

/// Whole numbers of a rule that may be none.
const COUNTS: [&str; 5] = ["priority", "approval_level", "approvals_required", "due_in_hours", "remind_every_hours"];

impl Form {
    pub fn value(&self, name: &str) -> String {
        self.fields.get(name).unwrap_or_default().to_owned()
    }

    pub fn is(&self, name: &str, value: &str) -> bool {
        self.fields.get(name).unwrap_or_default() == value
    }

    pub fn has(&self, name: &str, value: &str) -> bool {
        listed(&self.fields, name).iter().any(|one| one == value)
    }

    /// All values of a name, as one text.
    pub fn joined(&self, name: &str) -> String {
        listed(&self.fields, name).join(", ")
    }

    /// What the interface says is wrong with a field, or with something in it.
    pub fn fault(&self, name: &str) -> Option<String> {
        let pointer = format!("{}/{name}", self.prefix);
        let problem = self.problem.as_ref()?;
        let below = format!("{pointer}/");
        let found =
            problem.faults.iter().find(|fault| fault.pointer == pointer || fault.pointer.starts_with(&below))?;
        Some(found.detail.clone())
    }

    /// With the ids that the form gives its fields.
    #[must_use]
    pub fn placed(mut self) -> Self {
        let (prefix, known) = (self.prefix.clone(), |name: &str| self.fields.has(name));
        let place = |pointer: &str| {
            let name = pointer.strip_prefix(&prefix)?.strip_prefix('/')?;
            let mut parts = name.split('/');
            let (first, index, member) = (parts.next()?, parts.next(), parts.next());
            let field = match (first, index) {
                ("conditions", Some(index)) => format!("condition-{index}-{}", member.unwrap_or("field")),
                ("escalate_to", _) => "escalate".into(),
                (name, _) if known(name) || name.starts_with("approver") => name.to_owned(),
                _ => return None,
            };
            Some(Place::new(label(&format!("/{name}")), field))
        };
        self.problem = self.problem.map(|problem| problem.placed(place));
        self
    }

    /// Rows of conditions: those that are there, and some to be filled in.
    pub fn rows(&self) -> Vec<usize> {
        (0..rows(&self.fields).saturating_add(1).max(1)).collect()
    }
}

fn rows(fields: &Fields) -> usize {
    let index = |name: &str| name.strip_prefix("conditions/")?.split('/').next()?.parse::<usize>().ok();
    // The operator of a row is always chosen: it makes no condition.
    let is_filled = |(name, value): &&(String, String)| !value.is_empty() && !name.ends_with("/operator");
    let last = fields.0.iter().filter(is_filled).filter_map(|(name, _)| index(name)).max();
    last.map_or(0, |last| last.saturating_add(1)).min(50)
}

/// The ids of a field: given several times, or with commas between.
fn listed(fields: &Fields, name: &str) -> Vec<String> {
    let parts = fields.all(name).flat_map(|value| value.split(','));
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The fields of a rule that is there.
pub fn of_rule(rule: &Value, reader: Reader) -> Fields {
    let mut fields = Fields::default();
    let mut add = |name: &str, value: String| fields.0.push((name.to_owned(), value));
    for name in [
        "rule_id",
        "rule_name",
        "action",
        "rule_type",
        "approver_type",
        "approver_role",
        "aggregate_by",
        "aggregate_days",
    ] {
        add(name, rule.text(name));
    }
    add("document_type", group(rule));
    for kind in rule.texts("document_types") {
        add("document_types", kind);
    }
    for name in ["min_amount", "max_amount"] {
        add(name, reader.input(&rule.text(name)));
    }
    for name in COUNTS {
        add(name, rule.text(name));
    }
    if rule.flag("is_active") {
        add("is_active", "true".into());
    }
    for name in ["department_ids", "cost_center_ids"] {
        add(name, rule.texts(name).join(", "));
    }
    let mut people = rule.texts("approver_user_ids");
    people.extend(rule.given("approver_user_id"));
    for person in people {
        add("approver_user_ids", person);
    }
    let escalation = rule.at("escalate_to");
    for name in ["approver_type", "approver_role", "approver_user_id"] {
        add(&format!("escalate_to/{name}"), escalation.text(name));
    }
    for (index, condition) in rule.list("conditions").iter().enumerate() {
        let (field, value) = (condition.text("field"), condition.at("value"));
        let item = |value: &Value| if field == "amount" { reader.input(&plain(value)) } else { plain(value) };
        let value =
            value.as_array().map_or_else(|| item(value), |items| items.iter().map(item).collect::<Vec<_>>().join("; "));
        add(&format!("conditions/{index}/operator"), condition.text("operator"));
        add(&format!("conditions/{index}/value"), value);
        add(&format!("conditions/{index}/field"), field);
    }
    fields
}

/// The rule that a form asks for. Fields that its type does not have are left out, whatever stands in them.
pub fn rule(fields: &Fields, reader: Reader) -> Value {
    let mut rule = Map::new();
    let given = |name: &str| fields.given(name);
    let texts = |name: &str| -> Value {
        Some(listed(fields, name)).filter(|ids| !ids.is_empty()).map_or(Value::Null, |ids| json!(ids))
    };
    for name in ["rule_id", "rule_name", "action", "rule_type", "approver_type"] {
        rule.insert(name.into(), json!(given(name).unwrap_or_default()));
    }
    let (one, several) = match given("document_type").unwrap_or_default() {
        ALL => (Value::Null, json!(ALL)),
        SEVERAL => (Value::Null, json!(listed(fields, "document_types"))),
        one => (json!(one), Value::Null),
    };
    rule.insert("document_type".into(), one);
    rule.insert("document_types".into(), several);
    for name in ["min_amount", "max_amount"] {
        rule.insert(name.into(), given(name).map_or(Value::Null, |text| reader.figure(text)));
    }
    for name in COUNTS {
        match given(name) {
            Some(text) => rule.insert(name.into(), reader.figure(text)),
            None if matches!(name, "due_in_hours" | "remind_every_hours") => rule.insert(name.into(), Value::Null),
            None => None,
        };
    }
    rule.insert("is_active".into(), json!(given("is_active").is_some()));
    let is_of = |name: &str, value: &str| given(name) == Some(value);
    let only = |is_so: bool, value: Value| if is_so { value } else { Value::Null };
    rule.insert("department_ids".into(), only(is_of("rule_type", "Department Routing"), texts("department_ids")));
    rule.insert("cost_center_ids".into(), only(is_of("rule_type", "Cost Center Routing"), texts("cost_center_ids")));
    let (by_role, by_person) = (is_of("approver_type", "role"), is_of("approver_type", "user"));
    rule.insert("approver_role".into(), only(by_role, text_or_null(given("approver_role"))));
    let people = listed(fields, "approver_user_ids");
    // One person by name is one field of the interface, several are another.
    let alone = people.first().filter(|_| by_person && people.len() == 1);
    rule.insert("approver_user_id".into(), alone.map_or(Value::Null, |person| json!(person)));
    let are_several = by_role || (by_person && alone.is_none());
    rule.insert("approver_user_ids".into(), only(are_several, texts("approver_user_ids")));
    rule.insert("aggregate_by".into(), text_or_null(given("aggregate_by")));
    rule.insert("aggregate_days".into(), given("aggregate_days").map_or(Value::Null, |days| reader.figure(days)));
    rule.insert("escalate_to".into(), escalation(fields));
    let conditions: Vec<Value> = (0..rows(fields)).filter_map(|index| condition(fields, index, reader)).collect();
    rule.insert("conditions".into(), json!(conditions));
    Value::Object(rule)
}

fn text_or_null(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| json!(text))
}

fn escalation(fields: &Fields) -> Value {
    let given = |name: &str| fields.given(&format!("escalate_to/{name}"));
    match given("approver_type") {
        None => Value::Null,
        Some("role") => json!({"approver_type": "role", "approver_role": given("approver_role")}),
        Some("user") => json!({"approver_type": "user", "approver_user_id": given("approver_user_id")}),
        Some(other) => json!({"approver_type": other}),
    }
}

fn condition(fields: &Fields, index: usize, reader: Reader) -> Option<Value> {
    let given = |name: &str| fields.given(&format!("conditions/{index}/{name}"));
    let field = given("field")?;
    let operator = given("operator").unwrap_or("=");
    let value = given("value").unwrap_or_default();
    let item = |text: &str| if field == "amount" { reader.figure(text) } else { json!(text) };
    let value = if matches!(operator, "in" | "not_in" | "between") {
        // Commas stand in amounts, too; semicolons do not.
        let apart = |letter: char| letter == ';' || (letter == ',' && field != "amount");
        value.split(apart).map(str::trim).filter(|text| !text.is_empty()).map(item).collect()
    } else {
        item(value)
    };
    Some(json!({"field": field, "operator": operator, "value": value}))
}

/// A number that a page of ours wrote, as JSON has it.
pub fn number(text: &str) -> Value {
    serde_json::from_str::<Number>(text).map_or_else(|_| json!(text), Value::Number)
}

/// A saved rule as one that is proposed: without what the books say about it.
pub fn proposed(rule: &Value) -> Value {
    let mut rule = rule.clone();
    if let Some(members) = rule.as_object_mut() {
        for name in ["version", "created_at", "created_by", "updated_at", "updated_by"] {
            members.remove(name);
        }
        if members.get("approver_user_ids").is_some_and(|ids| !ids.is_null()) {
            members.insert("approver_user_id".into(), Value::Null);
        }
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is chosen for the type is one field of the interface or the other, and comes back as it was chosen.
    #[test]
    fn a_rule_is_for_one_type_or_for_several() {
        let reader = Reader::default();
        for (chosen, one, several) in [
            (vec![("document_type", "bill"), ("document_types", "expense")], json!("bill"), Value::Null),
            (vec![("document_type", "all"), ("document_types", "expense")], Value::Null, json!("all")),
            (
                vec![("document_type", "several"), ("document_types", "bill"), ("document_types", "expense")],
                Value::Null,
                json!(["bill", "expense"]),
            ),
        ] {
            let fields = Fields(chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect());
            let rule = rule(&fields, reader);
            assert_eq!((rule.at("document_type"), rule.at("document_types")), (&one, &several), "{chosen:?}");
            let back = of_rule(&rule, reader);
            assert_eq!(back.given("document_type"), fields.given("document_type"), "{chosen:?}");
            let ticked: Vec<String> = listed(&back, "document_types");
            assert_eq!(json!(ticked), several.as_array().map_or(json!([]), |all| json!(all)), "{chosen:?}");
        }
    }
}
