//! Answers: each error described once for all operations, the headers that go with an answer, and an example of each.

use std::collections::{BTreeMap, BTreeSet};

use engine::values::error::RefusalName;
use serde_json::{Map, Value, json};

use super::{made, refusals, walk};
use crate::headers::IDEMPOTENCY_KEY;
use crate::problem::refused;
use crate::problem::{CONTENT_TYPE, OWN_CODES, Problem, status_of};
use crate::replica;
use crate::spec_examples::samples;

/// What the description calls an error, by its status. An operation refers to it, and says in [`CODES`] which of its codes are its own.
const ERRORS: [(u16, &str); 13] = [
    (400, "BadRequest"),
    (401, "Unauthorized"),
    (403, "Forbidden"),
    (404, "NotFound"),
    (406, "NotAcceptable"),
    (409, "Conflict"),
    (412, "Stale"),
    (413, "TooLarge"),
    (415, "NotJson"),
    (422, "Invalid"),
    (429, "RateLimited"),
    (500, "Internal"),
    (503, "Unavailable"),
];

/// By status: the answer as the operations have it, and every code that one of them answers with.
type Errors = BTreeMap<u16, (Value, BTreeSet<&'static str>)>;

/// Of an operation: by status the codes that it answers with, where those are not all that there are of the status.
pub const CODES: &str = "x-codes";

/// Headers that stand once for all answers: the name in the components, and that of the header.
const HEADERS: [(&str, &str, &str, Option<&str>, bool); 7] = [
    ("RequestId", "X-Request-Id", "The request's own id, in the service's log too", None, true),
    (
        "Replayed",
        "Idempotent-Replayed",
        "`true` on the first answer, given again for the same `X-Idempotency-Key`",
        Some("^true$"),
        false,
    ),
    ("ETag", "ETag", "The version, for If-Match", None, false),
    ("ReplicaLag", replica::LAG, replica::LAG_SAYS, Some("^[0-9]+$"), false),
    ("Location", "Location", "The path of what was created", None, true),
    ("RetryAfter", "Retry-After", "Seconds to wait", Some("^[0-9]+$"), true),
    ("Authenticate", "WWW-Authenticate", "`jwt`", None, true),
];

/// Shares what the errors have in common, then names headers and adds examples.
pub fn refine(spec: &mut Value) {
    let mut errors = Errors::new();
    let (read, schemas) = (read_schemas(spec), walk::schemas(spec));
    walk::operations(spec, |method, path, operation| {
        let takes_key = has_parameter(operation, IDEMPOTENCY_KEY);
        let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default().to_owned();
        let described = operation.clone();
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        responses.into_iter().flatten().for_each(|(status, answer)| {
            if !is_error(status) && answer.get("$ref").is_none() {
                // After a change an answer looks as the read of it does, which has an example.
                let whole =
                    if method == "post" { path.rsplit_once('/').map_or(path, |(whole, _)| whole) } else { path };
                let is_change = matches!(method, "put" | "post");
                let is_read = is_change && read.get(whole).is_some_and(|read| Some(read) == schema_of(answer));
                let body = described.get("requestBody");
                let sent = body.and_then(|body| body.pointer("/content/application~1json/example"));
                let make = || schema_of(answer).map(|schema| made::answer(&schemas, schema, sent));
                let complete = |recorded| match schema_of(answer) {
                    Some(schema) => made::completed(&schemas, schema, recorded),
                    None => recorded,
                };
                let recorded = samples::answer(&id, status).map(complete);
                let example = recorded.or_else(make).filter(|_| !is_read);
                success(answer, takes_key, example);
            }
        });
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        let Some(responses) = responses else { return };
        let mut own = BTreeMap::new();
        responses.retain(|status, answer| {
            let Some(number) = status.parse().ok().filter(|_| is_error(status)) else { return true };
            let codes = refusals::codes(number, &described);
            let answer = std::mem::replace(answer, json!({ "$ref": format!("{RESPONSES}{}", name_of(number)) }));
            if !codes.is_empty() {
                errors.entry(number).or_insert_with(|| (answer, BTreeSet::new())).1.extend(&codes);
                own.insert(number, codes);
            }
            own.contains_key(&number)
        });
        operation.insert(CODES.into(), json!(own));
    });
    name_own_codes(spec, &errors);
    let Some(components) = spec.get_mut("components").and_then(Value::as_object_mut) else { return };
    let codes = || errors.iter().flat_map(|(status, (_, codes))| codes.iter().map(|code| (*status, *code)));
    let examples: Map<String, Value> = codes().map(|(status, code)| (code.to_owned(), example(status, code))).collect();
    let responses = errors
        .iter()
        .map(|(status, (answer, codes))| (name_of(*status).to_owned(), error(*status, codes, answer.clone())));
    let asked_for = made::answer(&schemas, &walk::reference(refused::ASKED_FOR), None);
    let asked_for = (refusals::ASKED_FOR.to_owned(), refusals::asked_for(&asked_for));
    components.insert("responses".into(), Value::Object(responses.chain([asked_for]).collect()));
    components.insert("examples".into(), Value::Object(examples));
    let headers = HEADERS.iter().map(|(name, _, description, pattern, required)| {
        ((*name).to_owned(), header(description, *pattern, *required))
    });
    components.insert("headers".into(), Value::Object(headers.collect()));
}

/// By path: the schema that its GET answers with.
fn read_schemas(spec: &mut Value) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    walk::operations(spec, |method, path, operation| {
        let read = operation.get("responses").and_then(|responses| responses.get("200")).and_then(schema_of);
        if let Some(schema) = read.filter(|_| method == "get") {
            found.insert(path.to_owned(), schema.clone());
        }
    });
    found
}

fn schema_of(answer: &Value) -> Option<&Value> {
    answer.pointer("/content/application~1json/schema")
}

/// What a reference to a shared answer begins with.
const RESPONSES: &str = "#/components/responses/";

fn is_error(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

fn name_of(status: u16) -> &'static str {
    ERRORS.iter().find(|(known, _)| *known == status).map_or("Problem", |(_, name)| *name)
}

/// Keeps of [`CODES`] the statuses of which not every code is meant, and says in words which refusals are the operation's own.
fn name_own_codes(spec: &mut Value, errors: &Errors) {
    walk::operations(spec, |_, _, operation| {
        let all =
            |status: &str| status.parse().ok().and_then(|status: u16| errors.get(&status)).map(|found| found.1.len());
        if let Some(own) = operation.get_mut(CODES).and_then(Value::as_object_mut) {
            own.retain(|status, codes| codes.as_array().map(Vec::len) != all(status));
        }
        let mut words: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for name in refusals::own(operation) {
            words.entry(status_of(name.class())).or_default().push(format!("`{}`", name.code()));
        }
        refusals::forget(operation);
        if words.is_empty() {
            return;
        }
        let words: Vec<String> =
            words.into_iter().map(|(status, codes)| format!("{status} {}", codes.join(", "))).collect();
        let said = operation.get("description").and_then(Value::as_str).unwrap_or_default();
        let said = format!("{said}\n\nRefused with {}.", words.join("; "));
        operation.insert("description".into(), json!(said));
    });
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

/// Adds a header that stands among the components.
fn add_header(headers: &mut Map<String, Value>, name: &str) {
    if let Some((component, ..)) = HEADERS.iter().find(|(_, known, ..)| *known == name) {
        headers.insert(name.into(), json!({ "$ref": format!("#/components/headers/{component}") }));
    }
}

/// An error of this status, with an example of each of its codes.
fn error(status: u16, codes: &BTreeSet<&'static str>, mut answer: Value) -> Value {
    let mut headers = Map::new();
    match status {
        401 => add_header(&mut headers, "WWW-Authenticate"),
        429 | 503 => add_header(&mut headers, "Retry-After"),
        _ => {}
    }
    add_header(&mut headers, "X-Request-Id");
    let reference = |code: &&str| ((*code).to_owned(), json!({ "$ref": format!("#/components/examples/{code}") }));
    let examples: Map<String, Value> = codes.iter().map(reference).collect();
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("headers".into(), Value::Object(headers));
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
    let schema = schema_of(answer).cloned();
    let Some(answer) = answer.as_object_mut() else { return };
    let given = answer.get("headers").and_then(Value::as_object).cloned().unwrap_or_default();
    let reads = schema.as_ref().and_then(walk::referred).unwrap_or_default();
    let mut headers = Map::new();
    // Neither a page nor a trail has a version, nor has what speaks of many documents.
    let of_many =
        reads.starts_with("PageOf_") || reads.ends_with("Trail") || ["BulkResults", "Desk", "Me"].contains(&reads);
    let has_version = !of_many;
    for name in given.keys().filter(|name| has_version || *name != "ETag") {
        add_header(&mut headers, name);
    }
    if takes_key {
        add_header(&mut headers, "Idempotent-Replayed");
    }
    add_header(&mut headers, "X-Request-Id");
    answer.insert("headers".into(), Value::Object(headers));
    let Some(example) = example else { return };
    let content = answer.get_mut("content").and_then(|content| content.get_mut("application/json"));
    if let Some(content) = content.and_then(Value::as_object_mut) {
        content.insert("example".into(), example);
    }
}
