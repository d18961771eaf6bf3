//! Says in the schemas what the body's check ([`crate::body`]) does anyway: which fields there are, which may be null, and the
//! bounds of numbers and texts. So generated clients and test data send only what the service can read.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{limits, null, walk};
use crate::schema::amount::{BOUNDS, Bounds};
use crate::schema::{formats, is_partial};

/// No control character but line breaks and tab.
const TEXT_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$";
/// The same, with a character that is not blank.
const NAME_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*[^\s\u0000-\u001F\u007F-\u009F][^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$";

/// Fields that answers leave out: what was not asked for, and the reasons why not where there are none. All others are always
/// there, null when they have no value.
const LEFT_OUT: [&str; 11] = [
    "after_reconciliations",
    "total",
    "allowed_actions",
    "why_not",
    "reversal_problem",
    "would_post",
    "job_id",
    "rate_override",
    "left_out",
    "is_partial",
    "comparatives",
];

/// Whether answers leave the field of this schema out.
fn is_left_out(schema: &str, field: &str) -> bool {
    let of_one = [
        // Of an import alone.
        ("BankStatement", "is_known"),
        ("BankStatement", "not_booked"),
        ("BulkResult", "problem"),
        // Of a statement by a layout; of a column that begins with the books.
        ("BalanceSheet", "layout"),
        ("CashFlow", "layout"),
        ("IncomeStatement", "layout"),
        ("TrialBalanceColumn", "from"),
        // Of a column that is a part; of a balance sheet of some lines.
        ("TrialBalanceColumn", "part"),
        ("IncomeColumn", "part"),
        ("BalanceColumn", "part"),
        ("EquitySection", "balancing_item"),
        ("BalanceColumn", "balancing_item"),
        // Of a line that names some.
        ("ItemLine", "dimensions"),
        ("JournalLine", "dimensions"),
        // Of a line with a tax code.
        ("ItemLine", "tax_code_id"),
        ("ItemLine", "not_recoverable_tax"),
        ("ItemLine", "reverse_charge_tax"),
        ("ItemLine", "reverse_charge_account_id"),
        // Of a period that has a checklist.
        ("Closed", "open_tasks"),
        ("Page", "totals"),
        ("PlanApprover", "approver_user_ids"),
        ("PlanApprover", "passed"),
        ("PlanApprover", "added_up"),
        ("PlanApprover", "due_in_hours"),
        ("PlanApprover", "remind_every_hours"),
        ("PlanApprover", "escalate_to"),
        ("PlanApprover", "escalated_at"),
        ("PlanApprover", "escalated_to"),
        ("RoutingPlan", "rule_set"),
        ("PlanStep", "waits_since"),
        ("PlanStep", "deadline"),
        ("Escalation", "approver_role"),
        ("Escalation", "approver_user_id"),
        ("Coverage", "not_compared"),
        ("UnpostedSummary", "by_type"),
    ];
    let of_each_type = match field {
        "signatures_missing" | "on_behalf_of" => schema.ends_with("Approved"),
        // Only an application that takes another back names one.
        "undoes" => schema.ends_with("Application"),
        // Given or not.
        "reason" => {
            ["Uncleared", "Undeposited", "Unapplied", "Unreturned"].iter().any(|answer| schema.ends_with(answer))
        }
        // Of what has payment terms, and of a payment that takes a discount.
        "payment_terms_id" => !schema.starts_with("PaymentTerms"),
        "discount" | "discount_date" | "discount_amount" | "discount_account_id" => true,
        // Of a payment that writes a difference off.
        "write_off" | "write_off_account_id" => true,
        "write_off_rule_id" => !schema.starts_with("WriteOffRule"),
        // Lists leave them out where `lines=false` asks so.
        "lines" => !schema.starts_with("Witness"),
        _ => false,
    };
    // What an example does not have, so that `simulate` takes it as it is.
    let of_an_example = schema.starts_with("Witness") && !["document_type", "amount", "lines"].contains(&field);
    // Null before it is signed.
    let of_a_change = schema.starts_with("ChangeRequest") && field == "job_id";
    LEFT_OUT.contains(&field) && !of_a_change || of_one.contains(&(schema, field)) || of_each_type || of_an_example
}

/// Refines every schema of the description.
pub fn refine(spec: &mut Value) {
    let (sent, answered) = (sent(spec), answered(spec));
    for (name, schema) in spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut).into_iter().flatten() {
        walk::objects(schema, &mut |schema| {
            // It repeats the component's name, or that of the type it was made from.
            if schema.get("title").is_some_and(Value::is_string) {
                schema.remove("title");
            }
            flatten(schema);
            bound_integer(schema);
        });
        if let (Some(bounds), Some(schema)) = (BOUNDS.iter().find(|it| it.schema == name), schema.as_object_mut()) {
            bound(schema, bounds);
        }
        if sent.contains(name) {
            let is_partial = is_partial(name);
            walk::objects(schema, &mut |schema| close(schema, is_partial));
            walk::objects(schema, &mut limits::set);
        } else if answered.contains(name) {
            complete(name, schema);
            walk::objects(schema, &mut |schema| {
                // The format says so already.
                if schema.get("maximum").and_then(Value::as_i64) == Some(i64::MAX) {
                    schema.remove("maximum");
                }
            });
        }
    }
    walk::operations(spec, |_, _, operation| {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(schema) = parameter.get_mut("schema").and_then(Value::as_object_mut) {
                bound_integer(schema);
            }
        }
    });
    null::name_references(spec);
    drop_unused(spec);
}

/// Takes out what nothing refers to any more.
fn drop_unused(spec: &mut Value) {
    let schemas = walk::schemas(spec);
    let mut used = BTreeSet::new();
    walk::reachable(&schemas, spec.get("paths").unwrap_or(&Value::Null), &mut used);
    if let Some(schemas) = spec.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// The schemas that requests are made of.
fn sent(spec: &mut Value) -> BTreeSet<String> {
    let schemas = walk::schemas(spec);
    let mut found = BTreeSet::new();
    walk::operations(spec, |_, _, operation| {
        let body = operation.get("requestBody").unwrap_or(&Value::Null);
        walk::reachable(&schemas, body, &mut found);
    });
    found
}

/// The schemas that successes are made of, and problems are not.
fn answered(spec: &mut Value) -> BTreeSet<String> {
    let schemas = walk::schemas(spec);
    let (mut found, mut refused) = (BTreeSet::new(), BTreeSet::new());
    walk::operations(spec, |_, _, operation| {
        for (status, answer) in operation.get("responses").and_then(Value::as_object).into_iter().flatten() {
            walk::reachable(&schemas, answer, if status.starts_with('2') { &mut found } else { &mut refused });
        }
    });
    found.retain(|name| !refused.contains(name));
    found
}

/// What an answer says: every field, null for what has no value.
fn complete(schema_name: &str, schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    let mut required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if required.iter().any(|known| known == name) || is_left_out(schema_name, name) {
            continue;
        }
        required.push(json!(name));
        null::allow(field);
    }
    if !required.is_empty() {
        schema.insert("required".into(), Value::Array(required));
    }
}

/// A described reference comes as `allOf` of the reference and of the description, which stands beside it anyway.
fn flatten(schema: &mut Map<String, Value>) {
    let Some(parts) = schema.get_mut("allOf").and_then(Value::as_array_mut) else { return };
    parts.retain(|part| part.as_object().is_none_or(|part| part.keys().any(|key| key != "description")));
}

/// A number that is read digit by digit: to the last digit of its range. `double`, so that clients do not read it into 32 bits.
fn bound(schema: &mut Map<String, Value>, bounds: &Bounds) {
    schema.insert("format".into(), json!("double"));
    for (bound, value) in [("minimum", bounds.least), ("maximum", bounds.most)] {
        if let Some(value) = value.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
            schema.insert(bound.into(), value);
        }
    }
}

/// Whole numbers: their range as whole numbers, under the formats that `OpenAPI` knows.
fn bound_integer(schema: &mut Map<String, Value>) {
    if schema.get("type").and_then(Value::as_str) != Some("integer") {
        return;
    }
    for bound in ["minimum", "maximum"] {
        let whole = schema.get(bound).filter(|value| !value.is_i64()).and_then(Value::as_f64);
        let whole = whole.map(|value| format!("{value:.0}"));
        if let Some(whole) = whole.and_then(|text| text.parse::<i64>().ok()) {
            schema.insert(bound.into(), json!(whole));
        }
    }
    let most = match schema.get("format").and_then(Value::as_str) {
        Some("uint32") => i64::from(u32::MAX),
        Some("uint64") => i64::MAX,
        _ => return,
    };
    schema.insert("format".into(), json!("int64"));
    schema.entry("minimum").or_insert(json!(0));
    schema.entry("maximum").or_insert(json!(most));
}

/// What a request sends: no other fields, null for what may be left out, and texts that can be kept.
fn close(schema: &mut Map<String, Value>, is_partial: bool) {
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => close_object(schema, is_partial),
        Some("string") => close_text(schema),
        Some("integer") if schema.get("format").and_then(Value::as_str) == Some("int64") => {
            schema.entry("minimum").or_insert(json!(i64::MIN));
            schema.entry("maximum").or_insert(json!(i64::MAX));
        }
        _ => {}
    }
}

fn close_object(schema: &mut Map<String, Value>, is_partial: bool) {
    schema.entry("additionalProperties").or_insert(json!(false));
    let required: BTreeSet<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        let is_nullable = field.get("nullable").and_then(Value::as_bool).unwrap_or(false);
        if required.contains(name) || (is_partial && !is_nullable) {
            continue;
        }
        null::allow(field);
    }
}

fn close_text(schema: &mut Map<String, Value>) {
    let is_other = ["enum", "format"].iter().any(|key| schema.contains_key(*key));
    let pattern = match schema.get("pattern").and_then(Value::as_str) {
        Some(formats::NOT_BLANK_PATTERN) => NAME_PATTERN,
        None if !is_other => TEXT_PATTERN,
        _ => return,
    };
    schema.insert("pattern".into(), json!(pattern));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_closed_and_may_be_null_where_it_may_be_left_out() {
        let mut spec = json!({
            "paths": { "/x": { "post": { "requestBody": { "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Input" },
            } } } } } },
            "components": { "schemas": {
                "Input": { "type": "object", "required": ["a"], "properties": {
                    "a": { "type": "string", "pattern": "\\S" },
                    "b": { "$ref": "#/components/schemas/Word" },
                    "c": { "allOf": [{ "$ref": "#/components/schemas/Word" }, { "description": "C" }], "description": "C" },
                    "d": { "type": "integer", "format": "uint32", "minimum": 1.0 },
                } },
                "Word": { "type": "string", "enum": ["x"] },
            } },
        });
        refine(&mut spec);
        let schemas = &spec["components"]["schemas"];
        let field = |name: &str| schemas["Input"]["properties"][name].clone();
        assert_eq!(schemas["Input"]["additionalProperties"], false);
        assert_eq!(field("a"), json!({ "type": "string", "pattern": NAME_PATTERN }));
        assert_eq!(field("b"), json!({ "$ref": "#/components/schemas/WordOrNull" }));
        assert_eq!(field("c"), json!({ "allOf": [{ "$ref": "#/components/schemas/WordOrNull" }], "description": "C" }));
        assert_eq!(
            field("d"),
            json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX, "nullable": true })
        );
        assert_eq!(schemas["WordOrNull"], json!({ "type": "string", "enum": ["x", null], "nullable": true }));
        assert_eq!(schemas["Word"], Value::Null, "nothing refers to it any more");
    }
}
