//! Null in a body that says only what is to change: taken where it means something, refused everywhere else.
//! See docs/rules/interface.md#unknown-fields.

use std::collections::BTreeSet;

use tests::prelude::*;
use tests::seen::{description, operations, resolved, schema};

/// Things with such a body, each with the fields that may be null.
const PARTIAL: [(&str, &str, &[&str]); 9] = [
    (
        "approval-rules",
        "journal_entry-1",
        &[
            "document_type",
            "document_types",
            "min_amount",
            "max_amount",
            "approver_role",
            "approver_user_id",
            "approver_user_ids",
            "department_ids",
            "cost_center_ids",
            "due_in_hours",
            "remind_every_hours",
            "escalate_to",
            "aggregate_days",
            "aggregate_by",
        ],
    ),
    ("approval-rule-drafts", "D-1", &[]),
    ("delegations", "D-1", &["document_types", "amount_limit"]),
    ("accounts", CASH, &["subtype", "currency"]),
    ("customers", "C-1", &["user_id", "address", "vat_id", "email", "phone", "payment_terms_id"]),
    ("vendors", "V-1", &["user_id", "address", "vat_id", "email", "phone", "payment_terms_id"]),
    ("users", "ute", &["manager_user_id"]),
    ("roles", "clerk", &[]),
    ("reconciliations", "R-1", &["memo"]),
];

/// The fields of the body of a PUT in the collection, and those of them that the description calls nullable.
fn fields(collection: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let spec = description();
    let put = operations(&spec).into_iter().find(|(method, path, _)| {
        method == "put" && path.trim_start_matches(tests::app::PREFIX).split('/').next() == Some(collection)
    });
    let (_, _, operation) = put.unwrap_or_else(|| panic!("a PUT in {collection}"));
    let body = resolved(&spec, &operation["requestBody"]["content"]["application/json"]["schema"]);
    let properties = body["properties"].as_object().expect("fields");
    // Of alternatives one may be null.
    let nullable = properties.iter().filter(|(_, field)| {
        let field = schema(&spec, field);
        field["nullable"] == true || field["anyOf"].as_array().into_iter().flatten().any(|one| one["nullable"] == true)
    });
    (properties.keys().cloned().collect(), nullable.map(|(name, _)| name.clone()).collect())
}

tests::on_both! {
    async fn null_is_not_left_out(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
        let session = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
        });
        app.post("reconciliations", &admin, session).await.expect(201);
        app.post("delegations", &admin, delegation("D-1")).await.expect(201);
        app.post("approval-rule-drafts", &admin, json!({ "draft_id": "D-1" })).await.expect(201);
        for (collection, id, may_be_null) in PARTIAL {
            let path = format!("{collection}/{id}");
            let before = app.get(&path, &admin).await.expect(200);
            let (all, nullable) = fields(collection);
            assert_eq!(nullable, may_be_null.iter().map(|name| (*name).to_owned()).collect(), "{collection}");
            let refused: BTreeSet<_> = all.difference(&nullable).map(|name| format!("/{name}")).collect();
            let body: Value = refused.iter().map(|pointer| (pointer[1..].to_owned(), Value::Null)).collect();
            let answer = app.put(&path, &admin, body).await.expect(422).problem("invalid");
            let named: BTreeSet<_> = answer["errors"].as_array().into_iter().flatten()
                .filter_map(|error| error["pointer"].as_str().map(str::to_owned)).collect();
            assert_eq!(named, refused, "{}", answer.text);
            assert_eq!(app.get(&path, &admin).await.expect(200).header("ETag"), before.header("ETag"), "{path}");
            // What was read can still be put back, whatever is null in it.
            app.put(&path, &admin, before.json).await.expect(200);
        }
        let open = app.put("approval-rules/journal_entry-1", &admin, json!({ "max_amount": null })).await.expect(200);
        assert!(open["max_amount"].is_null(), "{}", open.text);
    }

    async fn a_routing_rule_keeps_what_it_routes_by(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let routing = json!({ "rule_type": "Department Routing", "department_ids": ["D1"], "max_amount": null });
        let body = with(rule("R-1", "bill", 1, "0", None, "manager"), routing);
        app.post("approval-rules", &admin, body).await.expect(201);
        app.put("approval-rules/R-1", &admin, json!({ "priority": 3 })).await.expect(200);
        app.put("approval-rules/R-1", &admin, json!({ "cost_center_ids": null })).await.expect(200);
        let none = json!({ "department_ids": null });
        app.put("approval-rules/R-1", &admin, none).await.expect(422).names("/department_ids");
    }
}
