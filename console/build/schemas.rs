//! A type for each schema with members, with a constant for each of them.

use std::collections::BTreeMap;

use crate::code;
use crate::description::{Description, Fault, Object};
use crate::documents::Type;

/// Begins the names of the schemas of single lists.
const LISTS: &str = "PageOf_";

pub fn code(description: &Description, types: &[Type]) -> Result<String, Fault> {
    let mut made = BTreeMap::new();
    let mut lists = Vec::new();
    for (name, schema) in description.schemas()? {
        let object = description.object(schema)?;
        if name.starts_with(LISTS) {
            lists.push(object);
        } else if !object.members.is_empty() && name != "Page" {
            made.insert(code::camel(name), (code::documentation(schema), object));
        }
    }
    // Every list is read alike.
    insert(&mut made, "Page", "/// A page of a list, whatever its items are.\n", common(lists))?;
    let of = |object: fn(&Type) -> &Object| types.iter().map(object).cloned().collect::<Vec<_>>();
    insert(
        &mut made,
        "Document",
        "/// A document, whatever its type: each member is one of some type.\n",
        all(of(|kind| &kind.view)),
    )?;
    insert(&mut made, "DocumentInput", "/// A new document, likewise.\n", all(of(|kind| &kind.input)))?;
    insert(&mut made, "DocumentLine", "/// A line of a document, likewise.\n", all(of(|kind| &kind.line)))?;
    insert(
        &mut made,
        "DocumentLineInput",
        "/// A line of a new document, likewise.\n",
        all(of(|kind| &kind.line_input)),
    )?;
    let mut text = String::new();
    for (name, (documentation, object)) in &made {
        let names: Vec<&str> = object.members.keys().map(String::as_str).collect();
        let required: Vec<&str> = object.required.iter().map(String::as_str).collect();
        text.push_str(&code::names(name, documentation, &names, &required)?);
    }
    Ok(text)
}

type Made = BTreeMap<String, (String, Object)>;

fn insert(made: &mut Made, name: &str, documentation: &str, object: Object) -> Result<(), Fault> {
    match made.insert(name.into(), (documentation.into(), object)) {
        None => Ok(()),
        Some(_) => Err(Fault(format!(
            "{name} is a schema of the description now: the console has the name for something else"
        ))),
    }
}

/// The members that all of them have.
fn common(mut objects: Vec<Object>) -> Object {
    let Some(mut first) = objects.pop() else { return Object::default() };
    first.members.retain(|name, _| objects.iter().all(|other| other.members.contains_key(name)));
    first.required.retain(|name| objects.iter().all(|other| other.required.contains(name)));
    first
}

/// The members that any of them has, and no other.
fn all(objects: Vec<Object>) -> Object {
    let members = objects.iter().flat_map(|object| object.members.clone()).collect();
    Object { members, required: common(objects).required }
}
