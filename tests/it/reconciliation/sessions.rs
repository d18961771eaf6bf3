//! Sessions: creation, change, deletion, lists, permissions, versions, retries.

use reqwest::Method;
use tests::prelude::*;

use super::*;

fn session(changes: Value) -> Value {
    let plain = json!({ "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 10 });
    with(plain, changes)
}

tests::on_both! {
    async fn a_session_needs_an_active_bank_account(app: TestApp) {
        app.open_books().await;
        let (bo, admin) = (accountant(&app), app.admin());
        let closed = with(account("1009", "Closed", "asset"), json!({ "subtype": "bank", "is_active": false }));
        app.post("accounts", &admin, closed).await.expect(201);
        for (changes, pointer) in [
            (json!({ "account_id": "nowhere" }), "/account_id"),
            (json!({ "account_id": RECEIVABLE }), "/account_id"),
            (json!({ "account_id": "1009" }), "/account_id"),
            (json!({ "account_id": null }), "/account_id"),
            (json!({ "statement_date": null }), "/statement_date"),
            (json!({ "statement_date": "2024-02-30" }), "/statement_date"),
            (json!({ "statement_ending_balance": null }), "/statement_ending_balance"),
            (json!({ "statement_ending_balance": 0.001 }), "/statement_ending_balance"),
            (json!({ "statement_ending_balance": "10" }), "/statement_ending_balance"),
            (json!({ "book_adjustments": 0.001 }), "/book_adjustments"),
            (json!({ "reconciliation_id": "a/b" }), "/reconciliation_id"),
            (json!({ "statementEndingBalance": 5 }), "/statementEndingBalance"),
        ] {
            let refused = app.post("reconciliations", &bo, session(changes)).await;
            refused.expect(422).problem("invalid").names(pointer);
        }
        // All wrong fields are named at once.
        let wrong = session(json!({ "account_id": "nowhere", "statement_ending_balance": 0.001, "memo": 5 }));
        let refused = app.post("reconciliations", &bo, wrong).await.expect(422);
        refused.names("/account_id").names("/statement_ending_balance").names("/memo");
        let made = app.post("reconciliations", &bo, session(json!({ "memo": "January" }))).await.expect(201);
        assert!(made.string("reconciliation_id").starts_with("REC-"));
        let read = app.get(&format!("reconciliations/{}", made.string("reconciliation_id")), &bo).await.expect(200);
        assert_eq!((&read.text, read.header("ETag")), (&made.text, "\"1\""));
    }

    async fn an_account_has_one_session_in_progress_and_statements_go_on(app: TestApp) {
        app.open_books().await;
        let bo = accountant(&app);
        begin(&app, "R-1", "2024-01-31", "0").await;
        let again = app.post("reconciliations", &bo, session(json!({ "reconciliation_id": "R-1" }))).await;
        again.expect(409).problem("already_exists");
        let second = app.post("reconciliations", &bo, session(json!({}))).await.expect(409);
        assert_eq!(second.problem("reconciliation_in_progress").string("reconciliation_id"), "R-1");
        complete(&app, "R-1").await.expect(200);
        for early in ["2024-01-30", "2024-01-31"] {
            let refused = app.post("reconciliations", &bo, session(json!({ "statement_date": early }))).await;
            refused.expect(422).problem("invalid").names("/statement_date");
        }
        begin(&app, "R-2", "2024-02-29", "0").await;
        // A session on another account is possible.
        let other = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), other).await.expect(201);
        app.post("reconciliations", &bo, session(json!({ "account_id": "1001" }))).await.expect(201);
        // A reconciled account keeps its currency.
        let changed = app.put("accounts/1001", &app.admin(), json!({ "currency": "EUR" })).await;
        changed.expect(409).problem("in_use");
    }

    async fn any_subset_of_the_fields_changes(app: TestApp) {
        app.open_books().await;
        let bo = accountant(&app);
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        let path = "reconciliations/R-1";
        let all = json!({
            "statementEndingBalance": 20.5, "bankAdjustments": -1, "bookAdjustments": 2, "memo": "all",
        });
        let changed = app.put(path, &bo, all).await.expect(200);
        let names = ["statement_ending_balance", "bank_adjustments", "book_adjustments"];
        assert_eq!(names.map(|name| changed.number(name)), ["20.50", "-1.00", "2.00"]);
        assert_eq!((changed.string("memo"), changed.string("reconciliation_id")), ("all", "R-1"));
        let one = app.put(path, &bo, json!({ "bankAdjustments": 0 })).await.expect(200);
        assert_eq!(names.map(|name| one.number(name)), ["20.50", "0.00", "2.00"]);
        let without = app.put(path, &bo, json!({ "memo": null })).await.expect(200);
        assert_eq!(without.json.get("memo"), Some(&Value::Null));
        // A client can put back what it read; the snake_case fields do not change anything.
        let read = app.get(path, &bo).await.expect(200);
        app.put(path, &bo, read.json.clone()).await.expect(200);
        let back = with(read.json, json!({ "version": null, "updated_at": null, "statement_ending_balance": 21 }));
        app.put(path, &bo, back).await.expect(422).names("/statement_ending_balance");
        for (wrong, pointer) in [
            (json!({ "bankAdjustments": 0.001 }), "/bankAdjustments"),
            (json!({ "statementEndingBalance": "1" }), "/statementEndingBalance"),
            (json!({ "bookAdjustments": number("1000000000000000") }), "/bookAdjustments"),
            (json!({ "account_id": RECEIVABLE }), "/account_id"),
            (json!({ "status": "Completed" }), "/status"),
            (json!({ "colour": "red" }), "/colour"),
        ] {
            app.put(path, &bo, wrong).await.expect(422).problem("invalid").names(pointer);
        }
        app.put("reconciliations/none", &bo, json!({})).await.expect(404);
    }

    async fn versions_and_retries(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        let bo = accountant(&app);
        let headers = [("X-Idempotency-Key", "begin")];
        let body = session(json!({ "reconciliation_id": "R-1" }));
        let first = app.send(Method::POST, "reconciliations", &bo, &headers, Some(body.clone())).await.expect(201);
        let again = app.send(Method::POST, "reconciliations", &bo, &headers, Some(body)).await.expect(201);
        assert_eq!((&first.text, again.header("Idempotent-Replayed")), (&again.text, "true"));
        let mark = json!({ "transaction_ids": ["JE-1#1"], "cleared_date": "2024-01-06" });
        let headers = [("X-Idempotency-Key", "clear"), ("If-Match", "\"1\"")];
        let path = "reconciliations/R-1/clear";
        let first = app.send(Method::POST, path, &bo, &headers, Some(mark.clone())).await.expect(200);
        let again = app.send(Method::POST, path, &bo, &headers, Some(mark)).await.expect(200);
        assert_eq!((&first.text, first.header("ETag")), (&again.text, "\"2\""));
        for (method, path, body) in [
            (Method::PUT, "reconciliations/R-1", Some(json!({ "memo": "x" }))),
            (Method::POST, "reconciliations/R-1/unclear", Some(json!({ "transaction_ids": ["JE-1#1"] }))),
            (Method::POST, "reconciliations/R-1/complete", None),
            (Method::POST, "reconciliations/R-1/reopen", Some(json!({ "reason": "r" }))),
            (Method::DELETE, "reconciliations/R-1", None),
        ] {
            let who = if path.ends_with("reopen") { app.controller() } else { bo.clone() };
            let stale = app.send(method, path, &who, &[("If-Match", "\"1\"")], body).await;
            stale.expect(412).problem("stale_version");
        }
        let present = app.get("reconciliations/R-1/worksheet", &bo).await.expect(200);
        assert_eq!(present.header("ETag"), "\"2\"");
        let headers = [("If-Match", "\"2\"")];
        app.send(Method::POST, "reconciliations/R-1/complete", &bo, &headers, None).await.expect(200);
    }

    async fn a_session_in_progress_can_be_given_up(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        let bo = accountant(&app);
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-06").await.expect(200);
        app.delete("reconciliations/R-1", &bo).await.expect(204);
        app.get("reconciliations/R-1", &bo).await.expect(404).problem("not_found");
        app.delete("reconciliations/R-1", &bo).await.expect(404);
        begin(&app, "R-2", "2024-01-31", "10.00").await;
        clear(&app, "R-2", &["JE-1#1"], "2024-01-07").await.expect(200);
        complete(&app, "R-2").await.expect(200);
        app.delete("reconciliations/R-2", &bo).await.expect(409).problem("reconciliation_completed");
        let trail = app.get("reconciliations/R-1/audit-trail", &bo).await.expect(200);
        let actions: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten().map(|row| &row["action"]).collect();
        assert_eq!(actions, ["Created", "Clear", "Deleted"]);
    }

    async fn lists_are_filtered_and_paged(app: TestApp) {
        app.open_books().await;
        let bo = accountant(&app);
        for (id, day) in [("R-1", "2024-01-31"), ("R-2", "2024-02-29"), ("R-3", "2024-03-31")] {
            begin(&app, id, day, "0").await;
            if id != "R-3" {
                complete(&app, id).await.expect(200);
            }
        }
        for (query, expected) in [
            ("", vec!["R-3", "R-2", "R-1"]),
            ("?status=Completed", vec!["R-2", "R-1"]),
            ("?status=In%20Progress", vec!["R-3"]),
            ("?account_id=1000&status=Completed", vec!["R-2", "R-1"]),
            ("?account_id=1001", vec![]),
        ] {
            let list = app.get(&format!("reconciliations{query}"), &bo).await.expect(200);
            let ids: Vec<_> = list.data().iter().map(|row| row["reconciliation_id"].clone()).collect();
            assert_eq!(ids, expected, "{query}");
        }
        let page = app.get("reconciliations?limit=2&count=true", &bo).await.expect(200);
        assert_eq!((page["has_more"].clone(), page.number("total")), (json!(true), "3".to_owned()));
        let rest = app.get(&format!("reconciliations?limit=2&cursor={}", page.string("next_cursor")), &bo).await.expect(200);
        assert_eq!((rest.data().len(), &rest["has_more"]), (1, &json!(false)));
        app.get("reconciliations?status=Open", &bo).await.expect(422).names("status");
        app.get("reconciliations?limit=0", &bo).await.expect(422).names("limit");
    }

    async fn each_operation_asks_for_its_permission(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-05", "10.00").await;
        begin(&app, "R-1", "2024-01-31", "10.00").await;
        let (path, mark) = ("reconciliations/R-1", json!({ "transaction_ids": ["JE-1#1"], "cleared_date": "2024-01-06" }));
        let begin_it = session(json!({}));
        let all = [
            (Method::POST, "reconciliations", Some(begin_it), "write"),
            (Method::GET, "reconciliations", None, "read"),
            (Method::GET, path, None, "read"),
            (Method::GET, "reconciliations/R-1/worksheet", None, "read"),
            (Method::GET, "reconciliations/R-1/audit-trail", None, "read"),
            (Method::PUT, path, Some(json!({ "memo": "m" })), "write"),
            (Method::POST, "reconciliations/R-1/clear", Some(mark.clone()), "clear"),
            (Method::POST, "reconciliations/R-1/unclear", Some(mark), "clear"),
            (Method::POST, "reconciliations/R-1/complete", None, "clear"),
            (Method::POST, "reconciliations/R-1/reopen", Some(json!({ "reason": "r" })), "reopen"),
            (Method::DELETE, path, None, "write"),
        ];
        let clerk = app.clerk();
        for (method, path, body, needed) in &all {
            let refused = app.send(method.clone(), path, &clerk, &[], body.clone()).await.expect(403).problem("forbidden");
            assert!(refused.text.contains(&format!("reconciliation.{needed}")), "{}", refused.text);
            let others = ["read", "write", "clear", "reopen"].into_iter().filter(|other| other != needed);
            let others: Vec<_> = others.map(|other| format!("reconciliation.{other}")).collect();
            let others: Vec<_> = others.iter().map(String::as_str).collect();
            let who = app.token("eve", &[], &others);
            app.send(method.clone(), path, &who, &[], body.clone()).await.expect(403);
        }
        let viewer = app.token("vic", &["viewer"], &[]);
        for (method, path, body, needed) in all {
            let status = app.send(method, path, &viewer, &[], body).await.status;
            assert_eq!(status, if needed == "read" { 200 } else { 403 }, "{path}");
        }
    }
}
