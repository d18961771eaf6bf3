//! A rule as a form: the names of the fields are the pointers of the interface, so that its faults find their fields.

use serde_json::{Map, Number, Value, json};

use super::words::{ALL, SEVERAL, group};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::{ApproverType, ConditionField, ConditionOperator, EscalationType, RuleType};
use crate::interface::schema::{ApprovalRule, Condition, Escalation, ProposedRule, RuleInput};
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
const COUNTS: [Member; 5] = [
    RuleInput::PRIORITY,
    RuleInput::APPROVAL_LEVEL,
    RuleInput::APPROVALS_REQUIRED,
    RuleInput::DUE_IN_HOURS,
    RuleInput::REMIND_EVERY_HOURS,
];

impl Form {
    pub fn value(&self, name: impl AsRef<str>) -> String {
        self.fields.get(name).unwrap_or_default().to_owned()
    }

    pub fn is(&self, name: impl AsRef<str>, value: &str) -> bool {
        self.fields.get(name).unwrap_or_default() == value
    }

    pub fn has(&self, name: impl AsRef<str>, value: &str) -> bool {
        listed(&self.fields, name.as_ref()).iter().any(|one| one == value)
    }

    /// All values of a name, as one text.
    pub fn joined(&self, name: impl AsRef<str>) -> String {
        listed(&self.fields, name.as_ref()).join(", ")
    }

    /// What the interface says is wrong with a field, or with something in it.
    pub fn fault(&self, name: impl AsRef<str>) -> Option<String> {
        let pointer = format!("{}/{}", self.prefix, name.as_ref());
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
                (name, Some(index)) if name == RuleInput::CONDITIONS.name() => {
                    format!("condition-{index}-{}", member.unwrap_or(Condition::FIELD.name()))
                }
                (name, _) if name == RuleInput::ESCALATE_TO.name() => "escalate".into(),
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
    let index = |name: &str| {
        name.strip_prefix(RuleInput::CONDITIONS.name())?.strip_prefix('/')?.split('/').next()?.parse::<usize>().ok()
    };
    // The operator of a row is always chosen: it makes no condition.
    let is_filled =
        |(name, value): &&(String, String)| !value.is_empty() && !name.ends_with(&format!("/{}", Condition::OPERATOR));
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
    let mut add = |name: &dyn AsRef<str>, value: String| fields.0.push((name.as_ref().to_owned(), value));
    for name in [
        RuleInput::RULE_ID,
        RuleInput::RULE_NAME,
        RuleInput::ACTION,
        RuleInput::RULE_TYPE,
        RuleInput::APPROVER_TYPE,
        RuleInput::APPROVER_ROLE,
        RuleInput::AGGREGATE_BY,
        RuleInput::AGGREGATE_DAYS,
    ] {
        add(&name, rule.text(name));
    }
    add(&RuleInput::DOCUMENT_TYPE, group(rule));
    for kind in rule.texts(ApprovalRule::DOCUMENT_TYPES) {
        add(&RuleInput::DOCUMENT_TYPES, kind);
    }
    for name in [RuleInput::MIN_AMOUNT, RuleInput::MAX_AMOUNT] {
        add(&name, reader.input(&rule.text(name)));
    }
    for name in COUNTS {
        add(&name, rule.text(name));
    }
    if rule.flag(ApprovalRule::IS_ACTIVE) {
        add(&RuleInput::IS_ACTIVE, "true".into());
    }
    for name in [RuleInput::DEPARTMENT_IDS, RuleInput::COST_CENTER_IDS] {
        add(&name, rule.texts(name).join(", "));
    }
    let mut people = rule.texts(ApprovalRule::APPROVER_USER_IDS);
    people.extend(rule.given(ApprovalRule::APPROVER_USER_ID));
    for person in people {
        add(&RuleInput::APPROVER_USER_IDS, person);
    }
    let escalation = rule.at(ApprovalRule::ESCALATE_TO);
    for name in [Escalation::APPROVER_TYPE, Escalation::APPROVER_ROLE, Escalation::APPROVER_USER_ID] {
        add(&in_escalation(name), escalation.text(name));
    }
    for (index, condition) in rule.list(ApprovalRule::CONDITIONS).iter().enumerate() {
        let (field, value) = (condition.text(Condition::FIELD), condition.at(Condition::VALUE));
        let item = |value: &Value| {
            if field == ConditionField::Amount.name() { reader.input(&plain(value)) } else { plain(value) }
        };
        let value =
            value.as_array().map_or_else(|| item(value), |items| items.iter().map(item).collect::<Vec<_>>().join("; "));
        add(&at(index, Condition::OPERATOR), condition.text(Condition::OPERATOR));
        add(&at(index, Condition::VALUE), value);
        add(&at(index, Condition::FIELD), field);
    }
    fields
}

/// The rule that a form asks for. Fields that its type does not have are left out, whatever stands in them.
pub fn rule(fields: &Fields, reader: Reader) -> Value {
    let mut rule = Map::new();
    let given = |name: Member| fields.given(name);
    let texts = |name: Member| -> Value {
        Some(listed(fields, name.name())).filter(|ids| !ids.is_empty()).map_or(Value::Null, |ids| json!(ids))
    };
    for name in
        [RuleInput::RULE_ID, RuleInput::RULE_NAME, RuleInput::ACTION, RuleInput::RULE_TYPE, RuleInput::APPROVER_TYPE]
    {
        rule.insert(name.into(), json!(given(name).unwrap_or_default()));
    }
    let (one, several) = match given(RuleInput::DOCUMENT_TYPE).unwrap_or_default() {
        ALL => (Value::Null, json!(ALL)),
        SEVERAL => (Value::Null, json!(listed(fields, RuleInput::DOCUMENT_TYPES.name()))),
        one => (json!(one), Value::Null),
    };
    rule.insert(RuleInput::DOCUMENT_TYPE.into(), one);
    rule.insert(RuleInput::DOCUMENT_TYPES.into(), several);
    for name in [RuleInput::MIN_AMOUNT, RuleInput::MAX_AMOUNT] {
        rule.insert(name.into(), given(name).map_or(Value::Null, |text| reader.figure(text)));
    }
    for name in COUNTS {
        match given(name) {
            Some(text) => rule.insert(name.into(), reader.figure(text)),
            None if matches!(name, RuleInput::DUE_IN_HOURS | RuleInput::REMIND_EVERY_HOURS) => {
                rule.insert(name.into(), Value::Null)
            }
            None => None,
        };
    }
    rule.insert(RuleInput::IS_ACTIVE.into(), json!(given(RuleInput::IS_ACTIVE).is_some()));
    let is_of = |name: Member, value: &str| given(name) == Some(value);
    let only = |is_so: bool, value: Value| if is_so { value } else { Value::Null };
    rule.insert(
        RuleInput::DEPARTMENT_IDS.into(),
        only(is_of(RuleInput::RULE_TYPE, RuleType::DepartmentRouting.name()), texts(RuleInput::DEPARTMENT_IDS)),
    );
    rule.insert(
        RuleInput::COST_CENTER_IDS.into(),
        only(is_of(RuleInput::RULE_TYPE, RuleType::CostCenterRouting.name()), texts(RuleInput::COST_CENTER_IDS)),
    );
    let (by_role, by_person) = (
        is_of(RuleInput::APPROVER_TYPE, ApproverType::Role.name()),
        is_of(RuleInput::APPROVER_TYPE, ApproverType::User.name()),
    );
    rule.insert(RuleInput::APPROVER_ROLE.into(), only(by_role, text_or_null(given(RuleInput::APPROVER_ROLE))));
    let people = listed(fields, RuleInput::APPROVER_USER_IDS.name());
    // One person by name is one field of the interface, several are another.
    let alone = people.first().filter(|_| by_person && people.len() == 1);
    rule.insert(RuleInput::APPROVER_USER_ID.into(), alone.map_or(Value::Null, |person| json!(person)));
    let are_several = by_role || (by_person && alone.is_none());
    rule.insert(RuleInput::APPROVER_USER_IDS.into(), only(are_several, texts(RuleInput::APPROVER_USER_IDS)));
    rule.insert(RuleInput::AGGREGATE_BY.into(), text_or_null(given(RuleInput::AGGREGATE_BY)));
    rule.insert(
        RuleInput::AGGREGATE_DAYS.into(),
        given(RuleInput::AGGREGATE_DAYS).map_or(Value::Null, |days| reader.figure(days)),
    );
    rule.insert(RuleInput::ESCALATE_TO.into(), escalation(fields));
    let conditions: Vec<Value> = (0..rows(fields)).filter_map(|index| condition(fields, index, reader)).collect();
    rule.insert(RuleInput::CONDITIONS.into(), json!(conditions));
    Value::Object(rule)
}

fn text_or_null(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| json!(text))
}

fn escalation(fields: &Fields) -> Value {
    let given = |name: Member| fields.given(in_escalation(name));
    let Some(kind) = given(Escalation::APPROVER_TYPE) else { return Value::Null };
    match EscalationType::of(kind) {
        Some(EscalationType::Role) => {
            json!({ Escalation::APPROVER_TYPE: kind, Escalation::APPROVER_ROLE: given(Escalation::APPROVER_ROLE) })
        }
        Some(EscalationType::User) => {
            json!({ Escalation::APPROVER_TYPE: kind, Escalation::APPROVER_USER_ID: given(Escalation::APPROVER_USER_ID) })
        }
        Some(EscalationType::Manager) | None => json!({ Escalation::APPROVER_TYPE: kind }),
    }
}

/// Where a form has a member of the escalation.
pub fn in_escalation(member: Member) -> String {
    format!("{}/{member}", RuleInput::ESCALATE_TO)
}

/// Where a form has a member of a condition.
pub fn at(index: usize, member: Member) -> String {
    format!("{}/{index}/{member}", RuleInput::CONDITIONS)
}

fn condition(fields: &Fields, index: usize, reader: Reader) -> Option<Value> {
    let given = |member: Member| fields.given(at(index, member));
    let field = given(Condition::FIELD)?;
    let operator = given(Condition::OPERATOR).unwrap_or(ConditionOperator::Equal.name());
    let value = given(Condition::VALUE).unwrap_or_default();
    let is_amount = field == ConditionField::Amount.name();
    let item = |text: &str| if is_amount { reader.figure(text) } else { json!(text) };
    let takes_several = matches!(
        ConditionOperator::of(operator),
        Some(ConditionOperator::In | ConditionOperator::NotIn | ConditionOperator::Between)
    );
    let value = if takes_several {
        // Commas stand in amounts, too; semicolons do not.
        let apart = |letter: char| letter == ';' || (letter == ',' && !is_amount);
        value.split(apart).map(str::trim).filter(|text| !text.is_empty()).map(item).collect()
    } else {
        item(value)
    };
    Some(json!({ Condition::FIELD: field, Condition::OPERATOR: operator, Condition::VALUE: value }))
}

/// A number that a page of ours wrote, as JSON has it.
pub fn number(text: &str) -> Value {
    serde_json::from_str::<Number>(text).map_or_else(|_| json!(text), Value::Number)
}

/// Whether the books say a member of a saved rule, and nobody who writes one.
pub fn is_of_the_books(name: &str) -> bool {
    Member::of(name, ApprovalRule::ALL).is_some_and(|member| !ProposedRule::ALL.contains(&member))
}

/// A saved rule as one that is proposed: without what the books say about it.
pub fn proposed(rule: &Value) -> Value {
    let mut rule = rule.clone();
    if let Some(members) = rule.as_object_mut() {
        members.retain(|name, _| !is_of_the_books(name));
        if members.get(RuleInput::APPROVER_USER_IDS.name()).is_some_and(|ids| !ids.is_null()) {
            members.insert(RuleInput::APPROVER_USER_ID.into(), Value::Null);
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
            assert_eq!(
                (rule.at(RuleInput::DOCUMENT_TYPE), rule.at(RuleInput::DOCUMENT_TYPES)),
                (&one, &several),
                "{chosen:?}"
            );
            let back = of_rule(&rule, reader);
            assert_eq!(back.given("document_type"), fields.given("document_type"), "{chosen:?}");
            let ticked: Vec<String> = listed(&back, "document_types");
            assert_eq!(json!(ticked), several.as_array().map_or(json!([]), |all| json!(all)), "{chosen:?}");
        }
    }
}
