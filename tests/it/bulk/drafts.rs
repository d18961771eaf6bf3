//! `POST /journal-entries/bulk` and the like: drafts of one type, created and submitted.

use reqwest::Method;
use tests::prelude::*;

use super::{of, told};

tests::on_both! {
    async fn every_type_is_created_and_submitted_in_one_call(app: TestApp) {
        app.open_debts().await;
        for kind in all_kinds() {
            let path = format!("{}/bulk", kind.path);
            let bodies = [kind.of_amount("A-1", "1.00"), kind.of_amount("A-2", "2.00")];
            let made = app.post(&path, &app.clerk(), of(&bodies, json!({}))).await.expect(200);
            assert_eq!(told(&made), ["Draft", "Draft"], "{}", made.text);
            assert_eq!(made["data"][1], json!({ "index": 1, "status": "Draft", "id": "A-2" }));
            assert_eq!((&made["succeeded"], &made["failed"]), (&json!(2), &json!(0)));
            let bodies = [kind.of_amount("B-1", "1.00"), kind.of_amount("B-2", "2.00")];
            let sent = app.post(&path, &app.clerk(), of(&bodies, json!({ "submit": true }))).await.expect(200);
            assert_eq!(told(&sent), ["Pending Approval", "Pending Approval"], "{}", sent.text);
            app.approve(&kind.at("B-2")).await.expect(200);
        }
    }

    async fn a_wrong_item_is_its_own_matter(app: TestApp) {
        app.open_books().await;
        let anonymous = with(entry("5.00"), json!({ "journal_entry_id": null }));
        let items = [
            entry_named("JE-1", "1.00"),
            json!({ "memo": 5, "surplus": 1, "lines": [{ "account_id": CASH }] }),
            entry_named("JE-1", "2.00"),
            json!(7),
            entry_of(vec![debit(EXPENSE, "2.00"), credit(CASH, "1.00")]),
            anonymous,
            entry_named("bulk", "2.00"),
            with(entry_named("JE-2", "1.00"), json!({ "tran_date": "1999-01-01", "posting_period_id": null })),
        ];
        let answer = app.post("journal-entries/bulk", &app.clerk(), of(&items, json!({}))).await.expect(200);
        let wanted = ["Draft", "invalid", "already_exists", "invalid", "unbalanced", "Draft", "invalid", "no_open_period"];
        assert_eq!(told(&answer), wanted, "{}", answer.text);
        assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(2), &json!(6)));
        // Each problem is that of the operation for one.
        for at in [1, 2, 4, 7] {
            let alone = app.post("journal-entries", &app.clerk(), items[at].clone()).await;
            let without_id = |problem: &Value| with(problem.clone(), json!({ "request_id": null }));
            assert_eq!(without_id(&answer["data"][at]["problem"]), without_id(&alone.json), "{}", alone.text);
        }
        assert_eq!((&answer["data"][2]["id"], &answer["data"][2]["status"]), (&json!("JE-1"), &Value::Null));
        assert_eq!((&answer["data"][3]["id"], &answer["data"][4]["id"]), (&Value::Null, &Value::Null));
        let made = answer["data"][5]["id"].as_str().expect("an id of the service's").to_owned();
        app.get(&format!("journal-entries/{made}"), &app.clerk()).await.expect(200);
        assert_eq!(app.get("journal-entries?count=true", &app.clerk()).await["total"], json!(2));
    }

    async fn an_item_is_no_larger_than_a_request_for_one(app: TestApp) {
        app.open_books().await;
        // What is blank between the values counts as well.
        let large = entry_named("JE-2", "2.00").to_string().replacen('{', &format!("{{{}", " ".repeat(1024 * 1024)), 1);
        let body = format!(r#"{{"items": [{}, {large}]}}"#, entry_named("JE-1", "1.00"));
        let answer = app.send_text(Method::POST, "journal-entries/bulk", &app.clerk(), &[], Some(&body)).await.expect(200);
        assert_eq!(told(&answer), ["Draft", "invalid"], "{}", answer.text);
        assert!(answer.text.contains("1048576 bytes"), "{}", answer.text);
        app.send_text(Method::POST, "journal-entries", &app.clerk(), &[], Some(&large)).await.expect(413);
    }

    async fn what_cannot_be_submitted_is_not_created(app: TestApp) {
        app.open_books().await;
        for level in 1..=3 {
            app.delete(&format!("approval-rules/journal_entry-{level}"), &app.admin()).await.expect(204);
        }
        let small = rule("small", "journal_entry", 1, "0", Some("10"), "manager");
        app.post("approval-rules", &app.admin(), small).await.expect(201);
        let items = [entry_named("JE-1", "11.00"), entry_named("JE-2", "9.00"), entry_named("JE-1", "1.00")];
        let submit = json!({ "submit": true });
        let answer = app.post("journal-entries/bulk", &app.clerk(), of(&items, submit)).await.expect(200);
        assert_eq!(told(&answer), ["no_matching_rule", "Pending Approval", "Pending Approval"], "{}", answer.text);
        app.expect_fields("journal-entries/JE-1", &[("total_debit", "1.00"), ("version", "2")]).await;
        let all = json!({ "submit": true, "atomic": true });
        let refused = app.post("journal-entries/bulk", &app.clerk(), of(&[entry_named("JE-3", "9.00"), entry_named("JE-4", "11.00")], all)).await;
        let refused = refused.expect(422).problem("item_refused").names("/items/1");
        assert_eq!((&refused["index"], &refused["problem"]["code"]), (&json!(1), &json!("no_matching_rule")));
        app.get("journal-entries/JE-3", &app.clerk()).await.expect(404);
    }

    async fn all_or_none(app: TestApp) {
        app.open_debts().await;
        for kind in all_kinds() {
            let path = format!("{}/bulk", kind.path);
            let wrong = with(kind.body("A-3"), json!({ "memo": 5, "tran_date": "x" }));
            let items = [kind.body("A-1"), kind.body("A-2"), wrong, kind.body("A-1")];
            let refused = app.post(&path, &app.clerk(), of(&items, json!({ "atomic": true }))).await.expect(422);
            let refused = refused.problem("item_refused").names("/items/2/memo").names("/items/2/tran_date");
            assert_eq!(refused["errors"].as_array().map(Vec::len), Some(2), "{}", refused.text);
            let twice = [kind.body("A-1"), kind.body("A-2"), kind.body("A-1")];
            let refused = app.post(&path, &app.clerk(), of(&twice, json!({ "atomic": true }))).await.expect(422);
            let refused = refused.problem("item_refused").names(&format!("/items/2/{}", kind.id));
            assert_eq!(refused["problem"]["code"], "already_exists", "{}", refused.text);
            app.get(&kind.at("A-1"), &app.clerk()).await.expect(404);
            let all = app.post(&path, &app.clerk(), of(&twice[..2], json!({ "atomic": true }))).await.expect(200);
            assert_eq!(told(&all), ["Draft", "Draft"]);
        }
    }

    async fn the_call_itself_may_be_wrong(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let one = entry_named("JE-1", "1.00");
        let many: Vec<Value> = vec![one.clone(); 1_001];
        for (body, pointer) in [
            (json!({}), "/items"),
            (of(&[], json!({})), "/items"),
            (of(&many, json!({})), "/items"),
            (of(std::slice::from_ref(&one), json!({ "surplus": 1 })), "/surplus"),
            (of(std::slice::from_ref(&one), json!({ "atomic": "yes" })), "/atomic"),
            (of(std::slice::from_ref(&one), json!({ "submit": 1 })), "/submit"),
        ] {
            app.post("journal-entries/bulk", &clerk, body).await.expect(422).problem("invalid").names(pointer);
        }
        let viewer = app.token("vera", &["viewer"], &[]);
        app.post("journal-entries/bulk", &viewer, json!({})).await.expect(403).problem("forbidden");
        let writer = app.token("wolf", &[], &["journal_entry.write"]);
        let submit = of(std::slice::from_ref(&one), json!({ "submit": true }));
        app.post("journal-entries/bulk", &writer, submit).await.expect(403).problem("forbidden");
        app.post("journal-entries/bulk", &writer, of(&[one], json!({}))).await.expect(200);
    }

    async fn a_thousand_large_items_and_not_one_byte_more(app: TestApp) {
        app.open_books().await;
        // Some 10 MiB: other bodies end at one.
        let lines = |amount: &str| {
            let debits = (0..9).map(|_| with(debit(EXPENSE, amount), json!({ "memo": "x".repeat(1_000) })));
            debits.chain([credit(CASH, "9.00")]).collect::<Vec<_>>()
        };
        let items: Vec<Value> = (0..1_000)
            .map(|number| with(entry_of(lines("1.00")), json!({ "journal_entry_id": format!("JE-{number}") })))
            .collect();
        let body = of(&items, json!({ "submit": true }));
        assert!(body.to_string().len() > 8 << 20);
        let answer = app.post("journal-entries/bulk", &app.clerk(), body).await.expect(200);
        assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(1_000), &json!(0)));
        app.expect_fields("journal-entries/JE-999", &[("status", "Pending Approval"), ("total_debit", "9.00")]).await;
        let long = format!("{{\"items\": [\"{}\"]}}", "x".repeat(16 << 20));
        let sent = app.send_text(Method::POST, "journal-entries/bulk", &app.clerk(), &[], Some(&long)).await;
        sent.expect(413).problem("too_large");
    }

    async fn a_key_stands_for_the_whole_call(app: TestApp) {
        app.open_books().await;
        let (clerk, headers) = (app.clerk(), [("X-Idempotency-Key", "bulk-1")]);
        let items = [entry_named("JE-1", "1.00"), json!({}), entry("2.00")];
        let send = |body: Value| app.send(Method::POST, "journal-entries/bulk", &clerk, &headers, Some(body));
        let first = send(of(&items, json!({}))).await.expect(200);
        let again = send(of(&items, json!({}))).await.expect(200);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
        assert_eq!(app.get("journal-entries?count=true", &clerk).await["total"], json!(2));
        send(of(&items[..1], json!({}))).await.expect(422).problem("idempotency_key_reused");
        // What was refused as a whole is not kept.
        let headers = [("X-Idempotency-Key", "bulk-2")];
        let send = |body: Value| app.send(Method::POST, "journal-entries/bulk", &clerk, &headers, Some(body));
        send(of(&items, json!({ "atomic": true }))).await.expect(422).problem("item_refused");
        send(of(&[entry_named("JE-3", "3.00")], json!({}))).await.expect(200);
    }

    async fn one_reference_is_taken_once(app: TestApp) {
        app.open_books().await;
        let refers = |id: &str, reference: &str| with(bill(id, "10.00"), json!({ "reference": reference }));
        let items = [refers("B-1", "R 7"), refers("B-2", "r7"), refers("B-3", "R 8")];
        let answer = app.post("bills/bulk", &app.clerk(), of(&items, json!({ "submit": true }))).await.expect(200);
        let told = told(&answer);
        assert_eq!((told[0].as_str(), told[2].as_str()), ("Pending Approval", "Pending Approval"), "{}", answer.text);
        let alone = app.post("bills", &app.clerk(), items[1].clone()).await;
        assert!(alone.status >= 400);
        assert_eq!(answer["data"][1]["problem"]["code"], alone["code"], "{}", answer.text);
    }
}

tests::on_both! {
    /// As the operation for one of them: that an id is taken goes before what the books say of the content.
    async fn an_id_that_is_taken_is_told_of_first(app: TestApp) {
        app.open_books().await;
        app.draft(JOURNAL_ENTRY, entry_named("JE-1", "1.00")).await;
        for wrong in [
            json!({ "tran_date": "2031-03-01", "posting_period_id": null }),
            json!({ "lines": [debit("none", "1.00"), credit(CASH, "1.00")] }),
            json!({ "lines": [debit(EXPENSE, "1.00"), credit(CASH, "2.00")] }),
        ] {
            let entry = with(entry_named("JE-1", "1.00"), wrong);
            app.post("journal-entries", &app.clerk(), entry.clone()).await.expect(409).problem("already_exists");
            let answer = app.post("journal-entries/bulk", &app.clerk(), json!({ "items": [entry] })).await.expect(200);
            assert_eq!(answer["data"][0]["problem"]["code"], "already_exists", "{}", answer.text);
        }
    }
}
