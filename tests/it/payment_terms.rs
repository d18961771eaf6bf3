//! Payment terms, what bills and invoices have of them, and the discount that a payment takes. See docs/rules/payment-terms.md.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

/// 2 % within 10 days of [`DAY`], 30 days net.
const LAST_DAY: &str = "2024-01-25";
const TOO_LATE: &str = "2024-01-26";

async fn open(app: &TestApp) {
    app.open_books().await;
    app.post("payment-terms", &app.controller(), payment_terms("2-10")).await.expect(201);
    app.post("payment-terms", &app.controller(), payment_terms("2-10")).await.expect(409).problem("already_exists");
}

/// A bill or an invoice with the terms, posted.
async fn owed(app: &TestApp, kind: Kind, id: &str, amount: &str) -> String {
    app.posted(kind, with(kind.of_amount(id, amount), json!({ "payment_terms_id": "2-10", "due_date": null }))).await
}

/// A payment of it on that day.
fn pays(kind: Kind, id: &str, payment: &str, [amount, discount]: [&str; 2], day: &str) -> (Kind, Value) {
    let (payer, body) = kind.paid_by(id, payment, amount);
    (payer, with(on(body, day), json!({ "discount": number(discount) })))
}

/// Every report of these days.
async fn reports(app: &TestApp) -> Vec<Value> {
    let mut found = Vec::new();
    for day in ["2024-01-20", "2024-01-31", "2024-02-29"] {
        for report in ["balance-sheet?", "income-statement?from=2024-01-01&", "aging?kind=ar&", "aging?kind=ap&"] {
            let name = if report.starts_with("income") { "to" } else { "as_of" };
            found.push(app.report(&format!("{report}{name}={day}")).await.json);
        }
    }
    found
}

tests::on_both! {
    async fn documents_keep_what_their_terms_come_to(app: TestApp) {
        open(&app).await;
        for kind in [BILL, INVOICE] {
            let path = owed(&app, kind, "D-1", "100.25").await;
            let account = if kind == BILL { REVENUE } else { EXPENSE };
            let has = [
                ("payment_terms_id", "2-10"), ("due_date", "2024-02-14"), ("discount_date", LAST_DAY),
                ("discount_amount", "2.01"), ("discount_account_id", account),
            ];
            app.expect_fields(&path, &has).await;
            let plain = app.get(&app.draft(kind, kind.of_amount("D-2", "5.00")).await, &app.clerk()).await;
            let fields = ["payment_terms_id", "discount_date", "discount_amount", "discount_account_id"];
            assert!(fields.iter().all(|field| plain.json.get(field).is_none()), "{}", plain.text);
        }
        // A later change of the terms changes nothing of them.
        app.put("payment-terms/2-10", &app.controller(), json!({ "net_days": 60, "discount_percent": 5, "is_active": false })).await.expect(200);
        app.expect_fields("bills/D-1", &[("due_date", "2024-02-14"), ("discount_amount", "2.01")]).await;
        let late = with(bill("D-3", "5.00"), json!({ "payment_terms_id": "2-10", "due_date": null }));
        app.post("bills", &app.clerk(), late).await.expect(422).names("/payment_terms_id");
        app.post("bills", &app.clerk(), with(bill("D-3", "5.00"), json!({ "due_date": null }))).await.expect(422).names("/due_date");
        app.books_agree();
    }

    async fn a_party_has_terms(app: TestApp) {
        open(&app).await;
        let unknown = json!({ "payment_terms_id": "NO" });
        for (party, kind) in [("vendors/V-1", BILL), ("customers/C-1", INVOICE)] {
            app.put(party, &app.admin(), unknown.clone()).await.expect(422).names("/payment_terms_id");
            let kept = app.put(party, &app.admin(), json!({ "payment_terms_id": "2-10" })).await.expect(200);
            assert_eq!(kept["payment_terms_id"], "2-10", "{}", kept.text);
            let path = app.draft(kind, with(kind.of_amount("D-1", "100.00"), json!({ "due_date": null }))).await;
            app.expect_fields(&path, &[("payment_terms_id", "2-10"), ("due_date", "2024-02-14")]).await;
            let own = app.get(&app.draft(kind, kind.of_amount("D-2", "100.00")).await, &app.clerk()).await;
            assert!(own.json.get("payment_terms_id").is_none(), "it says when it is due: {}", own.text);
            let shown = app.put(party, &app.admin(), json!({ "payment_terms_id": null })).await.expect(200);
            assert!(shown.json.get("payment_terms_id").is_none(), "{}", shown.text);
        }
    }

    async fn a_discount_is_taken_and_given_back(app: TestApp) {
        open(&app).await;
        let conrad = app.controller();
        for kind in [BILL, INVOICE] {
            let path = owed(&app, kind, "D-1", "100.00").await;
            let before = reports(&app).await;
            for back in ["void", "return"] {
                let (payer, body) = pays(kind, "D-1", &format!("P-{back}"), ["98.00", "2.00"], LAST_DAY);
                let paid = app.posted(payer, body).await;
                app.expect_fields(&path, &[("amount_due", "0.00"), ("amount_paid", "100.00")]).await;
                app.expect_fields(&paid, &[("payment", "98.00"), ("discount", "2.00")]).await;
                let read = app.get(&paid, &conrad).await;
                let actions = read["allowed_actions"].as_array().expect("a list");
                assert!(!actions.contains(&json!("reassign")), "{}", read.text);
                equals_trial_balance(&app).await;
                let day = if back == "void" { "void_date" } else { "return_date" };
                let body = json!({ "reason": "r", day: LAST_DAY });
                app.post(&format!("{paid}/{back}"), &conrad, body).await.expect(200);
                app.expect_fields(&path, &[("amount_due", "100.00"), ("status", "Posted")]).await;
                assert_eq!(reports(&app).await, before, "{back}");
            }
            let other = owed(&app, kind, "D-2", "100.00").await;
            let (payer, body) = pays(kind, "D-1", "P-1", ["98.00", "2.00"], LAST_DAY);
            let paid = app.posted(payer, body).await;
            let to = json!({ kind.id: "D-2", "reassign_date": "2024-02-05" });
            app.post(&format!("{paid}/reassign"), &conrad, to).await.expect(409).problem("wrong_status");
            app.expect_fields(&other, &[("amount_due", "100.00")]).await;
            let corrected = app.post(&format!("{paid}/correct"), &conrad, json!({ "reason": "r" })).await.expect(200);
            app.expect_fields(&payer.at(corrected.string("correction_id")), &[("discount", "2.00"), ("status", "Draft")]).await;
        }
        app.books_agree();
    }

    async fn what_is_no_discount(app: TestApp) {
        open(&app).await;
        for kind in [BILL, INVOICE] {
            owed(&app, kind, "D-1", "100.00").await;
            app.posted(kind, kind.of_amount("D-2", "100.00")).await;
            let ask = async |of: &str, amounts: [&str; 2], day: &str| {
                let (payer, body) = pays(kind, of, "P-1", amounts, day);
                app.post(payer.path, &app.clerk(), body).await
            };
            ask("D-2", ["98.00", "2.00"], LAST_DAY).await.expect(422).problem("no_discount");
            ask("D-1", ["97.99", "2.01"], LAST_DAY).await.expect(422).problem("no_discount");
            let late = ask("D-1", ["98.00", "2.00"], TOO_LATE).await.expect(422);
            assert_eq!(late["discount_date"], LAST_DAY, "{}", late.text);
            ask("D-1", ["98.00", "0"], LAST_DAY).await.expect(422).names("/discount");
            // Something would be left due.
            let draft = ask("D-1", ["97.99", "2.00"], LAST_DAY).await.expect(201);
            let payer = kind.payer().expect("one");
            let path = payer.at(draft.string(payer.id));
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(422).problem("no_discount");
            let put = |amount: &str| pays(kind, "D-1", "P-1", [amount, "2.00"], LAST_DAY).1;
            app.put(&path, &app.clerk(), with(put("98.00"), json!({ "discount": 3 }))).await.expect(422).problem("no_discount");
            app.put(&path, &app.clerk(), put("98.01")).await.expect(200);
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(422).problem("overpayment");
            // Two that fit, each alone: the last signature of the second asks again.
            app.put(&path, &app.clerk(), put("98.00")).await.expect(200);
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
            app.expect_fields(&kind.at("D-1"), &[("amount_pending", "100.00"), ("amount_left", "0.00")]).await;
            let (_, less) = kind.paid_by("D-1", "P-2", "1.00");
            app.posted(payer, less).await;
            app.approve(&path).await.expect(422).problem("overpayment");
            // Of several documents each has its own.
            let several = json!([{ "document_id": "D-1", "document_type": kind.name, "amount": 1 }]);
            let (_, body) = pays(kind, "D-1", "P-3", ["1.00", "1.00"], LAST_DAY);
            let body = with(body, json!({ kind.id: null, "applications": several }));
            app.post(payer.path, &app.clerk(), body).await.expect(422).names("/discount");
        }
    }

    /// Beside another settlement it could be taken again, once that is given back.
    async fn what_is_paid_in_part_has_no_discount_any_more(app: TestApp) {
        open(&app).await;
        for kind in [BILL, INVOICE] {
            owed(&app, kind, "D-1", "100.00").await;
            let (payer, half) = kind.paid_by("D-1", "P-1", "50.00");
            let first = app.posted(payer, half).await;
            let (_, rest) = pays(kind, "D-1", "P-2", ["48.00", "2.00"], LAST_DAY);
            let path = app.draft(payer, rest).await;
            let refused = app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await;
            refused.expect(422).problem("no_discount");
            // What was given back bars it no longer.
            app.void(&first).await.expect(200);
            let (_, all) = pays(kind, "D-1", "P-3", ["98.00", "2.00"], LAST_DAY);
            app.posted(payer, all).await;
        }
    }

    /// What it pays was written anew meanwhile, without terms.
    async fn the_last_signature_asks_for_the_discount(app: TestApp) {
        open(&app).await;
        for kind in [BILL, INVOICE] {
            let terms = json!({ "payment_terms_id": "2-10", "due_date": null });
            let debt = app.pending(kind, with(kind.of_amount("D-1", "100.00"), terms)).await;
            let (payer, body) = pays(kind, "D-1", "P-1", ["98.00", "2.00"], LAST_DAY);
            let path = app.pending(payer, body).await;
            let back = json!({ "comments": "no terms" });
            app.post(&format!("{debt}/request-change"), &app.manager(), back).await.expect(200);
            app.put(&debt, &app.clerk(), kind.of_amount("D-1", "100.00")).await.expect(200);
            app.act(&format!("{debt}/submit-for-approval"), &app.clerk()).await.expect(200);
            app.approve(&debt).await.expect(200);
            app.approve(&path).await.expect(422).problem("no_discount");
        }
    }

    async fn an_invoice_is_received_with_its_discount(app: TestApp) {
        open(&app).await;
        owed(&app, INVOICE, "I-1", "100.00").await;
        let receive = |amount: &str, day: &str| json!({
            "payment_date": day, "payment_amount": number(amount), "discount": 2, "deposit_account_id": CASH,
        });
        let path = "invoices/I-1/receive-payment";
        for (amount, day) in [("98.00", TOO_LATE), ("97.00", LAST_DAY)] {
            app.post(path, &app.admin(), receive(amount, day)).await.expect(422).problem("no_discount");
        }
        let tried = app.post(&format!("{path}?dry_run=true"), &app.admin(), receive("98.00", LAST_DAY)).await.expect(201);
        assert_eq!((tried.string("invoice_status"), tried["would_post"].as_array().map(Vec::len)), ("Paid", Some(3)), "{}", tried.text);
        let paid = app.post(path, &app.admin(), receive("98.00", LAST_DAY)).await.expect(201);
        assert_eq!((paid.string("invoice_status"), &paid["amount_due"]), ("Paid", &number("0.00")), "{}", paid.text);
        app.books_agree();
    }

    /// The discount in euros, at the payment's rate; the difference of the rates is an exchange loss.
    async fn in_another_currency(app: TestApp) {
        open(&app).await;
        app.rate("EUR", DAY, "1.10").await;
        app.rate("EUR", LAST_DAY, "1.20").await;
        let body = with(in_currency(bill("B-1", "100.00"), "EUR", "1.10"), json!({ "payment_terms_id": "2-10" }));
        app.posted(BILL, body).await;
        let (payer, body) = pays(BILL, "B-1", "P-1", ["98.00", "2.00"], LAST_DAY);
        let paid = app.posted(payer, body).await;
        let id = paid.rsplit('/').next().expect("an id");
        let posted = app.ledger(payer, id, "document").await;
        for line in ["1000", "2000", "4000", "7900"] {
            assert!(posted.contains(line), "{line}: {posted}");
        }
        equals_trial_balance(&app).await;
        app.books_agree();
    }

    async fn each_of_several_has_its_discount(app: TestApp) {
        open(&app).await;
        let conrad = app.controller();
        for kind in [BILL, INVOICE] {
            for (id, amount) in [("D-1", "100.00"), ("D-2", "50.00"), ("D-3", "30.00")] {
                owed(&app, kind, id, amount).await;
            }
            let before = reports(&app).await;
            let part = |id: &str, amount: &str, discount: Value| {
                json!({ "document_id": id, "document_type": kind.name, "amount": number(amount), "discount": discount })
            };
            let body = |id: &str, parts: Value| {
                let (payer, body) = kind.paid_by("D-1", id, "1.00");
                (payer, with(on(body, LAST_DAY), json!({ kind.id: null, "payment": null, "applications": parts })))
            };
            let parts = json!([part("D-1", "98.00", number("2.00")), part("D-2", "49.00", number("1.00")), part("D-3", "10.00", Value::Null)]);
            let (payer, asked) = body("P-1", parts.clone());
            for (parts, pointer) in [
                (json!([part("D-1", "98.00", number("2.01")), part("D-2", "49.00", Value::Null)]), "/applications/0/discount"),
                (json!([part("D-1", "98.00", Value::Null), part("D-2", "49.00", number("1.01"))]), "/applications/1/discount"),
            ] {
                let refused = app.post(payer.path, &app.clerk(), body("P-1", parts).1).await.expect(422).problem("no_discount");
                assert!(refused.text.contains(pointer), "{}", refused.text);
            }
            let late = app.post(payer.path, &app.clerk(), on(asked.clone(), TOO_LATE)).await.expect(422);
            assert_eq!((late["code"].as_str(), late["discount_date"].as_str()), (Some("no_discount"), Some(LAST_DAY)), "{}", late.text);
            let zero = json!([part("D-1", "98.00", number("0")), part("D-2", "49.00", number("1.00"))]);
            app.post(payer.path, &app.clerk(), body("P-1", zero).1).await.expect(422).names("/applications/0/discount");
            let paid = app.posted(payer, asked).await;
            let read = app.get(&paid, &conrad).await.expect(200);
            let account = if kind == BILL { REVENUE } else { EXPENSE };
            assert_eq!((read.number("payment"), &read["applications"][0]["discount"]), ("157.00".into(), &number("2.00")), "{}", read.text);
            assert_eq!(read["applications"][1]["discount_account_id"], account, "{}", read.text);
            assert!(read["applications"][2].get("discount").is_none(), "{}", read.text);
            for (id, due) in [("D-1", "0.00"), ("D-2", "0.00"), ("D-3", "20.00")] {
                app.expect_fields(&kind.at(id), &[("amount_due", due)]).await;
            }
            equals_trial_balance(&app).await;
            let back = json!({ "reason": "r", "void_date": LAST_DAY });
            app.post(&format!("{paid}/void"), &conrad, back).await.expect(200);
            assert_eq!(reports(&app).await, before, "undo after do is nothing");
            // What is left due of one of them is named at its place.
            let less = json!([part("D-1", "97.00", number("2.00")), part("D-3", "30.00", Value::Null)]);
            let path = app.draft(payer, body("P-2", less).1).await;
            let refused = app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(422).problem("no_discount");
            assert!(refused.text.contains("/applications/0/discount"), "{}", refused.text);
            let paid = app.posted(payer, body("P-3", parts).1).await;
            let corrected = app.post(&format!("{paid}/correct"), &conrad, json!({ "reason": "r", "correction_date": LAST_DAY })).await.expect(200);
            let copy = app.get(&payer.at(corrected.string("correction_id")), &conrad).await;
            assert_eq!(copy["applications"][0]["discount"], number("2.00"), "{}", copy.text);
            assert_eq!(reports(&app).await, before, "undo after do is nothing");
        }
        app.books_agree();
    }

    async fn an_account_of_discounts_stays(app: TestApp) {
        open(&app).await;
        app.delete(&format!("accounts/{REVENUE}"), &app.admin()).await.expect(409).problem("in_use");
        let template = json!({
            "recurring_document_id": "RD-1", "name": "Rent", "document_type": "bill", "makes": "draft", "due_days": 14,
            "document": { "vendor_id": "V-1", "ap_account_id": PAYABLE, "payment_terms_id": "2-10", "lines": [item(EXPENSE, "1", "100.00")] },
            "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
        });
        let kept = app.post("recurring-documents", &app.admin(), template).await.expect(201);
        assert_eq!(kept["document"]["payment_terms_id"], "2-10", "{}", kept.text);
    }
}
