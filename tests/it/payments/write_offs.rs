//! Write-off rules, and the small differences that payments write off by them. See docs/rules/write-offs.md.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::on_account::left;
use super::reassigned::open_on;
use super::several::several;

const RULE: &str = "CENTS";

async fn open(app: &TestApp) {
    app.open_books().await;
    app.post("write-off-rules", &app.controller(), write_off_rule(RULE)).await.expect(201);
    app.post("write-off-rules", &app.controller(), write_off_rule(RULE)).await.expect(409).problem("already_exists");
}

fn writes_off(body: Value, amount: &str) -> Value {
    with(body, json!({ "write_off": number(amount), "write_off_rule_id": RULE }))
}

/// A payment of so much money that writes so much off.
fn pays(kind: Kind, of: &str, id: &str, [payment, off]: [&str; 2]) -> (Kind, Value) {
    let (payer, body) = kind.paid_by(of, id, payment);
    (payer, writes_off(body, off))
}

async fn submit(app: &TestApp, path: &str) -> Answer {
    app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await
}

tests::on_both! {
    async fn a_small_difference_is_let_off_or_kept_and_taken_back(app: TestApp) {
        open(&app).await;
        let conrad = app.controller();
        for (kind, ledger) in [(BILL, "ap"), (INVOICE, "ar")] {
            let path = app.posted(kind, kind.of_amount("D-1", "100.00")).await;
            let before = left(&app).await;
            for (off, [payment, amount]) in [("let-off", ["99.98", "0.02"]), ("kept", ["100.03", "-0.03"])] {
                for back in ["void", "return"] {
                    let (payer, body) = pays(kind, "D-1", &format!("P-{off}-{back}"), [payment, amount]);
                    let paid = app.posted(payer, body).await;
                    app.expect_fields(&path, &[("amount_due", "0.00"), ("amount_paid", "100.00")]).await;
                    let has = [
                        ("payment", payment), ("write_off", amount), ("write_off_rule_id", RULE),
                        ("write_off_account_id", EXPENSE),
                    ];
                    app.expect_fields(&paid, &has).await;
                    assert_eq!(open_on(&app, ledger, "2024-03-31", "D-1").await, "nothing");
                    let read = app.get(&paid, &conrad).await;
                    let actions = read["allowed_actions"].as_array().expect("a list");
                    assert!(!actions.contains(&json!("reassign")), "{}", read.text);
                    equals_trial_balance(&app).await;
                    let day = format!("{back}_date");
                    let body = json!({ "reason": "r", day: PAY_DAY });
                    app.post(&format!("{paid}/{back}"), &conrad, body).await.expect(200);
                    app.expect_fields(&path, &[("amount_due", "100.00"), ("status", "Posted")]).await;
                    assert_eq!(left(&app).await, before, "undo after do is nothing");
                }
            }
            app.posted(kind, kind.of_amount("D-2", "100.00")).await;
            let (payer, body) = pays(kind, "D-1", "P-1", ["99.98", "0.02"]);
            let paid = app.posted(payer, body).await;
            let to = json!({ kind.id: "D-2" });
            app.post(&format!("{paid}/reassign"), &conrad, to).await.expect(409).problem("wrong_status");
            let corrected = app.post(&format!("{paid}/correct"), &conrad, json!({ "reason": "r" })).await.expect(200);
            let copy = payer.at(corrected.string("correction_id"));
            app.expect_fields(&copy, &[("write_off", "0.02"), ("write_off_rule_id", RULE), ("status", "Draft")]).await;
            let plain = app.get(&app.draft(payer, kind.paid_by("D-2", "P-2", "1.00").1).await, &conrad).await;
            assert!(plain.json.get("write_off").is_none(), "{}", plain.text);
        }
        app.books_agree();
    }

    async fn what_is_no_write_off(app: TestApp) {
        open(&app).await;
        let clerk = app.clerk();
        for kind in [BILL, INVOICE] {
            let debt = app.posted(kind, kind.of_amount("D-1", "100.00")).await;
            let ask = async |amounts: [&str; 2]| {
                let (payer, body) = pays(kind, "D-1", "P-1", amounts);
                app.post(payer.path, &app.clerk(), body).await
            };
            let refused = ask(["99.94", "0.06"]).await.expect(422).problem("no_write_off");
            assert_eq!(refused["tolerance"], number("0.05"), "{}", refused.text);
            ask(["100.06", "-0.06"]).await.expect(422).problem("no_write_off");
            ask(["99.98", "0"]).await.expect(422).names("/write_off");
            ask(["0.02", "-0.02"]).await.expect(422).names("/write_off");
            let (payer, body) = pays(kind, "D-1", "P-1", ["49.98", "0.02"]);
            let lacks = |field: &str| with(body.clone(), json!({ field: null }));
            app.post(payer.path, &clerk, lacks("write_off")).await.expect(422).names("/write_off");
            app.post(payer.path, &clerk, lacks("write_off_rule_id")).await.expect(422).names("/write_off_rule_id");
            let unknown = with(body.clone(), json!({ "write_off_rule_id": "NO" }));
            app.post(payer.path, &clerk, unknown).await.expect(422).names("/write_off_rule_id");
            // Something would be left due.
            let path = app.draft(payer, body).await;
            let refused = submit(&app, &path).await.expect(422).problem("no_write_off");
            assert_eq!(refused["amount_due"], number("100.00"), "{}", refused.text);
            let put = |amounts: [&str; 2]| pays(kind, "D-1", "P-1", amounts).1;
            app.put(&path, &clerk, put(["99.00", "1.00"])).await.expect(422).problem("no_write_off");
            app.put(&path, &clerk, put(["99.99", "0.02"])).await.expect(200);
            submit(&app, &path).await.expect(422).problem("overpayment");
            // It fits beside another payment, which is taken back before the last signature.
            let half = app.posted(payer, kind.paid_by("D-1", "P-2", "50.00").1).await;
            app.put(&path, &clerk, put(["49.98", "0.02"])).await.expect(200);
            submit(&app, &path).await.expect(200);
            app.expect_fields(&debt, &[("amount_pending", "50.00"), ("amount_left", "0.00")]).await;
            app.void(&half).await.expect(200);
            app.approve(&path).await.expect(422).problem("no_write_off");
            app.posted(payer, kind.paid_by("D-1", "P-3", "50.00").1).await;
            app.approve(&path).await.expect(200);
            app.expect_fields(&debt, &[("amount_due", "0.00")]).await;
        }
        app.books_agree();
    }

    async fn several_documents_are_settled_in_full(app: TestApp) {
        open(&app).await;
        let clerk = app.clerk();
        for (kind, payer) in [(BILL, BILL_PAYMENT), (INVOICE, INVOICE_PAYMENT)] {
            for (id, amount) in [("D-1", "100.00"), ("D-2", "50.00")] {
                app.posted(kind, kind.of_amount(id, amount)).await;
            }
            let before = left(&app).await;
            let body = |second: &str| several(payer, "P-1", &[("D-1", "100.00"), ("D-2", second)]);
            let sum = with(writes_off(body("50.00"), "0.02"), json!({ "payment": 150 }));
            app.post(payer.path, &clerk, sum).await.expect(422).names("/payment");
            let path = app.draft(payer, writes_off(body("49.00"), "0.02")).await;
            submit(&app, &path).await.expect(422).problem("no_write_off");
            let whole = with(writes_off(body("50.00"), "-0.02"), json!({ "payment": number("150.02") }));
            app.put(&path, &clerk, whole).await.expect(200);
            submit(&app, &path).await.expect(200);
            app.expect_fields(&kind.at("D-2"), &[("amount_pending", "50.00"), ("amount_left", "0.00")]).await;
            app.approve(&path).await.expect(200);
            for id in ["D-1", "D-2"] {
                app.expect_fields(&kind.at(id), &[("amount_due", "0.00")]).await;
            }
            equals_trial_balance(&app).await;
            app.void(&path).await.expect(200);
            assert_eq!(left(&app).await, before, "undo after do is nothing");
        }
        app.books_agree();
    }

    async fn an_invoice_is_received_with_a_small_difference(app: TestApp) {
        open(&app).await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let receive = |amount: &str, off: &str| writes_off(
            json!({ "payment_date": PAY_DAY, "payment_amount": number(amount), "deposit_account_id": CASH }), off,
        );
        let path = "invoices/I-1/receive-payment";
        for (amount, off) in [("99.00", "1.00"), ("97.00", "0.05")] {
            app.post(path, &app.admin(), receive(amount, off)).await.expect(422).problem("no_write_off");
        }
        let dry = app.post(&format!("{path}?dry_run=true"), &app.admin(), receive("100.02", "-0.02")).await.expect(201);
        assert_eq!((dry.string("invoice_status"), dry["would_post"].as_array().map(Vec::len)), ("Paid", Some(3)), "{}", dry.text);
        let paid = app.post(path, &app.admin(), receive("100.02", "-0.02")).await.expect(201);
        assert_eq!((paid.string("invoice_status"), &paid["amount_due"]), ("Paid", &number("0.00")), "{}", paid.text);
        assert_eq!(app.balance(CASH).await, "100.02");
        app.books_agree();
    }

    /// In euros, at the payment's rate; the difference of the rates is an exchange loss, and one rate leaves none.
    async fn in_another_currency(app: TestApp) {
        open(&app).await;
        let euros = with(write_off_rule("EUROS"), json!({ "currency": "EUR" }));
        app.post("write-off-rules", &app.controller(), euros).await.expect(201);
        app.rate("EUR", DAY, "1.10").await;
        for (id, rate, lines) in [("1", "1.10", 3), ("2", "1.15", 4)] {
            let debt = format!("B-{id}");
            app.posted(BILL, in_currency(bill(&debt, "33.33"), "EUR", "1.10")).await;
            let (payer, body) = pays(BILL, &debt, &format!("P-{id}"), ["33.30", "0.03"]);
            let body = with(body, json!({ "write_off_rule_id": "EUROS", "exchange_rate": number(rate) }));
            let other = with(body.clone(), json!({ "write_off_rule_id": RULE }));
            app.post(payer.path, &app.clerk(), other).await.expect(422).problem("no_write_off");
            let paid = app.posted(payer, body).await;
            let posted = app.get(&format!("{paid}/postings"), &app.controller()).await.expect(200);
            assert_eq!(posted.data().len(), lines, "{}", posted.text);
        }
        equals_trial_balance(&app).await;
        app.books_agree();
    }

    async fn a_payment_and_one_with_a_write_off(app: TestApp) {
        open(&app).await;
        for round in 0..12 {
            let id = format!("B-{round}");
            let path = app.posted(BILL, bill(&id, "100.00")).await;
            let (payer, body) = pays(BILL, &id, &format!("a-{round}"), ["99.98", "0.02"]);
            let one = app.pending(payer, body).await;
            let other = app.pending(payer, bill_payment(&format!("b-{round}"), &id, "60.00")).await;
            let (a, b) = tokio::join!(app.approve(&one), app.approve(&other));
            match (a.status, b.status) {
                (200, 422) => app.expect_fields(&path, &[("amount_due", "0.00")]).await,
                (422, 200) => app.expect_fields(&path, &[("amount_due", "40.00")]).await,
                _ => panic!("{} {}", a.text, b.text),
            }
        }
        app.books_agree();
    }

    async fn the_account_of_a_rule_stays(app: TestApp) {
        open(&app).await;
        let admin = app.admin();
        app.post("accounts", &admin, account("6950", "Small differences", "expense")).await.expect(201);
        app.put(&format!("write-off-rules/{RULE}"), &app.controller(), json!({ "account_id": "6950" })).await.expect(200);
        app.delete("accounts/6950", &admin).await.expect(409).problem("in_use");
        app.put("accounts/6950", &admin, json!({ "currency": "EUR" })).await.expect(409).problem("in_use");
        for (account_id, currency) in [(CASH, "USD"), (PAYABLE, "USD"), ("9999", "USD")] {
            let body = with(write_off_rule("OTHER"), json!({ "account_id": account_id, "currency": currency }));
            app.post("write-off-rules", &app.controller(), body).await.expect(422).names("/account_id");
        }
        let none = json!({ "tolerance": 0 });
        app.put(&format!("write-off-rules/{RULE}"), &app.controller(), none).await.expect(422).names("/tolerance");
        let template = json!({
            "recurring_document_id": "RD-1", "name": "Rent", "document_type": "bill_payment", "makes": "draft",
            "document": writes_off(json!({
                "bill_id": "B-1", "account_id": CASH, "ap_account_id": PAYABLE, "payment": 5,
            }), "0.02"),
            "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
        });
        let refused = app.post("recurring-documents", &admin, template).await.expect(422);
        assert!(refused.text.contains("/document/write_off"), "{}", refused.text);
    }
}
