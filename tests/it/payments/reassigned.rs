//! A payment of the wrong document is moved to the right one: from its day on, and the bank and the past stay as they are.
//! See docs/rules/payments.md#reassigned.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::returned::{amount_due, begin, mark, of_january};

/// What the aging of the day shows as open on the document, with its party.
pub async fn open_on(app: &TestApp, kind: &str, day: &str, id: &str) -> String {
    let aging = app.get(&format!("reports/aging?kind={kind}&as_of={day}"), &app.controller()).await.expect(200);
    for party in aging["data"].as_array().into_iter().flatten() {
        for document in party["documents"].as_array().into_iter().flatten() {
            if document["document_id"] == id {
                let party = party["party_id"].as_str().unwrap_or_default();
                return format!("{party} {} {}", document["open_amount"], document["base_open_amount"]);
            }
        }
    }
    "nothing".to_owned()
}

/// The balance of each account at the end of the day, by account.
pub async fn stands(app: &TestApp, day: &str) -> Vec<String> {
    let found = app.get(&format!("reports/trial-balance?as_of={day}"), &app.controller()).await.expect(200);
    let accounts = found["data"].as_array().into_iter().flatten();
    accounts.map(|row| format!("{} {}", row["account_id"], row["closing_balance"])).collect()
}

/// An invoice of another customer and a bill of another vendor.
async fn of_others(app: &TestApp) {
    app.post("customers", &app.admin(), customer("C-OTHER", "Other")).await.expect(201);
    app.post("vendors", &app.admin(), vendor("V-OTHER", "Other")).await.expect(201);
    app.posted(INVOICE, with(invoice("I-8", "50.00"), json!({ "customer_id": "C-OTHER" }))).await;
    app.posted(BILL, with(bill("B-8", "50.00"), json!({ "vendor_id": "V-OTHER" }))).await;
}

/// What lines come to on each account that they move, in the document's currency.
fn of_accounts(lines: &Value) -> Vec<String> {
    let mut sums = std::collections::BTreeMap::<String, rust_decimal::Decimal>::new();
    for line in lines.as_array().into_iter().flatten() {
        let amount = line["amount"].to_string();
        let sum = sums.entry(line["account_id"].as_str().unwrap_or_default().to_owned()).or_default();
        *sum += amount.parse::<rust_decimal::Decimal>().expect("an amount");
    }
    let moved = sums.iter().filter(|(id, _)| [CASH, RECEIVABLE, "1190"].contains(&id.as_str()));
    moved.map(|(id, sum)| format!("{id} {sum}")).collect()
}

tests::on_both! {
    async fn the_bank_and_the_past_stay(app: TestApp) {
        app.open_debts().await;
        of_others(&app).await;
        app.posted(BILL_PAYMENT, BILL_PAYMENT.of_amount("P-1", "5.00")).await;
        app.posted(INVOICE_PAYMENT, INVOICE_PAYMENT.of_amount("P-2", "7.00")).await;
        let conrad = app.controller();
        app.post("invoice-payments/P-2/deposit", &conrad, json!({ "deposit_date": "2024-01-25" })).await.expect(200);
        begin(&app, "R-1", "2024-01-31", "2.00").await;
        mark(&app, "R-1", &["P-1", "P-2"], "2024-01-31").await;
        app.act("reconciliations/R-1/complete", &conrad).await.expect(200);
        let sheet = app.get("reconciliations/R-1/worksheet", &conrad).await.expect(200).json;
        let (before, balances) = (of_january(&app).await, stands(&app, "2024-02-29").await);

        let to = json!({ "invoice_id": "I-8", "reassign_date": "2024-02-05", "reason": "of another customer" });
        let dry = app.post("invoice-payments/P-2/reassign?dry_run=true", &conrad, to.clone()).await.expect(200);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(2), "{}", dry.text);
        app.expect_fields("invoices/I-8", &[("amount_due", "50.00")]).await;
        let done = app.post("invoice-payments/P-2/reassign", &conrad, to).await.expect(200);
        assert_eq!((done.string("from_id"), done.string("to_id"), done.string("status")), ("I-0", "I-8", "Deposited"));
        assert_eq!(amount_due(&app, "invoices/I-0").await, "10000.00");
        assert_eq!(amount_due(&app, "invoices/I-8").await, "43.00");
        let to = json!({ "bill_id": "B-8", "reassign_date": "2024-02-05" });
        app.post("bill-payments/P-1/reassign", &conrad, to).await.expect(200);

        // The days before stay, the control accounts hold what they held, and the debts have changed places.
        assert_eq!(of_january(&app).await, before, "January stays");
        assert_eq!(app.get("reconciliations/R-1/worksheet", &conrad).await.expect(200).json, sheet, "so does its worksheet");
        assert_eq!(stands(&app, "2024-02-29").await, balances);
        for (kind, wrong, right, day, wrong_is, right_is) in [
            ("ar", "I-0", "I-8", "2024-02-04", "9993.00 9993.00", "50.00 50.00"),
            ("ar", "I-0", "I-8", "2024-02-05", "10000.00 10000.00", "43.00 43.00"),
            ("ap", "B-0", "B-8", "2024-02-04", "9995.00 9995.00", "50.00 50.00"),
            ("ap", "B-0", "B-8", "2024-02-05", "10000.00 10000.00", "45.00 45.00"),
        ] {
            assert!(open_on(&app, kind, day, wrong).await.ends_with(wrong_is), "{wrong} on {day}");
            let found = open_on(&app, kind, day, right).await;
            assert!(found.ends_with(right_is) && found.contains("OTHER"), "{right} on {day}: {found}");
        }
        app.expect_fields("invoice-payments/P-2", &[
            ("invoice_id", "I-0"), ("reassigned_invoice_id", "I-8"), ("status", "Deposited"),
        ]).await;
        let listed = app.get("bill-payments?limit=5", &conrad).await.expect(200);
        assert_eq!(listed["data"][0]["reassigned_bill_id"], "B-8", "{}", listed.text);
        for (id, found) in [("I-8", 1), ("I-0", 0)] {
            let paid = app.get(&format!("invoice-payments?pays={id}&count=true"), &conrad).await.expect(200);
            assert_eq!((paid.data().len(), &paid["total"]), (found, &json!(found)), "{id}: {}", paid.text);
        }
        let trail = app.get("invoices/I-8/audit-trail", &conrad).await.expect(200);
        assert!(trail.text.contains("Payment Reassigned"), "{}", trail.text);
        equals_trial_balance(&app).await;

        // What came back is due again on the document that it was moved to.
        let back = |day: &str| json!({ "return_date": day, "reason": "no funds" });
        let early = app.post("invoice-payments/P-2/return", &conrad, back("2024-02-04")).await;
        early.expect(422).names("/return_date");
        app.post("invoice-payments/P-2/return", &conrad, back("2024-02-08")).await.expect(200);
        assert_eq!(open_on(&app, "ar", "2024-02-07", "I-8").await, "C-OTHER 43.00 43.00");
        assert_eq!(open_on(&app, "ar", "2024-02-08", "I-8").await, "C-OTHER 50.00 50.00");
        assert!(open_on(&app, "ar", "2024-02-08", "I-0").await.ends_with("10000.00 10000.00"));
        assert_eq!(app.get("reconciliations/R-1/worksheet", &conrad).await.expect(200).json, sheet);
        equals_trial_balance(&app).await;

        // What it left may be called off from the day on which it did, whatever became of it on the other document since.
        let off = |day: &str| json!({ "reason": "r", "void_date": day });
        app.post("invoices/I-0/void", &conrad, off("2024-02-04")).await.expect(422).names("/void_date");
        app.post("invoices/I-0/void", &conrad, off("2024-02-05")).await.expect(200);
        assert_eq!(open_on(&app, "ar", "2024-02-05", "I-0").await, "nothing");
        equals_trial_balance(&app).await;
    }

    async fn a_void_takes_back_what_stands(app: TestApp) {
        app.open_debts().await;
        of_others(&app).await;
        let conrad = app.controller();
        let reason = || json!({ "reason": "r" });
        app.posted(INVOICE_PAYMENT, INVOICE_PAYMENT.of_amount("P-1", "50.00")).await;
        app.close("2024-01", "ar").await;
        let before = of_january(&app).await;
        let done = app.post("invoice-payments/P-1/reassign", &conrad, json!({ "invoice_id": "I-8" })).await.expect(200);
        assert_eq!((done.string("reassign_date"), done.string("reassign_period_id")), ("2024-02-01", "2024-02"));
        app.expect_fields("invoices/I-8", &[("status", "Paid")]).await;
        app.post("invoices/I-8/void", &conrad, reason()).await.expect(409).problem("wrong_status");
        // It was paid until the first of February: not before that day it is called off.
        let early = json!({ "reason": "r", "void_date": "2024-01-31" });
        app.post("invoices/I-0/void", &conrad, early).await.expect(422).names("/void_date");
        let dated = json!({ "invoice_id": "I-0", "reassign_date": "2024-01-31" });
        app.post("invoice-payments/P-1/reassign", &conrad, dated).await.expect(422).names("/reassign_date");
        app.post("invoice-payments/P-1/void", &conrad, reason()).await.expect(200);
        app.expect_fields("invoices/I-8", &[("status", "Posted"), ("amount_due", "50.00")]).await;
        assert_eq!(amount_due(&app, "invoices/I-0").await, "10000.00");
        assert_eq!(of_january(&app).await, before, "January stays");
        assert_eq!(open_on(&app, "ar", "2024-02-01", "I-8").await, "C-OTHER 50.00 50.00");
        equals_trial_balance(&app).await;
        app.post("invoices/I-8/void", &conrad, reason()).await.expect(200);
        equals_trial_balance(&app).await;
    }

    async fn each_document_is_relieved_at_its_own_rate_and_in_its_own_account(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        let other = json!({ "account_id": "1190", "account_name": "Others", "account_type": "asset", "subtype": "ar" });
        app.post("accounts", &app.admin(), other).await.expect(201);
        app.posted(INVOICE, in_currency(invoice("I-1", "100.00"), "EUR", "1.1")).await;
        let body = with(in_currency(invoice("I-2", "150.00"), "EUR", "1.25"), json!({ "ar_account_id": "1190" }));
        app.posted(INVOICE, body).await;
        app.posted(INVOICE_PAYMENT, in_currency(invoice_payment("P-1", "I-1", "100.00"), "EUR", "1.2")).await;
        app.expect_fields("invoices/I-1", &[("status", "Paid")]).await;
        let before = stands(&app, "2024-03-31").await;
        app.post("invoice-payments/P-1/reassign", &conrad, json!({ "invoice_id": "I-2" })).await.expect(200);
        app.expect_fields("invoices/I-1", &[("status", "Posted"), ("amount_due", "100.00")]).await;
        assert!(open_on(&app, "ar", "2024-03-31", "I-1").await.ends_with("100.00 110.00"));
        assert!(open_on(&app, "ar", "2024-03-31", "I-2").await.ends_with("50.00 62.50"));
        equals_trial_balance(&app).await;
        // A dry run shows what takes the move back, too.
        let would = app.post("invoice-payments/P-1/void?dry_run=true", &conrad, json!({ "reason": "r" })).await.expect(200);
        assert_eq!(of_accounts(&would["would_post"]), ["1000 -100.00", "1100 0.00", "1190 100.00"], "{}", would.text);
        app.post("invoice-payments/P-1/reassign", &conrad, json!({ "invoice_id": "I-1" })).await.expect(200);
        app.expect_fields("invoices/I-1", &[("status", "Paid")]).await;
        assert_eq!(stands(&app, "2024-03-31").await, before, "there and back is nothing");
        equals_trial_balance(&app).await;
    }
}
