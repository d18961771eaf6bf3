//! Names as Rust writes them, and the text of what is made.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::description::Fault;

/// The parts of a name, however it is written: `vendor_id`, `receive-payment`, `bankAdjustments`, `Pending Approval`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        let begins = letter.is_uppercase() && parts.last().is_some_and(|part| part.ends_with(char::is_lowercase));
        if begins || !letter.is_alphanumeric() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| letter.is_alphanumeric()) {
            part.push(letter);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// `VENDOR_ID`
pub fn constant(name: &str) -> String {
    parts(name).join("_").to_uppercase()
}

/// `VendorId`
pub fn camel(name: &str) -> String {
    let with_capital = |part: String| {
        let mut letters = part.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    parts(name).into_iter().map(with_capital).collect()
}

/// What a schema is, in one line of documentation.
pub fn documentation(schema: &Value) -> String {
    let line = schema["description"].as_str().and_then(|text| text.lines().next());
    line.map_or_else(String::new, |line| format!("/// {line}\n"))
}

pub fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().concat()
}

/// A type with a constant for each of the names. `required` are those of them that must be given.
pub fn names(of: &str, documentation: &str, names: &[&str], required: &[&str]) -> Result<String, Fault> {
    let mut constants = BTreeMap::new();
    for name in names {
        let constant = constant(name);
        if matches!(constant.as_str(), "" | "ALL" | "REQUIRED") {
            return Err(Fault(format!("{of}: {name} would be the constant {constant:?}, which means something else")));
        }
        if let Some(other) = constants.insert(constant, *name) {
            return Err(Fault(format!("{of}: {name} and {other} would be the same constant")));
        }
    }
    let one = |(constant, name): (&String, &&str)| format!("    pub const {constant}: Member = Member({name:?});\n");
    let each = joined(constants.iter().map(one));
    let list = |chosen: &dyn Fn(&str) -> bool| -> String {
        let chosen = constants.iter().filter(|(_, name)| chosen(name));
        joined(chosen.map(|(constant, _)| format!("Self::{constant}, ")))
    };
    Ok(format!(
        "{documentation}pub struct {of};\n\nimpl {of} {{\n{each}    pub const ALL: &[Member] = &[{}];\n    \
        pub const REQUIRED: &[Member] = &[{}];\n}}\n\n",
        list(&|_| true),
        list(&|name| required.contains(&name)),
    ))
}
