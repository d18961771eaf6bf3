//! What was split is added up, over HTTP. See docs/rules/approval.md#splitting.

use std::sync::Arc;

use tests::prelude::*;
use tokio::task::JoinSet;

/// Level 1 up to 1,000, level 2 above, by the sums of a week.
async fn rules(app: &TestApp, by: &str) {
    for (level, role, min, max) in
        [(1, "manager", Value::Null, json!(1000)), (2, "controller", json!(1000.01), Value::Null)]
    {
        let rule = json!({
            "rule_id": format!("L{level}"), "rule_name": role, "document_type": "journal_entry", "rule_type": "Amount Threshold",
            "is_active": true, "priority": 1, "min_amount": min, "max_amount": max, "approval_level": level,
            "approver_type": "role", "approver_role": role, "aggregate_days": 7, "aggregate_by": by,
        });
        app.post("approval-rules", &app.admin(), rule).await.expect(201);
    }
}

async fn submitted(app: &TestApp, id: &str, amount: &str, who: &Token) -> Answer {
    app.post("journal-entries", who, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), who).await.expect(200)
}

fn levels(answer: &Answer) -> String {
    answer.number("required_approval_level")
}

tests::on_both! {
    async fn what_one_author_submits_is_added_up(app: TestApp) {
        app.open_books().await;
        let (carl, other) = (app.clerk(), app.token("Zoë", &["clerk"], &[]));
        // What was submitted before there was such a rule counts, too, however its author is spelt.
        submitted(&app, "JE-1", "300.00", &carl).await;
        submitted(&app, "JE-2", "900.00", &other).await;
        rules(&app, "author").await;
        let rule = app.get("approval-rules/L1", &app.admin()).await.expect(200);
        assert_eq!((&rule["aggregate_days"], &rule["aggregate_by"]), (&json!(7), &json!("author")));
        let third = submitted(&app, "JE-3", "700.00", &carl).await;
        assert_eq!(levels(&third), "1", "{}", third.text);
        let added = &third["approval_plan"]["steps"][0]["approvers"][0]["added_up"];
        assert_eq!(added["documents"], json!(["JE-1"]), "{}", third.text);
        let fourth = submitted(&app, "JE-4", "0.01", &carl).await;
        assert_eq!(levels(&fourth), "2", "{}", fourth.text);
        let spelt = submitted(&app, "JE-5", "100.01", &app.token("ZOË", &["clerk"], &[])).await;
        assert_eq!(levels(&spelt), "2", "{}", spelt.text);
        app.post("journal-entries", &carl, entry_named("JE-6", "1.00")).await.expect(201);
        let ask = json!({ "document_type": "journal_entry", "document_id": "JE-6" });
        let simulated = app.post("approval-rules/simulate", &app.admin(), ask).await.expect(200);
        assert_eq!(levels(&simulated), "2", "{}", simulated.text);
    }

    /// Submitted at one moment, each of ten passes below the bound alone, and the sums do not.
    async fn documents_of_one_moment_count_each_other(app: TestApp) {
        app.open_books().await;
        rules(&app, "author").await;
        let clerk = app.clerk();
        for at in 0..10 {
            app.post("journal-entries", &clerk, entry_named(&format!("JE-{at}"), "300.00")).await.expect(201);
        }
        let app = Arc::new(app);
        let mut submits = JoinSet::new();
        for at in 0..10 {
            let (app, clerk) = (Arc::clone(&app), clerk.clone());
            submits.spawn(async move { app.act(&format!("journal-entries/JE-{at}/submit-for-approval"), &clerk).await });
        }
        let named = |answer: &Answer| {
            let steps = answer["approval_plan"]["steps"].as_array().cloned().unwrap_or_default();
            let added = steps.last().and_then(|step| step["approvers"][0]["added_up"]["documents"].as_array().map(Vec::len));
            added.unwrap_or_else(|| panic!("{}", answer.text))
        };
        let mut sums: Vec<usize> = submits.join_all().await.iter().map(named).collect();
        sums.sort_unstable();
        assert_eq!(sums, (0..10).collect::<Vec<_>>(), "one after the other, each saw those before it");
    }

    async fn a_bulk_adds_up_its_own_items(app: TestApp) {
        app.open_books().await;
        rules(&app, "author").await;
        let items: Vec<Value> = (0..5).map(|at| entry_named(&format!("JE-{at}"), "300.00")).collect();
        let answer = app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
        assert!(!answer.text.contains("problem"), "{}", answer.text);
        let mut levels = Vec::new();
        for at in 0..5 {
            levels.push(app.get(&format!("journal-entries/JE-{at}"), &app.clerk()).await.expect(200).number("required_approval_level"));
        }
        assert_eq!(levels, ["1", "1", "1", "2", "2"]);
    }

    async fn what_is_wrong_with_it_is_named(app: TestApp) {
        app.open_books().await;
        let rule = |more: Value| with(json!({
            "rule_id": "R", "rule_name": "R", "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
            "priority": 1, "approval_level": 1, "approver_type": "role", "approver_role": "manager",
        }), more);
        for (more, pointer) in [
            (json!({ "aggregate_days": 7 }), "/aggregate_by"),
            (json!({ "aggregate_by": "author" }), "/aggregate_days"),
            (json!({ "aggregate_days": 367, "aggregate_by": "author" }), "/aggregate_days"),
            (json!({ "aggregate_days": 7, "aggregate_by": "vendor" }), "/aggregate_by"),
        ] {
            app.post("approval-rules", &app.admin(), rule(more)).await.expect(422).names(pointer);
        }
    }
}
