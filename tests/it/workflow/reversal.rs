//! Reversals: one live one at a time, in the period that holds its date. See docs/rules/postings.md#one-live-reversal.

use tests::prelude::*;

async fn posted(app: &TestApp, id: &str) {
    app.post("journal-entries", &app.clerk(), entry_named(id, "70.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
}

tests::on_both! {
    async fn a_reversal_that_was_rejected_or_deleted_makes_way_for_another(app: TestApp) {
        app.open_books().await;
        posted(&app, "JE-1").await;
        let (controller, when) = (app.controller(), json!({ "reversal_date": "2024-02-05", "memo": "Undo" }));
        let reverse = "journal-entries/JE-1/reverse";
        let first = app.post(reverse, &controller, when.clone()).await.expect(201);
        assert_eq!((first.string("memo"), first.string("posting_period_id")), ("Undo", "2024-02"));
        assert!(first.header("location").ends_with(first.string("journal_entry_id")), "{:?}", first.headers);
        let shown = app.get("journal-entries/JE-1", &controller).await.expect(200);
        assert_eq!(shown["reversing_entry_id"], first["journal_entry_id"]);
        app.delete(&format!("journal-entries/{}", first.string("journal_entry_id")), &controller).await.expect(204);
        let second = app.post(reverse, &controller, when.clone()).await.expect(201);
        let path = format!("journal-entries/{}", second.string("journal_entry_id"));
        app.act(&format!("{path}/submit-for-approval"), &controller).await.expect(200);
        app.post(reverse, &controller, when.clone()).await.expect(409).problem("already_reversed");
        app.post(&format!("{path}/reject"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
        app.post(reverse, &controller, when).await.expect(201);
    }
}
