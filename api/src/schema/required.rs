//! A field that must be given, and whose absence is nevertheless a value. See docs/rules/errors.md#all-faults-at-once.
//!
//! The description lists it as required and the body's check has recorded its fault before parsing; parsing itself then goes
//! on with `Required(None)`, so that the engine can look at the other fields and one answer names them all.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

/// `None` only where a fault was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Required<T>(pub Option<T>);

impl<T> Required<T> {
    pub const fn as_ref(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<T> From<Required<T>> for Option<T> {
    fn from(field: Required<T>) -> Self {
        field.0
    }
}

impl<T> From<T> for Required<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T: Type> Type for Required<T> {
    const IS_REQUIRED: bool = true;
    type RawValueType = T::RawValueType;
    type RawElementValueType = T::RawElementValueType;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        self.0.as_ref().and_then(Type::as_raw_value)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        match &self.0 {
            Some(value) => value.raw_element_iter(),
            None => Box::new(std::iter::empty()),
        }
    }
}

impl<T: ParseFromJSON> ParseFromJSON for Required<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value.unwrap_or_default() {
            Value::Null => Ok(Self(None)),
            value => T::parse_from_json(Some(value)).map(|value| Self(Some(value))).map_err(ParseError::propagate),
        }
    }
}

impl<T: ToJSON> ToJSON for Required<T> {
    fn to_json(&self) -> Option<Value> {
        self.0.as_ref().and_then(ToJSON::to_json)
    }
}
