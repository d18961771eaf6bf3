//! Replays of approval rules over HTTP: the law, what they find, what they leave alone, and the death of the worker.
//! See docs/rules/rule-sets.md#replay.

use std::time::Duration;

use tests::prelude::*;

/// The fields of a rule that its author sends.
const AUTHORS: [&str; 23] = [
    "action",
    "rule_id",
    "rule_name",
    "document_type",
    "rule_type",
    "is_active",
    "priority",
    "min_amount",
    "max_amount",
    "approval_level",
    "approver_type",
    "approver_role",
    "approver_user_id",
    "approver_user_ids",
    "approvals_required",
    "conditions",
    "department_ids",
    "cost_center_ids",
    "due_in_hours",
    "remind_every_hours",
    "escalate_to",
    "aggregate_days",
    "aggregate_by",
];

/// Level 1 of entries of any amount, with these further fields.
fn level_1(id: &str, more: Value) -> Value {
    let all = json!({
        "rule_id": id, "rule_name": id, "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
        "priority": 1, "approval_level": 1, "approver_type": "role",
    });
    with(all, more)
}

/// All days of these tests.
fn asked(rules: &Value) -> Value {
    json!({ "from": "2020-01-01", "to": "2029-12-31", "rules": rules })
}

/// The rules that are saved, as they would be sent.
async fn saved_rules(app: &TestApp) -> Value {
    let rules = app.get("approval-rules?limit=200", &app.admin()).await.expect(200);
    let sent = |rule: &Value| -> Value {
        let fields = rule.as_object().expect("a rule").iter();
        fields
            .filter(|(name, value)| AUTHORS.contains(&name.as_str()) && !value.is_null())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    };
    rules.data().iter().map(sent).collect()
}

/// The path of a replay that is done, and what it found.
async fn replayed(app: &TestApp, rules: &Value) -> (String, Answer) {
    let accepted = app.post("approval-rules/replay", &app.admin(), asked(rules)).await.expect(202);
    let path = format!("approval-rule-replays/{}", accepted.string("replay_id"));
    let done = app.eventually(&path, &app.admin(), |replay| replay["state"] == "done").await;
    let job = app.get(&format!("jobs/{}", accepted.string("job_id")), &app.admin()).await.expect(200);
    assert_eq!((&job["state"], &job["job_type"]), (&json!("done"), &json!("replay_approval_rules")), "{}", job.text);
    (path, done)
}

async fn submit(app: &TestApp, id: &str, amount: &str) {
    app.post("journal-entries", &app.clerk(), entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
}

async fn user(app: &TestApp, user_id: &str, more: Value) {
    let body = with(json!({ "user_id": user_id, "name": user_id }), more);
    app.post("users", &app.admin(), body).await.expect(201);
}

/// Entries between changes of people: a climb past a limit that is raised, a manager who leaves, another manager; and sums of what
/// was submitted before.
async fn a_year(app: &TestApp) {
    app.open_books().await;
    let admin = app.admin();
    let limits =
        |amount| json!({ "approval_limits": [{ "document_type": "journal_entry", "approval_limit": number(amount) }] });
    app.post("approval-rules", &admin, level_1("climb", json!({ "approver_type": "manager_chain", "priority": 10 })))
        .await
        .expect(201);
    let sum = json!({ "approval_level": 2, "approver_role": "controller", "min_amount": 150, "aggregate_days": 30, "aggregate_by": "author" });
    app.post("approval-rules", &admin, level_1("sum", sum)).await.expect(201);
    user(app, "vera", json!({ "roles": ["manager"] })).await;
    user(app, "boss", with(limits("50.00"), json!({ "manager_user_id": "vera", "roles": ["manager"] }))).await;
    user(app, "carl", json!({ "manager_user_id": "boss" })).await;
    submit(app, "JE-1", "10.00").await;
    submit(app, "JE-2", "100.00").await;
    app.put("users/boss", &admin, limits("500.00")).await.expect(200);
    submit(app, "JE-3", "100.00").await;
    app.put("users/boss", &admin, json!({ "is_active": false })).await.expect(200);
    submit(app, "JE-4", "100.00").await;
    app.put("users/carl", &admin, json!({ "manager_user_id": "vera" })).await.expect(200);
    submit(app, "JE-5", "5000.00").await;
    app.post("journal-entries", &app.clerk(), entry_named("JE-6", "7.00")).await.expect(201);
    submit(app, "JE-7", "8.00").await;
    app.post("journal-entries/JE-7/request-change", &app.clerk(), json!({ "comments": "recalled" })).await.expect(200);
    let vera = app.token("vera", &["manager"], &[]);
    // A change that waits for signatures is no submission of a document.
    app.asked_for().await;
    app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
    app.post("journal-entries/JE-2/reject", &vera, json!({ "reason": "no" })).await.expect(200);
    user(app, "late", json!({ "roles": ["manager", "controller"], "manager_user_id": "vera" })).await;
    app.put("users/vera", &admin, json!({ "is_active": false })).await.expect(200);
}

async fn rows(app: &TestApp, path: &str) -> Vec<(String, String)> {
    let list = app.get(path, &app.admin()).await.expect(200);
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    list.data().iter().map(|row| (text(row, "document_id"), text(row, "outcome"))).collect()
}

tests::on_both! {
    /// Whatever happened to people since: the rules that were in force give each document what it got.
    async fn the_rules_of_then_give_the_plans_of_then(app: TestApp) {
        a_year(&app).await;
        let (path, done) = replayed(&app, &saved_rules(&app).await).await;
        let summary = &done["summary"];
        // The draft, and the one that came back, are in no submission.
        assert_eq!((&summary["documents"], &summary["same"]), (&json!(5), &json!(5)), "{}", done.text);
        assert_eq!(done["progress"], json!({ "done": 6, "total": 6 }), "{}", done.text);
        assert_eq!(rows(&app, &format!("{path}/documents")).await, []);
        let carried = summary["people"].as_array().expect("people").iter().find(|one| one["user_id"] == "mona");
        assert_eq!(carried.map(|one| &one["signed"]), Some(&json!(1)), "{}", done.text);
    }

    async fn other_rules_send_documents_another_way(app: TestApp) {
        a_year(&app).await;
        let admin = app.admin();
        let before = app.get("audit?count=true&limit=1", &admin).await.expect(200).number("total");
        let text = |id: &str| format!("journal-entries/{id}");
        let entry_before = app.get(&text("JE-3"), &admin).await.expect(200).text;
        let bounded = json!([level_1("boss", json!({ "approver_type": "user", "approver_user_id": "boss", "max_amount": 1000 }))]);
        let (path, done) = replayed(&app, &bounded).await;
        // 10.00 was his before; of 100.00 his limit was in the way, until it was raised and he left.
        let documents = format!("{path}/documents");
        let found = rows(&app, &documents).await;
        let expected = [("JE-5", "no_matching_rule"), ("JE-4", "no_approver"), ("JE-3", "otherwise"), ("JE-2", "no_approver"), ("JE-1", "otherwise")];
        assert_eq!(found, expected.map(|(id, outcome)| (id.to_owned(), outcome.to_owned())), "{}", done.text);
        let summary = &done["summary"];
        for (field, count) in [("documents", 5), ("same", 0), ("otherwise", 2), ("no_matching_rule", 1), ("no_manager", 0), ("no_approver", 2)] {
            assert_eq!((&summary[field], &summary["by_type"][0][field]), (&json!(count), &json!(count)), "{field}: {}", done.text);
        }
        let boss = summary["signers"].as_array().expect("signers").iter().find(|one| one["approver_user_id"] == "boss").expect("boss");
        assert_eq!((&boss["approver_type"], &boss["steps_after"]), (&json!("user"), &json!(2)), "{}", done.text);
        // Filters and pages.
        assert_eq!(rows(&app, &format!("{documents}?outcome=no_approver")).await.len(), 2);
        assert_eq!(rows(&app, &format!("{documents}?outcome=no_approver&document_type=bill")).await.len(), 0);
        assert_eq!(rows(&app, &format!("{documents}?document_type=journal_entry")).await.len(), 5);
        let first = app.get(&format!("{documents}?limit=3&count=true"), &admin).await.expect(200);
        assert_eq!((first.number("total"), &first["has_more"]), ("5".into(), &json!(true)));
        let rest = rows(&app, &format!("{documents}?limit=3&cursor={}", first.string("next_cursor"))).await;
        assert_eq!(rest, found[3..]);
        let row = &first.data()[2];
        let (old, new) = (&row["old_plan"]["steps"][0]["approvers"], &row["new_plan"]["steps"][0]["approvers"][0]);
        assert_eq!(new["approver_user_id"], json!("boss"), "{}", first.text);
        assert!(old.to_string().contains("climb") && old.to_string().contains("manager"), "{}", first.text);
        assert!(first.data()[1]["new_plan"].is_null() && first.data()[1]["detail"].is_string(), "{}", first.text);
        // Nothing in the books changed.
        assert_eq!(app.get("audit?count=true&limit=1", &admin).await.expect(200).number("total"), before);
        assert_eq!(app.get(&text("JE-3"), &admin).await.expect(200).text, entry_before);
        assert_eq!(app.get("approval-rules/boss", &admin).await.status, 404);
        let list = app.get("approval-rule-replays?count=true", &admin).await.expect(200);
        assert_eq!((list.number("total"), &list.data()[0]["state"]), ("1".into(), &json!("done")), "{}", list.text);
        app.books_agree();
    }

    async fn no_rules_ask_anyone_and_the_span_leaves_out_what_is_outside(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "10.00").await;
        let (_, done) = replayed(&app, &json!([])).await;
        assert_eq!(done["summary"]["otherwise"], json!(1), "{}", done.text);
        let anyone = done["summary"]["signers"].as_array().expect("signers").iter().find(|one| one["approver_type"] == "anyone");
        assert_eq!(anyone.map(|one| &one["steps_after"]), Some(&json!(1)), "{}", done.text);
        let early = json!({ "from": "2001-01-01", "to": "2001-12-31", "rules": [] });
        let accepted = app.post("approval-rules/replay", &app.admin(), early).await.expect(202);
        let path = format!("approval-rule-replays/{}", accepted.string("replay_id"));
        let done = app.eventually(&path, &app.admin(), |replay| replay["state"] == "done").await;
        assert_eq!((&done["summary"]["documents"], &done["progress"]), (&json!(0), &json!({ "done": 0, "total": 0 })), "{}", done.text);
    }

    async fn what_is_wrong_is_named_at_once(app: TestApp) {
        app.open_books().await;
        let rules = json!([
            level_1("a", json!({ "approver_role": "manager", "min_amount": 10, "max_amount": 5 })),
            level_1("a", json!({ "approver_type": "user" })),
            { "rule_id": "b" },
            level_1("c", json!({ "approver_role": "manager", "conditions": [{ "field": "colour", "operator": "=", "value": "red" }] })),
            5,
        ]);
        let wrong = json!({ "from": "2026-02-01", "to": "2026-01-31", "rules": rules, "surplus": 1 });
        let mut answer = app.post("approval-rules/replay", &app.admin(), wrong).await.expect(422).problem("invalid");
        for pointer in [
            "/to", "/surplus", "/rules/0/min_amount", "/rules/1/rule_id", "/rules/1/approver_user_id", "/rules/2/rule_name", "/rules/3/conditions/0/field", "/rules/4",
        ] {
            answer = answer.names(pointer);
        }
        for (body, pointer) in [
            (json!({ "rules": [] }), "/from"),
            (json!({ "from": "2026-01-01", "rules": [] }), "/to"),
            (json!({ "from": "2026-01-01", "to": "2026-01-31" }), "/rules"),
            (json!({ "from": "2000-01-01", "to": "2026-01-31", "rules": [] }), "/to"),
            (json!({ "from": "2026-01-01", "to": "2026-01-31", "rules": vec![json!({}); 1_001] }), "/rules"),
        ] {
            app.post("approval-rules/replay", &app.admin(), body).await.expect(422).names(pointer);
        }
        let list = app.get("approval-rule-replays?count=true", &app.admin()).await.expect(200);
        assert_eq!(list.number("total"), "0", "{}", list.text);
    }

    async fn it_takes_two_permissions_and_an_id_that_is_there(app: TestApp) {
        app.open_books().await;
        let (path, _) = replayed(&app, &json!([])).await;
        let documents = format!("{path}/documents");
        for permissions in [["approval_rule.read"], ["report.read"]] {
            let half = app.token("half", &[], &permissions);
            app.post("approval-rules/replay", &half, asked(&json!([]))).await.expect(403).problem("forbidden");
            for path in ["approval-rule-replays", &path, &documents] {
                app.get(path, &half).await.expect(403).problem("forbidden");
            }
        }
        let both = app.token("both", &[], &["approval_rule.read", "report.read"]);
        app.post("approval-rules/replay", &both, asked(&json!([]))).await.expect(202);
        for path in ["approval-rule-replays", &path, &documents] {
            app.get(path, &both).await.expect(200);
        }
        for path in ["approval-rule-replays/none", "approval-rule-replays/none/documents"] {
            app.get(path, &both).await.expect(404).problem("not_found");
        }
        let named = level_1("replay", json!({ "approver_role": "manager" }));
        app.post("approval-rules", &app.admin(), named).await.expect(422).names("/rule_id");
    }

    async fn a_replay_goes_with_its_job_after_a_week(app: TestApp) {
        app.open_books().await;
        submit(&app, "JE-1", "10.00").await;
        let (path, _) = replayed(&app, &json!([])).await;
        let engine = app.engine();
        engine.purge().await.expect("purged");
        app.get(&path, &app.admin()).await.expect(200);
        engine.clock.shift(8 * 86_400_000);
        engine.purge().await.expect("purged");
        let admin = Token::of(&json!({ "sub": "alma", "exp": tests::token::now() + 10 * 86_400, "permissions": ["*.*"] }));
        app.get(&path, &admin).await.expect(404);
        assert_eq!(app.get("approval-rule-replays?count=true", &admin).await.expect(200).number("total"), "0");
    }
}

/// The process dies when the first of its rows are written; the next begins again, and leaves each row once.
async fn a_replay_outlives_its_worker(backend: Backend) {
    let mut app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    for number in 1..=3 {
        submit(&app, &format!("JE-{number}"), "10.00").await;
    }
    app.process().relaunch(&[("GL_CRASH_AT", "replay-written")]);
    app.process().await_address();
    app.base_url = app.process().base_url.clone();
    let accepted = app.post("approval-rules/replay", &app.admin(), asked(&json!([]))).await.expect(202);
    app.process().wait(Duration::from_secs(10));
    app.restart();
    let path = format!("approval-rule-replays/{}", accepted.string("replay_id"));
    let left = app.get(&path, &app.admin()).await.expect(200);
    assert!(left["summary"].is_null() && left["state"] != "done", "{}", left.text);
    let done = app.eventually(&path, &app.admin(), |replay| replay["state"] == "done").await;
    assert_eq!(done["summary"]["otherwise"], json!(3), "{}", done.text);
    let documents = format!("{path}/documents?count=true");
    assert_eq!(app.get(&documents, &app.admin()).await.expect(200).number("total"), "3");
    app.process().terminate(Duration::from_secs(12));
    app.books_agree();
}

#[tokio::test]
async fn a_replay_outlives_its_worker_on_sqlite() {
    a_replay_outlives_its_worker(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_replay_outlives_its_worker_on_postgres() {
    a_replay_outlives_its_worker(Backend::Postgres).await;
}

tests::on_both! {
    /// The list, its total and the counts are of types that the reader may read; how the load moves is counted over all types together.
    async fn a_replay_shows_types_that_its_reader_may_read(app: TestApp) {
        app.open_debts().await;
        for kind in [JOURNAL_ENTRY, BILL, EXPENSE_REPORT] {
            app.pending(kind, kind.of_amount("X-1", "5.00")).await;
        }
        let rules = json!([with(level_1("b", json!({ "approver_role": "cfo" })), json!({ "document_type": "bill" }))]);
        let (path, all) = replayed(&app, &rules).await;
        assert!(all["summary"]["documents"].as_u64() >= Some(3), "{}", all.text);
        assert_ne!(all["summary"]["signers"], json!([]), "{}", all.text);
        let token = |permissions: &[&str]| app.token("rita", &[], &[&["approval_rule.read", "report.read"], permissions].concat());
        let documents = format!("{path}/documents?count=true");
        let viewer = app.token("vera", &["viewer"], &[]);
        assert_eq!(app.get(&path, &viewer).await.expect(200).text, all.text);
        let of_all = app.get(&documents, &viewer).await.expect(200);
        for (permissions, types) in [
            (&["bill.read"][..], &["bill"][..]),
            (&["bill.read", "journal_entry.read"], &["bill", "journal_entry"]),
            (&[], &[]),
        ] {
            let reader = token(permissions);
            let is_readable = |kind: &Value| kind.as_str().is_some_and(|kind| types.contains(&kind));
            let read = app.get(&path, &reader).await.expect(200);
            let (summary, whole) = (&read["summary"], &all["summary"]);
            let by_type: Vec<&Value> = whole["by_type"].as_array().expect("types").iter()
                .filter(|one| is_readable(&one["document_type"])).collect();
            assert_eq!(summary["by_type"].as_array().expect("types").iter().collect::<Vec<_>>(), by_type, "{}", read.text);
            for field in ["documents", "same", "otherwise", "no_matching_rule", "no_manager", "no_approver"] {
                let sum: u64 = by_type.iter().filter_map(|one| one[field].as_u64()).sum();
                assert_eq!(summary[field], json!(sum), "{field}: {}", read.text);
            }
            assert_eq!((&summary["signers"], &summary["people"]), (&json!([]), &json!([])), "{}", read.text);
            let list = app.get(&documents, &reader).await.expect(200);
            let wanted: Vec<&Value> = of_all.data().iter().filter(|row| is_readable(&row["document_type"])).collect();
            assert_eq!(list.data().iter().collect::<Vec<_>>(), wanted, "{}", list.text);
            assert_eq!(list.number("total"), wanted.len().to_string());
            let hidden = app.get(&format!("{documents}&document_type=expense"), &reader).await.expect(200);
            assert_eq!((hidden.number("total"), hidden.data().len()), ("0".into(), 0), "{}", hidden.text);
        }
    }
}

/// Two of one person wait or run, however many they ask for at once.
async fn at_most_two_of_one_person(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    app.open_books().await;
    let viewer = app.token("vera", &["viewer"], &[]);
    let (vera, vic) = (app.token("VERA", &["viewer"], &[]), app.token("vic", &["viewer"], &[]));
    let ask = |who| app.post("approval-rules/replay", who, asked(&json!([])));
    let (a, b, c, d) = tokio::join!(ask(&viewer), ask(&viewer), ask(&viewer), ask(&viewer));
    let all = [a, b, c, d];
    let taken: Vec<&str> = all.iter().filter(|one| one.status == 202).map(|one| one.string("replay_id")).collect();
    assert_eq!(taken.len(), 2, "{all:?}");
    for refused in all.iter().filter(|one| one.status != 202) {
        let refused = refused.clone().expect(409).problem("too_many_replays");
        let named: Vec<&str> =
            refused["replay_ids"].as_array().expect("ids").iter().filter_map(Value::as_str).collect();
        assert!(named.len() == 2 && taken.iter().all(|id| named.contains(id)), "{}", refused.text);
        assert!(taken.iter().all(|id| refused.string("detail").contains(id)), "{}", refused.text);
    }
    // However they are spelt; others have their own two.
    ask(&vera).await.expect(409).problem("too_many_replays");
    ask(&vic).await.expect(202);
    // A retry gets the first answer.
    let key = [("X-Idempotency-Key", "once")];
    let body = Some(asked(&json!([])));
    let other = app.token("wanda", &["viewer"], &[]);
    let once = || app.send(reqwest::Method::POST, "approval-rules/replay", &other, &key, body.clone());
    let (first, again) = (once().await.expect(202), once().await.expect(202));
    assert_eq!((&first.text, again.header("Idempotent-Replayed")), (&again.text, "true"));
    // When they are done there is room again.
    app.work_off().await;
    ask(&viewer).await.expect(202);
    let list = app.get("approval-rule-replays?count=true", &viewer).await.expect(200);
    assert_eq!(list.number("total"), "5", "{}", list.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_most_two_of_one_person_on_sqlite() {
    at_most_two_of_one_person(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_most_two_of_one_person_on_postgres() {
    at_most_two_of_one_person(Backend::Postgres).await;
}
