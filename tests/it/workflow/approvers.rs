//! Several signatures, limits, climbs, conditions and delegations, over HTTP. See docs/rules/signing.md and docs/rules/approval.md.

use std::sync::Arc;

use reqwest::Method;
use tests::database::Database;
use tests::prelude::*;
use tokio::task::JoinSet;

/// A rule for entries of any amount at level 1, with these further fields.
fn rule(id: &str, more: Value) -> Value {
    let all = json!({
        "rule_id": id, "rule_name": id, "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
        "priority": 1, "min_amount": null, "max_amount": null, "approval_level": 1, "approver_type": "role",
    });
    with(all, more)
}

async fn submitted(app: &TestApp, id: &str, amount: &str) -> Answer {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await
}

/// The pages of a desk that need not be counted, of whatever size: the same documents, and counts only where they are known anyway.
async fn uncounted_pages_are_the_same(app: &TestApp, who: &Token) {
    for query in ["", "&document_type=bill", "&party_id=V-9", "&sort=amount", "&max_amount=5.00"] {
        for limit in 1..=6 {
            let mut cursor = String::new();
            for page in 0.. {
                let ask = format!("approvals/pending?limit={limit}{query}{cursor}");
                let counted = app.get(&ask, who).await.expect(200);
                let found = app.get(&format!("{ask}&count=false"), who).await.expect(200);
                for name in ["data", "has_more", "next_cursor"] {
                    assert_eq!(found[name], counted[name], "{ask}: {}", found.text);
                }
                let is_quick = query != "&sort=amount" && (page > 0 || limit == 1 && query.is_empty());
                assert!(
                    !is_quick || found.json.get("total").is_none() && found.json.get("counts").is_none(),
                    "{ask}: {}",
                    found.text
                );
                if let Some(counts) = found.json.get("counts") {
                    assert_eq!((counts, &found["total"]), (&counted["counts"], &counted["total"]), "{ask}");
                }
                assert!(limit < 6 || found.json.get("counts").is_some(), "{ask}: {}", found.text);
                match found["next_cursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={}", next.replace(' ', "%20")),
                    None => break,
                }
            }
        }
    }
}

tests::on_both! {
    async fn a_cursor_leads_on_in_its_own_list_alone(app: TestApp) {
        app.open_books().await;
        for id in ["JE-1", "JE-2", "JE-3"] {
            submitted(&app, id, "10.00").await.expect(200);
        }
        let manager = app.manager();
        let mut cursors = Vec::new();
        for sort in ["newest", "oldest", "amount", "due_date", "party", "deadline"] {
            let page = app.get(&format!("approvals/pending?limit=1&sort={sort}"), &manager).await.expect(200);
            cursors.push((sort, page.string("next_cursor").replace(' ', "%20")));
        }
        for (sort, _) in &cursors {
            for (of, cursor) in &cursors {
                let page = app.get(&format!("approvals/pending?limit=5&sort={sort}&cursor={cursor}"), &manager).await;
                if of == sort {
                    assert_eq!(page.expect(200).data().len(), 2, "{sort}");
                } else {
                    page.expect(422).names("cursor");
                }
            }
        }
        for (_, cursor) in cursors.iter().skip(1) {
            for list in ["journal-entries/pending-approvals", "approvals/overdue"] {
                app.get(&format!("{list}?cursor={cursor}"), &manager).await.expect(422).names("cursor");
            }
        }
        let bills = app.get("journal-entries?limit=1&sort=amount", &manager).await.expect(200);
        let cursor = bills.string("next_cursor");
        app.get(&format!("approvals/pending?cursor={cursor}"), &manager).await.expect(422).names("cursor");
    }
}

/// As two processes may write documents of one instant, on a database that sorts capitals beside small letters.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desk_skips_nothing_in_whatever_order_the_database_sorts() {
    let app = TestApp::start_on(Database::sorted_as_english().await, &[]).await;
    app.open_books().await;
    let ids = ["a", "B", "c", "D", "e"];
    let items: Vec<Value> = ids.iter().map(|id| entry_named(id, "10.00")).collect();
    app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
    app.run("UPDATE document SET created_at = (SELECT min(created_at) FROM document)").await;
    uncounted_pages_are_the_same(&app, &app.manager()).await;
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.get(&format!("approvals/pending?count=false&limit=1{cursor}"), &app.manager()).await.expect(200);
        found.push(page["data"][0]["document_id"].as_str().unwrap_or_default().to_owned());
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={}", next.replace(' ', "%20"));
    }
    assert_eq!(found, ["e", "c", "a", "D", "B"]);
}

tests::on_both! {
    async fn a_level_that_needs_two_signatures(app: TestApp) {
        app.open_books().await;
        let panel = json!({ "approver_role": "manager", "approver_user_ids": ["nora"], "approvals_required": 2 });
        let made = app.post("approval-rules", &app.admin(), rule("two", panel)).await.expect(201);
        assert_eq!((made.number("approvals_required"), &made["approver_user_ids"]), ("2".to_owned(), &json!(["nora"])));
        // What was read can be edited and put back.
        let mut again = made.json.clone();
        again["rule_name"] = json!("two of them");
        app.put("approval-rules/two", &app.admin(), again).await.expect(200);
        let plan = submitted(&app, "JE-1", "5.00").await.expect(200);
        let approver = &plan["approval_plan"]["steps"][0]["approvers"][0];
        assert_eq!((&approver["approver_role"], &approver["approvals_required"]), (&json!("manager"), &json!(2)), "{}", plan.text);
        let first = app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
        assert_eq!((first.string("status"), &*first.number("level"), &*first.number("signatures_missing")), ("Pending Approval", "0", "1"));
        assert!(first.string("message").contains("1 of 2"), "{}", first.text);
        let twice = app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(403);
        assert!(twice.string("detail").contains("1 of 2 signatures"), "{}", twice.text);
        let nora = app.token("nora", &[], &["journal_entry.approve", "journal_entry.read"]);
        let desk = app.get("approvals/pending", &nora).await.expect(200);
        assert_eq!(desk.number("total"), "1", "{}", desk.text);
        let last = app.act("journal-entries/JE-1/approve", &nora).await.expect(200);
        assert_eq!((last.string("status"), &*last.number("level"), last.json.get("signatures_missing")), ("Posted", "1", None));
        let entry = app.get("journal-entries/JE-1", &nora).await.expect(200);
        let step = &entry["approval_plan"]["steps"][0];
        assert_eq!((&step["is_complete"], &step["signed_by"]), (&json!(true), &json!("nora")), "{}", entry.text);
        assert_eq!(step["signatures"].as_array().map(Vec::len), Some(2), "{}", entry.text);
        assert_eq!(step["approvers"][0]["approvals_given"], json!(2));
    }

    /// Each of many signatures at one moment counts, and no more than are needed.
    async fn signatures_of_one_moment_all_count(app: TestApp) {
        app.open_books().await;
        let three = json!({ "approver_role": "manager", "approvals_required": 3 });
        app.post("approval-rules", &app.admin(), rule("three", three)).await.expect(201);
        submitted(&app, "JE-1", "5.00").await.expect(200);
        let app = Arc::new(app);
        let mut signs = JoinSet::new();
        for at in 0..6 {
            let app = Arc::clone(&app);
            signs.spawn(async move {
                let token = app.token(&format!("manager-{at}"), &["manager"], &[]);
                app.act("journal-entries/JE-1/approve", &token).await
            });
        }
        let answers = signs.join_all().await;
        let signed = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(signed, 3, "{answers:?}");
        assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)), "{answers:?}");
    }

    async fn limits_climbs_and_nobody_who_could_sign(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let limit = |amount| json!([{ "document_type": "journal_entry", "approval_limit": number(amount) }]);
        for (user_id, manager, limits) in [("vera", Value::Null, limit("1000.00")), ("boss", json!("vera"), limit("100.00"))] {
            let user = json!({ "user_id": user_id, "name": user_id, "manager_user_id": manager, "approval_limits": limits, "roles": ["manager"] });
            let made = app.post("users", &admin, user.clone()).await.expect(201);
            assert_eq!(made["approval_limits"], limits, "{}", made.text);
        }
        let carl = json!({ "user_id": "carl", "name": "Carl", "manager_user_id": "boss" });
        app.post("users", &admin, carl).await.expect(201);
        app.post("approval-rules", &admin, rule("climb", json!({ "approver_type": "manager_chain" }))).await.expect(201);
        let plan = submitted(&app, "JE-1", "100.01").await.expect(200);
        let approver = &plan["approval_plan"]["steps"][0]["approvers"][0];
        assert_eq!((&approver["approver_type"], &approver["approver_user_id"]), (&json!("manager_chain"), &json!("vera")), "{}", plan.text);
        assert_eq!(approver["passed"], json!([{ "user_id": "boss", "reason": "over_limit" }]));
        submitted(&app, "JE-2", "1000.01").await.expect(422).problem("no_approver");
        let role = json!({ "approver_role": "manager" });
        app.post("approval-rules", &admin, rule("role", role)).await.expect(201);
        app.delete("approval-rules/climb", &admin).await.expect(204);
        submitted(&app, "JE-3", "500.00").await.expect(200);
        let boss = app.token("boss", &["manager"], &[]);
        let over = app.act("journal-entries/JE-3/approve", &boss).await.expect(403).problem("over_limit");
        assert_eq!(over.number("approval_limit"), "100.00", "{}", over.text);
        let vera = app.token("vera", &["manager"], &[]);
        app.act("journal-entries/JE-3/approve", &vera).await.expect(200);
        // Who keeps the directory does not say who signs.
        let keeper = app.token("keeper", &[], &["user.write", "user.read"]);
        app.put("users/boss", &keeper, json!({ "roles": ["cfo"] })).await.expect(403).problem("forbidden");
        app.put("users/boss", &keeper, json!({ "name": "The Boss" })).await.expect(200);
    }

    async fn unsound_conditions_are_named_one_by_one(app: TestApp) {
        app.open_books().await;
        let conditions = json!([
            { "field": "colour", "operator": "=", "value": "red" },
            { "field": "amount", "operator": "between", "value": [5, 1] },
            { "field": "vendor_id", "operator": "in", "value": ["V-1", 7] },
            { "field": "amount", "operator": "=" },
            { "field": "amount", "operator": "<=", "value": 10.001 },
        ]);
        let wrong = rule("wrong", json!({ "approver_role": "manager", "conditions": conditions }));
        let mut answer = app.post("approval-rules", &app.admin(), wrong).await.expect(422);
        for pointer in ["0/field", "1/value", "2/value/1", "3/value", "4/value"] {
            answer = answer.names(&format!("/conditions/{pointer}"));
        }
        let sound = json!([
            { "field": "amount", "operator": "between", "value": [0.10, 5000] },
            { "field": "account_id", "operator": "not_in", "value": ["9999"] },
        ]);
        let right = rule("right", json!({ "approver_role": "manager", "conditions": sound }));
        let made = app.post("approval-rules", &app.admin(), right).await.expect(201);
        assert_eq!(made["conditions"][0]["value"].to_string(), "[0.10,5000.00]", "{}", made.text);
        let ask = json!({ "document_type": "journal_entry", "amount": 10, "account_id": "9999" });
        let simulated = app.post("approval-rules/simulate", &app.admin(), ask).await.expect(200);
        let right = simulated["rules"].as_array().expect("rules").iter().find(|one| one["rule_id"] == "right").expect("it");
        assert_eq!(right["why_not"], json!("no single line fulfils all that the rule asks of one"), "{}", simulated.text);
    }

    async fn a_delegate_signs_and_says_for_whom(app: TestApp) {
        app.open_books().await;
        let (admin, clerk) = (app.admin(), app.clerk());
        app.post("users", &admin, json!({ "user_id": "mia", "name": "Mia", "roles": ["manager"] })).await.expect(201);
        let mia = app.token("mia", &["manager"], &[]);
        let dora = app.token("dora", &[], &["journal_entry.approve", "journal_entry.read"]);
        let given = json!({
            "delegation_id": "D-1", "to_user_id": "dora", "first_day": "2020-01-01", "last_day": "2099-12-31",
            "document_types": ["journal_entry"], "amount_limit": 500, "reason": "holidays",
        });
        app.post("delegations", &clerk, given.clone()).await.expect(403);
        let made = app.post("delegations", &mia, given.clone()).await.expect(201);
        assert_eq!((made.string("from_user_id"), &*made.number("amount_limit")), ("mia", "500.00"), "{}", made.text);
        app.post("delegations", &mia, given).await.expect(409).problem("already_exists");
        let back = json!({ "from_user_id": "dora", "to_user_id": "mia", "first_day": "2020-01-01", "last_day": "2020-01-01", "reason": "x" });
        app.post("delegations", &admin, back).await.expect(422).names("/to_user_id");
        let me = app.get("me", &dora).await.expect(200);
        assert_eq!(me["acts_for"], json!([{ "user_id": "mia", "roles": ["manager"] }]), "{}", me.text);
        submitted(&app, "JE-1", "500.00").await.expect(200);
        submitted(&app, "JE-2", "500.01").await.expect(200);
        let desk = app.get("approvals/pending", &dora).await.expect(200);
        assert_eq!((&*desk.number("total"), desk["data"][0]["document_id"].as_str()), ("1", Some("JE-1")), "{}", desk.text);
        app.act("journal-entries/JE-2/approve", &dora).await.expect(403).problem("forbidden");
        let approved = app.act("journal-entries/JE-1/approve", &dora).await.expect(200);
        assert_eq!(approved["on_behalf_of"], "mia", "{}", approved.text);
        let entry = app.get("journal-entries/JE-1", &dora).await.expect(200);
        let signature = &entry["approval_plan"]["steps"][0]["signatures"][0];
        assert_eq!((&signature["signed_by"], &signature["on_behalf_of"]), (&json!("dora"), &json!("mia")), "{}", entry.text);
        let trail = app.get("journal-entries/JE-1/audit-trail", &app.manager()).await.expect(200);
        assert!(trail.text.contains("\"on_behalf_of\":\"mia\""), "{}", trail.text);
        app.delete("delegations/D-1", &mia).await.expect(204);
        submitted(&app, "JE-3", "5.00").await.expect(200);
        app.act("journal-entries/JE-3/approve", &dora).await.expect(403);
        assert_eq!(app.get("delegations/D-1", &mia).await.expect(200)["is_revoked"], json!(true));
    }

    async fn delegations_are_listed_told_and_kept_by_their_key(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let key = [("X-Idempotency-Key", "one")];
        let (first, other) = (delegation("D-1"), with(delegation("D-1"), json!({ "reason": "ill" })));
        app.send(Method::POST, "delegations", &admin, &key, Some(first.clone())).await.expect(201);
        let again = app.send(Method::POST, "delegations", &admin, &key, Some(first)).await.expect(201);
        assert_eq!(again.header("Idempotent-Replayed"), "true");
        let reused = app.send(Method::POST, "delegations", &admin, &key, Some(other)).await;
        reused.expect(422).problem("idempotency_key_reused");
        let key = [("X-Idempotency-Key", "two")];
        let change = |reason: &str| Some(json!({ "reason": reason }));
        app.send(Method::PUT, "delegations/D-1", &admin, &key, change("ill")).await.expect(200);
        let reused = app.send(Method::PUT, "delegations/D-1", &admin, &key, change("well")).await;
        reused.expect(422).problem("idempotency_key_reused");
        for (query, found) in [
            ("", 1), ("?to_user_id=UTE", 1), ("?from_user_id=ute", 0), ("?on=2024-01-31", 1), ("?on=2024-02-01", 0),
        ] {
            let list = app.get(&format!("delegations{query}"), &admin).await.expect(200);
            assert_eq!(list.data().len(), found, "{query}: {}", list.text);
        }
        app.delete("delegations/D-1", &admin).await.expect(204);
        let trail = app.get("delegations/D-1/audit-trail", &admin).await.expect(200);
        let told: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten().map(|row| row["action"].clone()).collect();
        assert_eq!(told, ["Created", "Updated", "Revoked"], "{}", trail.text);
    }

    /// The desk of an approver: what it says of each document, how it is filtered and sorted, page by page.
    async fn the_desk(app: TestApp) {
        app.open_books().await;
        let (clerk, admin) = (app.clerk(), app.admin());
        for (id, amount) in [("JE-1", "50.00"), ("JE-2", "500.00"), ("JE-3", "5.00")] {
            submitted(&app, id, amount).await.expect(200);
        }
        for (id, amount) in [("JE-1", "70.00"), ("BILL-2", "5.00")] {
            app.post("bills", &clerk, bill(id, amount)).await.expect(201);
            app.act(&format!("bills/{id}/submit-for-approval"), &clerk).await.expect(200);
        }
        let manager = app.manager();
        let rows = async |query: &str| {
            let mut found = Vec::new();
            let mut cursor = String::new();
            loop {
                let desk = app.get(&format!("approvals/pending?limit=2{query}{cursor}"), &manager).await.expect(200);
                assert_eq!(desk["counts"], json!([
                    { "document_type": "journal_entry", "waiting": 3 }, { "document_type": "bill", "waiting": 2 },
                ]), "{}", desk.text);
                found.extend(desk.data().iter().map(|row| row["document_id"].as_str().unwrap_or_default().to_owned()));
                match desk["next_cursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={}", next.replace(' ', "%20")),
                    None => return found.join(" "),
                }
            }
        };
        for (query, ids) in [
            ("", "BILL-2 JE-1 JE-3 JE-2 JE-1"),
            ("&sort=oldest", "JE-1 JE-2 JE-3 JE-1 BILL-2"),
            ("&sort=amount", "JE-2 JE-1 JE-1 JE-3 BILL-2"),
            ("&sort=amount&min_amount=50&max_amount=70.00", "JE-1 JE-1"),
            ("&document_type=bill", "BILL-2 JE-1"),
            ("&party_id=V-1", "BILL-2 JE-1"),
            ("&party_id=V-9", ""),
            ("&submitted_by=CARL&document_type=bill", "BILL-2 JE-1"),
            ("&due_to=2020-01-01", ""),
        ] {
            assert_eq!(rows(query).await, ids, "{query}");
        }
        uncounted_pages_are_the_same(&app, &manager).await;
        let due = app.get("approvals/pending?sort=due_date&limit=1", &manager).await.expect(200);
        let row = &due["data"][0];
        assert_eq!((&row["document_type"], &row["party_name"]), (&json!("bill"), &json!("Verdant Supplies")), "{}", due.text);
        assert_eq!(row["allowed_actions"], json!(["approve", "reject", "request-change", "hold"]), "{}", due.text);
        assert!(row["version"].is_u64() && row["due_date"].is_string() && row["base_amount"].is_number(), "{}", due.text);
        app.get("approvals/pending?sort=colour", &manager).await.expect(422);
        app.get("approvals/pending?min_amount=0.001", &manager).await.expect(422);
        app.get("approvals/pending", &admin).await.expect(200);
    }
}
