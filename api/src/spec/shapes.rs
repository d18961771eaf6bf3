//! The shapes of fields that the handlers' types leave open: closed lists of words, and objects made by hand.

use engine::document::EntryType;
use engine::document::Status;
use engine::document::lifecycle::Action;
use engine::kind::DocumentKind;
use engine::reconciliation::transaction::is_payment;
use serde_json::{Map, Value, json};

use super::walk;

/// Writes the shapes into the component schemas.
pub fn refine(spec: &mut Value) {
    let dry = dry_answers(spec);
    for (name, schema) in spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut).into_iter().flatten() {
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { continue };
        for (property, field) in properties.iter_mut() {
            if let (Some(Value::Object(shape)), Some(field)) = (shape(name, property, field), field.as_object_mut()) {
                // A list of its own stands in the place of one that is referred to.
                field.remove("$ref");
                field.remove("allOf");
                field.extend(shape);
            }
        }
        if dry.contains(name) {
            properties.insert("would_post".into(), would_post());
        }
    }
}

/// What there is to say of a field.
fn shape(schema: &str, property: &str, field: &Value) -> Option<Value> {
    let is_open = field.get("type").is_none() && field.get("$ref").is_none() && field.get("allOf").is_none();
    let is_text = field.get("type").and_then(Value::as_str) == Some("string") && field.get("enum").is_none();
    match (schema, property) {
        (_, "status" | "invoice_status" | "payment_status") if is_text => {
            Some(statuses(&Status::ALL.map(Status::name)))
        }
        ("JournalEntryInput", "entry_type") => {
            Some(json!({ "type": "string", "enum": EntryType::GIVEN.map(|known| known.name()) }))
        }
        (_, "transaction_ids") => Some(json!({ "items": { "type": "string", "pattern": transaction() } })),
        ("SubLedgerStates", _) => Some(statuses(&["open", "soft_closed", "hard_closed"])),
        ("PlanApprover", "approver_type") => Some(statuses(&["role", "user", "manager", "anyone"])),
        (_, "allowed_actions") => Some(json!({ "items": statuses_of_type(&Action::ALL.map(Action::name)) })),
        (_, "why_not") if is_open => Some(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        (_, "by_document_type") if is_open => Some(unposted()),
        (_, "problem") if is_open => Some(json!({ "allOf": [{ "$ref": "#/components/schemas/Problem" }] })),
        (_, "details" | "result") if is_open => Some(json!({ "type": "object", "additionalProperties": true })),
        _ => None,
    }
}

/// A payment by its id, or a line by its document's; the type before it where two documents have the same id.
fn transaction() -> String {
    let of = |payments: bool| {
        let kinds = DocumentKind::ALL.into_iter().filter(|kind| is_payment(*kind) == payments).map(DocumentKind::name);
        kinds.collect::<Vec<_>>().join("|")
    };
    let id = "[A-Za-z0-9._:-]{1,64}";
    format!("^(({})/)?{id}$|^(({})/)?{id}#(0|[1-9][0-9]{{0,17}})$", of(true), of(false))
}

fn statuses(names: &[&str]) -> Value {
    json!({ "enum": names })
}

fn statuses_of_type(names: &[&str]) -> Value {
    json!({ "type": "string", "enum": names })
}

/// By collection, then by status, what bars a close.
fn unposted() -> Value {
    let text = || json!({ "type": "string" });
    let amount = json!({ "type": "number", "format": crate::schema::formats::AMOUNT });
    let of = |kind: DocumentKind| {
        let (party, date) = match kind {
            DocumentKind::JournalEntry => ("memo", "created_at"),
            DocumentKind::Bill => ("vendor", "due_date"),
            DocumentKind::Invoice => ("customer", "due_date"),
            DocumentKind::BillPayment
            | DocumentKind::InvoicePayment
            | DocumentKind::CreditMemo
            | DocumentKind::Expense => ("party", "tran_date"),
        };
        let mut properties = Map::from_iter([("id".to_owned(), text()), ("amount".to_owned(), amount.clone())]);
        properties.insert(party.into(), json!({ "type": "string", "nullable": true }));
        let format = if date == "created_at" { "date-time" } else { "date" };
        properties.insert(date.into(), json!({ "type": "string", "format": format, "nullable": date == "due_date" }));
        let item = json!({ "type": "object", "required": ["id", "amount", party, date], "properties": properties });
        let lists = Status::UNPOSTED.map(engine::action::period::close::status_key);
        let list = |status: &str| (status.to_owned(), json!({ "type": "array", "items": item }));
        let lists_of: Map<String, Value> = lists.into_iter().map(list).collect();
        let shape = json!({ "type": "object", "required": lists, "properties": lists_of });
        (kind.collection().replace('-', "_"), shape)
    };
    let properties: Map<String, Value> = DocumentKind::ALL.into_iter().map(of).collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

/// The answers of the operations that can be run dry and then say what they would post.
fn dry_answers(spec: &mut Value) -> Vec<String> {
    let mut found = Vec::new();
    walk::operations(spec, |_, _, operation| {
        let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
        let is_dry = parameters.filter_map(|parameter| parameter.get("name")).any(|name| name == "dry_run");
        if !is_dry {
            return;
        }
        for status in ["200", "201"] {
            let schema = operation
                .get("responses")
                .and_then(|responses| responses.get(status))
                .and_then(|answer| answer.pointer("/content/application~1json/schema"));
            found.extend(schema.and_then(walk::referred).map(str::to_owned));
        }
    });
    found
}

fn would_post() -> Value {
    let amount = |description: &str| json!({ "type": "number", "format": crate::schema::formats::AMOUNT, "description": description });
    json!({
        "type": "array",
        "description": "Only with `dry_run=true`: the lines that would reach the ledger.",
        "items": {
            "type": "object",
            "required": ["account_id", "currency", "amount", "base_amount"],
            "properties": {
                "account_id": { "type": "string" },
                "currency": { "type": "string" },
                "amount": amount("In the document's currency; a debit is positive, a credit negative."),
                "base_amount": amount("The same in base currency."),
                "memo": { "type": "string", "nullable": true },
            },
        },
    })
}
