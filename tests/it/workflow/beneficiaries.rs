//! A user who gains from a document signs neither it nor its payment, in person or as a delegate.

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_setting_lets_authors_sign_and_not_who_gains() {
    let app = TestApp::start_with(Backend::Sqlite, &[("GL_SELF_APPROVAL", "allow")]).await;
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

tests::on_both! {
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
        // Vera may not sign the payment either, although no user is linked to the vendor when it is submitted.
        let payment = app.pending(BILL_PAYMENT, bill_payment("P-1", "B-1", "100.00")).await;
        barred(&app, &payment, &vera).await;
        app.approve(&payment).await.expect(200);
        let trail = app.get("bills/B-1/audit-trail", &mona).await.expect(200);
        assert!(trail.text.contains(r#""beneficiaries":["vera"]"#), "{}", trail.text);
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
}
