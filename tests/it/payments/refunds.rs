//! Refunds: what is left of a credit is paid back, on its day, once, and can be taken back. See docs/rules/payments.md#refund.

use engine::values::kind::DocumentKind;
use tests::kind::Kind;
use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use super::on_account::left;
use super::reassigned::open_on;
use super::returned::{begin, mark, of_january};

const VENDOR_CREDIT: Kind = Kind::of(DocumentKind::VendorCredit);
const ROUNDS: usize = 40;

/// The amounts of a credit: paid altogether, refunded of it, due, pending and left.
async fn amounts(app: &TestApp, path: &str) -> [String; 5] {
    let read = app.get(path, &app.controller()).await.expect(200);
    ["amount_paid", "amount_refunded", "amount_due", "amount_pending", "amount_left"].map(|field| read.number(field))
}

/// The closing balance of a statement of account of January.
async fn balance_of(app: &TestApp, party: &str) -> String {
    let query = format!("reports/statement-of-account?{party}&to=2024-01-31");
    app.get(&query, &app.controller()).await.expect(200)["closing_balance"].to_string()
}

tests::on_both! {
    async fn a_customer_is_paid_back_what_is_left(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        app.posted(INVOICE, invoice("I-1", "60.00")).await;
        let credit = app.posted(CREDIT_MEMO, credit_memo("CM-1", "100.00")).await;
        app.apply(CREDIT_MEMO, "CM-1", "I-1", "25.00").await.expect(200);
        let before = left(&app).await;
        let (_, body) = CREDIT_MEMO.paid_by("CM-1", "R-1", "70.00");
        let path = app.pending(CUSTOMER_REFUND, body).await;
        assert_eq!(amounts(&app, &credit).await, ["25.00", "0.00", "75.00", "70.00", "5.00"], "submitted, it reserves nothing");
        app.approve(&path).await.expect(200);
        assert_eq!(amounts(&app, &credit).await, ["95.00", "70.00", "5.00", "0.00", "5.00"]);
        app.apply(CREDIT_MEMO, "CM-1", "I-1", "5.01").await.expect(422).problem("overpayment");
        let shown = app.get("customer-refunds?pays=CM-1", &conrad).await.expect(200);
        assert_eq!(shown.data().iter().map(|row| row["customer_refund_id"].clone()).collect::<Vec<_>>(), [json!("R-1")]);
        app.expect_fields(&path, &[("customer_id", "C-1"), ("credit_memo_id", "CM-1"), ("payment", "70.00")]).await;
        // From its day on, and not before.
        for (day, open) in [("2024-01-19", "-75.00 -75.00"), (PAY_DAY, "-5.00 -5.00")] {
            let found = open_on(&app, "ar", day, "CM-1").await;
            assert!(found.ends_with(open), "{day}: {found}");
        }
        assert_eq!(balance_of(&app, "party_type=customer&party_id=C-1").await, "30.00");
        let trail = app.get(&format!("{credit}/audit-trail"), &conrad).await.expect(200);
        assert!(trail.text.contains(r#""Refund""#), "{}", trail.text);

        // It is one bank transaction, and what is marked stays.
        begin(&app, "REC-1", "2024-01-31", "-70.00").await;
        mark(&app, "REC-1", &["R-1"], "2024-01-31").await;
        app.void(&path).await.expect(409).problem("transaction_cleared");
        app.act("reconciliations/REC-1/complete", &conrad).await.expect(200);
        let cleared = json!({ "cleared_date": "2024-01-31" });
        app.post(&format!("{path}/clear"), &conrad, cleared).await.expect(409).problem("reconciliation_completed");
        equals_trial_balance(&app).await;

        // It came back in February: January stays.
        let january = of_january(&app).await;
        let refused = app.void(&credit).await.expect(409).problem("wrong_status");
        assert!(refused.text.contains("void its refunds"), "{}", refused.text);
        let back = json!({ "return_date": "2024-02-08", "reason": "account closed" });
        app.post(&format!("{path}/return"), &conrad, back).await.expect(200);
        assert_eq!(of_january(&app).await, january);
        assert_eq!(amounts(&app, &credit).await, ["25.00", "0.00", "75.00", "0.00", "75.00"]);
        assert_eq!(left(&app).await, before, "undo after do is nothing");
        assert!(open_on(&app, "ar", "2024-02-08", "CM-1").await.ends_with(" -75.00 -75.00"));
        equals_trial_balance(&app).await;
    }

    async fn a_vendor_pays_back_and_it_is_corrected(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        let credit = app.posted(VENDOR_CREDIT, VENDOR_CREDIT.of_amount("VC-1", "80.00")).await;
        let before = left(&app).await;
        let (_, body) = VENDOR_CREDIT.paid_by("VC-1", "R-1", "80.00");
        let path = app.posted(VENDOR_REFUND, body).await;
        assert_eq!((app.balance(CASH).await, app.balance(PAYABLE).await), ("80.00".into(), "0.00".into()));
        assert_eq!(amounts(&app, &credit).await, ["80.00", "80.00", "0.00", "0.00", "0.00"]);
        assert_eq!(balance_of(&app, "party_type=vendor&party_id=V-1").await, "0.00");
        assert_eq!(open_on(&app, "ap", PAY_DAY, "VC-1").await, "nothing");
        let corrected = app.post(&format!("{path}/correct"), &conrad, json!({ "reason": "of another" })).await.expect(200);
        assert_eq!(left(&app).await, before, "undo after do is nothing");
        assert_eq!(amounts(&app, &credit).await, ["0.00", "0.00", "80.00", "0.00", "80.00"]);
        let copy = corrected.string("correction_id").to_owned();
        app.expect_fields(&format!("vendor-refunds/{copy}"), &[("status", "Draft"), ("vendor_credit_id", "VC-1")]).await;
        app.void(&credit).await.expect(200);
        equals_trial_balance(&app).await;
    }

    async fn a_refund_against_an_application_and_another_refund(app: TestApp) {
        app.open_books().await;
        for (round, (credit, credited)) in (0..ROUNDS).zip(credits().into_iter().cycle()) {
            let id = format!("X-{round}");
            app.posted(credited, credited.of_amount(&id, "100.00")).await;
            let path = app.posted(credit, credit.of_amount(&id, "100.00")).await;
            let refund = |name: &str| credit.paid_by(&id, &format!("{name}-{round}"), "60.00");
            let (payer, one) = refund("a");
            let one = app.pending(payer, one).await;
            let other = app.pending(payer, refund("b").1).await;
            let (a, b, applied) =
                tokio::join!(app.approve(&one), app.approve(&other), app.apply(credit, &id, &id, "60.00"));
            let statuses = [a.status, b.status, applied.status];
            let won = statuses.iter().filter(|status| **status == 200).count();
            assert_eq!((won, statuses.iter().filter(|status| **status == 422).count()), (1, 2), "{statuses:?}");
            let refunded = if applied.status == 200 { "0.00" } else { "60.00" };
            assert_eq!(amounts(&app, &path).await[..3], ["60.00", refunded, "40.00"]);
        }
    }

    async fn money_on_account_is_paid_back(app: TestApp) {
        app.open_books().await;
        let item = json!([{ "account_id": CASH, "description": "Transfer", "quantity": 1, "rate": number("300.00") }]);
        let receipt = with(credit_memo("RECEIPT-1", "300.00"), json!({ "lines": item }));
        app.posted(CREDIT_MEMO, in_currency(receipt, "EUR", "1.10")).await;
        let (_, body) = CREDIT_MEMO.paid_by("RECEIPT-1", "R-1", "300.00");
        app.rate("EUR", PAY_DAY, "1.25").await;
        app.posted(CUSTOMER_REFUND, body).await;
        assert_eq!(app.balance(RECEIVABLE).await, "0.00");
        assert_eq!(open_on(&app, "ar", PAY_DAY, "RECEIPT-1").await, "nothing");
        assert_eq!((app.balance(CASH).await, app.balance(GAIN_LOSS).await), ("-45.00".into(), "45.00".into()));
        equals_trial_balance(&app).await;
    }
}
