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

    async fn the_last_completed_session_is_reopened(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        deposit(&app, "JE-2", "2024-01-31", "20.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        reopen(&app, "R-1").await.expect(409).problem("reconciliation_not_completed");
        reopen(&app, "R-9").await.expect(404).problem("not_found");
        complete(&app, "R-1").await.expect(200);
        let nameless = app.post("reconciliations/R-1/reopen", &app.controller(), json!({})).await;
        nameless.expect(422).names("/reason");
        let open = reopen(&app, "R-1").await.expect(200);
        assert_eq!((open.string("status"), open["completed_at"].is_null()), ("In Progress", true), "{}", open.text);
        reopen(&app, "R-1").await.expect(409).problem("reconciliation_not_completed");
        // Its marks stay, and may be taken back; what was left out is cleared now.
        unclear(&app, "R-1", &["JE-1#1"]).await.expect(200);
        clear(&app, "R-1", &["JE-2#1", "JE-1#1"], "2024-01-31").await.expect(200);
        app.put("reconciliations/R-1", &accountant(&app), json!({ "statementEndingBalance": number("30.00") })).await.expect(200);
        complete(&app, "R-1").await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await), [
            "JE-1#1 2024-01-05 deposit 10.00 cleared 2024-01-31",
            "JE-2#1 2024-01-31 deposit 20.00 cleared 2024-01-31",
        ]);
        let trail = app.get("reconciliations/R-1/audit-trail", &accountant(&app)).await.expect(200);
        let all = trail["audit_trail"].as_array().cloned().unwrap_or_default();
        let found: Vec<_> = all.iter().filter(|row| row["action"] == "Reopen").map(|row| &row["details"]["reason"]).collect();
        assert_eq!(found, ["a line was missed"], "{}", trail.text);
        assert_eq!(all.iter().filter(|row| row["action"] == "Complete").count(), 2, "{}", trail.text);
    }

    async fn what_a_later_session_counts_on_stays_completed(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-02-29", "10.00").await;
        for _ in ["in progress", "completed"] {
            let refused = reopen(&app, "R-1").await.expect(409).problem("reconciliation_not_last");
            assert_eq!(refused.string("reconciliation_id"), "R-2");
            app.act("reconciliations/R-2/complete", &accountant(&app)).await;
        }
        reopen(&app, "R-2").await.expect(200);
        app.delete("reconciliations/R-2", &accountant(&app)).await.expect(204);
        reopen(&app, "R-1").await.expect(200);
        unclear(&app, "R-1", &["JE-1#1"]).await.expect(200);
    }

    /// A posting into days that are reconciled says so before it is posted and after; what was there before says nothing, nor does what
    /// has no bank account, or is of a later day.
    async fn what_comes_after_a_reconciliation_says_so(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        let said = async |path: &str| {
            let read = app.get(path, &app.admin()).await.expect(200);
            let ids = read["after_reconciliations"].as_array().cloned().unwrap_or_default();
            ids.iter().map(|found| format!("{} {}", found["reconciliation_id"], found["statement_date"])).collect::<Vec<_>>()
        };
        let draft = with(entry("5.00"), json!({ "journal_entry_id": "JE-2", "tran_date": "2024-01-31" }));
        let path = app.draft(JOURNAL_ENTRY, draft.clone()).await;
        let r1 = [r#""R-1" "2024-01-31""#.to_owned()];
        assert_eq!(said(&path).await, r1);
        // What was read is put back as it is.
        let read = app.get(&path, &app.admin()).await.expect(200);
        app.put(&path, &app.admin(), with(read.json, json!({ "memo": "Another" }))).await.expect(200);
        app.posted(JOURNAL_ENTRY, with(draft, json!({ "journal_entry_id": "JE-3" }))).await;
        assert_eq!(said("journal-entries/JE-3").await, r1);
        app.posted(BILL, bill("BILL-1", "5.00")).await;
        app.posted(BILL_PAYMENT, with(bill_payment("BPAY-1", "BILL-1", "5.00"), json!({ "tran_date": "2024-01-20" }))).await;
        assert_eq!(said("bill-payments/BPAY-1").await, r1);
        for path in ["journal-entries/JE-1", "bills/BILL-1"] {
            assert_eq!(said(path).await, [""; 0], "{path}");
        }
        deposit(&app, "JE-4", "2024-02-05", "20.00").await;
        assert_eq!(said("journal-entries/JE-4").await, [""; 0]);
    }
}
