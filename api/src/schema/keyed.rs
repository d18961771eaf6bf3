//! Answers that carry the document's id under its type's own name: `journal_entry_id`, `bill_id` and so on.
//! See docs/rules/interface.md#workflow-operations.
//!
//! The type is known at run time. So a schema is registered under a name that stands for all types, `{type}Approved`, and
//! [`register_for_types`] makes one for each of it: `BillApproved` with `bill_id`.

use std::borrow::Cow;

use engine::values::kind::{DocumentKey, DocumentKind};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;

/// Stands for the type's name in a schema's.
const ANY_TYPE: &str = "{type}";

/// `T` with the id of a document.
#[derive(Clone, Debug)]
pub struct Keyed<T> {
    kind: DocumentKind,
    pub id: String,
    pub body: T,
}

impl<T> Keyed<T> {
    pub fn new(key: &DocumentKey, body: T) -> Self {
        Self { kind: key.kind, id: key.id.clone(), body }
    }
}

impl<T: Type> Type for Keyed<T> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        format!("{ANY_TYPE}{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        // What all types answer stands once; each adds its own id.
        let schema = MetaSchema { all_of: vec![T::schema_ref()], ..MetaSchema::ANY };
        registry.create_schema::<Self, _>(Self::name().into_owned(), |_| schema);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<T: ToJSON> ToJSON for Keyed<T> {
    fn to_json(&self) -> Option<Value> {
        let mut object = serde_json::Map::new();
        object.insert(self.kind.id_field().into(), Value::String(self.id.clone()));
        if let Some(Value::Object(rest)) = self.body.to_json() {
            object.extend(rest);
        }
        Some(Value::Object(object))
    }
}

/// The schema's name for one type; borrowed when it is the same for all.
pub fn name_for_type<'a>(schema: &'a str, type_name: &str) -> Cow<'a, str> {
    match schema.strip_prefix(ANY_TYPE) {
        Some(rest) => format!("{type_name}{rest}").into(),
        None => schema.into(),
    }
}

/// Puts the schemas of each type, by its name and the field of its id, in place of those that stand for all.
pub fn register_for_types(registry: &mut Registry, types: &[(&'static str, &'static str)]) {
    let schemas = std::mem::take(&mut registry.schemas);
    for (name, schema) in schemas {
        if !name.starts_with(ANY_TYPE) {
            registry.schemas.insert(name, schema);
            continue;
        }
        for &(type_name, id_field) in types {
            let mut schema = schema.clone();
            let id = MetaSchemaRef::Inline(Box::new(MetaSchema::new("string")));
            let own =
                MetaSchema { properties: vec![(id_field, id)], required: vec![id_field], ..MetaSchema::new("object") };
            schema.all_of.insert(0, MetaSchemaRef::Inline(Box::new(own)));
            registry.schemas.insert(name_for_type(&name, type_name).into_owned(), schema);
        }
    }
}
