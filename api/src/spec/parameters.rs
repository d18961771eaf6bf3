//! Adds to the parameters what the handlers enforce: bounds, patterns, and an example of each. A parameter that several operations
//! share is a component with a name.

use std::collections::BTreeMap;

use engine::books::document::Status;
use engine::values::page::MAX_LIMIT;
use serde_json::{Map, Value, json};

use super::names::pascal;
use super::walk;
use crate::headers::{IDEMPOTENCY_KEY, IF_MATCH};
use crate::spec_examples::samples;

/// Printable ASCII; blanks at the ends do not survive the way.
const KEY_PATTERN: &str = "^[!-~]([ -~]*[!-~])?$";
/// As reads gave them, one alone without its quotes, too; `*` is any version.
pub const ETAG_PATTERN: &str = r#"^(\*|[0-9]{1,18}|(W/)?"[!#-~]*"( ?, ?(W/)?"[!#-~]*")*)$"#;
/// An instant or number, and where that list goes on: what it is sorted by, ids, whatever alphabet they are in.
const CURSOR_PATTERN: &str = r"^-?[0-9]{1,18}~[^\u0000-\u001f\u007f-\u009f]*$";

/// Refines every parameter of the description.
pub fn refine(spec: &mut Value) {
    walk::operations(spec, |_, _, operation| {
        let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default().to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(parameter) = parameter.as_object_mut() {
                refine_one(&id, parameter);
            }
        }
    });
}

fn refine_one(operation: &str, parameter: &mut Map<String, Value>) {
    parameter.remove("deprecated");
    // As it is anyway.
    parameter.remove("explode");
    if parameter.get("required") == Some(&json!(false)) {
        parameter.remove("required");
    }
    let text = |key: &str| parameter.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, place) = (text("name"), text("in"));
    let members = match (place.as_str(), name.as_str()) {
        ("query", "at_most") => json!({ "minimum": 1, "maximum": MAX_LIMIT }),
        ("query", "limit") => {
            json!({ "minimum": 1, "maximum": MAX_LIMIT, "default": engine::values::page::DEFAULT_LIMIT })
        }
        ("query", "cursor") => json!({ "pattern": CURSOR_PATTERN }),
        ("query", "status") if is_plain(parameter) => json!({ "pattern": statuses() }),
        ("header", IDEMPOTENCY_KEY) => json!({ "pattern": KEY_PATTERN }),
        ("header", IF_MATCH) => json!({ "pattern": ETAG_PATTERN }),
        _ => json!({}),
    };
    if let (Some(schema), Value::Object(members)) =
        (parameter.get_mut("schema").and_then(Value::as_object_mut), members)
    {
        schema.extend(members);
    }
    if let Some(example) = samples::parameter(operation, &place, &name) {
        parameter.insert("example".into(), example);
    }
}

/// Puts each parameter of a query or header among the components, as most operations describe it, if more than one does. Those
/// that describe one of the same name otherwise, and ids in paths, each with an example of its own, stay where they are.
pub fn share(spec: &mut Value) {
    let mut described: BTreeMap<String, Vec<(Value, usize)>> = BTreeMap::new();
    each(spec, |parameter| {
        let Some(name) = component(parameter) else { return };
        let known = described.entry(name).or_default();
        match known.iter_mut().find(|(one, _)| one == parameter) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => known.push((parameter.clone(), 1)),
        }
    });
    let mut shared = Map::new();
    for (name, described) in described {
        // Of two that are as frequent, the first.
        let most = described.into_iter().rev().max_by_key(|(_, times)| *times);
        if let Some((parameter, _)) = most.filter(|(_, times)| *times > 1) {
            shared.insert(name, parameter);
        }
    }
    each(spec, |parameter| {
        if let Some(name) = component(parameter).filter(|name| shared.get(name) == Some(parameter)) {
            *parameter = json!({ "$ref": format!("{PARAMETERS}{name}") });
        }
    });
    if let Some(components) = spec.get_mut("components").and_then(Value::as_object_mut) {
        components.insert("parameters".into(), Value::Object(shared));
    }
}

/// What a reference to a shared parameter begins with.
const PARAMETERS: &str = "#/components/parameters/";

fn each(spec: &mut Value, mut change: impl FnMut(&mut Value)) {
    walk::operations(spec, |_, _, operation| {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.into_iter().flatten().for_each(&mut change);
    });
}

/// What a shared parameter is called: `dry_run` `DryRun`, `X-Idempotency-Key` `IdempotencyKey`.
fn component(parameter: &Value) -> Option<String> {
    let text = |key: &str| parameter.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = text("name");
    (text("in") != "path").then(|| pascal(name.strip_prefix("X-").unwrap_or(name)))
}

/// A string without an enumeration of its own.
fn is_plain(parameter: &Map<String, Value>) -> bool {
    parameter.get("schema").is_some_and(|schema| schema.get("type").is_some() && schema.get("enum").is_none())
}

/// One status or several, separated by commas.
fn statuses() -> String {
    let one = Status::ALL.map(Status::name).join("|");
    format!("^({one})(,({one}))*$")
}
