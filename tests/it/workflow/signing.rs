//! Who signs what, from outside. See docs/rules/signing.md.

use tests::prelude::*;

async fn submit(app: &TestApp, id: &str, amount: &str) {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
}

tests::on_both! {
    async fn nobody_signs_two_levels(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5000.00").await;
        let both = app.token("bo", &["manager", "controller"], &[]);
        app.act("journal-entries/JE-1/approve", &both).await.expect(200);
        app.act("journal-entries/JE-1/approve", &both).await.expect(403).problem("forbidden");
        app.act("journal-entries/JE-1/approve", &app.controller()).await.expect(200);
    }

    async fn an_editor_does_not_sign(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("JE-1", "10.00")).await.expect(201);
        let editor = app.token("edi", &["clerk", "manager"], &[]);
        app.put("journal-entries/JE-1", &editor, entry("11.00")).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        app.act("journal-entries/JE-1/approve", &editor).await.expect(403).problem("forbidden");
    }

    async fn holding_pauses_and_keeps_the_levels(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5000.00").await;
        app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
        let controller = app.controller();
        app.act("journal-entries/JE-1/hold", &controller).await.expect(422).names("/reason");
        let held = app.post("journal-entries/JE-1/hold", &controller, json!({ "reason": "why?" })).await.expect(200);
        assert_eq!((held.string("status"), held.string("reason")), ("On Hold", "why?"));
        app.act("journal-entries/JE-1/approve", &controller).await.expect(409).problem("wrong_status");
        app.act("journal-entries/JE-1/unhold", &controller).await.expect(200);
        let entry = app.get("journal-entries/JE-1", &controller).await.expect(200);
        assert_eq!(entry.number("current_approval_level"), "1");
    }

    async fn the_submitter_recalls_and_the_levels_go_back(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5000.00").await;
        app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
        app.post("journal-entries/JE-1/request-change", &app.clerk(), json!({})).await.expect(422).names("/comments");
        let back = app.post("journal-entries/JE-1/request-change", &app.clerk(), json!({ "comments": "oops" })).await;
        assert_eq!(back.expect(200).string("status"), "Draft");
        let entry = app.get("journal-entries/JE-1", &app.clerk()).await.expect(200);
        assert_eq!(entry.number("current_approval_level"), "0");
    }

    async fn a_rejected_entry_is_closed(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5.00").await;
        let no = json!({ "reason": "no" });
        app.post("journal-entries/JE-1/reject", &app.manager(), no).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &app.clerk()).await.expect(409).problem("wrong_status");
        app.delete("journal-entries/JE-1", &app.clerk()).await.expect(409).problem("wrong_status");
    }

    async fn a_plan_is_pinned_when_the_rules_change(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5.00").await;
        let change = json!({ "approver_role": "cfo" });
        app.put("approval-rules/journal_entry-1", &app.admin(), change).await.expect(200);
        app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
        submit(&app, "JE-2", "5.00").await;
        app.act("journal-entries/JE-2/approve", &app.manager()).await.expect(403);
        app.act("journal-entries/JE-2/approve", &app.cfo()).await.expect(200);
    }

    async fn managers_and_their_delegates_sign(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let boss = json!({ "approver_type": "manager", "approver_role": null });
        app.put("approval-rules/journal_entry-1", &admin, boss).await.expect(200);
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
        let submit = "journal-entries/JE-1/submit-for-approval";
        app.act(submit, &clerk).await.expect(422).problem("no_manager");
        let delegation = json!([{ "delegate_user_id": "dora", "from": "2020-01-01", "to": "2099-12-31" }]);
        let users = [
            json!({ "user_id": "boss", "name": "Boss", "delegations": delegation }),
            json!({ "user_id": "clerk", "name": "Clerk", "manager_user_id": "boss" }),
        ];
        for user in users {
            app.post("users", &admin, user).await.expect(201);
        }
        let author = app.get("journal-entries/JE-1", &clerk).await.expect(200).string("created_by").to_owned();
        if author != "clerk" {
            let user = json!({ "user_id": author, "name": "Author", "manager_user_id": "boss" });
            app.post("users", &admin, user).await.expect(201);
        }
        app.act(submit, &clerk).await.expect(200);
        app.act("journal-entries/JE-1/approve", &app.token("else", &["manager"], &[])).await.expect(403);
        app.act("journal-entries/JE-1/approve", &app.token("dora", &["manager"], &[])).await.expect(200);
    }

    async fn a_reversal_swaps_every_side_and_nets_to_zero(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "70.00").await;
        let (manager, controller) = (app.manager(), app.controller());
        let reverse = "journal-entries/JE-1/reverse";
        let when = json!({ "reversal_date": "2024-02-05" });
        app.post(reverse, &controller, when.clone()).await.expect(409).problem("wrong_status");
        app.act("journal-entries/JE-1/approve", &manager).await.expect(200);
        app.post(reverse, &controller, json!({})).await.expect(422).names("/reversal_date");
        let late = json!({ "reversal_date": "2031-02-05" });
        app.post(reverse, &controller, late).await.expect(422).problem("no_open_period");
        let made = app.post(reverse, &controller, when.clone()).await.expect(201);
        assert_eq!((made.string("entry_type"), made.string("status")), ("Reversing", "Draft"));
        assert_eq!((made.string("original_entry_id"), made.string("memo")), ("JE-1", "Reversal of JE-1"));
        assert_eq!(made["lines"][0]["credit"].to_string(), "70.00");
        assert_eq!(made["lines"][1]["debit"].to_string(), "70.00");
        app.post(reverse, &controller, when).await.expect(409).problem("already_reversed");
        let path = format!("journal-entries/{}", made.string("journal_entry_id"));
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
        app.act(&format!("{path}/approve"), &manager).await.expect(200);
        app.eventually(&path, &manager, |entry| entry["status"] == "Posted").await;
        let report = app.get("reports/trial-balance?as_of=2024-12-31", &controller).await.expect(200);
        for row in report.data() {
            assert_eq!(row["closing_balance"].to_string(), "0.00");
        }
        app.books_agree();
    }

    async fn the_desk_shows_only_what_the_caller_may_sign(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "5.00").await;
        submit(&app, "JE-2", "5000.00").await;
        app.act("journal-entries/JE-2/approve", &app.manager()).await.expect(200);
        let ids = |answer: &Answer| answer.data().iter().map(|row| row["journal_entry_id"].to_string()).collect::<Vec<_>>();
        let desk = "journal-entries/pending-approvals";
        assert_eq!(ids(&app.get(desk, &app.manager()).await.expect(200)), ["\"JE-1\""]);
        assert_eq!(ids(&app.get(desk, &app.controller()).await.expect(200)), ["\"JE-2\""]);
        assert_eq!(app.get("approvals/pending", &app.clerk()).await.expect(200).number("total"), "0");
    }
}
