//! Example answers and parameters: made from the schema, with the values of one small story for each field name, and with what
//! the example request sent. They name what the demo company has, so that they can be tried as they stand.

use engine::document::DocumentKind;
use serde_json::{Map, Value, json};

use crate::spec::walk;

/// The id of the request in every example.
pub const REQUEST_ID: &str = "req-019b3f5e-7d2c-7e51-8f0a-3c1d5b7a9e24";

/// How deep an example follows references.
const DEPTH: usize = 8;

/// Optional fields that an example shows; the rest only come with a state that it is not in.
const SHOWN: [&str; 22] = [
    "memo",
    "reference",
    "description",
    "customer_name",
    "vendor_name",
    "employee_name",
    "account_name",
    "tax_account_id",
    "tax_amount",
    "approval_plan",
    "allowed_actions",
    "approver_role",
    "rule_id",
    "rule_version",
    "plan",
    "min_amount",
    "max_amount",
    "submitted_at",
    "submitted_by",
    "subtype",
    "after_status",
    "department_id",
];

/// The example of a successful answer.
pub fn answer(schemas: &Map<String, Value>, schema: &Value, operation: &str, sent: Option<&Value>) -> Value {
    let mut example = make(schemas, schema, "", DEPTH);
    if let Some(sent) = sent {
        overlay(&mut example, sent);
    }
    if let (Some(status), Some(field)) = (after(operation), example.get_mut("status")) {
        *field = json!(status);
    }
    if let (Some(required), Some(level)) = (example.get("required_approval_level").cloned(), example.get_mut("level")) {
        *level = required;
    }
    example
}

/// The status of a document after an operation on it.
fn after(operation: &str) -> Option<&'static str> {
    let begins = |prefix: &str| operation.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    [
        ("submitForApproval", "Pending Approval"),
        ("approve", "Posted"),
        ("reject", "Rejected"),
        ("hold", "On Hold"),
        ("unhold", "Pending Approval"),
        ("void", "Voided"),
        ("clear", "Cleared"),
        ("deposit", "Deposited"),
        ("apply", "Posted"),
    ]
    .into_iter()
    .find(|(prefix, _)| begins(prefix) && operation != "clearReconciliation")
    .map(|(_, status)| status)
}

/// A value that fits the schema of the field `name`.
fn make(schemas: &Map<String, Value>, schema: &Value, name: &str, depth: usize) -> Value {
    if let Some(found) = walk::referred(schema) {
        let target = schemas.get(found).unwrap_or(&Value::Null);
        return if depth == 0 { json!({}) } else { make(schemas, target, name, depth.saturating_sub(1)) };
    }
    if let Some(first) = schema.get("allOf").and_then(|parts| parts.get(0)) {
        return make(schemas, first, name, depth);
    }
    let allowed = schema.get("enum").and_then(Value::as_array);
    let fits = |value: &Value| allowed.is_none_or(|allowed| allowed.contains(value));
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => Value::Object(object(schemas, schema, depth)),
        Some("array") => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            known_items(name)
                .unwrap_or_else(|| json!([make(schemas, items, name.strip_suffix('s').unwrap_or(name), depth)]))
        }
        Some("boolean") => json!(matches!(name, "is_active" | "posted" | "matched")),
        Some("integer") => json!(whole(name)),
        Some("number") => number(name),
        Some("string") => Some(json!(text(schema, name)))
            .filter(fits)
            .or_else(|| allowed.and_then(|allowed| allowed.first()).cloned())
            .unwrap_or_default(),
        _ => json!({}),
    }
}

fn object(schemas: &Map<String, Value>, schema: &Value, depth: usize) -> Map<String, Value> {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let is_page = required.contains(&"has_more");
    properties
        .filter(|(name, _)| required.contains(&name.as_str()) || (!is_page && SHOWN.contains(&name.as_str())))
        .map(|(name, field)| (name.clone(), make(schemas, field, name, depth)))
        .collect()
}

/// Puts what was sent in the place of what was made up.
fn overlay(example: &mut Value, sent: &Value) {
    match (example, sent) {
        (Value::Object(example), Value::Object(sent)) => {
            for (name, value) in sent {
                if let Some(field) = example.get_mut(name) {
                    overlay(field, value);
                }
            }
        }
        (Value::Array(example), Value::Array(sent)) => {
            let Some(model) = example.first().cloned() else { return };
            let line = |(index, sent): (usize, &Value)| {
                let mut item = model.clone();
                overlay(&mut item, sent);
                if let Some(number) = item.get_mut("line_number") {
                    *number = json!(index.saturating_add(1));
                }
                one_sided(&mut item, sent);
                item
            };
            *example = sent.iter().enumerate().map(line).collect();
        }
        (example, sent) => *example = sent.clone(),
    }
}

/// A line of a journal entry has 0 on the side that was not sent.
fn one_sided(line: &mut Value, sent: &Value) {
    for (side, other) in [("debit", "credit"), ("credit", "debit")] {
        if let (Some(_), Some(field)) = (sent.get(side), line.get_mut(other)) {
            *field = json!(0);
        }
    }
}

/// Lists whose items say more than one made-up value would.
fn known_items(name: &str) -> Option<Value> {
    match name {
        "allowed_actions" => Some(json!(["edit", "delete", "submit-for-approval"])),
        "permissions" => Some(json!(["journal_entry.read", "report.read"])),
        "skipped_levels" | "gaps" | "overlaps" | "unreachable" => Some(json!([])),
        _ => None,
    }
}

fn whole(name: &str) -> i64 {
    match name {
        "current_approval_level" | "skipped" | "draft" | "on_hold" | "approved" => 0,
        "priority" => 10,
        "total_unposted" | "pending_approval" => 2,
        _ => 1,
    }
}

/// Three days of consulting at 800 with 7 % tax, and its payment.
fn number(name: &str) -> Value {
    match name {
        "subtotal" | "amount" => json!(2400),
        "tax_total" | "tax_amount" => json!(168),
        "tax_rate" => serde_json::from_str("0.07").unwrap_or_default(),
        "quantity" => json!(3),
        "rate" => json!(800),
        "exchange_rate" => json!(1),
        "amount_paid" | "opening_balance" | "difference" | "bank_adjustments" | "book_adjustments" | "min_amount" => {
            json!(0)
        }
        "amount_unapplied" | "invoice_amount_due" => json!(0),
        "total_debit" | "total_credit" | "debit" => json!(1200),
        "max_amount" => json!(1000),
        _ => json!(2568),
    }
}

fn text(schema: &Value, name: &str) -> String {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let known = match (format, name) {
        ("date", "due_date") => "2026-02-14",
        ("date", "end_date" | "to" | "statement_date") => "2026-01-31",
        ("date", "start_date" | "from") => "2026-01-01",
        ("date", _) => "2026-01-15",
        ("date-time", "created_at") => "2026-01-15T09:30:00.000000Z",
        ("date-time", _) => "2026-01-15T10:05:12.250000Z",
        (_, "created_by" | "submitted_by" | "updated_by" | "user_id" | "employee_id" | "delegate_user_id") => "clara",
        (
            _,
            "performed_by" | "held_by" | "unheld_by" | "approved_by" | "rejected_by" | "returned_by"
            | "manager_user_id",
        ) => "max",
        (_, name) if name.ends_with("_by") => "conny",
        (_, "currency") => "USD",
        (_, "status" | "after_status") => "Draft",
        (_, "invoice_status") => "Paid",
        (_, "gl" | "ap" | "ar" | "payroll") => "open",
        (_, "action") => "Created",
        (_, "entry_type") => "Standard",
        (_, "approver_type") => "role",
        (_, "approver_role") => "manager",
        (_, "rule_id") => "invoice-L1",
        (_, "covered_by") => "invoice-L2",
        (_, "rule_name") => "Invoice level 1: manager",
        (_, "customer_name") => "Acme Corporation",
        (_, "vendor_name") => "Paper & Pens Inc",
        (_, "employee_name" | "name") => "Clara Clerk",
        (_, "account_name") => "Consulting revenue",
        (_, "period_name") => "January 2026",
        (_, "memo" | "description") => "Consulting, three days",
        (_, "message") => "Posted to the general ledger",
        (_, "reason" | "void_reason") => "Entered twice",
        (_, "comments") => "Checked against the invoice",
        (_, "reference") => "2026-0815",
        (_, "payment_method") => "Bank Transfer",
        (_, "job_type") => "post_document",
        (_, name) => return id(name).map_or_else(|| name.replace('_', " "), str::to_owned),
    };
    known.to_owned()
}

/// An id by the name of its field.
fn id(name: &str) -> Option<&'static str> {
    Some(match name {
        "account_id" => "4000",
        "deposit_account_id" => "1000",
        "ap_account_id" => "2000",
        "ar_account_id" => "1100",
        "tax_account_id" => "2100",
        "customer_id" => "CUST-ACME",
        "vendor_id" => "VEND-PAPER",
        "user_id" => "clara",
        "role_id" => "clerk",
        "rule_id" => "invoice-L1",
        "period_id" | "posting_period_id" | "reversal_period_id" => "2026-01",
        "job_id" => "JOB-1",
        "reconciliation_id" => "REC-DEMO-1",
        "transaction_id" => "BPAY-DEMO-1",
        "department_id" => "SALES",
        "document_id" => "INV-DEMO-1",
        "payment_id" => "IPAY-DEMO-1",
        _ => return document(name),
    })
}

/// The id of a demo document, by its id field.
fn document(name: &str) -> Option<&'static str> {
    DocumentKind::ALL.into_iter().find(|kind| kind.id_field() == name || kind.name() == name).map(|kind| match kind {
        DocumentKind::JournalEntry => "JE-DEMO-001",
        DocumentKind::Bill => "BILL-DEMO-1",
        DocumentKind::Invoice => "INV-DEMO-1",
        DocumentKind::BillPayment => "BPAY-DEMO-1",
        DocumentKind::InvoicePayment => "IPAY-DEMO-1",
        DocumentKind::CreditMemo => "CM-DEMO-2",
        DocumentKind::Expense => "EXP-DEMO-1",
    })
}

/// The example of a parameter.
pub fn parameter(path: &str, place: &str, name: &str) -> Option<Value> {
    match (place, name) {
        ("path", "id") => {
            let collection = path.split("/{").next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
            document(&crate::spec::singular(collection).replace('-', "_")).map(|id| json!(id))
        }
        // Another month than the one that the examples of documents are dated in.
        ("path", "period_id") if path.ends_with("close") || path.ends_with("reopen") => Some(json!("2026-02")),
        ("path", name) => id(name).map(|id| json!(id)),
        ("query", "limit") => Some(json!(50)),
        ("query", "status") => Some(json!("Draft")),
        ("query", "from") => Some(json!("2026-01-01")),
        ("query", "to" | "as_of") => Some(json!("2026-01-31")),
        ("header", crate::headers::IDEMPOTENCY_KEY) => Some(json!("8f14e45f-ceea-467f-ab1b-5d7d1d7a9b1c")),
        ("header", crate::headers::IF_MATCH) => Some(json!("*")),
        _ => None,
    }
}
