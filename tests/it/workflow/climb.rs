//! An entry climbs as many levels as its amount asks for, and is posted by the job after the last.

use tests::prelude::*;

async fn submitted(app: &TestApp, id: &str, amount: &str) -> Answer {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200)
}

tests::on_both! {
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
}
