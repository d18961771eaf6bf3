//! Where vendors take money: who reads and who changes it, and that nobody who changed it releases the next payment.
//! See docs/rules/access.md#bank-details.

use engine::values::kind::DocumentKind;
use reqwest::Method;
use tests::kind::Kind;
use tests::prelude::*;

const VENDOR_CREDIT: Kind = Kind::of(DocumentKind::VendorCredit);
const PATH: &str = "vendors/V-1/bank-details";
const IBAN: &str = "DE89370400440532013000";
const OTHER: &str = "GB82WEST12345698765432";

fn details(iban: &str) -> Value {
    json!({ "account_holder": "Verdant Supplies", "iban": iban })
}

/// A vendor credit whose one line takes the money out of the bank.
fn advance(id: &str) -> Value {
    let line = json!({ "account_id": CASH, "description": "Advance", "quantity": 1, "rate": number("10.00") });
    with(VENDOR_CREDIT.of_amount(id, "10.00"), json!({ "lines": [line] }))
}

tests::on_both! {
    async fn they_are_for_those_who_may_read_and_change_them(app: TestApp) {
        app.open_books().await;
        let (admin, clerk) = (app.admin(), app.clerk());
        let party = app.token("pat", &[], &["party.*"]);
        let reader = app.token("rea", &[], &["party.read", "bank_details.read"]);
        for who in [&clerk, &party] {
            app.get(PATH, who).await.expect(403).problem("forbidden");
            app.put(PATH, who, details(IBAN)).await.expect(403).problem("forbidden");
        }
        app.put(PATH, &reader, details(IBAN)).await.expect(403).problem("forbidden");
        let none = app.get(PATH, &reader).await.expect(200);
        assert_eq!((&none["iban"], &none["changed_at"], &none["changed_by"]), (&Value::Null, &Value::Null, &json!([])));
        let spaced = app.put(PATH, &admin, details("DE89 3704 0044 0532 0130 00")).await.expect(200);
        assert_eq!((spaced.string("iban"), &spaced["changed_by"]), (IBAN, &json!(["alma"])));
        let read = app.get(PATH, &reader).await.expect(200);
        assert_eq!(read.json, spaced.json);
        // What was read may be sent back.
        let again = app.put(PATH, &admin, read.json.clone()).await.expect(200);
        assert_eq!(again.header("etag"), read.header("etag"));
        let stale = [("If-Match", "\"1\"")];
        let stale = app.send(Method::PUT, PATH, &admin, &stale, Some(details(OTHER))).await;
        stale.expect(412).problem("stale_version");
        // Neither the vendor nor its trail tells the numbers.
        app.put("vendors/V-1", &admin, json!({ "vendor_name": "Verdant" })).await.expect(200);
        for path in ["vendors/V-1", "vendors", "vendors/V-1/audit-trail", "audit"] {
            let told = app.get(path, &admin).await.expect(200);
            assert!(!told.text.contains(IBAN), "{path}: {}", told.text);
        }
        let trail = app.get("vendors/V-1/audit-trail", &admin).await.expect(200);
        let rows = trail["audit_trail"].as_array().expect("rows");
        assert_eq!((&rows[1]["action"], &rows[1]["performed_by"]), (&json!("Bank Details Changed"), &json!("alma")));
        assert_eq!(rows[1]["details"]["bank_details"], json!({ "iban": "…3000", "account_number": null }));
        let gone = app.put(PATH, &admin, json!({})).await.expect(200);
        assert_eq!((&gone["iban"], &gone["account_holder"]), (&Value::Null, &Value::Null));
    }

    async fn a_guarded_change_shows_numbers_to_who_signs_it(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("bank_details", "change", "manager")).await.expect(201);
        let writer = app.token("wren", &[], &["party.*", "bank_details.write"]);
        let asked = app.put(PATH, &writer, details(IBAN)).await.expect(202);
        let path = format!("change-requests/{}", asked.string("change_request_id"));
        let viewer = app.token("vera", &[], &["change_request.read"]);
        let reader = app.token("rea", &[], &["change_request.read", "bank_details.read"]);
        let shown = async |who: &Token| {
            app.get(&path, who).await.expect(200)["request"]["body"]["iban"].as_str().map(str::to_owned)
        };
        for who in [&writer, &app.manager(), &reader] {
            assert_eq!(shown(who).await.as_deref(), Some(IBAN));
        }
        assert_eq!(shown(&viewer).await.as_deref(), Some("…3000"));
        // Each step answers alike: the signer still sees on hold what is to be signed, and whoever is no signer any more does not.
        let number = |answer: Answer| answer.expect(200)["request"]["body"]["iban"].as_str().map(str::to_owned);
        let because = json!({ "reason": "Ask the vendor" });
        assert_eq!(number(app.post(&format!("{path}/hold"), &app.manager(), because).await).as_deref(), Some(IBAN));
        assert_eq!(shown(&app.manager()).await.as_deref(), Some(IBAN));
        let holder = app.token("mona", &[], &["change_request.read"]);
        assert_eq!(shown(&holder).await.as_deref(), Some("…3000"));
        assert_eq!(number(app.act(&format!("{path}/unhold"), &holder).await).as_deref(), Some("…3000"));
        app.act(&format!("{path}/approve"), &app.manager()).await.expect(200);
        assert_eq!(shown(&viewer).await.as_deref(), Some("…3000"));
        assert_eq!(shown(&reader).await.as_deref(), Some(IBAN));
    }

    async fn every_wrong_field_is_named(app: TestApp) {
        app.open_books().await;
        for (body, wrong) in [
            (details("DE88370400440532013000"), vec!["/iban"]),
            (json!({ "iban": IBAN }), vec!["/account_holder"]),
            (json!({ "account_holder": "V" }), vec!["/iban"]),
            (json!({ "iban": "x", "bic": "x", "account_number": "1", "routing_code": "" }),
                vec!["/iban", "/bic", "/account_number", "/routing_code"]),
            (with(details(IBAN), json!({ "account_number": "123" })), vec!["/account_number"]),
            (json!({ "account_holder": "V", "account_number": "123" }), vec!["/routing_code"]),
        ] {
            let mut refused = app.put(PATH, &app.admin(), body).await.expect(422).problem("invalid");
            for field in wrong {
                refused = refused.names(field);
            }
        }
        app.put("vendors/none/bank-details", &app.admin(), details(IBAN)).await.expect(404);
        assert_eq!(app.get(PATH, &app.admin()).await.expect(200)["iban"], Value::Null);
    }

    async fn who_changed_them_does_not_release_the_next_payment(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        let mona = app.token("mona", &["manager"], &["party.*", "bank_details.*"]);
        let max = app.token("max", &["manager"], &["party.*", "bank_details.*"]);
        app.put(PATH, &mona, details(IBAN)).await.expect(200);
        // A second change does not release the first.
        let changed = app.put(PATH, &max, details(OTHER)).await.expect(200);
        assert_eq!(changed["changed_by"], json!(["max", "mona"]));
        let olga = app.token("olga", &["manager"], &[]);
        for id in ["P-1", "P-2"] {
            let payment = app.pending(BILL_PAYMENT, bill_payment(id, "B-1", "10.00")).await;
            for who in [&mona, &max] {
                let refused = app.act(&format!("{payment}/approve"), who).await.expect(403).problem("forbidden");
                assert!(refused.string("detail").contains("changed the bank details"), "{}", refused.text);
                assert_eq!(app.get("approvals/pending", who).await.expect(200).number("total"), "0");
            }
        }
        app.act("bill-payments/P-1/approve", &olga).await.expect(200);
        // What was submitted before that stays for others; what comes now is for all.
        app.act("bill-payments/P-2/approve", &mona).await.expect(403).problem("forbidden");
        let next = app.pending(BILL_PAYMENT, bill_payment("P-3", "B-1", "10.00")).await;
        app.act(&format!("{next}/approve"), &mona).await.expect(200);
        let changed = app.put(PATH, &mona, details(IBAN)).await.expect(200);
        assert_eq!(changed["changed_by"], json!(["mona"]));
        // Another vendor's payments, and bills, are none of it.
        let other = app.pending(BILL, bill("B-2", "100.00")).await;
        app.act(&format!("{other}/approve"), &mona).await.expect(200);
        // An advance goes out by a credit with a line on the bank.
        let paid = app.pending(VENDOR_CREDIT, advance("VC-1")).await;
        app.act(&format!("{paid}/approve"), &mona).await.expect(403).problem("forbidden");
        let own = app.pending(VENDOR_CREDIT, VENDOR_CREDIT.of_amount("VC-2", "10.00")).await;
        app.act(&format!("{own}/approve"), &mona).await.expect(200);
        app.act(&format!("{paid}/approve"), &olga).await.expect(200);
    }

    async fn nor_one_that_is_submitted_as_it_is_written(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        let mona = app.token("mona", &["manager"], &["party.*", "bank_details.*"]);
        app.put(PATH, &mona, details(IBAN)).await.expect(200);
        let items = json!({ "items": [bill_payment("P-1", "B-1", "10.00"), bill_payment("P-2", "B-1", "10.00")], "submit": true });
        app.post("bill-payments/bulk", &app.clerk(), items).await.expect(200);
        app.post("vendor-credits/bulk", &app.clerk(), json!({ "items": [advance("VC-1")], "submit": true })).await.expect(200);
        for path in ["bill-payments/P-1", "bill-payments/P-2", "vendor-credits/VC-1"] {
            app.act(&format!("{path}/approve"), &mona).await.expect(403).problem("forbidden");
        }
    }
}

/// `GL_SELF_APPROVAL` does not lift it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_alone_does_not_pay_to_an_account_of_theirs() {
    let app = TestApp::start_with(Backend::Sqlite, &[("GL_SELF_APPROVAL", "allow")]).await;
    let end = app.end();
    app.open_books().await;
    app.posted(BILL, bill("B-1", "100.00")).await;
    let own = app.token("emil", &["clerk", "manager"], &["party.*", "bank_details.*"]);
    app.put(PATH, &own, details(IBAN)).await.expect(200);
    app.post("bill-payments", &own, bill_payment("P-1", "B-1", "10.00")).await.expect(201);
    app.act("bill-payments/P-1/submit-for-approval", &own).await.expect(200);
    app.act("bill-payments/P-1/approve", &own).await.expect(403).problem("forbidden");
    end.check().await;
}
