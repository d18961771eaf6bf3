//! What was split is added up, over HTTP. See docs/rules/approval.md#splitting.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::ConnectionTrait;
use tests::prelude::*;
use tokio::task::JoinSet;

/// Level 1 up to 1,000, level 2 above, by the sums of a week.
async fn rules(app: &TestApp, by: &str) {
    rules_of(app, "journal_entry", by).await;
}

async fn rules_of(app: &TestApp, document_type: &str, by: &str) {
    for (level, role, min, max) in
        [(1, "manager", Value::Null, json!(1000)), (2, "controller", json!(1000.01), Value::Null)]
    {
        let rule = json!({
            "rule_id": format!("L{level}"), "rule_name": role, "document_type": document_type, "rule_type": "Amount Threshold",
            "is_active": true, "priority": 1, "min_amount": min, "max_amount": max, "approval_level": level,
            "approver_type": "role", "approver_role": role, "aggregate_days": 7, "aggregate_by": by,
        });
        app.post("approval-rules", &app.admin(), rule).await.expect(201);
    }
}

async fn submitted(app: &TestApp, id: &str, amount: &str, who: &Token) -> Answer {
    app.post("journal-entries", who, entry_named(id, amount)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), who).await.expect(200)
}

/// How many documents its last step adds it to.
fn added(answer: &Answer) -> usize {
    let steps = answer["approval_plan"]["steps"].as_array().cloned().unwrap_or_default();
    let added = steps.last().and_then(|step| step["approvers"][0]["added_up"]["documents"].as_array().map(Vec::len));
    added.unwrap_or_else(|| panic!("{}", answer.text))
}

fn levels(answer: &Answer) -> String {
    answer.number("required_approval_level")
}

tests::on_both! {
    async fn what_one_author_submits_is_added_up(app: TestApp) {
        app.open_books().await;
        let (carl, other) = (app.clerk(), app.token("Zoë", &["clerk"], &[]));
        // What was submitted before there was such a rule counts, too, however its author is spelt.
        submitted(&app, "JE-1", "300.00", &carl).await;
        submitted(&app, "JE-2", "900.00", &other).await;
        rules(&app, "author").await;
        let rule = app.get("approval-rules/L1", &app.admin()).await.expect(200);
        assert_eq!((&rule["aggregate_days"], &rule["aggregate_by"]), (&json!(7), &json!("author")));
        let third = submitted(&app, "JE-3", "700.00", &carl).await;
        assert_eq!(levels(&third), "1", "{}", third.text);
        let added = &third["approval_plan"]["steps"][0]["approvers"][0]["added_up"];
        assert_eq!(added["documents"], json!(["JE-1"]), "{}", third.text);
        let fourth = submitted(&app, "JE-4", "0.01", &carl).await;
        assert_eq!(levels(&fourth), "2", "{}", fourth.text);
        let spelt = submitted(&app, "JE-5", "100.01", &app.token("ZOË", &["clerk"], &[])).await;
        assert_eq!(levels(&spelt), "2", "{}", spelt.text);
        app.post("journal-entries", &carl, entry_named("JE-6", "1.00")).await.expect(201);
        let ask = json!({ "document_type": "journal_entry", "document_id": "JE-6" });
        let simulated = app.post("approval-rules/simulate", &app.admin(), ask).await.expect(200);
        assert_eq!(levels(&simulated), "2", "{}", simulated.text);
    }

    /// Submitted at one moment, each of ten passes below the bound alone, and the sums do not.
    async fn documents_of_one_moment_count_each_other(app: TestApp) {
        app.open_books().await;
        rules(&app, "author").await;
        let clerk = app.clerk();
        for at in 0..10 {
            app.post("journal-entries", &clerk, entry_named(&format!("JE-{at}"), "300.00")).await.expect(201);
        }
        let app = Arc::new(app);
        let mut submits = JoinSet::new();
        for at in 0..10 {
            let (app, clerk) = (Arc::clone(&app), clerk.clone());
            submits.spawn(async move { app.act(&format!("journal-entries/JE-{at}/submit-for-approval"), &clerk).await });
        }
        let mut sums: Vec<usize> = submits.join_all().await.iter().map(added).collect();
        sums.sort_unstable();
        assert_eq!(sums, (0..10).collect::<Vec<_>>(), "one after the other, each saw those before it");
    }

    /// Each item is added to those before it, the latest first; what is refused, and what others submit, does not count.
    async fn a_bulk_adds_up_its_own_items(app: TestApp) {
        app.open_books().await;
        submitted(&app, "JE-OTHER", "900.00", &app.token("zoe", &["clerk"], &[])).await;
        submitted(&app, "JE-0", "100.00", &app.clerk()).await;
        rules(&app, "author").await;
        let mut items: Vec<Value> = (1..6).map(|at| entry_named(&format!("JE-{at}"), "250.00")).collect();
        items[1] = with(items[1].clone(), json!({ "lines": [] }));
        let answer = app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
        assert_eq!((answer.number("succeeded"), answer.number("failed")), ("4".into(), "1".into()), "{}", answer.text);
        for (at, level, before) in [
            (1, "1", json!(["JE-0"])),
            (3, "1", json!(["JE-1", "JE-0"])),
            (4, "1", json!(["JE-3", "JE-1", "JE-0"])),
            (5, "2", json!(["JE-4", "JE-3", "JE-1", "JE-0"])),
        ] {
            let entry = app.get(&format!("journal-entries/JE-{at}"), &app.clerk()).await.expect(200);
            let steps = entry["approval_plan"]["steps"].as_array().cloned().unwrap_or_default();
            let added = steps.last().map(|step| step["approvers"][0]["added_up"]["documents"].clone());
            assert_eq!((levels(&entry).as_str(), added), (level, Some(before)), "{}", entry.text);
        }
        let next = submitted(&app, "JE-6", "0.01", &app.clerk()).await;
        assert_eq!((levels(&next).as_str(), added(&next)), ("2", 5), "{}", next.text);
    }

    /// It was sent back, so it has no submission, and counts for nothing.
    async fn what_was_sent_back_and_voided_is_not_added_up(app: TestApp) {
        app.open_books().await;
        let path = app.pending(BILL, bill("B-1", "900.00")).await;
        app.post(&format!("{path}/request-change"), &app.manager(), json!({ "comments": "c" })).await.expect(200);
        app.void(&path).await.expect(200);
        app.pending(BILL, bill("B-2", "600.00")).await;
        rules_of(&app, "bill", "author").await;
        for read in [path.as_str(), "bills", &format!("{path}/audit-trail")] {
            app.get(read, &app.clerk()).await.expect(200);
        }
        let third = app.pending(BILL, bill("B-3", "300.00")).await;
        let third = app.get(&third, &app.clerk()).await.expect(200);
        assert_eq!((levels(&third).as_str(), added(&third)), ("1", 1), "{}", third.text);
    }

    /// Who names documents of theirs again takes them out of no sum.
    async fn what_is_named_again_in_a_bulk_still_counts(app: TestApp) {
        app.open_books().await;
        rules(&app, "author").await;
        let mut items = Vec::new();
        for id in ["JE-1", "JE-2"] {
            submitted(&app, id, "450.00", &app.clerk()).await;
            items.push(entry_named(id, "450.00"));
        }
        items.push(entry_named("JE-3", "450.00"));
        let answer = app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
        assert_eq!((answer.number("succeeded"), answer.number("failed")), ("1".into(), "2".into()), "{}", answer.text);
        let third = app.get("journal-entries/JE-3", &app.clerk()).await.expect(200);
        assert_eq!((levels(&third).as_str(), added(&third)), ("2", 2), "{}", third.text);
    }

    /// Though the second payment of a document waits for the first, what comes after it is added to it.
    async fn items_of_a_bulk_are_added_up_in_their_order(app: TestApp) {
        app.open_books().await;
        for id in ["I-1", "I-2"] {
            app.posted(INVOICE, invoice(id, "2000.00")).await;
        }
        rules_of(&app, "invoice_payment", "author").await;
        let items = [("P-1", "I-1", "10.00"), ("P-2", "I-1", "900.00"), ("P-3", "I-2", "500.00")];
        let items = items.map(|(id, of, amount)| invoice_payment(id, of, amount));
        let answer = app.post("invoice-payments/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
        assert_eq!(answer.number("failed"), "0", "{}", answer.text);
        for (id, level) in [("P-1", "1"), ("P-2", "1"), ("P-3", "2")] {
            let payment = app.get(&format!("invoice-payments/{id}"), &app.clerk()).await.expect(200);
            assert_eq!(levels(&payment), level, "{}", payment.text);
        }
    }

    /// All of one author's and one vendor's, in several rounds.
    async fn a_thousand_items_are_added_up(app: TestApp) {
        app.open_books().await;
        rules_of(&app, "bill", "vendor").await;
        let items: Vec<Value> = (0..1_000).map(|at| bill(&format!("B-{at}"), "1.00")).collect();
        let answer = app.post("bills/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await.expect(200);
        assert_eq!(answer.number("failed"), "0", "{}", answer.text);
        for (at, level, named, left_out) in [(0, "1", 0, 0), (500, "1", 100, 400), (999, "1", 100, 899)] {
            let bill = app.get(&format!("bills/B-{at}"), &app.clerk()).await.expect(200);
            let sum = &bill["approval_plan"]["steps"][0]["approvers"][0]["added_up"];
            assert_eq!((levels(&bill).as_str(), added(&bill)), (level, named), "{}", bill.text);
            assert_eq!(sum["documents_left_out"].as_u64().unwrap_or_default(), left_out, "{}", bill.text);
        }
        let more = app.pending(BILL, bill("B-1000", "0.01")).await;
        assert_eq!(levels(&app.get(&more, &app.clerk()).await.expect(200)), "2");
    }

    async fn what_is_wrong_with_it_is_named(app: TestApp) {
        app.open_books().await;
        let rule = |more: Value| with(json!({
            "rule_id": "R", "rule_name": "R", "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
            "priority": 1, "approval_level": 1, "approver_type": "role", "approver_role": "manager",
        }), more);
        for (more, pointer) in [
            (json!({ "aggregate_days": 7 }), "/aggregate_by"),
            (json!({ "aggregate_by": "author" }), "/aggregate_days"),
            (json!({ "aggregate_days": 367, "aggregate_by": "author" }), "/aggregate_days"),
            (json!({ "aggregate_days": 7, "aggregate_by": "vendor" }), "/aggregate_by"),
        ] {
            app.post("approval-rules", &app.admin(), rule(more)).await.expect(422).names(pointer);
        }
    }
}

/// Payments that were asked for, and are carried out at one moment, each in a transaction of its own: none of them gets to its end before
/// all could have read what was submitted before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payments_that_are_carried_out_at_one_moment_count_each_other() {
    const PAYMENTS: usize = 4;
    let app = TestApp::start(Backend::Postgres).await;
    app.open_books().await;
    rules_of(&app, "invoice_payment", "author").await;
    app.post("approval-rules", &app.admin(), guard("invoice", "receive-payment", "manager")).await.expect(201);
    let pay = json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": CASH });
    let mut asked_for = Vec::new();
    for at in 0..PAYMENTS {
        app.posted(INVOICE, invoice(&format!("I-{at}"), "100.00")).await;
        let path = format!("invoices/I-{at}/receive-payment");
        let asked = app.post(&path, &app.controller(), pay.clone()).await.expect(202);
        asked_for.push(asked.string("change_request_id").to_owned());
    }
    let other = tests::fixture::connect(&app.database).await;
    // A payment is written after all is read.
    other.execute_unprepared("BEGIN; LOCK TABLE document IN SHARE MODE").await.expect("locked");
    let app = Arc::new(app);
    let mut signatures = JoinSet::new();
    for id in asked_for {
        let app = Arc::clone(&app);
        signatures.spawn(async move {
            app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
            app.eventually(&format!("change-requests/{id}"), &app.manager(), |asked| asked["status"] == "Done").await
        });
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    other.execute_unprepared("COMMIT").await.expect("let go");
    signatures.join_all().await;
    let mut sums = Vec::new();
    for payment in app.get("invoice-payments", &app.manager()).await.expect(200).data() {
        let id = payment[INVOICE_PAYMENT.id].as_str().expect("an id");
        sums.push(added(&app.get(&format!("invoice-payments/{id}"), &app.manager()).await.expect(200)));
    }
    sums.sort_unstable();
    assert_eq!(sums, (0..PAYMENTS).collect::<Vec<_>>(), "one after the other, each saw those before it");
}

tests::on_both! {
    /// Tax of a line may be the whole of it: put on an account that is not kept for tax, it is asked about as a line on that account is.
    async fn money_goes_past_no_rule_by_the_name_of_tax(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("accounts", &admin, account("1500", "Equipment", "asset")).await.expect(201);
        let asset = json!([{ "field": "account_type", "operator": "=", "value": "asset" }]);
        let asked = with(rule("bill-assets", "bill", 1, "0", None, "controller"), json!({ "conditions": asset, "priority": 1 }));
        for body in [asked, rule("bill-all", "bill", 1, "0", None, "manager")] {
            app.post("approval-rules", &admin, body).await.expect(201);
        }
        let taxed_on = |id: &str, account: &str| {
            let mut line = taxed(EXPENSE, "1", "400.00", "1");
            line["tax_account_id"] = json!(account);
            with(bill(id, "1"), json!({ "lines": [line] }))
        };
        for (id, account, signer) in [("B-1", TAX, "manager"), ("B-2", "1500", "controller")] {
            let path = app.draft(BILL, taxed_on(id, account)).await;
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
            let plan = app.get(&path, &app.clerk()).await.expect(200)["approval_plan"].to_string();
            assert!(plan.contains(&format!("\"{signer}\"")), "{id}: {plan}");
        }
    }
}
