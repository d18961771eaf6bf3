//! Conditions of rules on the wire. See docs/rules/approval.md#conditions.

use engine::approval::condition::{Condition, Values};
use engine::approval::field::{Field, Operator};
use engine::approval::given::{Given, check};
use engine::values::error::Faults;
use engine::values::money::{Currency, decimal_from_text, number};
use poem_openapi::Object;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON};
use serde_json::Value;

use super::leaf::{wire_leaf, wire_word};
use super::{Amount, Required};

/// What a condition compares with: an amount in base currency, a text, or a list of them, as the operator takes them.
#[derive(Clone, PartialEq, Debug)]
pub struct ConditionValue(Value);

fn one_of(schemas: Vec<MetaSchemaRef>) -> MetaSchema {
    MetaSchema { any_of: schemas, ..MetaSchema::ANY }
}

wire_leaf!([] ConditionValue, "ConditionValue", {
    let text = || MetaSchemaRef::Inline(Box::new(MetaSchema { min_length: Some(1), ..MetaSchema::new("string") }));
    let values = || vec![Amount::schema_ref(), text()];
    let list = MetaSchema {
        items: Some(Box::new(MetaSchemaRef::Inline(Box::new(one_of(values()))))),
        min_items: Some(1),
        max_items: Some(500),
        ..MetaSchema::new("array")
    };
    let all = values().into_iter().chain([MetaSchemaRef::Inline(Box::new(list))]).collect();
    MetaSchema {
        description: Some(
            "An amount in base currency for `amount`, else a text; a list of 1 to 500 of them for `in` and `not_in`, of two amounts \
             for `between`"
        ),
        ..one_of(all)
    }
}, of Amount);

impl ParseFromJSON for ConditionValue {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(Value::Null) | None => Err(ParseError::custom("is required")),
            Some(value) => Ok(Self(value)),
        }
    }
}

impl ToJSON for ConditionValue {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.clone())
    }
}

wire_word! {
    /// What a condition is about.
    ConditionField(Field) as "ConditionField"
}

wire_word! {
    /// How a condition compares.
    ConditionOperator(Operator) as "ConditionOperator"
}

/// What must hold of a document for a rule to match it.
#[derive(Object, Clone, Debug)]
#[oai(rename = "Condition")]
pub struct WireCondition {
    /// `amount` (in base currency), `currency`, `vendor_id`, `customer_id`, `employee_id`, `entry_type`, `created_by`, `payment_method`;
    /// of one line together: `department_id`, `cost_center_id`, `account_id`, `account_type`, `account_subtype` (`bank`, `cash`, `card`,
    /// `ar`, `ap`, `tax` …).
    pub field: Required<ConditionField>,
    /// `=`, `!=`, `in`, `not_in`; for `amount` also `<=`, `>=` and `between`, both ends included. What a document does not have equals
    /// nothing.
    pub operator: Required<ConditionOperator>,
    pub value: Required<ConditionValue>,
}

impl WireCondition {
    pub fn of(condition: &Condition, base: Currency) -> Self {
        let mut values: Vec<Value> = match &condition.values {
            Values::Amounts(amounts) => amounts.iter().map(|amount| number(base.to_decimal(*amount))).collect(),
            Values::Texts(texts) => texts.iter().map(|text| text.as_str().into()).collect(),
        };
        let value = match values.pop() {
            Some(only) if !condition.operator.takes_a_list() => only,
            last => values.into_iter().chain(last).collect(),
        };
        Self {
            field: ConditionField(condition.field).into(),
            operator: ConditionOperator(condition.operator).into(),
            value: ConditionValue(value).into(),
        }
    }
}

/// As the engine keeps them; what is wrong with one leaves its faults.
pub fn conditions(given: &[WireCondition], base: Currency, faults: &mut Faults) -> Vec<Condition> {
    let read = |(place, one): (usize, &WireCondition)| {
        let (field, operator, value) = (one.field.0.as_ref()?, one.operator.0.as_ref()?, one.value.0.as_ref()?);
        let pointer = format!("/conditions/{place}");
        let Some(value) = sent(&value.0) else {
            faults.add(format!("{pointer}/value"), "must be a number, a text or a list of them");
            return None;
        };
        check(&pointer, (field.0, operator.0, &value), base, faults)
    };
    given.iter().enumerate().filter_map(read).collect()
}

/// `None` for what is neither a number nor a text, nor a list of them.
fn sent(value: &Value) -> Option<Given> {
    match value {
        Value::Number(number) => decimal_from_text(&number.to_string()).map(Given::Number),
        Value::String(text) => Some(Given::Text(text.clone())),
        Value::Array(all) => all.iter().map(one).collect::<Option<_>>().map(Given::List),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

fn one(value: &Value) -> Option<Given> {
    sent(value).filter(|given| !matches!(given, Given::List(_)))
}
