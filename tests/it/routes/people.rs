//! `/users`: one user in every spelling of the id, with ids that identity providers really send; and which users may be locked out.

use tests::prelude::*;

tests::on_both! {
    async fn the_ids_of_identity_providers_are_recorded_read_and_changed(app: TestApp) {
        let admin = app.admin();
        for (user_id, path, other) in [
            ("ann@example.com", "users/ann%40example.com", "ANN@example.com"),
            ("auth0|1234", "users/auth0%7C1234", "Auth0|1234"),
            ("Jürgen", "users/J%C3%BCrgen", "JU\u{308}RGEN"),
            ("a/b", "users/a%2Fb", "A/B"),
            ("Ann Smith", "users/Ann%20Smith", "ann smith"),
            ("100%", "users/100%25", "100%"),
        ] {
            let body = json!({ "user_id": user_id, "name": "N" });
            let made = app.post("users", &admin, body).await.expect(201);
            assert_eq!(made.string("user_id"), user_id);
            let location = made.header("Location").to_owned();
            assert_eq!(app.get(&location, &admin).await.expect(200).string("user_id"), user_id, "{location}");
            assert_eq!(app.get(path, &admin).await.expect(200).string("user_id"), user_id);
            let twin = json!({ "user_id": other, "name": "N" });
            app.post("users", &admin, twin).await.expect(409).problem("already_exists");
            let caller = app.token(other, &["viewer"], &[]);
            app.get("users", &caller).await.expect(200);
            app.put(path, &admin, json!({ "is_active": false })).await.expect(200);
            app.get("users", &caller).await.expect(401).problem("user_inactive");
            let trail = app.get(&format!("{path}/audit-trail"), &admin).await.expect(200);
            assert_eq!(trail["audit_trail"].as_array().map(Vec::len), Some(2), "{}", trail.text);
        }
        // The id keeps its first spelling, whatever the path says.
        let read = app.get("users/j%C3%BCrgen", &admin).await.expect(200);
        assert_eq!(read.string("user_id"), "Jürgen");
    }

    async fn what_cannot_be_seen_or_is_too_long_is_no_id(app: TestApp) {
        let admin = app.admin();
        for wrong in ["", " ", " ann", "ann ", "a\u{200b}b", "a\u{202e}b", "a\u{ad}b", "a\tb", ".", "..", &"x".repeat(65)] {
            let body = json!({ "user_id": wrong, "name": "N", "manager_user_id": wrong });
            let refused = app.post("users", &admin, body).await.expect(422).problem("invalid");
            refused.names("/user_id");
            app.get("accounts", &app.token(wrong, &["viewer"], &[])).await.expect(401);
        }
        app.post("users", &admin, json!({ "user_id": "\u{17f}YSTEM", "name": "N" })).await.expect(422).names("/user_id");
        for service in ["system", "SYSTEM", "\u{17f}ystem"] {
            app.get("accounts", &app.token(service, &["viewer"], &[])).await.expect(401);
        }
    }

    async fn nobody_stands_in_for_their_own_stand_in_in_whatever_way(app: TestApp) {
        let admin = app.admin();
        for id in ["ann", "ben", "gone"] {
            app.post("users", &admin, json!({ "user_id": id, "name": id, "is_active": id != "gone" })).await.expect(201);
        }
        let to = |id: &str| json!({ "delegations": [{ "delegate_user_id": id, "from": "2024-01-01", "to": "2024-01-31" }] });
        for id in ["gone", "system", "ann"] {
            let refused = app.put("users/ann", &admin, to(id)).await;
            refused.expect(422).names("/delegations/0/delegate_user_id");
        }
        app.put("users/ann", &admin, to("ben")).await.expect(200);
        app.put("users/ben", &admin, to("ann")).await.expect(422).names("/delegations/0/delegate_user_id");
        let later = json!({ "delegations": [{ "delegate_user_id": "ann", "from": "2024-02-01", "to": "2024-02-29" }] });
        app.put("users/ben", &admin, later).await.expect(200);
        // What stands there stays when somebody becomes inactive.
        app.put("users/ben", &admin, json!({ "is_active": false })).await.expect(200);
        app.put("users/ann", &admin, to("ben")).await.expect(200);
        app.put("users/ann", &admin, json!({ "delegations": [] })).await.expect(200);
        let whole = json!({
            "delegation_id": "D-1", "from_user_id": "gone", "to_user_id": "ann", "first_day": "2024-03-01",
            "last_day": "2024-03-31", "reason": "leave",
        });
        app.put("users/gone", &admin, json!({ "is_active": true })).await.expect(200);
        app.post("delegations", &admin, whole).await.expect(201);
        let back = json!({ "delegations": [{ "delegate_user_id": "gone", "from": "2024-03-31", "to": "2024-04-30" }] });
        app.put("users/ann", &admin, back.clone()).await.expect(422).names("/delegations/0/delegate_user_id");
        app.delete("delegations/D-1", &admin).await.expect(204);
        app.put("users/ann", &admin, back).await.expect(200);
        let anew = json!({ "last_day": "2024-12-31" });
        app.put("delegations/D-1", &admin, anew).await.expect(409).problem("wrong_status");
    }

    async fn who_may_do_everything_is_locked_out_only_by_their_like(app: TestApp) {
        let (admin, cfo) = (app.admin(), app.token("fiona", &["cfo"], &[]));
        let victim = || app.token("victor", &["admin"], &[]);
        let lesser = || app.token("victor", &["cfo"], &[]);
        app.post("users", &cfo, json!({ "user_id": "Victor", "name": "Victor", "is_active": false })).await.expect(201);
        app.get("users", &victim()).await.expect(200);
        app.get("users", &lesser()).await.expect(401).problem("user_inactive");
        app.put("users/victor", &admin, json!({ "is_active": false })).await.expect(200);
        app.get("users", &victim()).await.expect(401).problem("user_inactive");
        // Still so after a lesser change; no longer after they were let in again.
        app.put("users/victor", &cfo, json!({ "name": "Vic", "is_active": false })).await.expect(200);
        app.get("users", &victim()).await.expect(401).problem("user_inactive");
        app.put("users/victor", &cfo, json!({ "is_active": true })).await.expect(200);
        app.get("users", &victim()).await.expect(200);
    }

    async fn what_a_caller_may_not_read_is_only_counted(app: TestApp) {
        app.open_books().await;
        app.draft(BILL, with(bill("B-1", "77.00"), json!({ "memo": "secret" }))).await;
        app.draft(INVOICE, invoice("I-1", "5.00")).await;
        let who = app.token("petra", &[], &["accounting_period.read", "invoice.read"]);
        let report = app.get("accounting-periods/2024-01/unposted-entries", &who).await.expect(200);
        assert_eq!(report["by_document_type"]["bills"]["draft"], json!([]), "{}", report.text);
        assert_eq!(report["by_document_type"]["invoices"]["draft"][0]["id"], "I-1", "{}", report.text);
        assert_eq!(report.number("total_unposted"), "2");
        assert_eq!(report["summary"]["by_status"]["draft"], 2);
        assert!(!report.text.contains("77.00") && !report.text.contains("B-1"), "{}", report.text);
    }

    async fn a_simulation_tells_nobody_elses_manager_without_user_read(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "zoe", "name": "Zoe", "manager_user_id": "mia" })).await.expect(201);
        let asks = with(rule("B", "bill", 1, "0", None, "x"), json!({ "approver_type": "manager", "approver_role": null }));
        app.post("approval-rules", &admin, asks).await.expect(201);
        let ask = |of: &str| json!({ "document_type": "bill", "amount": 5, "submitted_by": of });
        let simulate = "approval-rules/simulate";
        for (who, of, status) in [("carl", "zoe", 403), ("zoe", "ZOE", 200), ("carl", "Carl", 200)] {
            let answer = app.post(simulate, &app.token(who, &["clerk"], &[]), ask(of)).await.expect(status);
            assert_eq!(answer.text.contains("mia"), who == "zoe", "{}", answer.text);
        }
        app.post(simulate, &app.token("v", &["viewer"], &[]), ask("zoe")).await.expect(200);
    }
}
