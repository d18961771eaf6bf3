//! Which users may override the table, with what reason, and who then signs.

use super::*;

const WHY: &str = "Hedged at this rate with the bank";

fn because(body: Value) -> Value {
    with(body, json!({ "exchange_rate_reason": WHY }))
}

/// `1:manager 2:controller`, of the plan in the answer.
fn signers(plan: &Value) -> String {
    let step =
        |step: &Value| format!("{}:{}", step["level"], step["approvers"][0]["approver_role"].as_str().unwrap_or("?"));
    plan["steps"].as_array().into_iter().flatten().map(step).collect::<Vec<_>>().join(" ")
}

tests::on_both! {
    async fn the_greater_of_two_amounts_decides(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", DAY, "1.10").await;
        // 900 euros are 990.00 by the table: the manager's. At 2 they are 1,800.00, at 0.5 450.00; 10,000 euros at 0.1 are 1,000.00.
        for (id, amount, rate, wanted) in [
            ("JE-1", "900.00", "1.1", "1:manager"),
            ("JE-2", "900.00", "2", "1:manager 2:controller"),
            ("JE-3", "900.00", "0.5", "1:manager"),
            ("JE-4", "10000.00", "0.1", "1:manager 2:controller 3:cfo"),
        ] {
            app.post("journal-entries", &chief(&app), because(at(entry_named(id, amount), rate))).await.expect(201);
            let asked = json!({ "document_type": "journal_entry", "document_id": id });
            let simulated = app.post("approval-rules/simulate", &app.admin(), asked).await.expect(200);
            let sent = app.act(&format!("journal-entries/{id}/submit-for-approval"), &chief(&app)).await.expect(200);
            assert_eq!(signers(&sent["approval_plan"]), wanted, "{id}: {}", sent.text);
            // Nobody waits for what is only supposed.
            let mut plan = sent["approval_plan"].clone();
            for step in plan["steps"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
                step.remove("waits_since");
            }
            assert_eq!(simulated["plan"], plan, "{id}");
            let why = sent["approval_plan"]["rate_override"].as_str().unwrap_or_default();
            assert_eq!(why.contains("the table's is 1.1"), id != "JE-1", "{id}: {why}");
            let trail = app.get(&format!("journal-entries/{id}/audit-trail"), &app.admin()).await.expect(200);
            let reasons: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten()
                .map(|row| (row["action"].as_str().unwrap_or_default(), &row["details"]["exchange_rate_reason"])).collect();
            assert_eq!(reasons, [("Created", &json!(WHY)), ("Submit for Approval", &json!(WHY))]);
        }
    }

    /// Also in a sum, whether what is added to it is read or stands in the same call.
    async fn a_sum_counts_the_greater_of_two_amounts(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", DAY, "1.10").await;
        let sums = json!({
            "rule_id": "SUMS", "rule_name": "sums", "document_type": "journal_entry", "rule_type": "Amount Threshold",
            "is_active": true, "priority": 1, "min_amount": 1500, "approval_level": 2, "approver_type": "role",
            "approver_role": "controller", "aggregate_days": 7, "aggregate_by": "author",
        });
        app.post("approval-rules", &app.admin(), sums).await.expect(201);
        // 770.00 by the table, and 7.00 by its own rate.
        let small = |id: &str| because(at(entry_named(id, "700.00"), "0.01"));
        let large = |id: &str| entry_named(id, "800.00");
        for (id, body, wanted) in
            [("JE-1", small("JE-1"), "1:manager"), ("JE-2", large("JE-2"), "1:manager 2:controller")]
        {
            app.post("journal-entries", &chief(&app), body).await.expect(201);
            let sent = app.act(&format!("journal-entries/{id}/submit-for-approval"), &chief(&app)).await.expect(200);
            assert_eq!(signers(&sent["approval_plan"]), wanted, "{id}: {}", sent.text);
        }
        let other = app.token("fred", &["cfo"], &["*.submit"]);
        let items = json!({ "items": [small("JE-3"), large("JE-4")], "submit": true });
        app.post("journal-entries/bulk", &other, items).await.expect(200);
        for (id, wanted) in [("JE-3", "1:manager"), ("JE-4", "1:manager 2:controller")] {
            let entry = app.get(&format!("journal-entries/{id}"), &app.manager()).await.expect(200);
            assert_eq!(signers(&entry["approval_plan"]), wanted, "{id}: {}", entry.text);
        }
    }

    /// Also of what a change request waits for.
    async fn a_payment_is_no_smaller_at_a_rate_of_ones_own(app: TestApp) {
        in_debt(&app).await;
        let guard = with(guard("invoice", "receive-payment", "manager"), json!({ "min_amount": 1000 }));
        app.post("approval-rules", &app.admin(), guard).await.expect(201);
        let pay = |amount: i64, rate: &str| because(with(
            json!({ "payment_date": PAY_DAY, "payment_amount": amount, "deposit_account_id": CASH }),
            json!({ "exchange_rate": number(rate) }),
        ));
        let path = "invoices/I-0/receive-payment";
        app.post(path, &chief(&app), pay(10, "0.01")).await.expect(201);
        let asked = app.post(path, &chief(&app), pay(5_000, "0.01")).await.expect(202);
        assert_eq!(asked.number("amount"), "5500.00", "{}", asked.text);
        let id = asked.string("change_request_id");
        let done = app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
        assert_eq!(done["status"], "Done", "{}", done.text);
    }

    async fn without_a_rate_in_the_table_every_level_signs(app: TestApp) {
        app.open_books().await;
        let body = because(at(entry_named("JE-1", "1.00"), "1.10"));
        app.post("journal-entries", &app.clerk(), body).await.expect(201);
        let submit = "journal-entries/JE-1/submit-for-approval";
        // Any clerk may write the draft. Only a user who may override can submit it, no matter who wrote the reason.
        app.act(submit, &app.clerk()).await.expect(422).problem("no_exchange_rate");
        let sent = app.act(submit, &chief(&app)).await.expect(200);
        assert_eq!(signers(&sent["approval_plan"]), "1:manager 2:controller 3:cfo", "{}", sent.text);
        assert!(sent["approval_plan"]["rate_override"].as_str().unwrap_or_default().contains("every level signs"), "{}", sent.text);
        let second = app.token("felix", &["cfo"], &["*.approve", "*.read"]);
        for (signer, status) in [(app.manager(), "Pending Approval"), (app.controller(), "Pending Approval"), (second, "Posted")] {
            let signed = app.act("journal-entries/JE-1/approve", &signer).await.expect(200);
            assert_eq!(signed.string("status"), status);
        }
        app.books_agree();
    }
}
