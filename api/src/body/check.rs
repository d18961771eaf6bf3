//! Checks a JSON value against a type's own `OpenAPI` schema, finding every fault at once (C34), and prunes what is wrong so
//! that the rest can still be parsed and judged by the engine.

use std::collections::BTreeMap;

use engine::error::Faults;
use engine::id::clean_text;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde_json::{Map, Value};

use crate::schema::{formats, is_partial};

/// After so many faults the check stops looking.
const MAX_FAULTS: usize = 200;

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
    /// Fields the schema does not know, with their pointers; faults too unless the body is an edit (C10).
    pub unknown: Vec<(String, Value)>,
}

impl Shape {
    pub fn of<T: Type>() -> Self {
        let mut registry = Registry::new();
        T::register(&mut registry);
        Self { schemas: registry.schemas, root: T::schema_ref(), is_partial: is_partial(&T::name()) }
    }

    /// Finds every fault and removes what is faulty from `value`.
    pub fn check(&self, value: &mut Value) -> Findings {
        let mut findings = Findings::default();
        if let Err(detail) = self.visit(&self.root, value, "", &mut findings) {
            // The required fields are then missing as well; the one fault says it all.
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

    /// `Err` when the value itself is wrong (its parent then prunes it); faults further down go into the findings.
    fn visit(
        &self,
        schema: &MetaSchemaRef,
        value: &mut Value,
        pointer: &str,
        found: &mut Findings,
    ) -> Result<(), String> {
        let Some(schema) = self.resolve(schema) else { return Ok(()) };
        if found.faults.0.len() >= MAX_FAULTS {
            return Ok(());
        }
        for part in &schema.all_of {
            self.visit(part, value, pointer, found)?;
        }
        match schema.ty {
            "object" => self.object(schema, value, pointer, found)?,
            "array" => self.array(schema, value, pointer, found)?,
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

    fn object(
        &self,
        schema: &MetaSchema,
        value: &mut Value,
        pointer: &str,
        found: &mut Findings,
    ) -> Result<(), String> {
        let Value::Object(members) = value else { return Err("must be an object".into()) };
        let keys: Vec<String> = members.keys().cloned().collect();
        for key in keys {
            let inner = child(pointer, &key);
            let known = schema.properties.iter().find(|(name, _)| *name == key).map(|(_, schema)| schema);
            let Some(field) = known.or(schema.additional_properties.as_deref()) else {
                if let Some(value) = members.remove(&key) {
                    found.unknown.push((inner, value));
                }
                continue;
            };
            let Some(slot) = members.get_mut(&key) else { continue };
            let checked = if slot.is_null() {
                let required = schema.required.contains(&key.as_str());
                match self.resolve(field).is_some_and(|field| field.nullable) {
                    false if required => Err("is required and must not be null".into()),
                    false if self.is_partial && pointer.is_empty() => Err("must not be null".into()),
                    _ => Ok(()),
                }
            } else {
                self.visit(field, slot, &inner, found)
            };
            if let Err(detail) = checked {
                found.faults.add(inner, detail);
                members.remove(&key);
            }
        }
        for name in &schema.required {
            let inner = child(pointer, name);
            if !members.contains_key(*name) && !found.faults.has(&inner) {
                found.faults.add(inner, "is required");
            }
        }
        Ok(())
    }

    fn array(&self, schema: &MetaSchema, value: &mut Value, pointer: &str, found: &mut Findings) -> Result<(), String> {
        let Value::Array(items) = value else { return Err("must be an array".into()) };
        if let Some(most) = schema.max_items.filter(|most| items.len() > *most) {
            found.faults.add(pointer, format!("must have at most {most} items"));
            items.truncate(most);
        }
        if let Some(least) = schema.min_items.filter(|least| items.len() < *least) {
            found.faults.add(pointer, format!("must have at least {least} items"));
        }
        let Some(item_schema) = schema.items.as_deref() else { return Ok(()) };
        let of_objects = self.is_object(item_schema);
        let mut kept = Vec::with_capacity(items.len());
        for (index, mut item) in std::mem::take(items).into_iter().enumerate() {
            let inner = child(pointer, &index.to_string());
            match self.visit(item_schema, &mut item, &inner, found) {
                Ok(()) => kept.push(item),
                Err(detail) => {
                    found.faults.add(inner, detail);
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
