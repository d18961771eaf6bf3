//! The shapes of fields that the handlers' types leave open: closed lists of words, and objects made by hand.

use engine::books::change_request::Move;
use engine::books::cleared::is_payment;
use engine::books::document::EntryType;
use engine::books::document::Status;
use engine::books::document::lifecycle::Action;
use engine::values::kind::{DocumentKind, Unposted};
use serde_json::{Map, Value, json};

use super::walk::{self, reference};

/// Writes the shapes into the component schemas.
pub fn refine(spec: &mut Value) {
    let dry = dry_answers(spec);
    let Some(schemas) = spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    for (name, schema) in schemas.iter_mut() {
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { continue };
        for (property, field) in properties.iter_mut() {
            if let (Some(Value::Object(shape)), Some(field)) = (shape(name, property, field), field.as_object_mut()) {
                // A list of its own stands in the place of one that is referred to.
                field.remove("$ref");
                field.remove("allOf");
                if shape.contains_key("allOf") {
                    field.remove("type");
                }
                field.extend(shape);
            }
        }
        if dry.contains(name) {
            properties.insert("would_post".into(), reference("WouldPost"));
            properties.entry("after_reconciliations").or_insert_with(|| reference("AfterReconciliations"));
        }
    }
    schemas.extend(shared());
}

/// What there is to say of a field.
fn shape(schema: &str, property: &str, field: &Value) -> Option<Value> {
    let is_open = field.get("type").is_none() && field.get("$ref").is_none() && field.get("allOf").is_none();
    match (schema, property) {
        ("JournalEntryInput", "entry_type") => {
            Some(json!({ "type": "string", "enum": EntryType::GIVEN.map(|known| known.name()) }))
        }
        (_, "transaction_ids") => Some(json!({ "items": reference("TransactionId") })),
        ("SubLedgerStates", _) => Some(json!({ "enum": ["open", "soft_closed", "hard_closed"] })),
        ("PlanApprover", "approver_type") => {
            Some(json!({ "enum": ["role", "user", "manager", "manager_chain", "anyone"] }))
        }
        ("Passed", "reason") => Some(json!({ "enum": ["inactive", "over_limit"] })),
        ("ChangeRequest", "allowed_actions") => {
            let moves: Vec<&str> = Move::ALL.iter().map(|step| step.name()).collect();
            Some(json!({ "items": { "type": "string", "enum": moves } }))
        }
        ("AskedCall", "body") => Some(json!({ "type": "object", "additionalProperties": true })),
        (_, "allowed_actions") => Some(json!({ "items": reference("DocumentAction") })),
        (_, "why_not") if is_open => Some(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        (_, "by_document_type") if is_open => Some(unposted()),
        (_, "problem") if is_open => Some(is_a("Problem")),
        (_, "details" | "result") if is_open => Some(json!({ "type": "object", "additionalProperties": true })),
        _ => None,
    }
}

/// One of the schemas that stand once for all fields, whatever else the field says.
fn is_a(name: &str) -> Value {
    json!({ "allOf": [reference(name)] })
}

/// The schemas that stand once for all fields.
fn shared() -> Vec<(String, Value)> {
    let words = |names: &[&str]| json!({ "type": "string", "enum": names });
    let mut shared = vec![
        ("DocumentAction".to_owned(), words(&Action::ALL.map(Action::name))),
        ("TransactionId".to_owned(), json!({ "type": "string", "pattern": transaction() })),
        ("WouldPost".to_owned(), would_post()),
        ("AfterReconciliations".to_owned(), after_reconciliations()),
        ("WouldPostLine".to_owned(), would_post_line()),
    ];
    shared.extend(Waiting::ALL.into_iter().flat_map(Waiting::schemas));
    shared
}

/// A payment by its id, what came back of it, or a line by its document's; the type before it where two documents have the same id.
fn transaction() -> String {
    let of = |payments: bool| {
        let kinds = DocumentKind::ALL.into_iter().filter(|kind| is_payment(*kind) == payments).map(DocumentKind::name);
        kinds.collect::<Vec<_>>().join("|")
    };
    let id = "[A-Za-z0-9._:-]{1,64}";
    format!("^(({})/)?{id}(#return)?$|^(({})/)?{id}#(0|[1-9][0-9]{{0,17}})$", of(true), of(false))
}

/// How the documents that bar a close are shown.
#[derive(Clone, Copy)]
enum Waiting {
    Entry,
    Bill,
    Invoice,
    Other,
}

impl Waiting {
    const ALL: [Self; 4] = [Self::Entry, Self::Bill, Self::Invoice, Self::Other];

    fn of(kind: DocumentKind) -> Self {
        match kind.facts().unposted {
            Unposted::Memo => Self::Entry,
            Unposted::Due(party) if party == Self::Bill.party() => Self::Bill,
            Unposted::Due(_) => Self::Invoice,
            Unposted::Dated => Self::Other,
        }
    }

    /// What its party is called.
    const fn party(self) -> &'static str {
        match self {
            Self::Entry => "memo",
            Self::Bill => "vendor",
            Self::Invoice => "customer",
            Self::Other => "party",
        }
    }

    /// The names of its schemas: of one document, and of those of a type by their status.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Entry => ("UnpostedEntry", "EntriesByStatus"),
            Self::Bill => ("UnpostedBill", "BillsByStatus"),
            Self::Invoice => ("UnpostedInvoice", "InvoicesByStatus"),
            Self::Other => ("UnpostedDocument", "DocumentsByStatus"),
        }
    }

    fn schemas(self) -> [(String, Value); 2] {
        let party = self.party();
        let mut date = match self {
            Self::Entry => ("created_at", reference("Timestamp")),
            Self::Bill | Self::Invoice => ("due_date", is_a("Date")),
            Self::Other => ("tran_date", reference("Date")),
        };
        if date.0 == "due_date" {
            super::null::allow(&mut date.1);
        }
        let properties = Map::from_iter([
            ("id".to_owned(), json!({ "type": "string" })),
            (party.to_owned(), json!({ "type": "string", "nullable": true })),
            ("amount".to_owned(), reference("Amount")),
            (date.0.to_owned(), date.1),
        ]);
        let required: Vec<&String> = properties.keys().collect();
        let one = json!({ "type": "object", "required": required, "properties": properties });
        let (name, by_status) = self.names();
        let lists = Status::UNPOSTED.map(engine::features::periods::commands::close::status_key);
        let list = |status: &str| (status.to_owned(), json!({ "type": "array", "items": reference(name) }));
        let properties: Map<String, Value> = lists.into_iter().map(list).collect();
        let all = json!({ "type": "object", "required": lists, "properties": properties });
        [(name.to_owned(), one), (by_status.to_owned(), all)]
    }
}

/// By collection, then by status, what bars a close.
fn unposted() -> Value {
    let of = |kind: DocumentKind| (kind.collection().replace('-', "_"), reference(Waiting::of(kind).names().1));
    let properties: Map<String, Value> = DocumentKind::ALL.into_iter().map(of).collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

/// The answers of the operations that can be run dry and then say what they would post.
fn dry_answers(spec: &mut Value) -> Vec<String> {
    let schemas = walk::schemas(spec);
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
            found.extend(schema.and_then(walk::referred).map(|name| common(&schemas, name)));
        }
    });
    found
}

/// The schema of what the answers of all document types have in common, where there is one; else that of the answer itself.
fn common(schemas: &Map<String, Value>, name: &str) -> String {
    let parts = schemas.get(name).and_then(|schema| schema.get("allOf")).and_then(Value::as_array);
    parts.into_iter().flatten().find_map(walk::referred).unwrap_or(name).to_owned()
}

fn after_reconciliations() -> Value {
    json!({
        "type": "array",
        "description": "With `dry_run=true`: the completed reconciliations that did not see it, where there are any.",
        "items": reference("AfterReconciliation"),
    })
}

fn would_post() -> Value {
    json!({
        "type": "array",
        "description": "Only with `dry_run=true`: the lines that would reach the ledger.",
        "items": reference("WouldPostLine"),
    })
}

fn would_post_line() -> Value {
    let amount = |description: &str| json!({ "allOf": [reference("Amount")], "description": description });
    json!({
        "type": "object",
        "required": ["account_id", "currency", "amount", "base_amount"],
        "properties": {
            "account_id": { "type": "string" },
            "currency": { "type": "string" },
            "amount": amount("In the document's currency; a debit is positive, a credit negative."),
            "base_amount": amount("The same in base currency."),
            "memo": { "type": "string", "nullable": true },
        },
    })
}
