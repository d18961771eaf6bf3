//! Many documents in one call. See docs/rules/interface.md#bulk.

mod alike;
mod crash;
mod drafts;
mod memory;
mod rounds;
mod signatures;
mod slow;

use tests::prelude::*;

/// The body of a bulk.
fn of(items: &[Value], options: Value) -> Value {
    with(json!({ "items": items }), options)
}

/// One item of `/approvals/bulk`.
fn sign(kind: Kind, id: &str, action: &str) -> Value {
    let item = json!({ "document_type": kind.name, "id": id, "action": action });
    if action == "approve" { item } else { with(item, json!({ "reason": "r" })) }
}

/// For each item its status, or the code of its problem.
fn told(answer: &Answer) -> Vec<String> {
    let told = |result: &Value| match &result["problem"]["code"] {
        Value::String(code) => code.clone(),
        _ => result["status"].as_str().unwrap_or("?").to_owned(),
    };
    answer.data().iter().map(told).collect()
}
