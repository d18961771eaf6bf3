//! Laws of the faults that the service reports in wrong bodies, for every operation with a body. The operations, and the fields of
//! their bodies, are those of the description.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeSet;

use reqwest::Method;
use tests::prelude::*;
use tests::seen::{description, operations, resolved};

/// Values that fields are sent with: one field by itself with one of them, all fields at once with each; none is right for all types.
const VALUES: &[&str] = &["5", "\"a b\"", "-1.5", "true", "[]", "{}", "[5,{}]"];

/// An operation with a body, about things of [`open`].
struct Operation {
    method: Method,
    path: String,
    /// All fields of the body, and the pointers of those that it must have.
    fields: Vec<String>,
    required: BTreeSet<String>,
}

/// Of every operation that takes a body; a document's is there twice: about a draft, and about a posted one.
fn all(change: &str) -> Vec<Operation> {
    let spec = description();
    let mut found = Vec::new();
    for (method, path, operation) in operations(&spec) {
        let schema = resolved(&spec, &operation["requestBody"]["content"]["application/json"]["schema"]);
        if !schema.is_object() {
            continue;
        }
        let required = schema["required"].as_array().into_iter().flatten();
        let required = required.filter_map(|name| Some(format!("/{}", name.as_str()?))).collect::<BTreeSet<_>>();
        let fields: Vec<_> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let collection = path.trim_start_matches(tests::app::PREFIX).split('/').next().unwrap_or_default();
        let ids = match collection {
            "accounting-periods" => vec!["2024-03"],
            "change-requests" => vec![change],
            "accounts" => vec![CASH],
            "approval-rule-drafts" => vec!["D-1"],
            "approval-rules" => vec!["journal_entry-1"],
            "customers" => vec!["C-1"],
            "delegations" | "deferrals" | "exchange-rates" | "matching-rules" => vec!["D-1"],
            "recurring-documents"
            | "fiscal-years"
            | "close-tasks"
            | "budgets"
            | "report-layouts"
            | "tax-codes"
            | "period-exceptions"
            | "payment-terms"
            | "write-off-rules" => {
                vec!["D-1"]
            }
            "dimensions" => vec!["department"],
            "dimension-values" => vec!["department:D-1"],
            "jobs" => vec!["none"],
            "reconciliations" => vec!["R-1"],
            "roles" => vec!["clerk"],
            "users" => vec!["ute"],
            "vendors" => vec!["V-1"],
            _ => vec!["D-1", "P-1"],
        };
        let ids = if path.contains('{') { ids } else { vec![""] };
        for id in ids {
            let segments = path.split('/').map(|segment| if segment.starts_with('{') { id } else { segment });
            found.push(Operation {
                method: method.to_uppercase().parse().expect("a method"),
                path: segments.collect::<Vec<_>>().join("/"),
                fields: fields.clone(),
                required: required.clone(),
            });
        }
    }
    assert!(found.len() > 100, "the description has operations with bodies");
    found
}

/// The id of a change request. Of every document type there is a draft `D-1` and a posted `P-1`; a reconciliation `R-1`, a user `ute`, an exchange rate, a delegation and a draft of rules `D-1`.
async fn open(app: &TestApp) -> String {
    app.open_debts().await;
    for kind in all_kinds() {
        app.draft(kind, kind.body("D-1")).await;
        app.posted(kind, kind.body("P-1")).await;
    }
    let session = json!({
        "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
    });
    app.post("reconciliations", &app.admin(), session).await.expect(201);
    app.post("users", &app.admin(), json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
    let rate = json!({ "exchange_rate_id": "D-1", "currency": "CHF", "date": "2024-01-02", "rate": 1.1 });
    app.post("exchange-rates", &app.admin(), rate).await.expect(201);
    app.post("delegations", &app.admin(), delegation("D-1")).await.expect(201);
    app.post("approval-rule-drafts", &app.admin(), json!({ "draft_id": "D-1" })).await.expect(201);
    let rule = json!({ "matching_rule_id": "D-1", "text_contains": "rent", "account_id": "6000" });
    app.post("matching-rules", &app.admin(), rule).await.expect(201);
    let recurring = json!({
        "recurring_document_id": "D-1", "name": "Rent", "document_type": "journal_entry", "makes": "draft",
        "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
        "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
    });
    app.post("recurring-documents", &app.admin(), recurring).await.expect(201);
    app.deferred("D-1").await;
    app.post("accounting-periods", &app.admin(), period("2025-01", "Late", "2025-01-01", "2025-01-31"))
        .await
        .expect(201);
    app.close("2025-01", "all").await;
    app.post("period-exceptions", &app.admin(), period_exception("D-1", "2025-01", "JE-LATE")).await.expect(201);
    // The operations of a checklist name a task by the id of the period.
    for id in ["D-1", "2024-03"] {
        let task = json!({ "close_task_id": id, "kind": "manual", "title": "Count the cash" });
        app.post("close-tasks", &app.admin(), task).await.expect(201);
    }
    let value = json!({ "dimension_id": "department", "value_id": "D-1", "value_name": "Sales" });
    app.post("dimension-values", &app.admin(), value).await.expect(201);
    app.post("tax-codes", &app.admin(), tax_code("D-1")).await.expect(201);
    app.post("payment-terms", &app.admin(), payment_terms("D-1")).await.expect(201);
    app.post("write-off-rules", &app.admin(), write_off_rule("D-1")).await.expect(201);
    let year = json!({
        "fiscal_year_id": "D-1", "fiscal_year_name": "January", "start_date": "2024-01-01", "end_date": "2024-01-31",
    });
    app.post("fiscal-years", &app.admin(), year).await.expect(201);
    let budget = json!({ "budget_id": "D-1", "budget_name": "January", "fiscal_year_id": "D-1" });
    app.post("budgets", &app.admin(), budget).await.expect(201);
    let layout = json!({
        "layout_id": "D-1", "layout_name": "Result", "statement": "income_statement",
        "lines": [{ "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] }],
    });
    app.post("report-layouts", &app.admin(), layout).await.expect(201);
    app.asked_for().await
}

/// Pointer and detail of each fault.
fn faults(answer: &Answer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| (text(&error["pointer"]), text(&error["detail"]))).collect()
}

/// What is wrong with this answer to a body that had these fields.
fn untrue(answer: &Answer, sent: &[&str]) -> Option<String> {
    let mut seen = BTreeSet::new();
    for (pointer, detail) in faults(answer) {
        let twice = !seen.insert(pointer.clone());
        let was_sent = sent.iter().any(|field| format!("/{field}") == pointer);
        let false_claim = was_sent && detail.starts_with("is required") && !detail.contains("not the base currency");
        if twice || false_claim || pointer.is_empty() {
            return Some(format!("{} with {sent:?}: {pointer:?} {detail}: {}", answer.request, answer.text));
        }
    }
    None
}

tests::on_both! {
    async fn no_field_is_named_twice_nor_told_to_be_missing_when_it_was_sent(app: TestApp) {
        let change = open(&app).await;
        let admin = app.admin();
        let mut wrong = Vec::new();
        for operation in all(&change) {
            let fields: Vec<&str> = operation.fields.iter().map(String::as_str).collect();
            let mut requests: Vec<(&[&str], &str)> = fields.chunks(1).zip(VALUES.iter().copied().cycle()).collect();
            requests.extend(VALUES.iter().map(|value| (fields.as_slice(), *value)));
            requests.push((&[], ""));
            for (sent, value) in requests {
                let members = sent.iter().map(|field| format!("\"{field}\":{value}")).collect::<Vec<_>>().join(",");
                let body = format!("{{{members}}}");
                let answer = app.send_text(operation.method.clone(), &operation.path, &admin, &[], Some(&body)).await;
                wrong.extend(untrue(&answer, sent).map(|what| format!("{body} {what}")));
            }
        }
        assert!(wrong.is_empty(), "{}\n{} in all", wrong[..wrong.len().min(40)].join("\n"), wrong.len());
    }

    async fn a_body_that_is_no_object_has_that_one_fault(app: TestApp) {
        let change = open(&app).await;
        let admin = app.admin();
        for operation in all(&change) {
            for body in ["[]", "5", "null", "\"text\"", "true"] {
                let answer = app.send_text(operation.method.clone(), &operation.path, &admin, &[], Some(body)).await;
                let answer = answer.expect(422).problem("invalid");
                assert_eq!(faults(&answer), [(String::new(), "must be an object".to_owned())], "{}", answer.request);
            }
        }
    }

    async fn what_a_body_lacks_is_told_whatever_the_state(app: TestApp) {
        let change = open(&app).await;
        let admin = app.admin();
        // Except for edits: an edit of a document that was submitted meanwhile is refused for that, and not for what differs.
        let about_state = |operation: &&Operation| operation.method == Method::POST && !operation.required.is_empty();
        for operation in all(&change).iter().filter(about_state) {
            let answer = app.send_text(operation.method.clone(), &operation.path, &admin, &[], Some("{}")).await;
            let answer = answer.expect(422).problem("invalid");
            let named: BTreeSet<_> = faults(&answer).into_iter().map(|(pointer, _)| pointer).collect();
            assert!(named.is_superset(&operation.required), "{}: {}", answer.request, answer.text);
        }
    }

    async fn a_wrong_currency_says_nothing_about_the_rate(app: TestApp) {
        open(&app).await;
        for kind in all_kinds() {
            let mut currencies = vec![json!("usd"), json!("XXZ"), json!(5)];
            currencies.extend(kind.payment().map(|_| json!("EUR")));
            for currency in currencies {
                let body = with(kind.body("N-1"), json!({ "currency": currency, "exchange_rate": number("1.1") }));
                let answer = app.post(kind.path, &app.clerk(), body).await.expect(422).problem("invalid");
                let named: Vec<_> = faults(&answer).into_iter().map(|(pointer, _)| pointer).collect();
                assert_eq!(named, ["/currency"], "{}", answer.text);
            }
        }
    }

    async fn all_that_a_payment_names_and_nobody_knows_is_told(app: TestApp) {
        open(&app).await;
        let unknown = json!("nowhere");
        for kind in payment_kinds() {
            let mut body = kind.body("N-1");
            let is_named = |field: &&String| field.ends_with("_id") && *field != kind.id;
            let fields: Vec<_> = body.as_object().into_iter().flat_map(|fields| fields.keys()).filter(is_named).cloned().collect();
            assert!(fields.len() >= 4, "{fields:?}");
            for field in &fields {
                body[field] = unknown.clone();
            }
            let answer = app.post(kind.path, &app.clerk(), body).await.expect(422).problem("invalid");
            let named: BTreeSet<_> = faults(&answer).into_iter().map(|(pointer, _)| pointer).collect();
            assert_eq!(named, fields.iter().map(|field| format!("/{field}")).collect(), "{}", answer.text);
        }
    }
}
