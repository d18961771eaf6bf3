//! The workflow's answers over HTTP. What each action leads to in each state stands in `engine/tests/decisions`.
//! See docs/rules/documents.md#lifecycle.

use tests::prelude::*;

fn actions() -> [(&'static str, Value); 7] {
    [
        ("submit-for-approval", json!({})),
        ("approve", json!({ "comments": "c" })),
        ("reject", json!({ "reason": "r" })),
        ("request-change", json!({ "comments": "c" })),
        ("hold", json!({ "reason": "r" })),
        ("unhold", json!({})),
        ("reverse", json!({ "reversal_date": "2024-02-01" })),
    ]
}

/// An entry by the clerk, brought into a state.
async fn in_state(app: &TestApp, id: &str, state: &str) {
    app.post("journal-entries", &app.clerk(), entry_named(id, "10.00")).await.expect(201);
    let reason = json!({ "reason": "r" });
    let path = format!("journal-entries/{id}");
    if state != "Draft" {
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
    }
    match state {
        "On Hold" => drop(app.post(&format!("{path}/hold"), &app.manager(), reason).await.expect(200)),
        "Rejected" => drop(app.post(&format!("{path}/reject"), &app.manager(), reason).await.expect(200)),
        "Posted" => drop(app.act(&format!("{path}/approve"), &app.manager()).await.expect(200)),
        _ => {}
    }
    assert_eq!(app.get(&path, &app.clerk()).await.expect(200)["status"], state);
}

tests::on_both! {
    async fn who_may_not_and_what_is_not_there(app: TestApp) {
        app.open_books().await;
        in_state(&app, "JE-1", "Pending Approval").await;
        let (nobody, viewer) = (app.token("nobody", &[], &[]), app.token("vera", &["viewer"], &[]));
        for (action, body) in actions() {
            app.post(&format!("journal-entries/JE-1/{action}"), &viewer, body.clone()).await.expect(403).problem("forbidden");
            app.post(&format!("journal-entries/none/{action}"), &nobody, body.clone()).await.expect(403).problem("forbidden");
            app.post(&format!("journal-entries/none/{action}"), &app.admin(), body).await.expect(404).problem("not_found");
        }
        app.get("journal-entries/none/audit-trail", &app.admin()).await.expect(404).problem("not_found");
        app.put("journal-entries/none", &app.admin(), entry("1.00")).await.expect(404).problem("not_found");
        app.delete("journal-entries/none", &app.admin()).await.expect(404).problem("not_found");
        app.get("journal-entries", &nobody).await.expect(403).problem("forbidden");
        app.get("journal-entries/JE-1", &nobody).await.expect(403).problem("forbidden");
        app.get("journal-entries/JE-1", &viewer).await.expect(200);
        app.get("journal-entries/JE-1", &app.token("pam", &[], &["*.read"])).await.expect(200);
    }

    async fn the_answers_have_the_interfaces_fields(app: TestApp) {
        app.open_books().await;
        app.post("journal-entries", &app.clerk(), entry_named("JE-1", "10.00")).await.expect(201);
        let reason = json!({ "reason": "because" });
        let manager = app.manager();
        for (who, action, body, status, fields) in [
            (app.clerk(), "submit-for-approval", json!({}), "Pending Approval", &["required_approval_level", "submitted_at", "submitted_by"][..]),
            (manager.clone(), "hold", reason.clone(), "On Hold", &["reason", "held_at", "held_by"]),
            (manager.clone(), "unhold", json!({}), "Pending Approval", &["unheld_at", "unheld_by"]),
            (manager.clone(), "request-change", json!({ "comments": "c" }), "Draft", &["comments", "returned_at", "returned_by"]),
            (app.clerk(), "submit-for-approval", json!({}), "Pending Approval", &[]),
            (manager.clone(), "approve", json!({ "comments": "ok" }), "Posted", &["posted", "level", "message", "approved_at", "approved_by"]),
        ] {
            let answer = app.post(&format!("journal-entries/JE-1/{action}"), &who, body).await.expect(200);
            assert_eq!((answer.string("journal_entry_id"), answer.string("status")), ("JE-1", status));
            for field in fields {
                assert!(!answer[*field].is_null(), "{action}: no {field} in {}", answer.text);
            }
        }
        in_state(&app, "JE-2", "Pending Approval").await;
        let rejected = app.post("journal-entries/JE-2/reject", &manager, reason).await.expect(200);
        assert_eq!((rejected.string("status"), rejected.string("rejected_by")), ("Rejected", "mona"));
        let trail = app.get("journal-entries/JE-1/audit-trail", &app.clerk()).await.expect(200);
        let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
        let told: Vec<_> = rows.iter().map(|row| format!("{} {}", row["action"].as_str().unwrap_or("?"), row["performed_by"].as_str().unwrap_or("?"))).collect();
        assert_eq!(told, ["Created carl", "Submit for Approval carl", "Hold mona", "Unhold mona", "Request Change mona",
            "Submit for Approval carl", "Approve mona", "Post to GL system"]);
        assert_eq!(rows[6]["comments"], "ok");
    }
}
