//! What a query parameter takes, read from the description.

use std::collections::BTreeMap;

use engine::document::Status;
use engine::page::Cursor;
use serde_json::Value;

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
    pub fn of(operation: &Value, components: &Value) -> BTreeMap<String, Self> {
        let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
        let parameters = parameters.map(|parameter| crate::spec::parameters::resolved(parameter, components));
        let queries = parameters.filter(|parameter| parameter.get("in").and_then(Value::as_str) == Some("query"));
        let named = queries.filter_map(|parameter| {
            let name = parameter.get("name")?.as_str()?.to_owned();
            let schema = parameter.get("schema")?;
            let referred = crate::spec::walk::referred(schema).and_then(|name| components.get("schemas")?.get(name));
            let is_required = parameter.get("required").and_then(Value::as_bool).unwrap_or(false);
            let takes = Takes::of(&name, referred.unwrap_or(schema));
            Some((name, Self { is_required, takes }))
        });
        named.collect()
    }
}

impl Takes {
    fn of(name: &str, schema: &Value) -> Self {
        let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
        let number = |key: &str| schema.get(key).and_then(Value::as_u64);
        let words = schema.get("enum").and_then(Value::as_array);
        match (text("type"), name) {
            ("integer", _) => Self::Whole(number("minimum").unwrap_or(0), number("maximum").unwrap_or(u64::MAX)),
            ("boolean", _) => Self::Boolean,
            _ if words.is_some() => {
                Self::Words(words.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            ("string", "status") => Self::Statuses,
            ("string", "cursor") => Self::Cursor,
            ("string", _) if text("pattern") == ID_PATTERN => Self::Id,
            ("string", _) if text("pattern") == USER_ID_PATTERN => Self::UserId,
            ("string", _) if text("format") == DATE => Self::Date,
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
