//! A trail has the formats of the rest of the interface, whatever form its rows are stored in: instants are ISO
//! timestamps, amounts are numbers with the decimals of their currency, and rules, accounts and users look as a GET
//! showed them then.

use engine::values::money::Currency;
use tests::prelude::*;

/// Collections with a trail, and the names of their id fields.
pub fn collections() -> Vec<(&'static str, &'static str)> {
    let others = [
        ("approval-rules", "rule_id"),
        ("accounts", "account_id"),
        ("users", "user_id"),
        ("roles", "role_id"),
        ("accounting-periods", "period_id"),
        ("reconciliations", "reconciliation_id"),
    ];
    all_kinds().map(|kind| (kind.path, kind.id)).into_iter().chain(others).collect()
}

/// Names that only the engine uses.
const ENGINES_OWN: [&str; 6] = ["kind", "approver", "alternatives", "signer", "closing", "last_change"];

/// Whether the text is an instant as the interface writes it.
fn is_instant(text: &str) -> bool {
    let shape: String = text.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { letter }).collect();
    shape == "9999-99-99T99:99:99.999999Z"
}

fn is_amount(key: &str) -> bool {
    ["amount", "amount_due", "amount_paid"].contains(&key)
        || ["_amount", "_balance", "_adjustments"].iter().any(|end| key.ends_with(end))
}

/// The number of instants and amounts in trails, and the errors in them.
#[derive(Default)]
struct Walk {
    instants: usize,
    amounts: usize,
    wrong: Vec<String>,
}

impl Walk {
    fn look_at(&mut self, at: &str, value: &Value, decimals: usize) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    self.member(&format!("{at}/{key}"), key, member, decimals);
                    self.look_at(&format!("{at}/{key}"), member, decimals);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.look_at(at, item, decimals)),
            _ => {}
        }
    }

    fn member(&mut self, at: &str, key: &str, member: &Value, decimals: usize) {
        let text = member.to_string();
        if ENGINES_OWN.contains(&key) {
            self.wrong.push(format!("{at} is the engine's own word"));
        }
        if key.ends_with("_at") && !member.is_null() {
            self.instants += 1;
            if !member.as_str().is_some_and(is_instant) {
                self.wrong.push(format!("{at} is {text}, and no instant"));
            }
        }
        if is_amount(key) && !member.is_null() {
            self.amounts += 1;
            let found = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
            if !member.is_number() || found != decimals {
                self.wrong.push(format!("{at} is {text}, and no number with {decimals} decimals"));
            }
        }
    }
}

/// The rows of a trail.
async fn trail(app: &TestApp, path: &str) -> Vec<Value> {
    let trail = app.get(path, &app.admin()).await.expect(200);
    trail["audit_trail"].as_array().cloned().unwrap_or_default()
}

/// Makes every kind of change that the demo company does not have.
pub async fn change_more(app: &TestApp) {
    let admin = app.admin();
    let rules = app.get("approval-rules", &admin).await.expect(200);
    let rule = format!("approval-rules/{}", rules.data()[0]["rule_id"].as_str().unwrap_or_default());
    // Changes of its rules are for the cfo to sign.
    let felix = app.token("felix", &["cfo"], &[]);
    for body in [Some(json!({ "priority": 7 })), None] {
        // What is asked of a rule that has changed since is not what was signed: one after the other.
        let asked = match body {
            Some(body) => app.put(&rule, &admin, body).await,
            None => app.delete(&rule, &admin).await,
        };
        let change = format!("change-requests/{}", asked.expect(202).string("change_request_id"));
        assert_eq!(app.act(&format!("{change}/approve"), &felix).await.expect(200)["status"], "Done");
    }
    let delegations = json!([{ "delegate_user_id": "felix", "from": "2026-01-01", "to": "2026-01-31" }]);
    app.put("users/max", &admin, json!({ "delegations": delegations })).await.expect(200);
    app.post("roles", &admin, json!({ "role_id": "r", "permissions": ["*.read"] })).await.expect(201);
    let periods = app.get("accounting-periods", &admin).await.expect(200);
    let newest = format!("accounting-periods/{}", periods.data()[0]["period_id"].as_str().unwrap_or_default());
    app.post(&format!("{newest}/close"), &admin, json!({ "force": true })).await.expect(200);
    app.post(&format!("{newest}/reopen"), &admin, json!({ "reason": "late" })).await.expect(200);
    let yen = with(account("JPY", "Yen", "asset"), json!({ "subtype": "bank", "currency": "JPY" }));
    app.post("accounts", &admin, yen).await.expect(201);
    let session = json!({
        "reconciliation_id": "X-JPY", "account_id": "JPY", "statement_date": "2026-01-31",
        "statement_ending_balance": number("1250"),
    });
    app.post("reconciliations", &admin, session).await.expect(201);
    let change = json!({ "statementEndingBalance": number("1300"), "bankAdjustments": number("-20") });
    app.put("reconciliations/X-JPY", &admin, change).await.expect(200);
}

tests::on_both! {
    async fn every_trail_of_the_demo_company_speaks_the_interfaces_words(app: TestApp) {
        assert!(api::demo::load(app.engine()).await.expect("the demo company"));
        change_more(&app).await;
        let mut walk = Walk::default();
        let mut trails = 0;
        for (collection, id_field) in collections() {
            let list = app.get(&format!("{collection}?limit=200"), &app.admin()).await.expect(200);
            assert!(!list.data().is_empty(), "the demo company has no {collection}");
            for row in list.data() {
                let path = format!("{collection}/{}", row[id_field].as_str().expect("an id"));
                let currency = row["currency"].as_str().filter(|_| collection != "accounts").unwrap_or("USD");
                let decimals = Currency::parse(currency).expect("a currency").decimals() as usize;
                let rows = trail(&app, &format!("{path}/audit-trail")).await;
                trails += usize::from(!rows.is_empty());
                walk.look_at(&path, &Value::Array(rows), decimals);
            }
        }
        assert!(walk.wrong.is_empty(), "{}", walk.wrong.join("\n"));
        // The test needs enough instants and amounts to mean something.
        assert!(trails > 80 && walk.instants > 200 && walk.amounts > 40, "{trails} {} {}", walk.instants, walk.amounts);
    }

    async fn a_history_tells_what_a_get_told(app: TestApp) {
        let admin = app.admin();
        let first = with(rule("R-1", "bill", 1, "10.5", None, "manager"), json!({
            "rule_type": "Department Routing", "department_ids": ["D-1", "D-2"],
        }));
        let person = json!({ "approver_type": "user", "approver_role": null, "approver_user_id": "ute", "max_amount": number("99.99") });
        for (collection, word, made, changes, ends) in [
            ("approval-rules/R-1", "rule", first, vec![json!({ "priority": 3 }), person], true),
            ("accounts/1", "account", account("1", "One", "asset"), vec![json!({ "account_name": "Uno" })], false),
            ("users/ute", "user", json!({ "user_id": "ute", "name": "Ute" }), vec![json!({ "is_active": false })], false),
        ] {
            let (parent, _) = collection.split_once('/').expect("a path");
            app.post(parent, &admin, made).await.expect(201);
            let mut seen = vec![app.get(collection, &admin).await.expect(200).json];
            for change in changes {
                app.put(collection, &admin, change).await.expect(200);
                seen.push(app.get(collection, &admin).await.expect(200).json);
            }
            if ends {
                app.delete(collection, &admin).await.expect(204);
                seen.push(app.get(collection, &admin).await.expect(200).json);
            }
            let told = |rows: Vec<Value>| rows.iter().map(|row| row["details"][word].clone()).collect::<Vec<_>>();
            assert_eq!(told(trail(&app, &format!("{collection}/audit-trail")).await), seen, "{collection}");
            if word == "rule" {
                assert_eq!(told(trail(&app, &format!("{collection}/history")).await), seen);
                assert_eq!(seen[0]["min_amount"].to_string(), "10.50");
            }
        }
    }

    async fn the_plan_in_the_trail_is_the_plan_that_was_shown(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("JE-1", "1234.50")).await.expect(201);
        let dry = app.act("journal-entries/JE-1/submit-for-approval?dry_run=true", &clerk).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let rows = trail(&app, "journal-entries/JE-1/audit-trail").await;
        let submitted = rows.iter().find(|row| row["action"] == "Submit for Approval").expect("a submission");
        // Since when it waits is not part of the plan.
        let mut shown = dry["approval_plan"].clone();
        for step in shown["steps"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            step.remove("waits_since");
        }
        assert_eq!(submitted["details"]["plan"], shown);
        assert_eq!(dry["approval_plan"]["steps"][1]["approvers"][0]["approver_role"], "controller", "{}", dry.text);
    }

    async fn the_job_of_a_close_tells_what_the_close_told(app: TestApp) {
        app.open_books().await;
        let controller = app.controller();
        for close_type in ["ar", "all"] {
            let body = json!({ "close_type": close_type });
            let closed = app.post("accounting-periods/2024-01/close", &controller, body).await.expect(200);
            let jobs = app.get("jobs", &app.admin()).await.expect(200);
            let job = format!("jobs/{}", jobs.data()[0]["job_id"].as_str().unwrap_or_default());
            let job = app.get(&job, &app.admin()).await.expect(200);
            assert_eq!((&job["state"], &job["result"]), (&json!("done"), &closed.json));
            assert!(job["result"]["closed_at"].as_str().is_some_and(is_instant), "{}", job.text);
        }
    }
}
