//! Money that comes in, or goes out, for several documents or for none yet: a credit whose item is the bank account. It is one bank
//! transaction, stands in the aging by itself, and is applied to as many documents as it is for. See docs/rules/payments.md#on-account.

use engine::values::kind::DocumentKind;
use tests::kind::Kind;
use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::reassigned::{open_on, stands};
use crate::reconciliation::{begin, clear, complete, rows, worksheet};

const VENDOR_CREDIT: Kind = Kind::of(DocumentKind::VendorCredit);

/// The day of the money.
const ON: &str = "2024-01-20";

/// A credit of this amount, whose one item is the bank account.
fn on_account(body: Value, amount: &str) -> Value {
    let item = json!({ "account_id": CASH, "description": "Transfer", "quantity": 1, "rate": number(amount) });
    with(body, json!({ "tran_date": ON, "lines": [item] }))
}

/// What is left of each account, of those with anything left.
pub async fn left(app: &TestApp) -> Vec<String> {
    let mut rows = stands(app, "2024-03-31").await;
    rows.retain(|row| !row.ends_with(" 0.00"));
    rows
}

tests::on_both! {
    async fn one_receipt_settles_several_invoices(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        for (id, amount) in [("I-1", "100.00"), ("I-2", "150.00"), ("I-3", "80.00")] {
            app.posted(INVOICE, invoice(id, amount)).await;
        }
        let before = left(&app).await;
        let receipt = app.posted(CREDIT_MEMO, on_account(credit_memo("RECEIPT-1", "300.00"), "300.00")).await;
        assert_eq!((app.balance(CASH).await, app.balance(RECEIVABLE).await), ("300.00".into(), "30.00".into()));
        assert_eq!(open_on(&app, "ar", "2024-01-19", "RECEIPT-1").await, "nothing");
        assert!(open_on(&app, "ar", ON, "RECEIPT-1").await.ends_with(" -300.00 -300.00"));

        let stand = left(&app).await;
        let parts = |last: &str| {
            let parts = [("I-1", "100.00"), ("I-2", "150.00"), ("I-3", last)];
            json!({ "applications": parts.map(|(id, amount)| CREDIT_MEMO.application(id, amount)) })
        };
        let several = format!("{receipt}/apply-several");
        let refused = app.post(&several, &app.accountant(), parts("50.01")).await.expect(422).problem("overpayment");
        assert!(refused.text.contains("/applications/2/amount"), "{}", refused.text);
        assert_eq!(left(&app).await, stand, "all or nothing");
        app.expect_fields("invoices/I-1", &[("status", "Posted"), ("amount_due", "100.00")]).await;
        let dry = app.post(&format!("{several}?dry_run=true"), &app.accountant(), parts("30.00")).await.expect(200);
        assert_eq!(dry["would_post"], json!([]), "{}", dry.text);
        let done = app.post(&several, &app.accountant(), parts("30.00")).await.expect(200);
        let each = done.data().iter().map(|row| format!("{} {} {}", row["application_number"], row["invoice_id"], row["amount"]));
        assert_eq!(each.collect::<Vec<_>>(), ["1 \"I-1\" 100.00", "2 \"I-2\" 150.00", "3 \"I-3\" 30.00"], "{}", done.text);
        let list = app.get(&format!("{receipt}/applications"), &conrad).await.expect(200);
        assert_eq!(list["data"], done["data"]);
        app.apply(CREDIT_MEMO, "RECEIPT-1", "I-3", "20.01").await.expect(422).problem("overpayment");
        assert_eq!(left(&app).await, stand, "at one rate an application posts nothing");
        for (id, status, due) in [("I-1", "Paid", "0.00"), ("I-2", "Paid", "0.00"), ("I-3", "Posted", "50.00")] {
            app.expect_fields(&format!("invoices/{id}"), &[("status", status), ("amount_due", due)]).await;
        }
        app.expect_fields(&receipt, &[("amount_due", "20.00")]).await;
        // On the day before, all of the invoices is open; from its day on, what is left of both.
        for (day, id, open) in [
            ("2024-01-19", "I-1", "100.00 100.00"),
            ("2024-01-19", "I-3", "80.00 80.00"),
            (ON, "I-1", "nothing"),
            (ON, "I-2", "nothing"),
            (ON, "I-3", "50.00 50.00"),
            (ON, "RECEIPT-1", "-20.00 -20.00"),
        ] {
            let found = open_on(&app, "ar", day, id).await;
            assert!(found.ends_with(open), "{id} on {day}: {found}");
        }

        begin(&app, "R-1", "2024-01-31", "300.00").await;
        assert_eq!(rows(&worksheet(&app, "R-1").await), ["RECEIPT-1#1 2024-01-20 deposit 300.00"]);
        clear(&app, "R-1", &["RECEIPT-1#1"], "2024-01-22").await.expect(200);
        complete(&app, "R-1").await.expect(200);
        equals_trial_balance(&app).await;

        // Each has a way back: the bank's mark, the applications, the receipt.
        app.void(&receipt).await.expect(409);
        app.post("reconciliations/R-1/reopen", &conrad, json!({ "reason": "not ours" })).await.expect(200);
        let unmark = json!({ "transaction_ids": ["RECEIPT-1#1"] });
        app.post("reconciliations/R-1/unclear", &conrad, unmark).await.expect(200);
        app.void(&receipt).await.expect(409).problem("wrong_status");
        for id in ["I-1", "I-2", "I-3"] {
            let back = json!({ "invoice_id": id });
            app.post(&format!("{receipt}/unapply"), &app.accountant(), back).await.expect(200);
        }
        app.void(&receipt).await.expect(200);
        assert_eq!(left(&app).await, before, "there and back is nothing");
        assert_eq!(open_on(&app, "ar", ON, "RECEIPT-1").await, "nothing");
        assert!(open_on(&app, "ar", ON, "I-2").await.ends_with(" 150.00 150.00"));
        assert!(rows(&worksheet(&app, "R-1").await).is_empty());
        equals_trial_balance(&app).await;
    }

    async fn one_transfer_pays_several_bills_and_stands_until_it_does(app: TestApp) {
        app.open_books().await;
        let transfer = app.posted(VENDOR_CREDIT, on_account(VENDOR_CREDIT.of_amount("ADVANCE-1", "90.00"), "90.00")).await;
        assert_eq!((app.balance(CASH).await, app.balance(PAYABLE).await), ("-90.00".into(), "90.00".into()));
        assert!(open_on(&app, "ap", ON, "ADVANCE-1").await.ends_with(" -90.00 -90.00"));
        for (id, amount) in [("B-1", "50.00"), ("B-2", "45.00")] {
            app.posted(BILL, bill(id, amount)).await;
        }
        app.apply(VENDOR_CREDIT, "ADVANCE-1", "B-1", "50.00").await.expect(200);
        app.apply(VENDOR_CREDIT, "ADVANCE-1", "B-2", "40.00").await.expect(200);
        app.expect_fields(&transfer, &[("amount_due", "0.00")]).await;
        for (id, due) in [("B-1", "0.00"), ("B-2", "5.00")] {
            app.expect_fields(&format!("bills/{id}"), &[("amount_due", due)]).await;
        }
        assert_eq!(open_on(&app, "ap", ON, "ADVANCE-1").await, "nothing");
        begin(&app, "R-1", "2024-01-31", "-90.00").await;
        assert_eq!(rows(&worksheet(&app, "R-1").await), ["ADVANCE-1#1 2024-01-20 withdrawal -90.00"]);
        equals_trial_balance(&app).await;
    }
}
