//! Which of the named refusals each operation answers with: its command's own, and those that its parameters and its body bring.
//!
//! The refusals of a command stand beside it ([`engine::books::command::Refuses`]), and a handler's error names its command
//! ([`crate::problem::refused::Refused`]). `tests/run` holds them against the service: no test may see an answer that the description does
//! not name, and every answer that it names must have been seen (`tests/answers`).

use engine::values::error::RefusalName;
use engine::values::kind::DocumentKind;
use serde_json::{Map, Value, json};

use super::names::PREFIX;
use super::walk;
use crate::headers::IDEMPOTENCY_KEY;
use crate::problem::described::SCHEMA;
use crate::problem::refused::{self, ALWAYS, DECLARED, GUARDED};
use crate::problem::{CONTENT_TYPE, OWN_CODES, status_of};

/// Where an operation keeps its command's own refusals while the description is made.
const OWN: &str = "x-own-refusals";

/// What the answer of a command that waits for signatures is called among the shared ones.
pub const ASKED_FOR: &str = "AskedFor";
const ASKED_FOR_SAYS: &str =
    "A rule asks for signatures first, and nothing has happened yet; read `/change-requests/{change_request_id}`";

/// Takes what the handlers declare out of the schemas of their errors, which are then problems as all others.
pub fn take(spec: &mut Value) {
    let schemas = walk::schemas(spec);
    walk::operations(spec, |_, path, operation| {
        let needs_period = needs_period(&schemas, operation);
        let mut declared = None;
        for (_, answer) in operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten() {
            let schema = answer.get_mut("content").and_then(|content| content.get_mut(CONTENT_TYPE)?.get_mut("schema"));
            let Some(schema) = schema else { continue };
            if let Some(name) = walk::referred(schema).filter(|name| name.starts_with(DECLARED)) {
                declared = Some(name.to_owned());
                *schema = walk::reference(SCHEMA);
            }
        }
        let Some(declared) = declared.and_then(|name| schemas.get(&name)) else { return };
        if declared.pointer(&format!("/properties/{GUARDED}")).is_some() {
            may_wait(operation);
        }
        let mut own: Vec<&Value> = Vec::new();
        for whose in [Some(ALWAYS), kind_of(path).map(DocumentKind::name)].into_iter().flatten() {
            let codes = declared.get("properties").and_then(|all| all.get(whose)?.get("enum")?.as_array());
            own.extend(codes.into_iter().flatten());
        }
        own.retain(|code| !needs_period || **code != RefusalName::NoOpenPeriod.code());
        operation.insert(OWN.into(), json!(own));
    });
}

/// Adds the answer of a command that waits for signatures: the one of all operations, or beside another that is accepted.
fn may_wait(operation: &mut Map<String, Value>) {
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    let Some(other) = responses.get_mut("202") else {
        responses.insert("202".into(), walk::reference_to("responses", ASKED_FOR));
        return;
    };
    if let Some(told) = other.get_mut("description") {
        *told = json!(format!("{}. Or: {ASKED_FOR_SAYS}", told.as_str().unwrap_or_default()));
    }
    if let Some(schema) = other.pointer_mut("/content/application~1json/schema") {
        *schema = json!({ "anyOf": [schema.take(), walk::reference(refused::ASKED_FOR)] });
    }
}

/// The answer of a command that waits for signatures, with this example.
pub fn asked_for(example: &Value) -> Value {
    let schema = walk::reference(refused::ASKED_FOR);
    json!({
        "description": ASKED_FOR_SAYS,
        "content": { "application/json": { "schema": schema, "example": example } },
        "headers": { "ETag": walk::reference_to("headers", "ETag"), "X-Request-Id": walk::reference_to("headers", "RequestId") },
    })
}

/// The document type that the operations of this path are about.
fn kind_of(path: &str) -> Option<DocumentKind> {
    let collection = path.strip_prefix(PREFIX)?.split('/').nth(1)?;
    DocumentKind::ALL.into_iter().find(|kind| kind.collection() == collection)
}

/// Whether the body has to name its period, which is then not looked for.
fn needs_period(schemas: &Map<String, Value>, operation: &Map<String, Value>) -> bool {
    let body = operation.get("requestBody").and_then(|body| body.pointer("/content/application~1json/schema"));
    let required = body.and_then(walk::referred).and_then(|name| schemas.get(name)?.get("required")?.as_array());
    required.is_some_and(|required| required.iter().any(|field| field == "posting_period_id"))
}

/// The refusals that are the operation's own; only until [`forget`].
pub fn own(operation: &Map<String, Value>) -> Vec<RefusalName> {
    let codes = operation.get(OWN).and_then(Value::as_array).into_iter().flatten();
    let known = |code: &Value| RefusalName::ALL.iter().copied().find(|name| code == name.code());
    codes.filter_map(known).collect()
}

/// What was kept only to make the description of it.
pub fn forget(operation: &mut Map<String, Value>) {
    operation.remove(OWN);
}

/// What is said of a body that should be JSON, and never of a file: that may be sent by any type.
const OF_JSON: [&str; 2] = ["broken_json", "unsupported_media_type"];

/// The codes with which the operation answers in this status.
pub fn codes(status: u16, operation: &Map<String, Value>) -> Vec<&'static str> {
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let takes_key =
        parameters.filter_map(|parameter| parameter.get("name")).any(|found| found.as_str() == Some(IDEMPOTENCY_KEY));
    let mut names =
        vec![RefusalName::UserInactive, RefusalName::Forbidden, RefusalName::NotFound, RefusalName::StaleVersion];
    names.extend(own(operation));
    if takes_key {
        names.extend([RefusalName::IdempotencyKeyReused, RefusalName::IdempotencyInProgress]);
    }
    let body = operation.get("requestBody").and_then(|body| body.get("content")).and_then(Value::as_object);
    let is_file = body.is_some_and(|types| !types.contains_key("application/json"));
    let never = |code: &str| code == "not_ready" || (is_file && OF_JSON.contains(&code));
    let general = OWN_CODES.into_iter().filter(|(of, code, _)| *of == status && !never(code));
    names.retain(|name| status_of(name.class()) == status);
    general.map(|(_, code, _)| code).chain(names.into_iter().map(RefusalName::code)).collect()
}
