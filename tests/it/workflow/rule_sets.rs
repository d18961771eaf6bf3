//! Rule sets over HTTP: what is gathered in a draft is proved, replayed, signed and put in force, at once or at an instant.
//! See docs/rules/rule-sets.md#versions.

use reqwest::Method;
use tests::prelude::*;

/// A rule for entries of any amount.
fn entries(id: &str, role: &str) -> Value {
    json!({
        "rule_id": id, "rule_name": id, "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
        "priority": 1, "approval_level": 1, "approver_type": "role", "approver_role": role,
    })
}

async fn draft(app: &TestApp, id: &str, rules: Value) -> Answer {
    let body = json!({ "draft_id": id, "description": "next year", "rules": rules });
    app.post("approval-rule-drafts", &app.admin(), body).await.expect(201)
}

/// Puts the draft in force in this version, with these further fields.
async fn put_in_force(app: &TestApp, id: &str, version: i64, more: Value) -> Answer {
    let body = with(json!({ "version": version }), more);
    app.post(&format!("approval-rule-drafts/{id}/put-in-force"), &app.admin(), body).await
}

/// The set in force, and whom it asks to sign an entry that is submitted now.
async fn asked_now(app: &TestApp, id: &str) -> (i64, String) {
    app.post("journal-entries", &app.clerk(), entry_named(id, "10.00")).await.expect(201);
    let sent = app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    let plan = &sent["approval_plan"];
    let role = &plan["steps"][0]["approvers"][0]["approver_role"];
    (plan["rule_set"].as_i64().expect("a number"), role.as_str().unwrap_or("anyone").to_owned())
}

fn instant(after: std::time::Duration) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    let micros = i64::try_from((now + after).as_micros()).expect("an instant");
    engine::values::clock::Timestamp::from_micros(micros).to_string()
}

tests::on_both! {
    /// As many levels as that could be filled in more ways than anybody could try, while the books are locked.
    async fn rules_that_fewer_people_can_sign_than_they_have_levels_are_refused_at_once(app: TestApp) {
        app.open_books().await;
        let panel: Vec<String> = (1..=20).map(|number| format!("p{number}")).collect();
        let level = |level: usize| {
            json!({
                "rule_id": format!("guard-{level}"), "rule_name": "guard", "document_type": "approval_rule", "action": "change",
                "rule_type": "Amount Threshold", "is_active": true, "priority": 1, "approval_level": level,
                "approver_type": "user", "approver_user_ids": panel, "approvals_required": 1,
            })
        };
        let made = draft(&app, "D-20", (1..=20).map(level).collect()).await;
        let more = draft(&app, "D-21", (1..=21).map(level).collect()).await;
        let version = |draft: &Answer| draft["version"].as_i64().expect("a version");
        put_in_force(&app, "D-21", version(&more), json!({})).await.expect(422).problem("locks_everybody_out");
        put_in_force(&app, "D-20", version(&made), json!({})).await.expect(200);
    }

    async fn each_change_of_a_rule_makes_a_set_that_stays_readable(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let first = asked_now(&app, "JE-1").await;
        assert_eq!(first.1, "manager");
        app.post("approval-rules", &admin, entries("r", "cfo")).await.expect(201);
        assert_eq!(asked_now(&app, "JE-2").await, (first.0 + 1, "cfo".into()));
        app.put("approval-rules/r", &admin, json!({ "approver_role": "controller" })).await.expect(200);
        assert_eq!(asked_now(&app, "JE-3").await, (first.0 + 2, "controller".into()));
        app.delete("approval-rules/r", &admin).await.expect(204);
        // What changes nothing makes no set.
        app.delete("approval-rules/r", &admin).await.expect(204);
        let list = app.get("approval-rule-sets?count=true&limit=2", &admin).await.expect(200);
        assert_eq!(list.number("total"), (first.0 + 3).to_string());
        assert_eq!((&list.data()[0]["rule_set"], &list.data()[0]["put_in_force_by"]), (&json!(first.0 + 3), &json!("alma")));
        let rest = app.get(&format!("approval-rule-sets?cursor={}", list.string("next_cursor")), &admin).await.expect(200);
        assert_eq!(rest.data()[0]["rule_set"], json!(first.0 + 1), "{}", rest.text);
        for (number, role, version) in [(first.0 + 1, "cfo", 1), (first.0 + 2, "controller", 2), (first.0 + 3, "controller", 3)] {
            let set = app.get(&format!("approval-rule-sets/{number}"), &admin).await.expect(200);
            let rule = set["rules"].as_array().expect("rules").iter().find(|rule| rule["rule_id"] == "r").expect("r").clone();
            assert_eq!((&rule["approver_role"], &rule["version"]), (&json!(role), &json!(version)), "{}", set.text);
            assert_eq!(rule["is_active"], json!(number < first.0 + 3), "{}", set.text);
        }
        // A plan keeps its set.
        let before = app.get("journal-entries/JE-2", &admin).await.expect(200);
        assert_eq!(before["approval_plan"]["rule_set"], json!(first.0 + 1), "{}", before.text);
        for path in ["approval-rule-sets/0", "approval-rule-sets/99", "approval-rule-sets/none", "approval-rule-drafts/none"] {
            app.get(path, &admin).await.expect(404).problem("not_found");
        }
        app.get("approval-rule-sets", &app.token("none", &[], &[])).await.expect(403);
        app.books_agree();
    }

    async fn a_draft_is_tried_before_it_decides(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("approval-rules", &admin, entries("r", "manager")).await.expect(201);
        let (set, _) = asked_now(&app, "JE-1").await;
        let begun = draft(&app, "D-1", json!([entries("s", "controller")])).await;
        assert_eq!((&begun["status"], &begun["based_on"], begun.header("ETag")), (&json!("Draft"), &json!(set), "\"1\""));
        assert!(begun.header("Location").ends_with("/approval-rule-drafts/D-1"), "{}", begun.header("Location"));
        // Proved, asked and replayed, without being saved.
        let proof = json!({ "draft_id": "D-1" });
        let proof = app.post("approval-rules/coverage", &admin, proof).await.expect(200);
        assert_eq!((&proof["document_type"], &proof["gaps"]), (&json!("journal_entry"), &json!([])), "{}", proof.text);
        let asked = json!({ "document_type": "journal_entry", "amount": 5, "draft_id": "D-1" });
        let simulated = app.post("approval-rules/simulate", &admin, asked).await.expect(200);
        assert_eq!(simulated["plan"]["steps"][0]["approvers"][0]["approver_role"], "controller", "{}", simulated.text);
        let year = json!({ "from": "2020-01-01", "to": "2029-12-31", "draft_id": "D-1" });
        let accepted = app.post("approval-rules/replay", &admin, year).await.expect(202);
        let path = format!("approval-rule-replays/{}", accepted.string("replay_id"));
        let replayed = app.eventually(&path, &admin, |replay| replay["state"] == "done").await;
        assert_eq!(replayed["summary"]["otherwise"], json!(1), "{}", replayed.text);
        assert_eq!(asked_now(&app, "JE-2").await, (set, "manager".into()));
        // Changed under its version, and put in force in that version alone.
        let stale = [("If-Match", "\"7\"")];
        let later = Some(json!({ "description": "later" }));
        app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &stale, later.clone()).await.expect(412);
        app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &[], later).await.expect(200);
        put_in_force(&app, "D-1", 1, json!({})).await.expect(412).problem("stale_version");
        let done = put_in_force(&app, "D-1", 2, json!({})).await.expect(200);
        assert_eq!((&done["status"], &done["rule_set"]), (&json!("In Force"), &json!(set + 1)), "{}", done.text);
        assert_eq!(asked_now(&app, "JE-3").await, (set + 1, "controller".into()));
        assert_eq!(app.get("approval-rules/r", &admin).await.expect(200)["is_active"], json!(false));
        let trail = app.get("approval-rule-drafts/D-1/audit-trail", &admin).await.expect(200);
        let rows = trail["audit_trail"].as_array().expect("rows");
        let actions: Vec<&str> = rows.iter().filter_map(|row| row["action"].as_str()).collect();
        assert_eq!(actions, ["Created", "Updated", "Put in Force"]);
        assert_eq!(rows[0]["details"]["rules"][0]["approver_role"], "controller", "{}", trail.text);
        let of_rule = app.get("approval-rules/s/history", &admin).await.expect(200);
        assert_eq!(of_rule["audit_trail"][0]["details"]["draft_id"], "D-1", "{}", of_rule.text);
        // It is one of the sets, and a new draft begins with an earlier one.
        let set_now = app.get(&format!("approval-rule-sets/{}", set + 1), &admin).await.expect(200);
        assert_eq!(set_now["draft_id"], "D-1", "{}", set_now.text);
        let back = json!({ "draft_id": "D-2", "copy_of": set });
        let back = app.post("approval-rule-drafts", &admin, back).await.expect(201);
        assert_eq!(back["based_on"], json!(set + 1), "{}", back.text);
        assert!(back["rules"].as_array().expect("rules").iter().any(|rule| rule["rule_id"] == "r"), "{}", back.text);
        put_in_force(&app, "D-2", 1, json!({})).await.expect(200);
        assert_eq!(asked_now(&app, "JE-4").await, (set + 2, "manager".into()));
        app.books_agree();
    }

    /// From the instant on, and before a job has written anything.
    async fn a_scheduled_set_decides_from_its_instant_on(app: TestApp) {
        app.open_books().await;
        let (admin, engine) = (app.admin(), app.engine());
        app.post("approval-rules", &admin, entries("r", "manager")).await.expect(201);
        let (set, _) = asked_now(&app, "JE-1").await;
        draft(&app, "D-1", json!([entries("r", "controller")])).await;
        let hour = std::time::Duration::from_hours(1);
        let from = instant(hour);
        let scheduled = put_in_force(&app, "D-1", 1, json!({ "in_force_from": from })).await.expect(200);
        assert_eq!((&scheduled["status"], &scheduled["in_force_from"]), (&json!("Scheduled"), &json!(from)), "{}", scheduled.text);
        app.put("approval-rules/r", &admin, json!({ "priority": 2 })).await.expect(409).problem("rule_set_scheduled");
        app.delete("approval-rules/r", &admin).await.expect(409).problem("rule_set_scheduled");
        app.delete("approval-rule-drafts/D-1", &admin).await.expect(409).problem("wrong_status");
        assert_eq!(asked_now(&app, "JE-2").await, (set, "manager".into()));
        assert!(engine.write_due_rule_set().await.expect("a look").is_none());
        let list = app.get("approval-rule-drafts?status=Scheduled&count=true", &admin).await.expect(200);
        assert_eq!((list.number("total"), &list.data()[0]["draft_id"]), ("1".into(), &json!("D-1")), "{}", list.text);
        // Taken back, and scheduled again.
        app.act("approval-rule-drafts/D-1/unschedule", &admin).await.expect(200);
        app.act("approval-rule-drafts/D-1/unschedule", &admin).await.expect(409).problem("wrong_status");
        put_in_force(&app, "D-1", 3, json!({ "in_force_from": from })).await.expect(200);
        engine.clock.shift(3_600_000);
        assert_eq!(asked_now(&app, "JE-3").await, (set + 1, "controller".into()));
        assert_eq!(app.get("approval-rules/r", &admin).await.expect(200)["approver_role"], "controller");
        if engine.write_due_rule_set().await.expect("written").is_none() {
            // The scheduled job was there first.
            app.eventually("approval-rule-drafts/D-1", &admin, |draft| draft["status"] == "In Force").await;
        }
        let done = app.get("approval-rule-drafts/D-1", &admin).await.expect(200);
        assert_eq!((&done["status"], &done["rule_set"], &done["in_force_from"]), (&json!("In Force"), &json!(set + 1), &json!(from)));
        assert_eq!(asked_now(&app, "JE-4").await, (set + 1, "controller".into()));
        let written = app.get(&format!("approval-rule-sets/{}", set + 1), &admin).await.expect(200);
        assert_eq!((&written["in_force_from"], &written["put_in_force_by"]), (&json!(from), &json!("alma")), "{}", written.text);
        app.put("approval-rules/r", &admin, json!({ "priority": 2 })).await.expect(200);
        app.books_agree();
    }

    async fn a_draft_waits_for_the_signatures_that_guard_the_rules(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("approval_rule", "change", "manager")).await.expect(201);
        let begun = app.post("approval-rule-drafts", &app.admin(), json!({ "draft_id": "D-1" })).await.expect(201);
        let mut rules = begun["rules"].as_array().expect("a copy").clone();
        for rule in &mut rules {
            rule.as_object_mut().expect("a rule").retain(|_, value| !value.is_null());
        }
        rules.push(entries("r", "controller"));
        let change = Some(json!({ "rules": rules }));
        app.send(Method::PUT, "approval-rule-drafts/D-1", &app.admin(), &[], change).await.expect(200);
        let asked = put_in_force(&app, "D-1", 2, json!({})).await.expect(202);
        assert_eq!(app.get("approval-rules/r", &app.admin()).await.status, 404);
        let id = asked.string("change_request_id");
        let read = app.get(&format!("change-requests/{id}"), &app.manager()).await.expect(200);
        assert_eq!((&read["resource_id"], &read["request"]["body"]), (&json!("D-1"), &json!({ "version": 2 })), "{}", read.text);
        assert!(read["approval_plan"]["rule_set"].is_number(), "{}", read.text);
        let done = app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
        assert_eq!(done["status"], "Done", "{}", done.text);
        app.get("approval-rules/r", &app.admin()).await.expect(200);
        assert_eq!(asked_now(&app, "JE-1").await.1, "controller");
        app.books_agree();
    }

    /// What was signed is the draft as it was asked for, and not another one under its id and with its version.
    async fn a_draft_that_is_made_anew_is_not_put_in_force_by_old_signatures(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("approval_rule", "change", "manager")).await.expect(201);
        let kept = json!([guard("approval_rule", "change", "manager"), entries("r", "controller")]);
        draft(&app, "D-1", kept).await;
        let asked = put_in_force(&app, "D-1", 1, json!({})).await.expect(202);
        app.delete("approval-rule-drafts/D-1", &app.admin()).await.expect(204);
        draft(&app, "D-1", json!([entries("r", "clerk")])).await;
        let id = asked.string("change_request_id");
        let failed = app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
        assert_eq!((&failed["status"], &failed["problem"]["code"]), (&json!("Failed"), &json!("not_as_signed")), "{}", failed.text);
        assert_eq!(app.get("approval-rules/r", &app.admin()).await.status, 404);
        app.books_agree();
    }

    /// It is asked about what was submitted before its instant, too.
    async fn a_scheduled_rule_that_adds_up_sees_what_came_before_it(app: TestApp) {
        app.open_books().await;
        let sums = with(entries("sums", "controller"), json!({
            "approval_level": 2, "min_amount": 15, "aggregate_days": 7, "aggregate_by": "author",
        }));
        app.post("approval-rules", &app.admin(), entries("r", "manager")).await.expect(201);
        asked_now(&app, "JE-1").await;
        draft(&app, "D-1", json!([entries("r", "manager"), sums])).await;
        let from = instant(std::time::Duration::from_hours(1));
        put_in_force(&app, "D-1", 1, json!({ "in_force_from": from })).await.expect(200);
        asked_now(&app, "JE-2").await;
        app.engine().clock.shift(3_600_000);
        app.post("journal-entries", &app.clerk(), entry_named("JE-3", "10.00")).await.expect(201);
        let sent = app.act("journal-entries/JE-3/submit-for-approval", &app.clerk()).await.expect(200);
        let added = &sent["approval_plan"]["steps"][1]["approvers"][0]["added_up"]["documents"];
        assert_eq!(added, &json!(["JE-2", "JE-1"]), "{}", sent.text);
    }

    async fn what_other_rules_or_wrong_words_make_of_a_draft(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let wrong = json!({
            "draft_id": "a b", "copy_of": 0, "surplus": 1,
            "rules": [with(entries("r", "manager"), json!({ "approval_level": 0 })), { "rule_id": "s" }, entries("r", "x")],
        });
        let mut answer = app.post("approval-rule-drafts", &admin, wrong).await.expect(422).problem("invalid");
        for pointer in ["/draft_id", "/copy_of", "/surplus", "/rules/0/approval_level", "/rules/1/rule_name"] {
            answer = answer.names(pointer);
        }
        let both = json!({ "draft_id": "D-9", "copy_of": 1, "rules": [entries("r", "manager"), entries("r", "x")] });
        app.post("approval-rule-drafts", &admin, both).await.expect(422).names("/copy_of").names("/rules/1/rule_id");
        draft(&app, "D-1", json!([entries("r", "manager")])).await;
        for (body, pointer) in [
            (json!({}), "/version"),
            (json!({ "version": "1" }), "/version"),
            (json!({ "version": 1, "in_force_from": "tomorrow" }), "/in_force_from"),
            (json!({ "version": 1, "in_force_from": "2001-01-01T00:00:00Z" }), "/in_force_from"),
        ] {
            app.post("approval-rule-drafts/D-1/put-in-force", &admin, body).await.expect(422).names(pointer);
        }
        for (path, body) in [
            ("approval-rules/simulate", json!({ "document_type": "bill", "amount": 1, "draft_id": "D-2" })),
            ("approval-rules/coverage", json!({ "document_type": "bill", "draft_id": "D-2" })),
            ("approval-rules/replay", json!({ "from": "2026-01-01", "to": "2026-01-31", "draft_id": "D-2" })),
            ("approval-rules/replay", json!({ "from": "2026-01-01", "to": "2026-01-31", "draft_id": "D-1", "rules": [] })),
        ] {
            app.post(path, &admin, body).await.expect(422).names("/draft_id");
        }
        // Other rules meanwhile.
        app.post("approval-rules", &admin, entries("other", "manager")).await.expect(201);
        let stale = put_in_force(&app, "D-1", 1, json!({})).await.expect(409).problem("stale_rule_set");
        let present = stale["rule_set"].clone();
        app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &[], Some(json!({ "based_on": present }))).await.expect(200);
        put_in_force(&app, "D-1", 2, json!({})).await.expect(200);
        assert_eq!(app.get("approval-rules/other", &admin).await.expect(200)["is_active"], json!(false));
        app.delete("approval-rule-drafts/D-1", &admin).await.expect(409).problem("wrong_status");
        draft(&app, "D-3", json!([])).await;
        app.delete("approval-rule-drafts/D-3", &admin).await.expect(204);
        let trail = app.get("approval-rule-drafts/D-3/audit-trail", &admin).await.expect(200);
        assert_eq!(trail["audit_trail"].as_array().map(Vec::len), Some(2), "{}", trail.text);
        let clerk = app.clerk();
        app.post("approval-rule-drafts", &clerk, json!({})).await.expect(403).problem("forbidden");
    }

    async fn what_the_state_does_not_allow(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for id in ["D-1", "D-2", "D-3"] {
            draft(&app, id, json!([entries("r", "manager")])).await;
        }
        app.post("approval-rule-drafts", &admin, json!({ "draft_id": "D-1" })).await.expect(409).problem("already_exists");
        put_in_force(&app, "D-1", 1, json!({})).await.expect(200);
        put_in_force(&app, "D-1", 2, json!({})).await.expect(409).problem("wrong_status");
        let again = Some(json!({ "description": "again" }));
        app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &[], again).await.expect(409).problem("wrong_status");
        let present = app.get("approval-rule-sets", &admin).await.expect(200).data()[0]["rule_set"].clone();
        for id in ["D-2", "D-3"] {
            let based = Some(json!({ "based_on": present }));
            app.send(Method::PUT, &format!("approval-rule-drafts/{id}"), &admin, &[], based).await.expect(200);
        }
        let from = json!({ "in_force_from": instant(std::time::Duration::from_hours(1)) });
        put_in_force(&app, "D-2", 2, from).await.expect(200);
        put_in_force(&app, "D-3", 2, json!({})).await.expect(409).problem("rule_set_scheduled");
        app.post("approval-rules", &admin, entries("new", "manager")).await.expect(409).problem("rule_set_scheduled");
    }

    async fn a_key_stands_for_one_request(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let from = |hours| instant(std::time::Duration::from_hours(hours));
        let path = |more: &str| format!("approval-rule-drafts{more}");
        for (number, (method, path, one, other)) in [
            (Method::POST, path(""), json!({ "draft_id": "D-1" }), json!({ "draft_id": "D-2" })),
            (Method::PUT, path("/D-1"), json!({ "description": "one" }), json!({ "description": "other" })),
            (
                Method::POST,
                path("/D-1/put-in-force"),
                json!({ "version": 2, "in_force_from": from(1) }),
                json!({ "version": 2, "in_force_from": from(2) }),
            ),
            (Method::POST, path("/D-1/unschedule"), json!({}), json!({})),
        ].into_iter().enumerate() {
            let key = format!("key-{number}");
            let headers = [("X-Idempotency-Key", key.as_str())];
            let send = |body: &Value| app.send(method.clone(), &path, &admin, &headers, Some(body.clone()));
            let (first, again) = (send(&one).await, send(&one).await);
            assert!(first.status < 300, "{}", first.text);
            assert_eq!((&first.text, again.header("Idempotent-Replayed")), (&again.text, "true"));
            if path.ends_with("unschedule") {
                // Another path with the same key.
                draft(&app, "D-3", json!([])).await;
                let other = app.send(Method::POST, "approval-rule-drafts/D-3/unschedule", &admin, &headers, None).await;
                other.expect(422).problem("idempotency_key_reused");
                continue;
            }
            send(&other).await.expect(422).problem("idempotency_key_reused");
        }
    }

    /// Alma has no manager, and Nora's is inactive.
    async fn nobody_who_could_sign(app: TestApp) {
        app.open_books().await;
        let (alma, nora) = (app.admin(), app.token("nora", &[], &["*.*"]));
        app.post("users", &alma, json!({ "user_id": "ida", "name": "Ida", "is_active": false })).await.expect(201);
        app.post("users", &alma, json!({ "user_id": "nora", "name": "Nora", "manager_user_id": "ida" })).await.expect(201);
        app.post("users", &alma, json!({ "user_id": "ute", "name": "Ute", "manager_user_id": "mona" })).await.expect(201);
        let by = |approver: Value| with(guard("approval_rule", "change", "manager"), with(json!({ "approver_role": null }), approver));
        let locking = by(json!({ "approver_type": "user", "approver_user_id": "ida" }));
        draft(&app, "D-1", json!([locking])).await;
        put_in_force(&app, "D-1", 1, json!({})).await.expect(422).problem("locks_everybody_out");
        app.post("approval-rules", &alma, by(json!({ "approver_type": "manager" }))).await.expect(201);
        draft(&app, "D-2", json!([entries("r", "manager")])).await;
        put_in_force(&app, "D-2", 1, json!({})).await.expect(422).problem("no_manager");
        let path = "approval-rule-drafts/D-2/put-in-force";
        app.post(path, &nora, json!({ "version": 1 })).await.expect(422).problem("no_approver");
    }

    /// Of several at once, one is scheduled.
    async fn one_draft_is_scheduled_at_most(app: TestApp) {
        app.open_books().await;
        for id in ["D-1", "D-2", "D-3", "D-4"] {
            draft(&app, id, json!([entries(id, "manager")])).await;
        }
        let from = json!({ "in_force_from": instant(std::time::Duration::from_hours(1)) });
        let (one, two, three, four) = tokio::join!(
            put_in_force(&app, "D-1", 1, from.clone()),
            put_in_force(&app, "D-2", 1, from.clone()),
            put_in_force(&app, "D-3", 1, from.clone()),
            put_in_force(&app, "D-4", 1, from.clone()),
        );
        let mut statuses = [one.status, two.status, three.status, four.status].map(|status| status.to_string());
        statuses.sort();
        assert_eq!(statuses.join(" "), "200 409 409 409");
    }
}
