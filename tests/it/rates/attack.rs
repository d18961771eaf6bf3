//! The author of a document does not choose who signs it by choosing its exchange rate: 100,000 euros at 0.005 are not 500 dollars.

use super::*;

/// Three levels for bills and their payments: up to 1,000.00 the manager alone.
async fn guarded(app: &TestApp) {
    app.open_books().await;
    for body in [three_levels("bill"), three_levels("bill_payment")].concat() {
        app.post("approval-rules", &app.admin(), body).await.expect(201);
    }
}

async fn signed_by_all(app: &TestApp, path: &str) {
    let second = app.token("felix", &["cfo"], &["*.approve", "*.read"]);
    for signer in [app.manager(), app.controller(), second] {
        app.act(&format!("{path}/approve"), &signer).await.expect(200);
    }
    app.expect_fields(path, &[("status", "Posted")]).await;
}

tests::on_both! {
    async fn a_hundred_thousand_euros_do_not_go_for_five_hundred_dollars(app: TestApp) {
        guarded(&app).await;
        let clerk = app.clerk();
        let cheap = |id: &str| at(bill(id, "100000.00"), "0.005");
        // Where the table has no rate, the draft stays a draft.
        app.post("bills", &clerk, cheap("B-1")).await.expect(201);
        app.act("bills/B-1/submit-for-approval", &clerk).await.expect(422).problem("no_exchange_rate");
        app.approve("bills/B-1").await.expect(409).problem("wrong_status");
        // Where it has one, it is not even written.
        app.rate("EUR", DAY, "1.10").await;
        app.act("bills/B-1/submit-for-approval", &clerk).await.expect(422).problem("rate_out_of_tolerance");
        app.post("bills", &clerk, cheap("B-2")).await.expect(422).problem("rate_out_of_tolerance");
        app.put("bills/B-1", &clerk, cheap("B-1")).await.expect(422).problem("rate_out_of_tolerance");
        // The cheapest rate that is tolerated asks for all three, and so does its payment.
        app.put("bills/B-1", &clerk, at(bill("B-1", "100000.00"), "1.045")).await.expect(200);
        let sent = app.act("bills/B-1/submit-for-approval", &clerk).await.expect(200);
        assert_eq!(sent.number("required_approval_level"), "3");
        signed_by_all(&app, "bills/B-1").await;
        let pay = |id: &str| bill_payment(id, "B-1", "100000.00");
        app.post("bill-payments", &clerk, at(pay("P-1"), "0.005")).await.expect(422).problem("rate_out_of_tolerance");
        app.post("bill-payments", &clerk, pay("P-1")).await.expect(201);
        let sent = app.act("bill-payments/P-1/submit-for-approval", &clerk).await.expect(200);
        assert_eq!(sent.number("required_approval_level"), "3");
        app.approve("bill-payments/P-1").await.expect(200);
        app.expect_fields("bill-payments/P-1", &[("status", "Pending Approval")]).await;
        app.expect_fields("bills/B-1", &[("amount_due", "100000.00")]).await;
    }

    async fn nor_does_their_payment_once_the_rate_was_overridden(app: TestApp) {
        guarded(&app).await;
        let body = with(at(bill("B-1", "100000.00"), "0.005"), json!({ "exchange_rate_reason": "Agreed" }));
        app.post("bills", &chief(&app), body).await.expect(201);
        let sent = app.act("bills/B-1/submit-for-approval", &chief(&app)).await.expect(200);
        assert_eq!(sent.number("required_approval_level"), "3");
        signed_by_all(&app, "bills/B-1").await;
        // The table has no rate, so the payment takes the bill's: nobody but those who override vouches for that.
        app.post("bill-payments", &app.clerk(), bill_payment("P-1", "B-1", "100000.00")).await.expect(201);
        app.expect_fields("bill-payments/P-1", &[("exchange_rate", "0.005")]).await;
        let sent = app.act("bill-payments/P-1/submit-for-approval", &app.clerk()).await.expect(200);
        assert_eq!(sent.number("required_approval_level"), "3");
        // Nor does another rate of the payment's own.
        app.post("bill-payments", &app.clerk(), with(bill_payment("P-2", "B-1", "1.00"), json!({ "exchange_rate": number("0.004") }))).await.expect(201);
        app.act("bill-payments/P-2/submit-for-approval", &app.clerk()).await.expect(422).problem("no_exchange_rate");
    }
}
