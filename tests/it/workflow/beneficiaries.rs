//! Who gains from a document signs neither it nor what pays it, in person or as a delegate.

use tests::prelude::*;

/// Signs whatever no rule speaks of.
fn signer(app: &TestApp, user: &str) -> Token {
    app.token(user, &["manager"], &[])
}

async fn link(app: &TestApp, party: &str, user_id: Value) {
    app.put(party, &app.admin(), json!({ "user_id": user_id })).await.expect(200);
}

/// All that is for those who may sign, refused; and not offered.
async fn barred(app: &TestApp, path: &str, who: &Token) {
    for (action, body) in [
        ("approve", json!({})),
        ("reject", json!({ "reason": "r" })),
        ("request-change", json!({ "comments": "c" })),
        ("hold", json!({ "reason": "r" })),
    ] {
        let refused = app.post(&format!("{path}/{action}"), who, body).await.expect(403).problem("forbidden");
        assert!(refused.string("detail").contains("who gains"), "{}", refused.text);
    }
    let read = app.get(&format!("{path}?explain=true"), who).await.expect(200);
    assert_eq!(read["allowed_actions"], json!([]), "{}", read.text);
    assert!(read["why_not"]["approve"].as_str().unwrap_or_default().contains("who gains"), "{}", read.text);
    assert_eq!(app.get("approvals/pending", who).await.expect(200).number("total"), "0");
}

async fn nobody_signs_what_pays_them(app: &TestApp) {
    app.open_books().await;
    let emil = signer(app, "EMIL");
    let paid = app.pending(EXPENSE_REPORT, expense("E-1", "100.00")).await;
    barred(app, &paid, &emil).await;
    app.post(&format!("{paid}/hold"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
    app.act(&format!("{paid}/unhold"), &emil).await.expect(403).problem("forbidden");
    app.act(&format!("{paid}/unhold"), &app.manager()).await.expect(200);
    app.approve(&paid).await.expect(200);
    let payment = app.pending(BILL_PAYMENT, expense_payment("P-1", "E-1", "100.00")).await;
    barred(app, &payment, &emil).await;
    app.approve(&payment).await.expect(200);
}

/// Both ways of `GL_SELF_APPROVAL`.
async fn self_approval_does_not_lift_it(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_SELF_APPROVAL", "allow")]).await;
    let end = app.end();
    nobody_signs_what_pays_them(&app).await;
    let own = app.token("emil", &["clerk", "manager"], &[]);
    app.post("expenses", &own, expense("E-2", "5.00")).await.expect(201);
    app.act("expenses/E-2/submit-for-approval", &own).await.expect(200);
    app.act("expenses/E-2/approve", &own).await.expect(403).problem("forbidden");
    let others = app.token("olga", &["clerk", "manager"], &[]);
    app.post("expenses", &others, expense("E-3", "5.00")).await.expect(201);
    app.act("expenses/E-3/submit-for-approval", &others).await.expect(200);
    app.act("expenses/E-3/approve", &others).await.expect(200);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn self_approval_does_not_lift_it_on_sqlite() {
    self_approval_does_not_lift_it(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn self_approval_does_not_lift_it_on_postgres() {
    self_approval_does_not_lift_it(Backend::Postgres).await;
}

tests::on_both! {
    async fn an_employee_signs_neither_the_expense_nor_its_payment(app: TestApp) {
        nobody_signs_what_pays_them(&app).await;
    }

    async fn nor_does_the_user_behind_a_customer_or_vendor(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.posted(INVOICE, invoice("I-0", "10000.00")).await;
        link(&app, "vendors/V-1", json!("Vera")).await;
        link(&app, "customers/C-1", json!("Cora")).await;
        for (kind, user) in [
            (BILL, "vera"), (BILL_PAYMENT, "vera"), (INVOICE, "cora"), (CREDIT_MEMO, "cora"), (INVOICE_PAYMENT, "cora"),
        ] {
            let path = app.pending(kind, kind.body("D-1")).await;
            barred(&app, &path, &signer(&app, user)).await;
            app.approve(&path).await.expect(200);
        }
    }

    async fn who_was_linked_at_submit_stays_barred_and_who_is_linked_later_is_too(app: TestApp) {
        app.open_books().await;
        let (vera, mona) = (signer(&app, "vera"), app.manager());
        link(&app, "vendors/V-1", json!("vera")).await;
        let bill = app.pending(BILL, bill("B-1", "100.00")).await;
        link(&app, "vendors/V-1", Value::Null).await;
        barred(&app, &bill, &vera).await;
        link(&app, "vendors/V-1", json!("mona")).await;
        barred(&app, &bill, &mona).await;
        link(&app, "vendors/V-1", Value::Null).await;
        app.act(&format!("{bill}/approve"), &mona).await.expect(200);
        // What pays it, too, although nobody is linked when the payment is submitted.
        let payment = app.pending(BILL_PAYMENT, bill_payment("P-1", "B-1", "100.00")).await;
        barred(&app, &payment, &vera).await;
        app.approve(&payment).await.expect(200);
        let trail = app.get("bills/B-1/audit-trail", &mona).await.expect(200);
        assert!(trail.text.contains(r#""beneficiaries":["vera"]"#), "{}", trail.text);
    }

    async fn a_delegate_signs_in_nobodys_place_who_gains(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let asks = with(rule("E", "expense", 1, "0", None, "x"), json!({
            "approver_type": "user", "approver_role": null, "approver_user_id": "Boss@Example.com",
        }));
        app.post("approval-rules", &admin, asks).await.expect(201);
        let delegation = json!([{ "delegate_user_id": "EMIL", "from": "2020-01-01", "to": "2099-12-31" }]);
        let boss = json!({ "user_id": "boss@example.com", "name": "Boss", "delegations": delegation });
        app.post("users", &admin, boss).await.expect(201);
        // Emil stands in for the boss, but not for what he gets himself; and nobody stands in for a boss who gets it.
        let his = app.pending(EXPENSE_REPORT, expense("E-1", "5.00")).await;
        app.act(&format!("{his}/approve"), &signer(&app, "emil")).await.expect(403).problem("forbidden");
        app.act(&format!("{his}/approve"), &signer(&app, "BOSS@example.com")).await.expect(200);
        let of_boss = with(expense("E-2", "5.00"), json!({ "employee_id": "BOSS@EXAMPLE.COM" }));
        let theirs = app.pending(EXPENSE_REPORT, of_boss).await;
        for who in ["emil", "boss@example.com"] {
            app.act(&format!("{theirs}/approve"), &signer(&app, who)).await.expect(403).problem("forbidden");
        }
        let third = with(expense("E-3", "5.00"), json!({ "employee_id": "ann" }));
        let third = app.pending(EXPENSE_REPORT, third).await;
        app.act(&format!("{third}/approve"), &signer(&app, "emil")).await.expect(200);
    }

    async fn linking_a_party_to_a_user_takes_more_than_writing_parties(app: TestApp) {
        app.open_books().await;
        let (writer, both) = (app.token("w", &[], &["party.*"]), app.token("b", &[], &["party.*", "user.write"]));
        for (path, id, name) in [("customers", "customer_id", "customer_name"), ("vendors", "vendor_id", "vendor_name")] {
            let new = json!({ id: "X-1", name: "X", "user_id": "ann@example.com" });
            app.post(path, &writer, new.clone()).await.expect(403).problem("forbidden");
            let made = app.post(path, &both, new).await.expect(201);
            assert_eq!(made.string("user_id"), "ann@example.com");
            let party = format!("{path}/X-1");
            for change in [json!({ "user_id": null }), json!({ "user_id": "bob" })] {
                app.put(&party, &writer, change).await.expect(403).problem("forbidden");
            }
            // What was read can be put back, and all else changed.
            app.put(&party, &writer, json!({ "user_id": "ann@example.com", name: "Y" })).await.expect(200);
            app.put(&party, &both, json!({ "user_id": "a\u{200b}nn" })).await.expect(422).names("/user_id");
            app.put(&party, &both, json!({ "user_id": "System" })).await.expect(422).names("/user_id");
            let cleared = app.put(&party, &both, json!({ "user_id": null })).await.expect(200);
            assert_eq!(cleared["user_id"], Value::Null);
        }
    }

    async fn a_plan_says_who_signs_none_of_it(app: TestApp) {
        app.open_books().await;
        let path = app.draft(EXPENSE_REPORT, expense("E-1", "5.00")).await;
        let ask = json!({ "document_type": "expense", "document_id": "E-1" });
        let simulated = app.post("approval-rules/simulate", &app.admin(), ask).await.expect(200);
        let dry = app.act(&format!("{path}/submit-for-approval?dry_run=true"), &app.clerk()).await.expect(200);
        for answer in [simulated, dry] {
            assert_eq!(answer["beneficiaries"], json!(["emil"]), "{}", answer.text);
        }
    }

    async fn the_customers_own_user_only_submits_what_they_receive(app: TestApp) {
        app.open_books().await;
        for id in ["I-1", "I-2"] {
            app.posted(INVOICE, invoice(id, "100.00")).await;
        }
        link(&app, "customers/C-1", json!("CONRAD")).await;
        let sent = app.receive("I-1", "100.00").await.expect(201);
        assert_eq!((sent.string("payment_status"), sent.string("invoice_status")), ("Pending Approval", "Posted"));
        let payment = INVOICE_PAYMENT.at(sent.string("payment_id"));
        app.act(&format!("{payment}/approve"), &app.controller()).await.expect(403).problem("forbidden");
        app.approve(&payment).await.expect(200);
        let paid = json!({ "payment_date": PAY_DAY, "payment_amount": 100, "deposit_account_id": CASH });
        let received = app.post("invoices/I-2/receive-payment", &app.accountant(), paid).await.expect(201);
        assert_eq!(received.string("invoice_status"), "Paid");
    }

    async fn where_payments_have_a_rule_none_is_posted_unsigned(app: TestApp) {
        app.open_books().await;
        for id in ["I-1", "I-2", "I-3", "I-4"] {
            app.posted(INVOICE, invoice(id, "100.00")).await;
        }
        let big = rule("pay-1", "invoice_payment", 1, "50", None, "manager");
        app.post("approval-rules", &app.admin(), big).await.expect(201);
        app.receive("I-1", "49.99").await.expect(422).problem("no_matching_rule");
        app.expect_fields("invoices/I-1", &[("amount_due", "100.00"), ("status", "Posted")]).await;
        assert!(app.get("invoice-payments", &app.clerk()).await.expect(200).data().is_empty());
        let routed = app.receive("I-2", "50.00").await.expect(201);
        assert_eq!(routed.string("payment_status"), "Pending Approval");
        // Rules that ask for no amount leave no gap; what none of them matches takes one signature.
        app.delete("approval-rules/pay-1", &app.admin()).await.expect(204);
        let by_department = with(rule("pay-2", "invoice_payment", 2, "0", None, "cfo"), json!({
            "rule_type": "Department Routing", "min_amount": null, "department_ids": ["D-1"],
        }));
        app.post("approval-rules", &app.admin(), by_department).await.expect(201);
        let unmatched = app.receive("I-3", "1.00").await.expect(201);
        assert_eq!(unmatched.string("payment_status"), "Pending Approval");
        app.approve(&INVOICE_PAYMENT.at(unmatched.string("payment_id"))).await.expect(200);
        app.delete("approval-rules/pay-2", &app.admin()).await.expect(204);
        let at_once = app.receive("I-4", "100.00").await.expect(201);
        assert_eq!(at_once.string("invoice_status"), "Paid");
    }

    async fn applying_a_credit_memo_is_a_permission_of_its_own(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.posted(CREDIT_MEMO, credit_memo("CM-1", "90.00")).await;
        let body = json!({ "invoice_id": "I-1", "amount": 1 });
        for (permissions, status) in [
            (vec!["credit_memo.*", "invoice.write"], 403),
            (vec!["credit_memo.write", "credit_memo.read", "invoice.*"], 403),
            (vec!["credit_memo.apply", "invoice.write"], 403),
            (vec!["credit_memo.apply", "invoice.read"], 200),
        ] {
            let who = app.token("paula", &[], &permissions);
            app.post("credit-memos/CM-1/apply", &who, body.clone()).await.expect(status);
        }
        for (role, status) in [
            ("viewer", 403), ("clerk", 403), ("manager", 403), ("accountant", 200), ("controller", 200), ("cfo", 200), ("admin", 200),
        ] {
            let who = app.token(role, &[role], &[]);
            app.post("credit-memos/CM-1/apply", &who, body.clone()).await.expect(status);
            let read = app.get("credit-memos/CM-1", &who).await.expect(200);
            assert_eq!(read["allowed_actions"].to_string().contains("apply"), status == 200, "{role}: {}", read.text);
        }
    }
}
