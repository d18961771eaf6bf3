//! The parts of the description that say how a path is called. All else is skipped while it is read: as values it would be many
//! times as large as its text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Number, Value};

#[derive(Deserialize)]
pub struct Paths {
    /// Path → method → operation.
    pub paths: BTreeMap<String, BTreeMap<String, Operation>>,
    #[serde(default)]
    pub components: Components,
}

#[derive(Deserialize)]
pub struct Operation {
    #[serde(default)]
    pub parameters: Vec<Given>,
}

#[derive(Deserialize, Default)]
pub struct Components {
    #[serde(default)]
    parameters: BTreeMap<String, DescribedParameter>,
    #[serde(default)]
    schemas: BTreeMap<String, Schema>,
}

/// A parameter, or a reference to one.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Given {
    Reference {
        #[serde(rename = "$ref")]
        to: String,
    },
    Here(DescribedParameter),
}

#[derive(Deserialize)]
pub struct DescribedParameter {
    pub name: String,
    #[serde(rename = "in")]
    pub place: String,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub schema: Schema,
}

/// What a value is, as far as a query parameter needs it.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Schema {
    #[serde(rename = "$ref")]
    to: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(rename = "enum")]
    pub words: Vec<Value>,
    pub pattern: String,
    pub format: String,
    pub minimum: Option<Number>,
    pub maximum: Option<Number>,
}

impl Components {
    /// The parameter itself. `None`: the reference leads nowhere.
    pub fn parameter<'a>(&'a self, given: &'a Given) -> Option<&'a DescribedParameter> {
        match given {
            Given::Reference { to } => self.parameters.get(last(to)),
            Given::Here(parameter) => Some(parameter),
        }
    }

    /// The schema itself.
    pub fn schema<'a>(&'a self, given: &'a Schema) -> &'a Schema {
        self.schemas.get(last(&given.to)).unwrap_or(given)
    }
}

/// The name that a reference ends with.
fn last(reference: &str) -> &str {
    reference.rsplit_once('/').map_or("", |(_, name)| name)
}
