//! Change requests over HTTP: what a rule guards answers 202 and changes nothing, is carried out after the last signature, and fails
//! where it no longer fits. See docs/rules/change-requests.md.

mod crash;
mod delegations;
mod each;
mod guarded_things;
mod pinned;
mod pinned_documents;
mod sensitive;
mod sensitive_terms;

use reqwest::Method;
use tests::prelude::*;

/// Asks for a void of a posted bill `B-1` that a manager must sign; the id of the change request.
async fn asked_for_a_void(app: &TestApp) -> String {
    app.posted(BILL, bill("B-1", "100.00")).await;
    app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
    let asked = app.post("bills/B-1/void", &app.controller(), json!({ "reason": "twice" })).await.expect(202);
    asked.string("change_request_id").to_owned()
}

tests::on_both! {
    async fn it_is_read_listed_and_has_its_trail(app: TestApp) {
        app.open_books().await;
        let id = asked_for_a_void(&app).await;
        let read = app.get(&format!("change-requests/{id}"), &app.manager()).await.expect(200);
        assert_eq!(read["request"]["path"], "/service/general-ledger/bills/B-1/void", "{}", read.text);
        assert_eq!(read["request"]["body"], json!({ "reason": "twice" }));
        assert_eq!((read.number("amount"), read.string("resource_id")), ("100.00".into(), "B-1"));
        assert_eq!(read["allowed_actions"], json!(["approve", "reject", "hold"]));
        assert_eq!(read["approval_plan"]["steps"][0]["approvers"][0]["approver_role"], "manager");
        let own = app.token("conrad", &[], &[]);
        let own = app.get(&format!("change-requests/{id}"), &own).await.expect(200);
        assert_eq!(own["allowed_actions"], json!(["withdraw"]));
        for (query, found) in [
            ("", 1),
            ("status=Pending%20Approval", 1),
            ("status=Done", 0),
            ("document_type=bill&action=void", 1),
            ("document_type=role", 0),
            ("requested_by=CONRAD", 1),
            ("requested_by=mona", 0),
        ] {
            let list = app.get(&format!("change-requests?{query}"), &app.manager()).await.expect(200);
            assert_eq!(list.data().len(), found, "{query}: {}", list.text);
        }
        app.get("change-requests?status=Lost&document_type=boat", &app.manager()).await.expect(422).problem("invalid")
            .names("status").names("document_type");
        app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
        let trail = app.get(&format!("change-requests/{id}/audit-trail"), &app.manager()).await.expect(200);
        let actions: Vec<&str> = trail["audit_trail"].as_array().expect("rows").iter()
            .filter_map(|row| row["action"].as_str()).collect();
        assert_eq!(actions, ["Submit for Approval", "Approve", "Done"]);
        let voided = app.get("bills/B-1/audit-trail", &app.manager()).await.expect(200);
        let last = voided["audit_trail"].as_array().and_then(|rows| rows.last()).expect("a row").clone();
        assert_eq!((&last["action"], &last["performed_by"]), (&json!("Void"), &json!("conrad")), "{}", voided.text);
        assert_eq!(last["details"]["change_request_id"], id.as_str());
    }

    async fn a_limit_holds_for_what_is_done_to_documents(app: TestApp) {
        app.open_books().await;
        let id = asked_for_a_void(&app).await;
        let limits = json!([{ "document_type": "bill", "approval_limit": 99 }]);
        let max = json!({ "user_id": "max", "name": "Max", "approval_limits": limits });
        app.post("users", &app.admin(), max).await.expect(201);
        let max = app.token("max", &["manager"], &[]);
        app.act(&format!("change-requests/{id}/approve"), &max).await.expect(403).problem("over_limit");
        app.act(&format!("change-requests/{id}/approve"), &app.controller()).await.expect(403).problem("forbidden");
        app.act(&format!("change-requests/{id}/withdraw"), &app.manager()).await.expect(403).problem("forbidden");
        app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
    }

    async fn the_world_moved_on(app: TestApp) {
        app.open_books().await;
        let id = asked_for_a_void(&app).await;
        app.posted(BILL_PAYMENT, bill_payment("P-1", "B-1", "40.00")).await;
        let failed = app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
        assert_eq!(failed.string("status"), "Failed", "{}", failed.text);
        assert_eq!(failed["problem"]["code"], "not_as_signed", "{}", failed.text);
        assert_eq!(app.get("bills/B-1", &app.manager()).await.expect(200)["status"], "Posted");
        let job = app.get(&format!("jobs/{}", failed.string("job_id")), &app.admin()).await.expect(200);
        assert_eq!((job.string("state"), job.string("job_type")), ("refused", "carry_out"));
        app.posted(BILL, bill("B-2", "100.00")).await;
        let asked = app.post("bills/B-2/void", &app.controller(), json!({ "reason": "r" })).await.expect(202);
        let gone = json!({ "user_id": "conrad", "name": "Conrad", "is_active": false });
        app.post("users", &app.admin(), gone).await.expect(201);
        let approve = format!("change-requests/{}/approve", asked.string("change_request_id"));
        let failed = app.act(&approve, &app.manager()).await.expect(200);
        assert_eq!((failed.string("status"), &failed["problem"]["code"]), ("Failed", &json!("user_inactive")));
        assert_eq!(app.get("bills/B-2", &app.manager()).await.expect(200)["status"], "Posted");
    }

    /// Who signs a small thing has not signed what it grows into, nor another one under its id.
    async fn what_grows_or_is_made_anew_is_not_what_was_signed(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
        let failed = async |id: &str| {
            let failed = app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
            assert_eq!((failed.string("status"), &failed["problem"]["code"]), ("Failed", &json!("not_as_signed")), "{}", failed.text);
        };
        let ask = async |bill: &str| {
            let asked = app.post(&format!("bills/{bill}/void"), &app.controller(), json!({ "reason": "r" })).await.expect(202);
            asked.string("change_request_id").to_owned()
        };
        app.post("bills", &app.clerk(), bill("B-1", "10.00")).await.expect(201);
        let asked = ask("B-1").await;
        app.put("bills/B-1", &app.clerk(), bill("B-1", "9000.00")).await.expect(200);
        failed(&asked).await;
        let asked = ask("B-1").await;
        app.delete("bills/B-1", &app.clerk()).await.expect(204);
        app.post("bills", &app.clerk(), bill("B-1", "10.00")).await.expect(201);
        failed(&asked).await;
        // What has shrunk is another one, too.
        let asked = ask("B-1").await;
        app.put("bills/B-1", &app.clerk(), bill("B-1", "9.00")).await.expect(200);
        failed(&asked).await;
    }

    /// A version that was named when it was asked for is the one that is pinned.
    async fn a_version_that_was_named_is_still_asked_for(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("account", "change", "manager")).await.expect(201);
        let change = Some(json!({ "account_name": "Else" }));
        let stale = [("If-Match", "\"9\"")];
        app.send(Method::PUT, "accounts/6000", &app.admin(), &stale, change.clone()).await.expect(412);
        let fresh = [("If-Match", "\"1\"")];
        let accountant = app.accountant();
        let ask = || app.send(Method::PUT, "accounts/6000", &accountant, &fresh, change.clone());
        let (first, second) = (ask().await.expect(202), ask().await.expect(202));
        let approve = |asked: &Answer| format!("change-requests/{}/approve", asked.string("change_request_id"));
        let done = app.act(&approve(&first), &app.manager()).await.expect(200);
        assert_eq!((done.string("status"), &done["request"]["if_match"]), ("Done", &json!("\"1\"")));
        let failed = app.act(&approve(&second), &app.manager()).await.expect(200);
        assert_eq!((failed.string("status"), &failed["problem"]["code"]), ("Failed", &json!("not_as_signed")));
    }

    async fn a_retry_gets_the_same_change_request(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
        let key = [("X-Idempotency-Key", "once")];
        let admin = app.admin();
        let void = || app.send(Method::POST, "bills/B-1/void", &admin, &key, Some(json!({ "reason": "r" })));
        let (first, again) = (void().await.expect(202), void().await.expect(202));
        assert_eq!((&first.text, again.header("Idempotent-Replayed")), (&again.text, "true"));
        let list = app.get("change-requests?count=true", &app.admin()).await.expect(200);
        assert_eq!(list.number("total"), "1");
    }

    async fn a_dry_run_says_that_it_would_wait(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        for (of, action) in [("bill", "void"), ("journal_entry", "reverse"), ("period", "close")] {
            app.post("approval-rules", &app.admin(), guard(of, action, "manager")).await.expect(201);
        }
        for (path, body) in [
            ("bills/B-1/void", json!({ "reason": "r" })),
            ("journal-entries/JE-1/reverse", json!({ "reversal_date": "2024-01-31" })),
            ("accounting-periods/2024-01/close", json!({ "force": true })),
        ] {
            let dry = app.post(&format!("{path}?dry_run=true"), &app.admin(), body).await.expect(202);
            assert_eq!((&dry["change_request_id"], dry.header("Location")), (&Value::Null, ""), "{}", dry.text);
        }
        let list = app.get("change-requests?count=true", &app.admin()).await.expect(200);
        assert_eq!(list.number("total"), "0");
        // A close without force is guarded by no rule.
        app.post("accounting-periods/2024-02/close?dry_run=true", &app.admin(), json!({})).await.expect(200);
    }

    async fn nobody_is_locked_out_of_the_rules(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "ida", "name": "Ida", "is_active": false })).await.expect(201);
        let of = |changes: Value| with(guard("approval_rule", "change", "x"), changes);
        let alone = |user: &str| of(json!({ "approver_type": "user", "approver_role": null, "approver_user_id": user }));
        app.post("approval-rules", &admin, alone("ida")).await.expect(422).problem("locks_everybody_out");
        let mine = with(rule("mine", "bill", 1, "0", None, "manager"), json!({ "is_active": true }));
        app.post("approval-rules", &admin, mine).await.expect(201);
        let become_a_guard = json!({
            "document_type": "approval_rule", "action": "change", "approver_type": "user", "approver_user_id": "ida",
            "min_amount": null, "max_amount": null,
        });
        app.put("approval-rules/mine", &admin, become_a_guard).await.expect(422).problem("locks_everybody_out");
        // Two ways: Ida, who is inactive, or Ben.
        app.post("approval-rules", &admin, alone("ben")).await.expect(201);
        app.post("users", &admin, json!({ "user_id": "ben", "name": "Ben", "is_active": false })).await.expect(422)
            .problem("locks_everybody_out");
        app.post("users", &admin, json!({ "user_id": "ben", "name": "Ben" })).await.expect(201);
        app.put("users/ben", &admin, json!({ "is_active": false })).await.expect(422).problem("locks_everybody_out");
        let second = with(alone("ida"), json!({ "rule_id": "second" }));
        app.post("approval-rules", &admin, second).await.expect(201);
        app.delete("approval-rules/guard-approval_rule-change", &admin).await.expect(422).problem("locks_everybody_out");
    }

    async fn a_rule_names_an_action_that_its_type_has(app: TestApp) {
        app.open_books().await;
        for (of, action) in [("journal_entry", json!("void")), ("period", Value::Null), ("role", json!("submit"))] {
            let body = with(guard(of, "void", "manager"), json!({ "action": action }));
            app.post("approval-rules", &app.admin(), body).await.expect(422).problem("invalid").names("/action");
        }
        let body = with(guard("bill", "void", "manager"), json!({ "document_type": "boat", "action": "sail" }));
        app.post("approval-rules", &app.admin(), body).await.expect(422).names("/action").names("/document_type");
        let plain = app.post("approval-rules", &app.admin(), rule("b", "bill", 1, "0", None, "manager")).await.expect(201);
        assert_eq!(plain["action"], "submit");
        let ask = json!({ "document_type": "role", "action": "change" });
        let told = app.post("approval-rules/simulate", &app.admin(), ask).await.expect(200);
        assert_eq!(told["is_guarded"], false, "{}", told.text);
    }

    async fn of_two_last_signatures_and_a_withdrawal_one_wins(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
        for round in 0..6 {
            let bill_id = format!("B-{round}");
            app.posted(BILL, bill(&bill_id, "100.00")).await;
            let void = format!("bills/{bill_id}/void");
            let asked = app.post(&void, &app.controller(), json!({ "reason": "r" })).await.expect(202);
            let change = format!("change-requests/{}", asked.string("change_request_id"));
            let (approve, withdraw) = (format!("{change}/approve"), format!("{change}/withdraw"));
            let (mona, max, conrad) = (app.manager(), app.token("max", &["manager"], &[]), app.controller());
            let (one, other, gone) =
                tokio::join!(app.act(&approve, &mona), app.act(&approve, &max), app.act(&withdraw, &conrad));
            let won: Vec<u16> = [&one, &other, &gone].iter().map(|answer| answer.status).collect();
            assert_eq!(won.iter().filter(|status| **status == 200).count(), 1, "{won:?}");
            assert_eq!(won.iter().filter(|status| **status == 409).count(), 2, "{won:?}");
            let bill = app.get(&format!("bills/{bill_id}"), &mona).await.expect(200);
            let is_withdrawn = gone.status == 200;
            assert_eq!(bill["status"], if is_withdrawn { "Posted" } else { "Voided" }, "{}", bill.text);
        }
    }
}
