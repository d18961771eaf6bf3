//! Signing over HTTP. See docs/rules/signing.md.

use tests::prelude::*;

async fn submit(app: &TestApp, id: &str, amount: &str) {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
}

tests::on_both! {
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
