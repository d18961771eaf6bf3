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
            let name = name.strip_suffix(OR_NULL).unwrap_or(name);
            made.insert(name.to_owned(), (documentation(schema), texts(values)));
        }
        // What a member alone may be, or what an array may hold, is named for the schema and the member.
        for (member, schema) in description.object(schema)?.members {
            let values = schema["enum"].as_array().or_else(|| schema["items"]["enum"].as_array());
            if let Some(values) = values {
                made.insert(format!("{name}{}", camel(&member)), (documentation(&schema), texts(values)));
            }
        }
    }
    made.iter().map(|(name, (documentation, values))| enumeration(name, documentation, values)).collect()
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn enumeration(name: &str, documentation: &str, values: &[String]) -> Result<String, Fault> {
    let mut variants = BTreeMap::new();
    for value in values {
        let variant = variant(value);
        if !variant.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Err(Fault(format!("{name}: {value:?} has no name in Rust; build/enumerations.rs gives it one")));
        }
        if let Some(other) = variants.insert(variant, value) {
            return Err(Fault(format!("{name}: {value:?} and {other:?} would be the same variant")));
        }
    }
    let each = |text: &dyn Fn(&str, &str) -> String| -> String {
        values.iter().map(|value| text(&variant(value), value)).collect()
    };
    let (variants, list) =
        (each(&|variant, _| format!("    {variant},\n")), each(&|variant, _| format!("Self::{variant}, ")));
    let names = each(&|variant, _| format!("Self::{variant}.name(), "));
    let arms = each(&|variant, value| format!("            Self::{variant} => {value:?},\n"));
    let count = values.len();
    Ok(format!(
        "{documentation}#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum {name} {{\n{variants}}}\n\n\
        impl {name} {{\n    /// In the order of the description.\n    pub const ALL: [Self; {count}] = [{list}];\n    \
        pub const NAMES: [&'static str; {count}] = [{names}];\n\n    \
        /// As the interface names it.\n    pub const fn name(self) -> &'static str {{\n        match self {{\n{arms}        }}\n    }}\n\n    \
        pub fn of(name: &str) -> Option<Self> {{\n        Self::ALL.into_iter().find(|one| one.name() == name)\n    }}\n}}\n\n",
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
