//! Marking and unmarking: every wrong element is named, and nothing changes.

use tests::prelude::*;

use super::*;

tests::on_both! {
    async fn every_wrong_element_is_named_and_nothing_changes(app: TestApp) {
        app.open_books().await;
        let other = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), other).await.expect(201);
        deposit(&app, "JE-GOOD", "2024-01-05", "10.00").await;
        deposit(&app, "JE-DONE", "2024-01-05", "20.00").await;
        deposit(&app, "JE-LATE", "2024-02-01", "30.00").await;
        deposit(&app, "JE-YOUNG", "2024-01-20", "40.00").await;
        posted(&app, "JE-OTHER", "2024-01-05", vec![debit("1001", "50.00"), credit(REVENUE, "50.00")]).await;
        app.post("journal-entries", &app.clerk(), entry_named("JE-DRAFT", "60.00")).await.expect(201);
        begin(&app, "R-1", "2024-01-31", "0").await;
        clear(&app, "R-1", &["JE-DONE#1"], "2024-01-06").await.expect(200);
        let before = worksheet(&app, "R-1").await;

        let sent = [
            ("JE-GOOD#1", None),
            ("nothing", Some("there is no such transaction")),
            ("JE-GOOD#2", Some("is not a transaction of account \"1000\"")),
            ("JE-GOOD#9", Some("is not a transaction of account \"1000\"")),
            ("JE-OTHER#1", Some("is not a transaction of account \"1000\"")),
            ("JE-LATE#1", Some("is dated 2024-02-01, after the statement date 2024-01-31")),
            ("JE-DRAFT#2", Some("is not posted: its document is Draft")),
            ("JE-DONE#1", Some("is cleared already, on 2024-01-06 in reconciliation \"R-1\"")),
            ("JE-YOUNG#1", Some("is dated 2024-01-20, after the cleared_date 2024-01-10")),
            ("journal_entry/JE-GOOD#1", Some("is named twice")),
            ("bill/JE-GOOD#1", Some("there is no such transaction")),
            ("a b", Some("is not a transaction id")),
            ("JE-GOOD", Some("there is no such transaction")),
        ];
        let ids = sent.map(|(id, _)| id);
        let refused = clear(&app, "R-1", &ids, "2024-01-10").await.expect(422).problem("invalid");
        let told = |at: usize| {
            let errors = refused["errors"].as_array().into_iter().flatten();
            let mut found = errors.filter(|error| error["pointer"] == format!("/transaction_ids/{at}"));
            found.next().map(|error| error["detail"].to_string().replace('\\', ""))
        };
        for (at, (id, expected)) in sent.into_iter().enumerate() {
            match (told(at), expected) {
                (None, None) => {}
                (Some(told), Some(expected)) if told.contains(expected) => {}
                (told, _) => panic!("{id}: {told:?}, not {expected:?}"),
            }
        }
        assert_eq!(worksheet(&app, "R-1").await.text, before.text);
        let trail = app.get("reconciliations/R-1/audit-trail", &accountant(&app)).await.expect(200);
        assert_eq!(trail["audit_trail"].as_array().map(Vec::len), Some(2));

        // Unclear names every wrong element, too: only one of these is marked.
        let refused = unclear(&app, "R-1", &["JE-DONE#1", "JE-GOOD#1", "nothing"]).await.expect(422);
        refused.names("/transaction_ids/1").names("/transaction_ids/2");
        assert_eq!(worksheet(&app, "R-1").await.text, before.text);
    }

    async fn bodies_are_checked(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0").await;
        let bo = accountant(&app);
        let path = "reconciliations/R-1/clear";
        for (body, pointers) in [
            (json!({}), vec!["/transaction_ids", "/cleared_date"]),
            (json!({ "transaction_ids": [], "cleared_date": "2024-01-05" }), vec!["/transaction_ids"]),
            (json!({ "transaction_ids": "JE-1#1", "cleared_date": "2024-01-05" }), vec!["/transaction_ids"]),
            (json!({ "transaction_ids": [5, "x"], "cleared_date": "05.01.2024" }), vec!["/transaction_ids/0", "/cleared_date"]),
            (json!({ "transaction_ids": ["x"], "cleared_date": "2024-01-05", "all": true }), vec!["/transaction_ids/0", "/all"]),
        ] {
            let mut refused = app.post(path, &bo, body).await.expect(422).problem("invalid");
            for pointer in pointers {
                refused = refused.names(pointer);
            }
        }
        for path in ["clear", "unclear", "complete", "worksheet", "audit-trail"] {
            let (path, body) = (format!("reconciliations/none/{path}"), json!({ "transaction_ids": ["x"], "cleared_date": "2024-01-05" }));
            let answer = match path.rsplit('/').next() {
                Some("clear") => app.post(&path, &bo, body).await,
                Some("unclear") => app.post(&path, &bo, json!({ "transaction_ids": ["x"] })).await,
                Some("complete") => app.act(&path, &bo).await,
                _ => app.get(&path, &bo).await,
            };
            answer.expect(404).problem("not_found");
        }
    }

    async fn a_mark_is_taken_back_and_set_again(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        let marked = clear(&app, "R-1", &["journal_entry/JE-1#1"], "2024-01-06").await.expect(200);
        assert_eq!((marked.string("updated_by"), &marked["transaction_ids"][0]), ("bo", &json!("journal_entry/JE-1#1")));
        unclear(&app, "R-1", &["JE-1#1"]).await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await), ["JE-1#1 2024-01-05 deposit 10.00"]);
        unclear(&app, "R-1", &["JE-1#1"]).await.expect(422).names("/transaction_ids/0");
        clear(&app, "R-1", &["JE-1#1"], "2024-01-07").await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await), ["JE-1#1 2024-01-05 deposit 10.00 cleared 2024-01-07"]);
        let trail = app.get("reconciliations/R-1/audit-trail", &accountant(&app)).await.expect(200);
        let trail = trail["audit_trail"].as_array().cloned().unwrap_or_default();
        let actions: Vec<_> = trail.iter().map(|row| row["action"].clone()).collect();
        assert_eq!(actions, ["Created", "Clear", "Unclear", "Clear"]);
        let last = &trail[3]["details"];
        assert_eq!((&last["transaction_ids"], &last["cleared_date"]), (&json!(["JE-1#1"]), &json!("2024-01-07")));
    }

    async fn cleared_after_the_statement_is_uncleared_on_it(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-31", "10.00").await;
        begin(&app, "R-1", "2024-01-31", "0.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-02-01").await.expect(200);
        let sheet = worksheet(&app, "R-1").await;
        assert_eq!(rows(&sheet), ["JE-1#1 2024-01-31 deposit 10.00"]);
        assert_summary(&sheet, &[("difference", "0.00"), ("uncleared_deposits", "10.00")]);
        complete(&app, "R-1").await.expect(200);
        begin(&app, "R-2", "2024-02-29", "10.00").await;
        assert_eq!(rows(&worksheet(&app, "R-2").await), ["JE-1#1 2024-01-31 deposit 10.00 cleared 2024-02-01"]);
        // The completed session did not count the transaction as cleared, so the next session may take the mark back.
        unclear(&app, "R-2", &["JE-1#1"]).await.expect(200);
        clear(&app, "R-2", &["JE-1#1"], "2024-02-02").await.expect(200);
        complete(&app, "R-2").await.expect(200);
    }
}
