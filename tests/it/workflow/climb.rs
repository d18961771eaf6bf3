//! An entry climbs as many levels as its amount asks for, and is posted by the job after the last.

use tests::prelude::*;

async fn submitted(app: &TestApp, id: &str, amount: &str) -> Answer {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200)
}

tests::on_both! {
    async fn three_levels_and_then_posted(app: TestApp) {
        app.open_books().await;
        let sent = submitted(&app, "JE-3", "25000.00").await;
        assert_eq!(sent["status"], "Pending Approval");
        assert_eq!(sent.number("required_approval_level"), "3");

        let approve = "journal-entries/JE-3/approve";
        app.act(approve, &app.controller()).await.expect(403);
        for signer in [app.manager(), app.controller()] {
            let signed = app.act(approve, &signer).await.expect(200);
            assert_eq!((&signed["status"], &signed["posted"]), (&json!("Pending Approval"), &json!(false)));
        }
        app.act(approve, &app.cfo()).await.expect(200);
        app.eventually("journal-entries/JE-3", &app.clerk(), |entry| entry["status"] == "Posted").await;
        app.act(approve, &app.cfo()).await.expect(409).problem("wrong_status");

        let trail = app.get("journal-entries/JE-3/audit-trail", &app.clerk()).await.expect(200);
        let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
        let actions: Vec<_> = rows.iter().filter_map(|row| row["action"].as_str()).collect();
        let wanted = ["Created", "Submit for Approval", "Approve", "Approve", "Approve", "Post to GL"];
        assert_eq!(actions, wanted);
    }

    async fn an_entry_made_anew_under_a_deleted_ones_id_can_be_signed(app: TestApp) {
        app.open_books().await;
        let path = "journal-entries/JE-1";
        for last in [false, true] {
            submitted(&app, "JE-1", "5000.00").await;
            app.act(&format!("{path}/approve"), &app.manager()).await.expect(200);
            if !last {
                let body = json!({ "comments": "wrong account" });
                app.post(&format!("{path}/request-change"), &app.clerk(), body).await.expect(200);
                app.delete(path, &app.clerk()).await.expect(204);
            }
        }
        app.act(&format!("{path}/approve"), &app.controller()).await.expect(200);
        app.eventually(path, &app.clerk(), |entry| entry["status"] == "Posted").await;
    }

    async fn nobody_approves_their_own(app: TestApp) {
        app.open_books().await;
        submitted(&app, "JE-1", "10.00").await;
        let both = app.token("carl", &["clerk", "manager"], &[]);
        app.act("journal-entries/JE-1/approve", &both).await.expect(403);
    }
}
