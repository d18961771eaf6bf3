//! Answers that carry the document's id under its type's own name: `journal_entry_id`, `bill_id` … (C9).

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;

use crate::resource::document::Collection;

/// `T` with the id of a document of the collection `K`.
#[derive(Clone, Debug)]
pub struct Keyed<K, T> {
    pub id: String,
    pub body: T,
    collection: PhantomData<fn() -> K>,
}

impl<K, T> Keyed<K, T> {
    pub fn new(id: &str, body: T) -> Self {
        Self { id: id.to_owned(), body, collection: PhantomData }
    }
}

impl<K: Collection, T: Type> Type for Keyed<K, T> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        format!("{}{}", K::NAME, T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        registry.create_schema::<Self, _>(Self::name().into_owned(), |registry| {
            let mut schema = match T::schema_ref() {
                MetaSchemaRef::Inline(schema) => *schema,
                MetaSchemaRef::Reference(name) => {
                    registry.schemas.get(&name).cloned().unwrap_or_else(|| MetaSchema::new("object"))
                }
            };
            let id = MetaSchemaRef::Inline(Box::new(MetaSchema::new("string")));
            schema.properties.insert(0, (K::KIND.id_field(), id));
            schema.required.insert(0, K::KIND.id_field());
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

impl<K: Collection, T: ToJSON> ToJSON for Keyed<K, T> {
    fn to_json(&self) -> Option<Value> {
        let mut object = serde_json::Map::new();
        object.insert(K::KIND.id_field().into(), Value::String(self.id.clone()));
        if let Some(Value::Object(rest)) = self.body.to_json() {
            object.extend(rest);
        }
        Some(Value::Object(object))
    }
}
