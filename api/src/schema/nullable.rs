//! A field that may be `null`, where null says something, such as an open end.
//! See docs/rules/interface.md#unknown-fields.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

/// `Some(None)` is null as sent; `None` is a field left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Nullable<T>(pub Option<Option<T>>);

impl<T: Type> Type for Nullable<T> {
    const IS_REQUIRED: bool = false;
    type RawValueType = T::RawValueType;
    type RawElementValueType = T::RawElementValueType;

    fn name() -> Cow<'static, str> {
        format!("nullable_{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        match T::schema_ref() {
            MetaSchemaRef::Inline(schema) => MetaSchemaRef::Inline(Box::new(MetaSchema { nullable: true, ..*schema })),
            reference @ MetaSchemaRef::Reference(_) => {
                let nullable = MetaSchema { all_of: vec![reference], nullable: true, ..MetaSchema::ANY };
                MetaSchemaRef::Inline(Box::new(nullable))
            }
        }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        self.0.as_ref().and_then(Option::as_ref).and_then(Type::as_raw_value)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        match self.0.as_ref().and_then(Option::as_ref) {
            Some(value) => value.raw_element_iter(),
            None => Box::new(std::iter::empty()),
        }
    }

    fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: ParseFromJSON> ParseFromJSON for Nullable<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            None => Ok(Self(None)),
            Some(Value::Null) => Ok(Self(Some(None))),
            value => T::parse_from_json(value).map(|value| Self(Some(Some(value)))).map_err(ParseError::propagate),
        }
    }
}

impl<T: ToJSON> ToJSON for Nullable<T> {
    fn to_json(&self) -> Option<Value> {
        match self.0.as_ref()? {
            Some(value) => value.to_json(),
            None => Some(Value::Null),
        }
    }
}
