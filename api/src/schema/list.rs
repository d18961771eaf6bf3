//! An array whose length has bounds that the description names and the body's check holds.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

/// `MIN` to `MAX` items. Parsing does not look at the bounds: [`crate::body`] has, and has recorded the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

impl<T, const MIN: usize, const MAX: usize> Default for List<T, MIN, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Type, const MIN: usize, const MAX: usize> Type for List<T, MIN, MAX> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Vec<T>;
    type RawElementValueType = T::RawValueType;

    fn name() -> Cow<'static, str> {
        format!("list_{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            items: Some(Box::new(T::schema_ref())),
            min_items: (MIN > 0).then_some(MIN),
            max_items: Some(MAX),
            ..MetaSchema::new("array")
        }))
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Vec<T>> {
        Some(&self.0)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(self.0.iter().filter_map(Type::as_raw_value))
    }
}

impl<T: ParseFromJSON, const MIN: usize, const MAX: usize> ParseFromJSON for List<T, MIN, MAX> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        Vec::<T>::parse_from_json(value).map(Self).map_err(ParseError::propagate)
    }
}

impl<T: ToJSON, const MIN: usize, const MAX: usize> ToJSON for List<T, MIN, MAX> {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}
