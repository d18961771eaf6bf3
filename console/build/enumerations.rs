//! An enumeration of Rust for each of the description.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::code::{camel, documentation};
use crate::description::{Description, Fault};

/// Ends the name of the same enumeration with null among its values.
const OR_NULL: &str = "OrNull";

pub fn code(description: &Description) -> Result<String, Fault> {
    let mut made = BTreeMap::new();
    for (name, schema) in description.schemas()? {
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            let name = name.strip_suffix(OR_NULL).unwrap_or(name);
            made.insert(name, (documentation(schema), values));
        }
    }
    made.iter().map(|(name, (documentation, values))| enumeration(name, documentation, values)).collect()
}

fn enumeration(name: &str, documentation: &str, values: &[&str]) -> Result<String, Fault> {
    let mut variants = BTreeMap::new();
    for value in values {
        let variant = variant(value);
        if !variant.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Err(Fault(format!("{name}: {value:?} has no name in Rust; build/enumerations.rs gives it one")));
        }
        if let Some(other) = variants.insert(variant, *value) {
            return Err(Fault(format!("{name}: {value:?} and {other:?} would be the same variant")));
        }
    }
    let each = |text: &dyn Fn(&str, &str) -> String| -> String {
        values.iter().map(|value| text(&variant(value), value)).collect()
    };
    Ok(format!(
        "{documentation}#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum {name} {{\n{}}}\n\n\
        impl {name} {{\n    /// In the order of the description.\n    pub const ALL: [Self; {}] = [{}];\n\n    \
        /// As the interface names it.\n    pub const fn name(self) -> &'static str {{\n        match self {{\n{}        }}\n    }}\n\n    \
        pub fn of(name: &str) -> Option<Self> {{\n        Self::ALL.into_iter().find(|one| one.name() == name)\n    }}\n}}\n\n",
        each(&|variant, _| format!("    {variant},\n")),
        values.len(),
        each(&|variant, _| format!("Self::{variant}, ")),
        each(&|variant, value| format!("            Self::{variant} => {value:?},\n")),
    ))
}

/// What Rust calls a value.
fn variant(value: &str) -> String {
    match value {
        "=" => "Equal".into(),
        "!=" => "NotEqual".into(),
        "<=" => "AtMost".into(),
        ">=" => "AtLeast".into(),
        _ => match value.strip_prefix('-') {
            Some(order) => format!("{}Descending", camel(order)),
            None => camel(value),
        },
    }
}
