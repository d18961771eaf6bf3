//! Checks a JSON value against a type's own `OpenAPI` schema, finding every fault at once, and prunes what is wrong so
//! that the rest can still be parsed and judged by the engine.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeMap;

use engine::values::error::Faults;
use engine::values::id::clean_text;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde_json::{Map, Value};

use crate::schema::{formats, is_partial};

/// The schema of one body type, with all it refers to.
pub struct Shape {
    schemas: BTreeMap<String, MetaSchema>,
    root: MetaSchemaRef,
    /// See [`is_partial`].
    is_partial: bool,
}

/// What a check found.
#[derive(Default, Debug)]
pub struct Findings {
    pub faults: Faults,
    /// Of an edit, fields the schema does not know.
    pub unknown: Vec<Unknown>,
    keeps_unknown: bool,
}

/// A field that the schema does not know.
#[derive(Debug)]
pub struct Unknown {
    pub pointer: String,
    /// The pointer with [`ANY`] in place of every index.
    pub pattern: String,
    pub value: Value,
}

/// Stands for every index of an array in a pattern; no escaped key looks like it.
pub const ANY: &str = "~*";

/// The place of a value in the body: as errors name it, and one name for all items of an array.
#[derive(Clone, Default)]
struct Place {
    pointer: String,
    pattern: String,
}

impl Place {
    fn member(&self, key: &str) -> Self {
        Self { pointer: child(&self.pointer, key), pattern: child(&self.pattern, key) }
    }

    fn item(&self, index: usize) -> Self {
        Self { pointer: format!("{}/{index}", self.pointer), pattern: format!("{}/{ANY}", self.pattern) }
    }
}

impl Findings {
    fn unknown(&mut self, place: Place, value: Value) {
        if self.keeps_unknown {
            self.unknown.push(Unknown { pointer: place.pointer, pattern: place.pattern, value });
        } else {
            self.faults.add(place.pointer, formats::UNKNOWN);
        }
    }
}

impl Shape {
    pub fn of<T: Type>() -> Self {
        let mut registry = Registry::new();
        T::register(&mut registry);
        Self { schemas: registry.schemas, root: T::schema_ref(), is_partial: is_partial(&T::name()) }
    }

    /// Finds what is wrong, as far as it is named, and removes what is faulty from `value`. Unknown fields are faults, or kept for
    /// comparison. The work grows with the size of the body and no faster.
    pub fn check(&self, value: &mut Value, keeps_unknown: bool) -> Findings {
        let mut findings = Findings { keeps_unknown, ..Findings::default() };
        if let Err(detail) = self.visit(&self.root, value, &Place::default(), &mut findings) {
            // The required fields are then missing as well; one fault is enough.
            findings.faults.add("", detail);
        }
        findings
    }

    /// Whether no body at all (`{}`) satisfies the schema.
    pub fn may_be_empty(&self) -> bool {
        self.resolve(&self.root).is_none_or(|schema| schema.required.is_empty())
    }

    fn resolve<'a>(&'a self, schema: &'a MetaSchemaRef) -> Option<&'a MetaSchema> {
        match schema {
            MetaSchemaRef::Inline(schema) => Some(schema),
            MetaSchemaRef::Reference(name) => self.schemas.get(name),
        }
    }

    /// `Err` when the value itself is wrong (its parent then prunes it); faults further down go into the findings. When the
    /// findings are full the check ends: the request is refused anyway.
    fn visit(
        &self,
        schema: &MetaSchemaRef,
        value: &mut Value,
        place: &Place,
        found: &mut Findings,
    ) -> Result<(), String> {
        let Some(schema) = self.resolve(schema) else { return Ok(()) };
        if found.faults.is_full() {
            return Ok(());
        }
        for part in &schema.all_of {
            self.visit(part, value, place, found)?;
        }
        if !schema.any_of.is_empty() {
            self.any_of(schema, value, place, found)?;
        }
        match schema.ty {
            "object" => self.object(schema, value, place, found)?,
            "array" => self.array(schema, value, place, found)?,
            "string" => string(schema, value)?,
            "number" => number(schema, value)?,
            "integer" => integer(schema, value)?,
            "boolean" if !value.is_boolean() => return Err("must be true or false".into()),
            _ => {}
        }
        if !schema.enum_items.is_empty() && !schema.enum_items.contains(value) {
            let known: Vec<String> = schema.enum_items.iter().map(ToString::to_string).collect();
            return Err(format!("must be one of {}", known.join(", ")));
        }
        Ok(())
    }

    /// By the first of the schemas that are for values of this type.
    fn any_of(
        &self,
        schema: &MetaSchema,
        value: &mut Value,
        place: &Place,
        found: &mut Findings,
    ) -> Result<(), String> {
        let types = schema.any_of.iter().filter_map(|part| Some((part, self.resolve(part)?.ty)));
        match types.clone().find(|(_, ty)| is_of(ty, value)) {
            Some((part, _)) => self.visit(part, value, place, found),
            None => Err(format!("must be of type {}", types.map(|(_, ty)| ty).collect::<Vec<_>>().join(" or "))),
        }
    }

    fn object(
        &self,
        schema: &MetaSchema,
        value: &mut Value,
        place: &Place,
        found: &mut Findings,
    ) -> Result<(), String> {
        let Value::Object(members) = value else { return Err("must be an object".into()) };
        for (key, mut member) in std::mem::take(members) {
            let inner = place.member(&key);
            let known = schema.properties.iter().find(|(name, _)| *name == key).map(|(_, schema)| schema);
            let Some(field) = known.or(schema.additional_properties.as_deref()) else {
                found.unknown(inner, member);
                continue;
            };
            let checked = if member.is_null() {
                self.null(schema, field, &key, place)
            } else {
                self.visit(field, &mut member, &inner, found)
            };
            match checked {
                Ok(()) => drop(members.insert(key, member)),
                Err(detail) => found.faults.add(inner.pointer, detail),
            }
        }
        for name in &schema.required {
            let inner = child(&place.pointer, name);
            if !members.contains_key(*name) && !found.faults.has(&inner) {
                found.faults.add(inner, "is required");
            }
        }
        Ok(())
    }

    /// Whether a member may be null: see [`is_partial`].
    fn null(&self, schema: &MetaSchema, field: &MetaSchemaRef, key: &str, place: &Place) -> Result<(), String> {
        match self.resolve(field).is_some_and(|field| field.nullable) {
            false if schema.required.contains(&key) => Err("is required and must not be null".into()),
            false if self.is_partial && place.pointer.is_empty() => Err("must not be null".into()),
            _ => Ok(()),
        }
    }

    fn array(&self, schema: &MetaSchema, value: &mut Value, place: &Place, found: &mut Findings) -> Result<(), String> {
        let Value::Array(items) = value else { return Err("must be an array".into()) };
        if let Some(most) = schema.max_items.filter(|most| items.len() > *most) {
            found.faults.add(&place.pointer, format!("must have at most {most} items"));
            items.truncate(most);
        }
        if let Some(least) = schema.min_items.filter(|least| items.len() < *least) {
            found.faults.add(&place.pointer, format!("must have at least {least} items"));
        }
        let Some(item_schema) = schema.items.as_deref() else { return Ok(()) };
        let of_objects = self.is_object(item_schema);
        let mut kept = Vec::with_capacity(items.len());
        for (index, mut item) in std::mem::take(items).into_iter().enumerate() {
            let inner = place.item(index);
            match self.visit(item_schema, &mut item, &inner, found) {
                Ok(()) => kept.push(item),
                Err(detail) => {
                    found.faults.add(inner.pointer, detail);
                    if of_objects {
                        kept.push(Value::Object(Map::new()));
                    }
                }
            }
        }
        *items = kept;
        Ok(())
    }

    fn is_object(&self, schema: &MetaSchemaRef) -> bool {
        self.resolve(schema)
            .is_some_and(|schema| schema.ty == "object" || schema.all_of.iter().any(|part| self.is_object(part)))
    }
}

fn is_of(ty: &str, value: &Value) -> bool {
    match ty {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" | "integer" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => true,
    }
}

/// The pointer of a member, escaped (RFC 6901).
pub fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn string(schema: &MetaSchema, value: &Value) -> Result<(), String> {
    let Value::String(text) = value else { return Err("must be a string".into()) };
    if let Some(pattern) = &schema.pattern {
        formats::check_pattern(pattern, text)?;
    }
    if let Some(format) = schema.format {
        formats::check_text_format(format, text)?;
    }
    let clean = clean_text(text, schema.max_length.unwrap_or(usize::MAX))?;
    match schema.min_length {
        Some(least) if clean.chars().count() < least => Err(format!("must have at least {least} characters")),
        _ => Ok(()),
    }
}

fn number(schema: &MetaSchema, value: &Value) -> Result<(), String> {
    let Value::Number(number) = value else { return Err("must be a number".into()) };
    let exact = formats::check_number(schema.format, &number.to_string())?;
    let approximate: f64 = exact.to_string().parse().unwrap_or(f64::NAN);
    within(schema, approximate)
}

fn integer(schema: &MetaSchema, value: &Value) -> Result<(), String> {
    let Value::Number(number) = value else { return Err("must be a whole number".into()) };
    let text = number.to_string();
    let fits = match schema.format {
        Some("int32") => text.parse::<i32>().is_ok(),
        Some("uint32") => text.parse::<u32>().is_ok(),
        Some("uint64") => text.parse::<u64>().is_ok(),
        _ => text.parse::<i64>().is_ok(),
    };
    if !fits {
        return Err("must be a whole number within range".into());
    }
    within(schema, text.parse().unwrap_or(f64::NAN))
}

/// The bounds of a schema are small whole numbers; comparing them as floats changes no digit of the value itself.
fn within(schema: &MetaSchema, value: f64) -> Result<(), String> {
    if let Some(least) = schema.minimum {
        let exclusive = schema.exclusive_minimum.unwrap_or(false);
        if value < least || (exclusive && value <= least) {
            return Err(format!("must be {} {least}", if exclusive { "more than" } else { "at least" }));
        }
    }
    if let Some(most) = schema.maximum {
        let exclusive = schema.exclusive_maximum.unwrap_or(false);
        if value > most || (exclusive && value >= most) {
            return Err(format!("must be {} {most}", if exclusive { "less than" } else { "at most" }));
        }
    }
    Ok(())
}
