//! Links: where the id of what was created leads.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::walk;

/// Adds to every 201 links to the reading, changing and deleting of what it created; what else can be done with it has the same
/// path and so the same id.
pub fn add(spec: &mut Value) {
    let mut below: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    walk::operations(spec, |_, path, operation| {
        let Some((collection, rest)) = path.split_once("/{") else { return };
        let (Some((parameter, _)), Some(id)) = (
            rest.split_once('}').filter(|(_, rest)| rest.is_empty()),
            operation.get("operationId").and_then(Value::as_str),
        ) else {
            return;
        };
        below.entry(collection.to_owned()).or_default().push((parameter.to_owned(), id.to_owned()));
    });
    let schemas = walk::schemas(spec);
    walk::operations(spec, |method, path, operation| {
        let targets = below.get(path).filter(|_| method == "post");
        let created = operation.get_mut("responses").and_then(|responses| responses.get_mut("201"));
        let (Some(targets), Some(created)) = (targets, created.and_then(Value::as_object_mut)) else { return };
        let name = created
            .get("content")
            .and_then(|content| content.pointer("/application~1json/schema"))
            .and_then(walk::referred)
            .unwrap_or_default();
        let Some(id) = id_field(&schemas, name, targets) else { return };
        let link = |(parameter, target): &(String, String)| {
            (
                target.clone(),
                json!({ "operationId": target, "parameters": { parameter.as_str(): format!("$response.body#/{id}") } }),
            )
        };
        let links: Map<String, Value> = targets.iter().map(link).collect();
        created.insert("links".into(), Value::Object(links));
    });
}

/// The field of the answer that holds the id: the parameter's own name or, where that is `id`, the first of the schema's
/// required fields, which for a document is its id.
fn id_field(schemas: &Map<String, Value>, name: &str, targets: &[(String, String)]) -> Option<String> {
    let (parameter, _) = targets.first()?;
    let schema = schemas.get(name)?;
    if schema.get("properties")?.get(parameter).is_some() {
        return Some(parameter.clone());
    }
    schema.get("required")?.get(0)?.as_str().map(str::to_owned)
}
