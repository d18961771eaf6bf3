//! The body of a document's PUT: that of its creation, whose id stands in the path and need not be sent again.

use std::borrow::Cow;

use engine::values::kind::DocumentKind;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, Type};
use serde_json::Value;

use super::collection::Collection;

/// The new content of a document of the collection `K`.
#[derive(Debug)]
pub struct Change<K: Collection>(pub K::Input);

impl<K: Collection> Change<K> {
    /// Whether it differs from the body of the creation: where the id must be given there, or what may be put back may not be sent.
    fn is_described_apart() -> bool {
        let mut registry = Registry::new();
        K::Input::register(&mut registry);
        let input = registry.schemas.get(K::Input::name().as_ref());
        K::KIND == DocumentKind::JournalEntry
            || input.is_some_and(|schema| schema.required.contains(&K::KIND.id_field()))
    }
}

impl<K: Collection> Type for Change<K> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        if Self::is_described_apart() { format!("{}Change", K::NAME).into() } else { K::Input::name() }
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        K::Input::register(registry);
        if !Self::is_described_apart() {
            return;
        }
        registry.create_schema::<Self, _>(Self::name().into_owned(), |registry| {
            let input = registry.schemas.get(K::Input::name().as_ref()).cloned();
            let mut schema = input.unwrap_or_else(|| MetaSchema::new("object"));
            schema.required.retain(|field| *field != K::KIND.id_field());
            schema
        });
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<K: Collection> ParseFromJSON for Change<K> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        K::Input::parse_from_json(value).map(Self).map_err(ParseError::propagate)
    }
}
