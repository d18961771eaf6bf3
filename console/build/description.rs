//! The description, read: its schemas with what they take over from others, and its operations.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// What is wrong with the description; cargo shows it.
pub struct Fault(pub String);

impl fmt::Debug for Fault {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

pub struct Description(Value);

/// The members of an object, those of `allOf` among them.
#[derive(Clone, Default)]
pub struct Object {
    /// Name and schema.
    pub members: BTreeMap<String, Value>,
    pub required: Vec<String>,
}

/// An operation: where it is, and what it takes.
pub struct Operation<'a> {
    pub id: &'a str,
    /// `get`, `post` …
    pub method: &'a str,
    /// Below the prefix that all paths have, beginning with a slash.
    pub path: &'a str,
    pub told: &'a Value,
}

impl Description {
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let text = fs::read_to_string(path).map_err(|error| Fault(format!("{}: {error}", path.display())))?;
        let told = serde_json::from_str(&text).map_err(|error| Fault(format!("{}: {error}", path.display())))?;
        Ok(Self(told))
    }

    pub fn schemas(&self) -> Result<impl Iterator<Item = (&str, &Value)>, Fault> {
        let all = self.0["components"]["schemas"].as_object();
        let all = all.ok_or_else(|| Fault("the description has no components/schemas".into()))?;
        Ok(all.iter().map(|(name, schema)| (name.as_str(), schema)))
    }

    pub fn schema(&self, name: &str) -> Result<&Value, Fault> {
        let found = self.0["components"]["schemas"].get(name);
        found.ok_or_else(|| Fault(format!("the description has no schema {name}")))
    }

    /// What a `$ref` stands for; anything else stands for itself.
    pub fn meant<'a>(&'a self, value: &'a Value) -> Result<&'a Value, Fault> {
        let Some(reference) = value["$ref"].as_str() else { return Ok(value) };
        let found = reference.strip_prefix('#').and_then(|pointer| self.0.pointer(pointer));
        found.ok_or_else(|| Fault(format!("the description has no {reference}")))
    }

    /// The members that a schema has by itself and by `allOf`.
    pub fn object(&self, schema: &Value) -> Result<Object, Fault> {
        let schema = self.meant(schema)?;
        let mut object = Object::default();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let part = self.object(part)?;
            object.members.extend(part.members);
            object.required.extend(part.required);
        }
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            object.members.insert(name.clone(), member.clone());
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        object.required.extend(required.map(str::to_owned));
        Ok(object)
    }

    pub fn operations(&self) -> Result<Vec<Operation<'_>>, Fault> {
        let mut found = Vec::new();
        for (path, methods) in self.0["paths"].as_object().into_iter().flatten() {
            for (method, told) in methods.as_object().into_iter().flatten().filter(|(_, told)| told.is_object()) {
                let id = told["operationId"].as_str();
                let id = id.ok_or_else(|| Fault(format!("{method} {path} has no operationId")))?;
                found.push(Operation { id, method, path, told });
            }
        }
        Ok(found)
    }
}

/// The name of the schema that a `$ref` names.
pub fn named(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}
