//! Rules that are learned: offered after two like decisions, kept as data, and what they do with the next lines.

use tests::prelude::*;

use super::*;
use crate::reconciliation::withdrawal;

const OFFERS: &str = "accounts/1000/matching-rule-offers";
const APPLY: &str = "accounts/1000/apply-matching-rules";

/// Two fees, each with an entry that somebody wrote and matched.
async fn fees(app: &TestApp) {
    app.open_books().await;
    for (day, opening, fee, id) in [("2024-01-10", "0.00", "3.00", "F1"), ("2024-01-11", "-3.00", "4.00", "F2")] {
        assert_eq!(app.get(OFFERS, &accountant(app)).await.expect(200)["data"], json!([]), "one decision is none");
        withdrawal(app, id, day, fee).await;
        let text = format!("{day} -{fee} {id} | The Bank | Account maintenance {day}");
        brought_in(app, &[sheet(id, &format!("{day} {day}"), opening, &[&text])]).await;
        match_with(app, &[id], &[&format!("{id}#2")], None).await.expect(200);
    }
}

/// The third fee.
async fn next_fee(app: &TestApp) -> String {
    let lines =
        ["2024-01-20 -5.00 F3 | The Bank | Account maintenance 3/2024", "2024-01-20 9.00 R1 | Somebody | thanks"];
    brought_in(app, &[sheet("3", "2024-01-20 2024-01-20", "-7.00", &lines)]).await;
    line(app, "F3").await
}

async fn proposals(app: &TestApp) -> Answer {
    app.get(&format!("accounts/{CASH}/proposals"), &accountant(app)).await.expect(200)
}

/// The one rule that the fees offer, kept with these fields besides.
async fn kept(app: &TestApp, besides: Value) -> Answer {
    let offers = app.get(OFFERS, &accountant(app)).await.expect(200);
    let mut rule = offers["data"][0].clone();
    for field in ["because_of", "text"] {
        rule.as_object_mut().expect("an offer").remove(field);
    }
    app.post("matching-rules", &accountant(app), with(rule, besides)).await.expect(201)
}

tests::on_both! {
    async fn two_like_decisions_offer_a_rule_that_makes_the_next_entry(app: TestApp) {
        fees(&app).await;
        let offers = app.get(OFFERS, &accountant(&app)).await.expect(200);
        let offer = &offers["data"][0];
        assert_eq!(offers["data"].as_array().map(Vec::len), Some(1), "{}", offers.text);
        assert_eq!(offer["text"], "money goes out, text contains \"ACCOUNT MAINTENANCE\" → a draft entry against account 6000");
        assert_eq!((&offer["direction"], &offer["account_id"], &offer["makes"]), (&json!("out"), &json!("6000"), &json!("draft")));
        assert_eq!(offer["because_of"].as_array().map(Vec::len), Some(2), "{offer}");
        let rule = kept(&app, json!({ "matching_rule_id": "MR-1", "memo": "bank fee" })).await;
        assert_eq!((&rule["version"], &rule["is_active"], &rule["text"]), (&json!(1), &json!(true), &offer["text"]));
        // What is kept is offered no more, also when it is switched off.
        assert_eq!(app.get(OFFERS, &accountant(&app)).await.expect(200)["data"], json!([]));
        let line_id = next_fee(&app).await;
        let found = proposals(&app).await;
        let expected = json!([{
            "line_id": line_id, "matching_rule_ids": ["MR-1"], "account_id": "6000", "makes": "draft", "text": rule["text"],
            "journal_entry_id": null,
        }]);
        assert_eq!(found["entries"], expected, "{}", found.text);
        let made = app.post(APPLY, &accountant(&app), json!({})).await.expect(200);
        assert_eq!((&made["data"][0]["id"], &made["data"][0]["status"]), (&json!(line_id), &json!("Draft")), "{}", made.text);
        let entry = format!("journal-entries/{line_id}");
        let draft = app.get(&entry, &accountant(&app)).await.expect(200);
        assert_eq!((&draft["memo"], &draft["tran_date"], &draft["total_debit"]), (&json!("bank fee"), &json!("2024-01-20"), &number("5.00")));
        let lines: Vec<_> = draft["lines"].as_array().into_iter().flatten().map(|line| format!("{} {} {}", line["account_id"], line["debit"], line["credit"])).collect();
        assert_eq!(lines, ["\"1000\" 0.00 5.00", "\"6000\" 5.00 0.00"], "{}", draft.text);
        // It is made once, whoever asks again.
        let again = app.post(APPLY, &accountant(&app), json!({})).await.expect(200);
        assert_eq!(again["data"], json!([]), "{}", again.text);
        let named = app.post(APPLY, &accountant(&app), json!({ "line_ids": [line_id] })).await.expect(200);
        assert_eq!(named["data"][0]["problem"]["code"], "already_exists", "{}", named.text);
        assert_eq!(proposals(&app).await["entries"][0]["journal_entry_id"], json!(line_id));
        // Posted, it is a sure proposal, and its line is matched as any other.
        app.act(&format!("{entry}/submit-for-approval"), &accountant(&app)).await.expect(200);
        app.approve(&entry).await.expect(200);
        let found = proposals(&app).await;
        let sure = &found["proposals"][0];
        assert_eq!((&sure["line_ids"], &sure["is_sure"]), (&json!([line_id]), &json!(true)), "{}", found.text);
        assert!(sure["reasons"].as_array().is_some_and(|all| all.iter().any(|reason| reason["kind"] == "made_from")), "{sure}");
        assert_eq!(found["entries"], json!([]), "{}", found.text);
        let accepted = app.post(&format!("accounts/{CASH}/accept-proposals"), &accountant(&app), json!({})).await.expect(200);
        assert_eq!(accepted["matches"].as_array().map(Vec::len), Some(1), "{}", accepted.text);
        assert_eq!(waiting(&app).await, ["2024-01-20 9.00 R1"]);
    }

    async fn a_submitted_entry_goes_into_its_approval_and_a_retry_makes_it_once(app: TestApp) {
        fees(&app).await;
        kept(&app, json!({ "matching_rule_id": "MR-1", "makes": "submitted" })).await;
        let line_id = next_fee(&app).await;
        // Without the permission to submit nothing is made.
        let writer = app.token("will", &[], &["bank_statement.*", "matching_rule.*", "journal_entry.read", "journal_entry.write"]);
        app.post(APPLY, &writer, json!({})).await.expect(403);
        app.get(&format!("journal-entries/{line_id}"), &accountant(&app)).await.expect(404);
        let key = [("X-Idempotency-Key", "apply")];
        let body = || Some(json!({ "line_ids": [line_id] }));
        let first = app.send(reqwest::Method::POST, APPLY, &accountant(&app), &key, body()).await.expect(200);
        assert_eq!(first["data"][0]["status"], "Pending Approval", "{}", first.text);
        let again = app.send(reqwest::Method::POST, APPLY, &accountant(&app), &key, body()).await.expect(200);
        assert_eq!(again.text, first.text);
        // Who had it made signs it no more than another author.
        let entry = format!("journal-entries/{line_id}/approve");
        app.act(&entry, &accountant(&app)).await.expect(403);
    }

    async fn what_is_switched_off_does_nothing_and_a_line_without_a_rule_is_refused_alone(app: TestApp) {
        fees(&app).await;
        kept(&app, json!({ "matching_rule_id": "MR-1" })).await;
        let line_id = next_fee(&app).await;
        let receipt = line(&app, "R1").await;
        let off = app.put("matching-rules/MR-1", &accountant(&app), json!({ "is_active": false })).await.expect(200);
        assert_eq!((&off["version"], &off["is_active"]), (&json!(2), &json!(false)));
        assert_eq!(proposals(&app).await["entries"], json!([]));
        let none = app.post(APPLY, &accountant(&app), json!({ "line_ids": [line_id, receipt, "none"] })).await.expect(200);
        let codes: Vec<_> = none["data"].as_array().into_iter().flatten().map(|result| result["problem"]["code"].clone()).collect();
        assert_eq!(codes, ["invalid", "invalid", "invalid"], "{}", none.text);
        app.put("matching-rules/MR-1", &accountant(&app), json!({ "is_active": true })).await.expect(200);
        let one = app.post(APPLY, &accountant(&app), json!({ "line_ids": [receipt, line_id] })).await.expect(200);
        assert_eq!((&one["data"][0]["problem"]["code"], &one["data"][1]["status"]), (&json!("invalid"), &json!("Draft")), "{}", one.text);
        let trail = app.get("matching-rules/MR-1/audit-trail", &app.admin()).await.expect(200);
        let actions: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten().map(|row| row["action"].clone()).collect();
        assert_eq!(actions, ["Created", "Updated", "Updated"], "{}", trail.text);
    }

    async fn a_rule_leads_to_a_party(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, with(invoice("INV-7", "80.50"), json!({ "customer_id": "C-1" }))).await;
        app.posted(INVOICE_PAYMENT, on(invoice_payment("R-7", "INV-7", "80.50"), "2024-01-18")).await;
        let lines = ["2024-01-19 80.50 A1 | PSP 4711 | Collective payout"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
        assert_eq!(proposals(&app).await["proposals"][0]["doubt"], "party_unknown");
        let rule = json!({ "matching_rule_id": "MR-1", "bank_account_id": CASH, "text_contains": "collective PAYOUT", "customer_id": "C-1" });
        app.post("matching-rules", &accountant(&app), rule).await.expect(201);
        let found = proposals(&app).await;
        let best = &found["proposals"][0];
        assert_eq!(best["is_sure"], true, "{}", found.text);
        assert!(best["reasons"].as_array().is_some_and(|all| all.iter().any(|reason| reason["kind"] == "learned")), "{best}");
        // Of another account it says nothing.
        app.put("matching-rules/MR-1", &accountant(&app), json!({ "bank_account_id": null, "direction": "out" })).await.expect(200);
        assert_eq!(proposals(&app).await["proposals"][0]["doubt"], "party_unknown");
    }

    async fn every_wrong_field_of_a_rule_is_named(app: TestApp) {
        app.open_books().await;
        let who = accountant(&app);
        for (rule, pointers) in [
            (json!({}), vec!["/account_id", "/counterparty_account"]),
            (json!({ "direction": "in", "account_id": "6000" }), vec!["/counterparty_account"]),
            (json!({ "text_contains": "of", "account_id": "none" }), vec!["/account_id", "/text_contains"]),
            (json!({ "text_contains": "rent", "makes": "draft", "vendor_id": "V-1" }), vec!["/account_id"]),
            (json!({ "text_contains": "rent", "vendor_id": "none", "customer_id": "C-1" }), vec!["/vendor_id"]),
            (json!({ "text_contains": "rent", "account_id": "6000", "bank_account_id": "6000" }), vec!["/account_id", "/bank_account_id"]),
            (json!({ "text_contains": "rent", "account_id": CASH, "bank_account_id": CASH }), vec!["/account_id"]),
            (json!({ "counterparty_account": "--", "account_id": "6000", "direction": "up" }), vec!["/counterparty_account", "/direction"]),
        ] {
            let wrong = app.post("matching-rules", &who, rule).await.expect(422).problem("invalid");
            let mut named: Vec<_> = wrong["errors"].as_array().into_iter().flatten().filter_map(|error| error["pointer"].as_str()).collect();
            named.sort_unstable();
            assert_eq!(named, pointers, "{}", wrong.text);
        }
        let rule = json!({ "matching_rule_id": "MR-1", "text_contains": "rent", "account_id": "6000" });
        app.post("matching-rules", &who, rule.clone()).await.expect(201);
        app.post("matching-rules", &who, rule).await.expect(409).problem("already_exists");
        // A change that changes nothing is none; an old version is refused.
        let same = app.put("matching-rules/MR-1", &who, json!({ "text_contains": "rent" })).await.expect(200);
        assert_eq!(same["version"], 1);
        let stale = [("If-Match", "\"7\"")];
        app.send(reqwest::Method::PUT, "matching-rules/MR-1", &who, &stale, Some(json!({ "memo": "x" }))).await.expect(412);
        let list = app.get("matching-rules?is_active=true&count=true", &who).await.expect(200);
        assert_eq!((&list["total"], &list["data"][0]["matching_rule_id"]), (&json!(1), &json!("MR-1")), "{}", list.text);
        app.get("matching-rules?is_active=false", &who).await.expect(200);
        app.get("matching-rules/MR-2", &who).await.expect(404);
    }
}
