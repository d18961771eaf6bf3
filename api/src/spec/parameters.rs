//! Says of the parameters what the handlers do anyway: bounds, patterns, and an example of each.

use engine::document::Status;
use engine::page::MAX_LIMIT;
use serde_json::{Map, Value, json};

use super::walk;
use crate::headers::{IDEMPOTENCY_KEY, IF_MATCH};
use crate::spec_examples::samples;

/// Printable ASCII; blanks at the ends do not survive the way.
const KEY_PATTERN: &str = "^[!-~]([ -~]*[!-~])?$";
/// As reads gave them, one alone without its quotes, too; `*` is any version.
pub const ETAG_PATTERN: &str = r#"^(\*|[0-9]{1,18}|(W/)?"[!#-~]*"( ?, ?(W/)?"[!#-~]*")*)$"#;
/// An instant or number, and an id.
const CURSOR_PATTERN: &str = r"^-?[0-9]{1,18}~[A-Za-z0-9._:#-]*$";

/// Refines every parameter of the description.
pub fn refine(spec: &mut Value) {
    walk::operations(spec, |_, path, operation| {
        let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default().to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(parameter) = parameter.as_object_mut() {
                refine_one(&id, path, parameter);
            }
        }
    });
}

fn refine_one(operation: &str, path: &str, parameter: &mut Map<String, Value>) {
    parameter.remove("deprecated");
    let text = |key: &str| parameter.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, place) = (text("name"), text("in"));
    let members = match (place.as_str(), name.as_str()) {
        ("query", "limit") => json!({ "minimum": 1, "maximum": MAX_LIMIT, "default": engine::page::DEFAULT_LIMIT }),
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
    if place == "path" {
        parameter.insert("description".into(), json!(format!("The id of the {}", noun(path, &name))));
    }
    if let Some(example) = samples::parameter(operation, &place, &name) {
        parameter.insert("example".into(), example);
    }
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

/// What a path's parameter names: `account_id` an account, `id` one of the collection that stands before it.
fn noun(path: &str, name: &str) -> String {
    if let Some(noun) = name.strip_suffix("_id") {
        return noun.replace('_', " ");
    }
    let before = path.split("/{").next().unwrap_or_default();
    super::singular(before.rsplit('/').next().unwrap_or_default()).replace('-', " ")
}
