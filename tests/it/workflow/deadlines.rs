//! Deadlines, reminders and escalation over HTTP. The clock is moved, and nobody waits. See docs/rules/approval.md#deadlines.

use tests::prelude::*;

const HOUR: i64 = 3_600_000;

/// Signs entries at level 1, within four hours; after that the cfo may, too.
fn rule(more: Value) -> Value {
    let all = json!({
        "rule_id": "soon", "rule_name": "soon", "document_type": "journal_entry", "rule_type": "Amount Threshold",
        "is_active": true, "priority": 1, "min_amount": null, "max_amount": null, "approval_level": 1, "approver_type": "role",
        "approver_role": "manager", "due_in_hours": 4, "remind_every_hours": 3,
        "escalate_to": { "approver_type": "role", "approver_role": "cfo" },
    });
    with(all, more)
}

/// Somebody whose token outlives the test's clock.
fn token(user: &str, role: &str) -> Token {
    Token::of(&json!({ "sub": user, "exp": tests::token::now() + 10 * 86_400, "roles": [role] }))
}

tests::on_both! {
    async fn what_is_not_signed_in_time_gets_further_signers(app: TestApp) {
        app.open_books().await;
        let (clerk, manager, cfo) = (token("carl", "clerk"), token("mona", "manager"), token("fiona", "cfo"));
        let made = app.post("approval-rules", &app.admin(), rule(json!({}))).await.expect(201);
        let to = json!({ "approver_type": "role", "approver_role": "cfo" });
        assert_eq!((&made["due_in_hours"], &made["remind_every_hours"], &made["escalate_to"]), (&json!(4), &json!(3), &to));
        // What was read can be put back.
        app.put("approval-rules/soon", &app.admin(), made.json.clone()).await.expect(200);
        for id in ["JE-1", "JE-2"] {
            app.post("journal-entries", &clerk, entry_named(id, "5.00")).await.expect(201);
            app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
        }
        let on_hold = app.post("journal-entries/JE-2/hold", &manager, json!({ "reason": "asked" })).await;
        on_hold.expect(200);
        let engine = app.engine();
        assert_eq!(engine.escalate_late().await.expect("none"), 0);
        assert_eq!(app.get("approvals/overdue", &manager).await.expect(200).number("total"), "0");
        app.act("journal-entries/JE-1/approve", &cfo).await.expect(403);

        engine.clock.shift(3 * HOUR);
        let reminded = app.get("approvals/overdue", &manager).await.expect(200);
        let row = &reminded["data"][0];
        assert_eq!((reminded.number("total"), &row["reminders"], &row["is_late"]), ("1".into(), &json!(1), &json!(false)), "{}", reminded.text);

        engine.clock.shift(HOUR);
        let desk = app.get("approvals/pending?is_late=true&sort=deadline", &manager).await.expect(200);
        assert_eq!((&desk["data"][0]["document_id"], desk.number("total")), (&json!("JE-1"), "1".into()), "{}", desk.text);
        assert!(engine.escalate_late().await.expect("escalated") <= 1, "the schedule may have been first");
        let shown = app.get("journal-entries/JE-1", &cfo).await.expect(200);
        let approver = &shown["approval_plan"]["steps"][0]["approvers"][0];
        assert_eq!((&approver["escalated_to"], approver["escalated_at"].is_string()), (&to, true), "{}", shown.text);
        let trail = app.get("journal-entries/JE-1/audit-trail", &cfo).await.expect(200);
        let escalations: Vec<&Value> =
            trail["audit_trail"].as_array().expect("rows").iter().filter(|row| row["action"] == "Escalate").collect();
        assert_eq!(escalations.len(), 1, "{}", trail.text);
        assert_eq!(escalations[0]["performed_by"], "system");
        assert!(escalations[0].to_string().contains("not signed by"), "{}", trail.text);
        // Both may sign now, and the one on hold has all its time left.
        let signed = app.act("journal-entries/JE-1/approve", &cfo).await.expect(200);
        assert_eq!(signed.string("status"), "Posted");
        app.act("journal-entries/JE-2/unhold", &manager).await.expect(200);
        assert_eq!(engine.escalate_late().await.expect("none"), 0);
        app.act("journal-entries/JE-2/approve", &cfo).await.expect(403);
        let metrics = app.get("/metrics", &manager).await;
        assert!(metrics.text.contains("gl_approvals_overdue 0"), "{}", metrics.text);
        engine.clock.shift(4 * HOUR);
        assert!(app.get("/metrics", &manager).await.text.contains("gl_approvals_overdue 1"));
    }

    async fn what_is_wrong_with_a_deadline_is_named(app: TestApp) {
        app.open_books().await;
        let wrong = json!({ "due_in_hours": 0, "remind_every_hours": 9000, "escalate_to": { "approver_type": "user", "approver_role": "cfo" } });
        let answer = app.post("approval-rules", &app.admin(), rule(wrong)).await.expect(422);
        let answer = answer.names("/due_in_hours").names("/remind_every_hours");
        answer.names("/escalate_to/approver_role").names("/escalate_to/approver_user_id");
        let alone = json!({ "due_in_hours": null });
        app.post("approval-rules", &app.admin(), rule(alone)).await.expect(422).names("/escalate_to");
    }
}
