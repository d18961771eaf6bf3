//! Every action against every state: what the table does not name is 409 `wrong_status`, and changes nothing.
//! See docs/rules/documents.md#lifecycle.

use tests::prelude::*;

/// The states that a journal entry can stand in, with what the one who may do everything can do there.
const STATES: [(&str, &str); 5] = [
    ("Draft", "edit delete submit-for-approval"),
    ("Pending Approval", "approve reject request-change hold"),
    ("On Hold", "unhold"),
    ("Rejected", ""),
    ("Posted", "reverse"),
];

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

/// Someone who may do everything and signs level 1.
fn sam(app: &TestApp) -> Token {
    app.token("sam", &["manager"], &["*.*"])
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
    async fn only_what_the_table_names_can_be_done(app: TestApp) {
        app.open_books().await;
        let sam = sam(&app);
        for (state, allowed) in STATES {
            for (action, body) in actions() {
                let id = format!("{}-{action}", state.replace(' ', "_"));
                in_state(&app, &id, state).await;
                let path = format!("journal-entries/{id}");
                let before = app.get(&format!("{path}?explain=true"), &sam).await.expect(200);
                let listed: Vec<&str> = before["allowed_actions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                assert_eq!(listed.join(" "), allowed, "{state}");
                let is_allowed = listed.contains(&action);
                assert_eq!(before["why_not"][action].is_string(), !is_allowed, "{state} {action}: {}", before.text);
                let answer = app.post(&format!("{path}/{action}"), &sam, body).await;
                if is_allowed {
                    assert!(answer.status < 300, "{state} {action}: {}", answer.text);
                } else {
                    let refused = answer.expect(409).problem("wrong_status");
                    assert!(refused.string("detail").contains(state), "{}", refused.text);
                    assert_eq!(app.get(&path, &sam).await.expect(200).json["version"], before["version"]);
                }
            }
        }
    }

    async fn only_a_draft_is_edited_or_deleted(app: TestApp) {
        app.open_books().await;
        for (state, _) in STATES.into_iter().skip(1) {
            let id = state.replace(' ', "_");
            in_state(&app, &id, state).await;
            let path = format!("journal-entries/{id}");
            app.put(&path, &app.clerk(), entry("1.00")).await.expect(409).problem("wrong_status");
            app.delete(&path, &app.clerk()).await.expect(409).problem("wrong_status");
        }
        in_state(&app, "D", "Draft").await;
        app.delete("journal-entries/D", &app.clerk()).await.expect(204);
        app.get("journal-entries/D", &app.clerk()).await.expect(404).problem("not_found");
        app.post("journal-entries", &app.clerk(), entry_named("D", "1.00")).await;
    }

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

    async fn the_holder_lets_go_and_others_may_not(app: TestApp) {
        app.open_books().await;
        in_state(&app, "JE-1", "On Hold").await;
        app.act("journal-entries/JE-1/unhold", &app.clerk()).await.expect(403).problem("forbidden");
        app.act("journal-entries/JE-1/unhold", &app.controller()).await.expect(403).problem("forbidden");
        // Who held it may let go, even without the role by now.
        app.act("journal-entries/JE-1/unhold", &app.token("mona", &[], &["journal_entry.read"])).await.expect(200);
    }
}
