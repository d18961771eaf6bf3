//! `/approval-rules`. See docs/rules/approval.md.

use tests::prelude::*;

tests::on_both! {
    async fn a_rule_is_checked_when_it_is_saved(app: TestApp) {
        let admin = app.admin();
        let base = || rule("R-1", "bill", 1, "0", Some("1000"), "manager");
        for (change, pointer) in [
            (json!({ "rule_id": null }), "/rule_id"),
            (json!({ "min_amount": number("2000") }), "/min_amount"),
            (json!({ "approver_role": null }), "/approver_role"),
            (json!({ "approver_user_id": "u" }), "/approver_user_id"),
            (json!({ "approval_level": 0 }), "/approval_level"),
            (json!({ "document_type": "poem" }), "/document_type"),
            (json!({ "rule_type": "Department Routing" }), "/department_ids"),
            (json!({ "department_ids": ["D"] }), "/department_ids"),
        ] {
            let said = change.to_string();
            let answer = app.post("approval-rules", &admin, with(base(), change)).await;
            assert_eq!(answer.status, 422, "{said}: {}", answer.text);
            answer.names(pointer);
        }
        let made = app.post("approval-rules", &admin, base()).await.expect(201);
        assert!(made["created_at"].is_string() && made["created_by"].is_string());
        app.post("approval-rules", &admin, base()).await.expect(409).problem("already_exists");
        let change = json!({ "min_amount": number("10"), "is_active": true, "priority": 3 });
        let changed = app.put("approval-rules/R-1", &admin, change).await.expect(200);
        assert_eq!((changed.number("priority"), changed["updated_at"].is_string()), ("3".into(), true));
        app.delete("approval-rules/R-1", &admin).await.expect(204);
        assert_eq!(app.get("approval-rules/R-1", &admin).await.expect(200)["is_active"], false);
        let history = app.get("approval-rules/R-1/history", &admin).await.expect(200);
        assert_eq!(history["audit_trail"].as_array().map(Vec::len), Some(3));
    }

    async fn simulation_and_coverage_tell_what_the_rules_do(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let ask = json!({ "document_type": "journal_entry", "amount": number("5000") });
        let told = app.post("approval-rules/simulate", &admin, ask).await.expect(200);
        assert_eq!(told.number("required_approval_level"), "2");
        assert_eq!(told["rules"].as_array().map(Vec::len), Some(3));
        let whole = app.get("approval-rules/coverage?document_type=journal_entry", &admin).await.expect(200);
        assert_eq!(whole["gaps"], json!([]));
        app.delete("approval-rules/journal_entry-2", &admin).await.expect(204);
        let holed = app.get("approval-rules/coverage?document_type=journal_entry", &admin).await.expect(200);
        assert_eq!(holed["gaps"][0]["min_amount"].to_string(), "1000.01");
        app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5000.00")).await.expect(201);
        let refused = app.act("journal-entries/JE-1/submit-for-approval", &app.clerk()).await;
        refused.expect(422).problem("no_matching_rule");
    }

    async fn every_witness_is_confirmed_by_a_simulation(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for (id, name) in [("ann", "Ann"), ("ben", "Ben")] {
            app.post("users", &admin, json!({ "user_id": id, "name": name })).await.expect(201);
        }
        let user = |id: &str, level: u32, who: &str| {
            with(rule(id, "expense", level, "0", None, ""), json!({ "approver_type": "user", "approver_role": null, "approver_user_id": who }))
        };
        let when = |field: &str, operator: &str, value: &str| json!({ "conditions": [{ "field": field, "operator": operator, "value": value }] });
        let euros = |operator| when("currency", operator, "EUR");
        let rules = json!([
            with(rule("euros", "expense", 1, "0", Some("1000"), "manager"), euros("=")),
            with(rule("others", "expense", 1, "0", Some("1000"), "manager"), euros("!=")),
            with(rule("assets", "expense", 1, "0", Some("500"), "manager"), when("account_type", "=", "asset")),
            with(rule("late", "expense", 1, "10", Some("20"), "manager"), json!({ "priority": 99 })),
            user("first", 2, "ann"),
            user("second", 3, "ann"),
        ]);
        let before = app.get("approval-rules?count=true", &admin).await.expect(200);
        let proof = app.post("approval-rules/coverage", &admin, json!({ "rules": rules })).await.expect(200);
        assert_eq!((&proof["undecided"], &proof["gaps"]), (&json!([]), &json!([])), "{}", proof.text);
        let dead = &proof["unreachable"][0];
        assert_eq!((&dead["rule_id"], &dead["why"], &dead["covered_by"]), (&json!("late"), &json!("outranked"), &Value::Null), "{}", proof.text);
        assert_eq!(dead["covered_by_rules"], json!(["euros", "others"]));
        let simulate = async |witness: &Value| {
            let ask = with(witness.clone(), json!({ "rules": rules }));
            app.post("approval-rules/simulate", &admin, ask).await.expect(200)
        };
        let shown = simulate(&dead["witness"]).await;
        let late = shown["rules"].as_array().expect("rules").iter().find(|one| one["rule_id"] == "late").expect("it");
        assert_eq!((&late["matched"], &late["used_in_level"]), (&json!(true), &Value::Null), "{}", shown.text);
        for pair in proof["overlaps"].as_array().expect("pairs").iter().chain(proof["meetings"].as_array().expect("pairs")) {
            let shown = simulate(&pair["witness"]).await;
            let matched = shown["rules"].as_array().expect("rules").iter().filter(|one| one["matched"] == true);
            let matched: Vec<&Value> = matched.map(|one| &one["rule_id"]).collect();
            assert!(pair["rule_ids"].as_array().expect("ids").iter().all(|id| matched.contains(&id)), "{}", shown.text);
        }
        let weak = proof["weak_steps"].as_array().expect("steps");
        let of = |weakness: &str| weak.iter().find(|one| one["weakness"] == weakness).unwrap_or_else(|| panic!("{weakness}: {}", proof.text));
        for weakness in ["holders_unknown", "only_the_author", "only_the_beneficiary", "one_person_for_two_steps"] {
            let shown = simulate(&of(weakness)["witness"]).await;
            let found = shown["weak_steps"].as_array().expect("steps").iter().any(|one| one["weakness"] == weakness);
            assert!(found, "{weakness}: {}", shown.text);
        }
        assert_eq!(of("holders_unknown")["certainty"], "unknown");
        let after = app.get("approval-rules?count=true", &admin).await.expect(200);
        assert_eq!(before["total"], after["total"]);
    }

    async fn a_gap_of_conditions_and_who_is_told_of_people(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let euros = with(rule("euros", "expense", 1, "0", None, "manager"), json!({
            "conditions": [{ "field": "currency", "operator": "=", "value": "EUR" }]
        }));
        let proof = app.post("approval-rules/coverage", &admin, json!({ "rules": [euros] })).await.expect(200);
        let gap = &proof["gaps"][0];
        assert_eq!((gap["min_amount"].to_string(), &gap["max_amount"]), ("0.00".into(), &Value::Null), "{}", proof.text);
        let ask = with(gap["witness"].clone(), json!({ "rules": [euros] }));
        let shown = app.post("approval-rules/simulate", &admin, ask).await.expect(200);
        assert_eq!(shown["refusal"], "no_matching_rule", "{}", shown.text);
        let ask = "approval-rules/coverage?document_type=expense";
        let (all, clerk) = (app.get(ask, &admin).await.expect(200), app.token("carl", &["clerk"], &[]));
        let clerk = app.get(ask, &clerk).await.expect(200);
        assert_eq!((&clerk["weak_steps"], &clerk["overlaps"]), (&Value::Null, &all["overlaps"]));
        assert!(app.get(ask, &app.token("v", &["viewer"], &[])).await.expect(200)["weak_steps"].is_array());
    }

    async fn rules_that_are_proposed_are_checked_as_new_ones(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let good = || rule("R-1", "bill", 1, "0", None, "manager");
        for path in ["approval-rules/coverage", "approval-rules/simulate"] {
            for (rules, pointer) in [
                (json!([good(), with(good(), json!({ "rule_id": "R-2", "min_amount": number("5"), "max_amount": number("1") }))]), "/rules/1/min_amount"),
                (json!([with(good(), json!({ "rule_id": "coverage" }))]), "/rules/0/rule_id"),
                (json!([good(), good()]), "/rules/1/rule_id"),
                (json!([with(good(), json!({ "approver_role": null }))]), "/rules/0/approver_role"),
                (json!([with(good(), json!({ "approval_level": 0 }))]), "/rules/0/approval_level"),
                (json!([with(good(), json!({ "conditions": [{ "field": "color", "operator": "=", "value": "red" }] }))]), "/rules/0/conditions/0/field"),
                (json!([{ "rule_id": "R-1" }]), "/rules/0/rule_name"),
                (json!("all"), "/rules"),
            ] {
                let body = if path.ends_with("coverage") { json!({ "rules": rules }) } else { json!({ "document_type": "bill", "amount": 1, "rules": rules }) };
                let answer = app.post(path, &admin, body).await;
                assert_eq!(answer.status, 422, "{path} {pointer}: {}", answer.text);
                answer.names(pointer);
            }
        }
        let bill = app.post("approval-rules/coverage", &admin, json!({ "rules": [] })).await;
        bill.expect(422).names("/document_type");
        let none = app.post("approval-rules/coverage", &admin, json!({ "document_type": "bill", "rules": [] })).await.expect(200);
        assert_eq!((none["unruled"].is_object(), &none["gaps"]), (true, &json!([])), "{}", none.text);
        let line = |line: Value| json!({ "document_type": "bill", "amount": 1, "lines": [line] });
        let asked = app.post("approval-rules/simulate", &admin, line(json!({ "account_id": CASH, "account_type": "income" }))).await;
        asked.expect(422).names("/lines/0/account_type");
        let both = with(line(json!({ "department_id": "D" })), json!({ "department_id": "E" }));
        app.post("approval-rules/simulate", &admin, both).await.expect(422).names("/lines");
    }
}
