//! An account that is kept in base currency takes what is paid in another. See docs/rules/master-data.md#account-types.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

tests::on_both! {
    async fn an_invoice_in_euros_is_paid_into_an_account_in_dollars(app: TestApp) {
        app.open_books().await;
        let (admin, accountant) = (app.admin(), app.accountant());
        for (id, subtype) in [("1010", "bank"), ("1191", "ar")] {
            let body = json!({ "subtype": subtype, "currency": "USD" });
            app.post("accounts", &admin, with(account(id, "In dollars", "asset"), body)).await.expect(201);
        }
        let euros = with(account("1011", "In euros", "asset"), json!({ "subtype": "bank", "currency": "EUR" }));
        app.post("accounts", &admin, euros).await.expect(201);
        app.rate("EUR", DAY, "1.10").await;
        app.rate("EUR", PAY_DAY, "1.20").await;
        let owed = json!({ "currency": "EUR", "ar_account_id": "1191" });
        app.posted(INVOICE, with(invoice("I-1", "100.00"), owed)).await;
        let into = |account: &str| json!({ "account_id": account, "ar_account_id": "1191" });
        let payment = app.posted(INVOICE_PAYMENT, with(invoice_payment("P-1", "I-1", "60.00"), into("1010"))).await;
        app.posted(INVOICE_PAYMENT, with(invoice_payment("P-2", "I-1", "40.00"), into("1011"))).await;
        app.expect_fields("invoices/I-1", &[("status", "Paid")]).await;
        assert_eq!((app.balance("1010").await, app.balance("1191").await), ("72.00".into(), "0.00".into()));
        app.expect_fields(&payment, &[("currency", "EUR"), ("payment", "60.00")]).await;
        let dollars = with(invoice("I-2", "5.00"), json!({ "ar_account_id": "1191" }));
        app.posted(INVOICE, dollars).await;
        let wrong = with(invoice_payment("P-3", "I-2", "5.00"), into("1011"));
        app.post("invoice-payments", &app.clerk(), wrong).await.expect(422).names("/account_id");
        let session = json!({
            "reconciliation_id": "R-1", "account_id": "1010", "statement_date": "2024-01-31",
            "statement_ending_balance": number("72.00"),
        });
        let begun = app.post("reconciliations", &accountant, session).await.expect(201);
        assert_eq!(begun.string("currency"), "USD");
        let marks = json!({ "transaction_ids": ["P-1"], "cleared_date": "2024-01-25" });
        app.post("reconciliations/R-1/clear", &accountant, marks).await.expect(200);
        app.act("reconciliations/R-1/complete", &app.controller()).await.expect(200);
        equals_trial_balance(&app).await;
    }
}
