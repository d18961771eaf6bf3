//! Answers: each error described once for all operations, the headers that go with an answer, and an example of each.

use engine::error::RefusalName;
use serde_json::{Map, Value, json};

use super::{refusals, walk};
use crate::headers::IDEMPOTENCY_KEY;
use crate::problem::{CONTENT_TYPE, Problem};
use crate::spec_examples::samples;

/// Codes that no [`RefusalName`] of the engine stands for: status, code, what it means.
pub const OWN_CODES: [(u16, &str, &str); 15] = [
    (400, "broken_json", "The body is not JSON, or names a field twice."),
    (400, "broken_request", "The request ended before its time, or is no HTTP that the service reads."),
    (401, "unauthorized", "No token, or one that is malformed, expired or forged."),
    (405, "method_not_allowed", "The path does not take this method; `Allow` names those that it takes."),
    (406, "not_acceptable", "The answer cannot be had in the type that `Accept` asks for."),
    (413, "too_large", "The body is larger than 1 MiB."),
    (414, "uri_too_long", "The path and query are longer than the service reads; it closes the connection."),
    (415, "unsupported_media_type", "The body is not `application/json`."),
    (421, "misdirected_request", "Only `/docs` of a demo: it answers under localhost and the names in `GL_HOSTS`."),
    (422, "invalid", "Fields, parameters or headers are wrong; `errors` names every one of them."),
    (429, "too_many_requests", "More requests a second than this user may send; `Retry-After` says when to come back."),
    (431, "headers_too_large", "More or longer header fields than the service reads; it closes the connection."),
    (500, "internal", "A fault of the service; its log has the cause under `id`."),
    (
        503,
        "unavailable",
        "The database is away or overloaded, or the request took too long; send it again after `Retry-After`.",
    ),
    (503, "not_ready", "Only `/readyz`: the database or its schema is not ready, or the database cannot be written."),
];

/// Shares what the errors have in common, then names headers and adds examples.
pub fn refine(spec: &mut Value) {
    let mut shared = Map::new();
    let mut examples = Map::new();
    walk::operations(spec, |method, path, operation| {
        let takes_key = has_parameter(operation, IDEMPOTENCY_KEY);
        let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default().to_owned();
        let told = operation.clone();
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        let Some(responses) = responses else { return };
        responses.retain(|status, answer| {
            let Some(number) = status.parse().ok().filter(|number| *number >= 400) else {
                success(answer, takes_key, samples::answer(&id, status));
                return true;
            };
            let codes = refusals::codes(number, method, path, &told);
            let name = codes.iter().map(|code| super::pascal(code)).collect::<Vec<_>>().join("Or");
            let answer = std::mem::replace(answer, json!({ "$ref": format!("#/components/responses/{name}") }));
            if !codes.is_empty() {
                shared.entry(name).or_insert_with(|| error(number, &codes, answer));
                examples.extend(codes.iter().map(|code| ((*code).to_owned(), example(number, code))));
            }
            !codes.is_empty()
        });
    });
    if let Some(components) = spec.get_mut("components").and_then(Value::as_object_mut) {
        components.insert("responses".into(), Value::Object(shared));
        components.insert("examples".into(), Value::Object(examples));
    }
}

fn has_parameter(operation: &Map<String, Value>, name: &str) -> bool {
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    parameters.filter_map(|parameter| parameter.get("name")).any(|found| found == name)
}

fn header(description: &str, pattern: Option<&str>, required: bool) -> Value {
    let mut schema = json!({ "type": "string" });
    if let (Some(pattern), Some(schema)) = (pattern, schema.as_object_mut()) {
        schema.insert("pattern".into(), json!(pattern));
    }
    json!({ "description": description, "required": required, "schema": schema })
}

fn request_id() -> Value {
    header("The request's own id, in the service's log too", None, true)
}

/// An error that is told by one of these codes, with an example of each.
fn error(status: u16, codes: &[&str], mut answer: Value) -> Value {
    let mut headers = json!({ "X-Request-Id": request_id() });
    if let Some(headers) = headers.as_object_mut() {
        match status {
            401 => headers.insert("WWW-Authenticate".into(), header("`jwt`", None, true)),
            429 | 503 => headers.insert("Retry-After".into(), header("Seconds to wait", Some("^[0-9]+$"), true)),
            _ => None,
        };
    }
    let reference = |code: &&str| ((*code).to_owned(), json!({ "$ref": format!("#/components/examples/{code}") }));
    let examples: Map<String, Value> = codes.iter().map(reference).collect();
    if let Some(answer) = answer.as_object_mut() {
        let said = answer.get("description").and_then(Value::as_str).unwrap_or_default();
        let listed = codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(", ");
        answer.insert("description".into(), json!(format!("{said}: {listed}")));
        answer.insert("headers".into(), headers);
    }
    let content = answer.get_mut("content").and_then(|content| content.get_mut(CONTENT_TYPE));
    if let Some(content) = content.and_then(Value::as_object_mut) {
        content.insert("examples".into(), Value::Object(examples));
    }
    answer
}

fn example(status: u16, code: &str) -> Value {
    let own = OWN_CODES.iter().find(|(_, own, _)| *own == code).map(|(.., meaning)| *meaning);
    let named = || RefusalName::ALL.iter().find(|name| name.code() == code).map(|name| meaning(*name));
    let meaning = own.or_else(named).unwrap_or_default();
    json!({ "summary": meaning, "value": problem(status, code, meaning) })
}

/// What a named refusal means, without the full stop of its comment.
pub fn meaning(name: RefusalName) -> &'static str {
    name.meaning().trim_start().trim_end_matches('.')
}

/// What a problem document with this code looks like.
fn problem(status: u16, code: &str, meaning: &str) -> Value {
    let mut document = Problem::new(status, code, meaning.trim_end_matches('.')).document();
    if let Some(document) = document.as_object_mut() {
        document.insert("request_id".into(), json!(samples::REQUEST_ID));
        match code {
            "invalid" => {
                let errors = json!([{ "pointer": "/lines/0/account_id", "detail": "is required" }]);
                document.insert("errors".into(), errors);
            }
            "internal" => {
                document.insert("id".into(), json!(samples::REQUEST_ID));
            }
            _ => {}
        }
    }
    document
}

fn success(answer: &mut Value, takes_key: bool, example: Option<Value>) {
    let schema = answer.pointer("/content/application~1json/schema").cloned();
    let Some(answer) = answer.as_object_mut() else { return };
    let mut headers = answer.get("headers").and_then(Value::as_object).cloned().unwrap_or_default();
    for header in headers.values_mut().filter_map(Value::as_object_mut) {
        header.remove("deprecated");
    }
    let reads = schema.as_ref().and_then(walk::referred).unwrap_or_default();
    if reads.starts_with("PageOf_") || reads.ends_with("Trail") {
        // Neither a page nor a trail has a version.
        headers.remove("ETag");
    }
    if let Some(location) = headers.get_mut("Location").and_then(Value::as_object_mut) {
        location.insert("required".into(), json!(true));
    }
    if takes_key {
        let replayed =
            header("`true` on the first answer, given again for the same `X-Idempotency-Key`", Some("^true$"), false);
        headers.insert("Idempotent-Replayed".into(), replayed);
    }
    headers.insert("X-Request-Id".into(), request_id());
    answer.insert("headers".into(), Value::Object(headers));
    let Some(example) = example else { return };
    let content = answer.get_mut("content").and_then(|content| content.get_mut("application/json"));
    if let Some(content) = content.and_then(Value::as_object_mut) {
        content.insert("example".into(), example);
    }
}
