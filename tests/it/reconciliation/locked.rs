//! A completed reconciliation cannot be changed, marked or unmarked.

use reqwest::Method;
use tests::prelude::*;

use super::*;

tests::on_both! {
    async fn a_completed_session_is_locked(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        deposit(&app, "JE-2", "2024-01-31", "20.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        let before = app.get("reconciliations/R-1", &accountant(&app)).await.expect(200);
        let mark = |id: &str| json!({ "transaction_ids": [id], "cleared_date": "2024-01-31" });
        for (method, path, body) in [
            (Method::PUT, "", Some(json!({ "memo": "late" }))),
            (Method::POST, "/clear", Some(mark("JE-2#1"))),
            (Method::POST, "/unclear", Some(json!({ "transaction_ids": ["JE-1#1"] }))),
            (Method::POST, "/complete", None),
            (Method::DELETE, "", None),
        ] {
            let path = format!("reconciliations/R-1{path}");
            let refused = app.send(method, &path, &accountant(&app), &[], body).await;
            assert_eq!(refused.expect(409).problem("reconciliation_completed").string("reconciliation_id"), "R-1");
        }
        assert_eq!(app.get("reconciliations/R-1", &accountant(&app)).await.text, before.text);
    }

    async fn what_it_cleared_stays_cleared(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        deposit(&app, "JE-2", "2024-02-05", "20.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-02-29", "30.00").await;
        clear(&app, "R-2", &["JE-2#1"], "2024-02-06").await.expect(200);
        let refused = unclear(&app, "R-2", &["JE-2#1", "JE-1#1"]).await.expect(409).problem("reconciliation_completed");
        assert_eq!(refused.string("reconciliation_id"), "R-1");
        refused.names("/transaction_ids/1");
        clear(&app, "R-2", &["JE-1#1"], "2024-02-06").await.expect(422).names("/transaction_ids/0");
        // All or none: the other transaction is still marked.
        assert_eq!(rows(&worksheet(&app, "R-2").await).last().map(String::as_str), Some("JE-2#1 2024-02-05 deposit 20.00 cleared 2024-02-06"));
        app.delete("reconciliations/R-2", &accountant(&app)).await.expect(204);
        begin(&app, "R-3", "2024-02-29", "30.00").await;
        assert_eq!(rows(&worksheet(&app, "R-3").await), [
            "JE-1#1 2024-01-05 deposit 10.00 cleared 2024-01-06",
            "JE-2#1 2024-02-05 deposit 20.00",
        ]);
    }
}
