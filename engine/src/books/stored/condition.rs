//! A condition of a rule: its field and operator by their names, and what it compares with, amounts in minor units.

use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use crate::approval::condition::{Condition, Values};
use crate::approval::field::{Field, Operator};
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionV1 {
    field: String,
    operator: String,
    values: ValuesV1,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ValuesV1 {
    Amounts(Vec<i64>),
    Texts(Vec<String>),
}

impl ConditionV1 {
    pub(super) fn of(Condition { field, operator, values }: &Condition) -> Self {
        let values = match values {
            Values::Amounts(amounts) => ValuesV1::Amounts(amounts.iter().map(|amount| amount.0).collect()),
            Values::Texts(texts) => ValuesV1::Texts(texts.clone()),
        };
        Self { field: field.name().into(), operator: operator.name().into(), values }
    }

    pub(super) fn into_domain(self) -> Result<Condition, Unreadable> {
        Ok(Condition {
            field: word("field", &self.field, Field::parse)?,
            operator: word("operator", &self.operator, Operator::parse)?,
            values: match self.values {
                ValuesV1::Amounts(amounts) => Values::Amounts(amounts.into_iter().map(Minor).collect()),
                ValuesV1::Texts(texts) => Values::Texts(texts),
            },
        })
    }
}
