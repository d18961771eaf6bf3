//! Signatures that are given away, and what takes the last signer of the rules away. See docs/rules/change-requests.md#delegations.

use reqwest::Method;
use tests::prelude::*;

fn delegation(id: &str, from: &str, to: &str) -> Value {
    json!({
        "delegation_id": id, "from_user_id": from, "to_user_id": to, "first_day": "2020-01-01", "last_day": "2999-12-31",
        "reason": "holidays",
    })
}

/// Asks for it; the change request, which says who is to sign each level.
async fn asked(app: &TestApp, (method, path): (Method, &str), body: Option<Value>) -> Answer {
    let asked = app.send(method, path, &app.admin(), &[], body).await.expect(202);
    app.get(&format!("change-requests/{}", asked.string("change_request_id")), &app.manager()).await.expect(200)
}

fn about(change: &Answer) -> String {
    let steps = change["approval_plan"]["steps"].as_array().expect("steps");
    let roles: Vec<&str> = steps.iter().filter_map(|step| step["approvers"][0]["approver_role"].as_str()).collect();
    let words = ["document_type", "action", "resource_id"].map(|name| change.string(name));
    format!("{}: {}", words.join(" "), roles.join(", "))
}

tests::on_both! {
    /// What gives away the signatures of a person waits as a change of the person does, whichever way it comes.
    async fn a_rule_for_users_covers_each_way_to_delegate(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
        app.post("delegations", &admin, delegation("D-0", "ute", "nora")).await.expect(201);
        app.post("approval-rules", &admin, guard("user", "change", "manager")).await.expect(201);
        let days = json!({ "delegate_user_id": "nora", "from": "2020-01-01", "to": "2999-12-31" });
        for (method, path, body, told) in [
            (Method::POST, "delegations", Some(delegation("D-1", "ute", "ben")), "delegation create D-1: manager"),
            (Method::PUT, "delegations/D-0", Some(json!({ "reason": "ill" })), "delegation change D-0: manager"),
            (Method::DELETE, "delegations/D-0", None, "delegation revoke D-0: manager"),
            (Method::PUT, "users/ute", Some(json!({ "delegations": [days] })), "user change ute: manager"),
            (
                Method::POST, "users", Some(json!({ "user_id": "bo", "name": "Bo", "delegations": [days] })),
                "user create bo: manager",
            ),
        ] {
            let change = asked(&app, (method, path), body).await;
            assert_eq!(about(&change), told, "{}", change.text);
            let approve = format!("change-requests/{}/approve", change.string("change_request_id"));
            let done = app.act(&approve, &app.manager()).await.expect(200);
            assert_eq!(done.string("status"), "Done", "{path}: {}", done.text);
        }
        assert_eq!(app.get("delegations/D-0", &admin).await.expect(200)["is_revoked"], true);
        // Without a delegation it is no change of anybody.
        app.post("users", &admin, json!({ "user_id": "cy", "name": "Cy" })).await.expect(201);
    }

    async fn a_rule_of_its_own_decides_and_a_save_of_both_takes_both(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
        app.post("approval-rules", &admin, guard("user", "change", "manager")).await.expect(201);
        app.post("approval-rules", &admin, guard("delegation", "create", "controller")).await.expect(201);
        let own = asked(&app, (Method::POST, "delegations"), Some(delegation("D-1", "ute", "nora"))).await;
        assert_eq!(about(&own), "delegation create D-1: controller", "{}", own.text);
        let days = json!({ "delegate_user_id": "nora", "from": "2020-01-01", "to": "2999-12-31" });
        let both = Some(json!({ "name": "Uta", "delegations": [days] }));
        let both = asked(&app, (Method::PUT, "users/ute"), both).await;
        assert_eq!(about(&both), "user change ute: manager, controller", "{}", both.text);
        let approve = format!("change-requests/{}/approve", both.string("change_request_id"));
        // Who signs for Ute from then on does not sign that they do.
        let nora = app.token("nora", &["manager"], &[]);
        app.act(&approve, &nora).await.expect(403).problem("forbidden");
        app.act(&approve, &app.manager()).await.expect(200);
        let done = app.act(&approve, &app.controller()).await.expect(200);
        assert_eq!(done.string("status"), "Done", "{}", done.text);
        let ute = app.get("users/ute", &admin).await.expect(200);
        assert_eq!((&ute["name"], ute["delegations"].as_array().map(Vec::len)), (&json!("Uta"), Some(1)), "{}", ute.text);
    }

    async fn roles_and_delegations_lock_nobody_out(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let auditor = json!({ "role_id": "auditor", "permissions": ["audit.read", "change_request.approve"] });
        app.post("roles", &admin, auditor).await.expect(201);
        app.post("users", &admin, json!({ "user_id": "ida", "name": "Ida", "is_active": false })).await.expect(201);
        app.post("delegations", &admin, delegation("D-0", "ida", "dora")).await.expect(201);
        app.post("approval-rules", &admin, guard("approval_rule", "change", "auditor")).await.expect(201);
        let no_more = json!({ "permissions": ["audit.read"] });
        app.put("roles/auditor", &admin, no_more.clone()).await.expect(422).problem("locks_everybody_out");
        app.delete("roles/auditor", &admin).await.expect(422).problem("locks_everybody_out");
        app.put("roles/manager", &admin, no_more.clone()).await.expect(200);
        // Another way: Ida, for whom Dora signs.
        let ida = json!({
            "rule_id": "ida", "approver_type": "user", "approver_role": null, "approver_user_id": "ida",
        });
        app.post("approval-rules", &admin, with(guard("approval_rule", "change", "x"), ida)).await.expect(201);
        app.put("roles/auditor", &admin, no_more).await.expect(200);
        app.put("delegations/D-0", &admin, json!({ "last_day": "2020-01-02" })).await.expect(422)
            .problem("locks_everybody_out");
        app.delete("delegations/D-0", &admin).await.expect(422).problem("locks_everybody_out");
        app.put("delegations/D-0", &admin, json!({ "reason": "ill" })).await.expect(200);
    }
}
