//! `/approval-rules`. See docs/rules/approval.md.

use tests::prelude::*;

tests::on_both! {
    async fn a_rule_is_checked_when_it_is_saved(app: TestApp) {
        let admin = app.admin();
        let base = || rule("R-1", "bill", 1, "0", Some("1000"), "manager");
        for (change, pointer) in [
            (json!({ "rule_id": null }), "/rule_id"),
            (json!({ "min_amount": number("2000") }), "/min_amount"),
            (json!({ "approver_role": null }), "/approver_role"),
            (json!({ "approver_user_id": "u" }), "/approver_user_id"),
            (json!({ "approval_level": 0 }), "/approval_level"),
            (json!({ "document_type": "poem" }), "/document_type"),
            (json!({ "rule_type": "Department Routing" }), "/department_ids"),
            (json!({ "department_ids": ["D"] }), "/department_ids"),
        ] {
            let said = change.to_string();
            let answer = app.post("approval-rules", &admin, with(base(), change)).await;
            assert_eq!(answer.status, 422, "{said}: {}", answer.text);
            answer.names(pointer);
        }
        let made = app.post("approval-rules", &admin, base()).await.expect(201);
        assert!(made["created_at"].is_string() && made["created_by"].is_string());
        app.post("approval-rules", &admin, base()).await.expect(409).problem("already_exists");
        let change = json!({ "min_amount": number("10"), "is_active": true, "priority": 3 });
        let changed = app.put("approval-rules/R-1", &admin, change).await.expect(200);
        assert_eq!((changed.number("priority"), changed["updated_at"].is_string()), ("3".into(), true));
        app.delete("approval-rules/R-1", &admin).await.expect(204);
        assert_eq!(app.get("approval-rules/R-1", &admin).await.expect(200)["is_active"], false);
        let history = app.get("approval-rules/R-1/history", &admin).await.expect(200);
        assert_eq!(history["audit_trail"].as_array().map(Vec::len), Some(3));
    }

    async fn simulation_and_coverage_tell_what_the_rules_do(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let ask = json!({ "document_type": "journal_entry", "amount": number("5000") });
        let told = app.post("approval-rules/simulate", &admin, ask).await.expect(200);
        assert_eq!(told.number("required_approval_level"), "2");
        assert_eq!(told["rules"].as_array().map(Vec::len), Some(3));
        let whole = app.get("approval-rules/coverage?document_type=journal_entry", &admin).await.expect(200);
        assert_eq!(whole["gaps"], json!([]));
        app.delete("approval-rules/journal_entry-2", &admin).await.expect(204);
        let holed = app.get("approval-rules/coverage?document_type=journal_entry", &admin).await.expect(200);
        assert_eq!(holed["gaps"][0]["min_amount"].to_string(), "1000.01");
        app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5000.00")).await.expect(201);
        let refused = app.act("journal-entries/JE-1/submit-for-approval", &app.clerk()).await;
        refused.expect(422).problem("no_matching_rule");
    }
}
