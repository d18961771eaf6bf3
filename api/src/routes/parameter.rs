//! What a query parameter takes, read from the description.

use std::collections::BTreeMap;

use engine::books::document::Status;
use engine::values::page::Cursor;
use serde_json::{Number, Value};

use super::read::{Components, Operation, Schema};
use crate::schema::formats::{self, DATE, ID_PATTERN, USER_ID_PATTERN};

/// What one query parameter takes.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub is_required: bool,
    pub takes: Takes,
}

#[derive(Clone, Debug)]
pub enum Takes {
    Words(Vec<String>),
    Statuses,
    Cursor,
    Id,
    UserId,
    Date,
    Boolean,
    /// A whole number between these, both included.
    Whole(u64, u64),
    Text,
}

impl Parameter {
    /// The query parameters of an operation of the description, by name. The description has refined their schemas.
    pub fn of(operation: &Operation, components: &Components) -> BTreeMap<String, Self> {
        let given = operation.parameters.iter().filter_map(|parameter| components.parameter(parameter));
        let queries = given.filter(|parameter| parameter.place == "query");
        let named = queries.map(|parameter| {
            let takes = Takes::of(&parameter.name, components.schema(&parameter.schema));
            (parameter.name.clone(), Self { is_required: parameter.required, takes })
        });
        named.collect()
    }
}

impl Takes {
    fn of(name: &str, schema: &Schema) -> Self {
        match (schema.kind.as_str(), name) {
            ("integer", _) => {
                let bound = |number: &Option<Number>| number.as_ref().and_then(Number::as_u64);
                Self::Whole(bound(&schema.minimum).unwrap_or(0), bound(&schema.maximum).unwrap_or(u64::MAX))
            }
            ("boolean", _) => Self::Boolean,
            _ if !schema.words.is_empty() => {
                Self::Words(schema.words.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            ("string", "status") => Self::Statuses,
            ("string", "cursor") => Self::Cursor,
            ("string", _) if schema.pattern == ID_PATTERN => Self::Id,
            ("string", _) if schema.pattern == USER_ID_PATTERN => Self::UserId,
            ("string", _) if schema.format == DATE => Self::Date,
            _ => Self::Text,
        }
    }

    /// What is wrong with the value.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let one_of = |words: &[&str]| Err(format!("must be one of {}", words.join(", ")));
        match self {
            Self::Words(words) if !words.iter().any(|word| word == value) => {
                one_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Self::Statuses if value.split(',').any(|name| Status::parse(name.trim()).is_none()) => {
                one_of(&Status::ALL.map(Status::name))
            }
            Self::Cursor if Cursor::parse(value).is_none() => Err("is not a next_cursor of this list".into()),
            Self::Id => formats::check_pattern(ID_PATTERN, value),
            Self::UserId => formats::check_pattern(USER_ID_PATTERN, value),
            Self::Date => formats::check_text_format(DATE, value),
            Self::Boolean if !matches!(value, "true" | "false") => Err("must be true or false".into()),
            Self::Whole(least, most) if !value.parse().is_ok_and(|number| (*least..=*most).contains(&number)) => {
                Err(format!("must be a whole number between {least} and {most}"))
            }
            Self::Words(_) | Self::Statuses | Self::Cursor | Self::Boolean | Self::Whole(..) | Self::Text => Ok(()),
        }
    }
}
