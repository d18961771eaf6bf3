//! An answer has every field of its description, null where there is no value; and a client can put back what it read.

use super::trails::{change_more, collections};
use crate::examples::schema;
use tests::app::PREFIX;
use tests::prelude::*;
use tests::seen::{description, operations};

/// The schema of a GET's answer at this path.
fn answered(spec: &Value, path: &str) -> Value {
    let wanted = format!("{PREFIX}{path}");
    let found = operations(spec).into_iter().find(|(method, path, _)| method == "get" && *path == wanted);
    let (.., operation) = found.unwrap_or_else(|| panic!("no GET {wanted}"));
    operation["responses"]["200"]["content"]["application/json"]["schema"].clone()
}

/// Asserts that each of the fields is present and null.
#[track_caller]
fn is_null(answer: &Value, fields: &[&str]) {
    for field in fields {
        assert_eq!(answer.get(*field), Some(&Value::Null), "{field} in {answer}");
    }
}

tests::on_both! {
    async fn every_list_of_the_demo_company_is_as_described(app: TestApp) {
        assert!(api::demo::load(app.engine()).await.expect("the demo company"));
        change_more(&app).await;
        let (spec, mut wrong) = (description(), Vec::new());
        for path in collections().into_iter().map(|(path, _)| path).chain(["customers", "vendors", "jobs", "approvals/pending", "approvals/overdue", "approvals/returned"]) {
            let list = app.get(&format!("{path}?limit=200"), &app.admin()).await.expect(200);
            schema::faults(&spec, &answered(&spec, path), &list.json, path, &mut |fault| wrong.push(fault));
            let first = app.get(&format!("{path}?limit=1"), &app.admin()).await.expect(200);
            assert_eq!(first["next_cursor"].is_string(), first["has_more"] == true, "{}", first.text);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    async fn what_has_no_value_is_null(app: TestApp) {
        app.prepare(INVOICE).await;
        let (clerk, admin) = (app.clerk(), app.admin());
        let bare = with(entry("5.00"), json!({ "journal_entry_id": "JE-1", "memo": null }));
        let made = app.post("journal-entries", &clerk, bare).await.expect(201);
        let nothing_yet = ["original_entry_id", "memo", "required_approval_level", "submitted_at", "submitted_by"];
        is_null(&made.json, &nothing_yet);
        let read = app.get("journal-entries/JE-1", &clerk).await.expect(200);
        is_null(&read.json, &nothing_yet);
        app.put("journal-entries/JE-1", &clerk, read.json).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let pending = app.get("journal-entries/pending-approvals", &app.manager()).await.expect(200);
        is_null(&pending.json, &["next_cursor"]);
        is_null(&pending.data()[0], &["memo"]);
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let paid = json!({ "payment_date": PAY_DAY, "payment_amount": 5, "deposit_account_id": CASH });
        let received = app.post("invoices/I-1/receive-payment", &admin, paid).await.expect(201);
        is_null(&received.json, &["payment_method", "reference"]);
        let session = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
        });
        app.post("reconciliations", &admin, session).await.expect(201);
        let changed = app.put("reconciliations/R-1", &admin, json!({ "bankAdjustments": 1 })).await.expect(200);
        is_null(&changed.json, &["memo"]);
    }

    async fn a_record_with_nulls_can_be_put_back(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let by_manager = json!({ "approver_type": "manager", "approver_role": null, "min_amount": null });
        let made = app.post("approval-rules", &admin, with(rule("R-1", "bill", 1, "0", None, "x"), by_manager)).await;
        let nulls = ["min_amount", "max_amount", "approver_role", "approver_user_id", "updated_at", "updated_by"];
        is_null(&made.expect(201).json, &nulls);
        app.post("users", &admin, json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
        let collections = ["approval-rules", "accounts", "users", "roles", "customers", "vendors"];
        for (collection, id) in collections.into_iter().zip(["R-1", "1000", "ute", "clerk", "C-1", "V-1"]) {
            let path = format!("{collection}/{id}");
            let read = app.get(&path, &admin).await.expect(200);
            let put = app.put(&path, &admin, read.json.clone()).await.expect(200);
            let changes = json!({ "version": null, "updated_at": null, "updated_by": null });
            assert_eq!(with(put.json, changes.clone()), with(read.json, changes), "{path}");
        }
    }
}
