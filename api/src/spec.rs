//! The description at `/openapi.json`: what poem-openapi generates from the handlers, then made true and complete.
//!
//! Every operation has a unique camelCase `operationId`, names its header parameters as they are sent, and lists
//! only the errors that it can answer with.

mod answers;
mod guide;
mod limits;
mod links;
mod made;
mod names;
mod null;
mod parameters;
mod parts;
mod refusals;
mod schemas;
mod shapes;
mod walk;
mod words;

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::registry::{MetaApi, Registry};
use poem_openapi::types::Type;
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Map, Value, json};

pub use self::names::PREFIX;
use self::names::operation_id;
use crate::schema::change_request::ChangeRequested;

/// The service around a set of handlers; its paths are relative to [`PREFIX`].
pub fn service<T: OpenApi>(api: T) -> OpenApiService<T, ()> {
    OpenApiService::new(api, "General Ledger", env!("CARGO_PKG_VERSION")).url_prefix(PREFIX)
}

/// Handlers by their types alone: what they are described by, before there are any.
struct Types<T>(PhantomData<T>);

impl<T: OpenApi> OpenApi for Types<T> {
    fn meta() -> Vec<MetaApi> {
        T::meta()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        ChangeRequested::register(registry);
    }

    fn add_routes(self, _: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {}
}

/// The finished description of handlers of these types; `Err` names operations that share an `operationId`.
pub fn describe<T: OpenApi>() -> Result<Value, String> {
    let text = service(Types(PhantomData::<T>)).spec();
    let mut spec: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    finish(&mut spec)?;
    Ok(spec)
}

/// The description as a text that changes only when the interface does (`gl openapi`).
pub fn text(spec: &Value) -> String {
    let mut text = serde_json::to_string_pretty(spec).unwrap_or_default();
    text.push('\n');
    text
}

fn finish(spec: &mut Value) -> Result<(), String> {
    refusals::take(spec);
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let mut doubled = Vec::new();
    for (path, item) in spec.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let Some(operation) = operation.as_object_mut() else { continue };
            name_headers(operation);
            prune_responses(method, path, operation);
            // The same for all: it stands at the top.
            operation.remove("security");
            let path = path.strip_prefix(PREFIX).unwrap_or(path);
            operation.insert("tags".into(), json!([guide::group(path)]));
            words::fill(path, operation);
            let given = operation.get("operationId").and_then(Value::as_str).map(str::to_owned);
            let id = given.unwrap_or_else(|| operation_id(method, path));
            operation.insert("operationId".into(), json!(id));
            crate::spec_examples::add(method, path, &id, operation);
            if let Some(other) = ids.insert(id.clone(), format!("{method} {path}")) {
                doubled.push(format!("{id} is {other} and {method} {path}"));
            }
        }
    }
    shapes::refine(spec);
    schemas::refine(spec);
    parameters::refine(spec);
    answers::refine(spec);
    links::add(spec);
    parameters::share(spec);
    parts::refer(spec);
    guide::write(spec);
    if doubled.is_empty() { Ok(()) } else { Err(format!("operation ids used twice: {}", doubled.join("; "))) }
}

/// A header parameter carries its name in the schema's title (see [`crate::headers`]).
fn name_headers(operation: &mut Map<String, Value>) {
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        if parameter.get("in").and_then(Value::as_str) != Some("header") {
            continue;
        }
        let Some(schema) = parameter.get_mut("schema").and_then(Value::as_object_mut) else { continue };
        let (name, description) = (schema.remove("title"), schema.remove("description"));
        if let Some(parameter) = parameter.as_object_mut() {
            if let Some(name) = name {
                parameter.insert("name".into(), name);
            }
            if let Some(description) = description {
                parameter.entry("description").or_insert(description);
            }
        }
    }
}

/// Takes out the errors that the operation cannot answer with.
fn prune_responses(method: &str, path: &str, operation: &mut Map<String, Value>) {
    let has_body = operation.contains_key("requestBody");
    let parameters = operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    let has_if_match = parameters
        .iter()
        .any(|parameter| parameter.get("name").and_then(Value::as_str) == Some(crate::headers::IF_MATCH));
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    let content = responses.get("200").and_then(|done| done.get("content")).and_then(Value::as_object);
    let is_chosen = content.is_some_and(|types| types.keys().any(|name| name != "application/json"));
    responses.retain(|status, _| match status.as_str() {
        "400" | "413" | "415" => has_body,
        // A simulation may name a stored document in its body.
        "404" => path.contains('{') || path.ends_with("/simulate"),
        "406" => is_chosen,
        "409" => method != "get",
        "412" => has_if_match,
        _ => true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_id_for_two_operations_is_told() {
        let mut spec =
            json!({ "paths": { "/a": { "get": { "operationId": "x" } }, "/b": { "get": { "operationId": "x" } } } });
        assert!(finish(&mut spec).is_err_and(|told| told.contains("x is get /a and get /b")));
    }
}
