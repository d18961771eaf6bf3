//! The approver's desk on the wire: a page of what waits, with how much there is of each type.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;

use super::pending::{PendingCount, PendingDocument};
use crate::schema::page::PageOf;

/// What it looks like; [`crate::schema::page::Filling`] renders it.
#[derive(Debug)]
pub struct Desk;

impl Type for Desk {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "Desk".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        PageOf::<PendingDocument>::register(registry);
        Vec::<PendingCount>::register(registry);
        let counts = MetaSchema {
            properties: vec![("counts", <Vec<PendingCount> as Type>::schema_ref())],
            ..MetaSchema::new("object")
        };
        let parts = vec![PageOf::<PendingDocument>::schema_ref(), MetaSchemaRef::Inline(Box::new(counts))];
        registry
            .create_schema::<Self, _>(Self::name().into_owned(), |_| MetaSchema { all_of: parts, ..MetaSchema::ANY });
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}
