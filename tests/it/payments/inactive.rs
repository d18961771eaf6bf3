//! What is open with an inactive party, or in an inactive control account of older books, is settled, credited and voided.
//! See docs/rules/master-data.md#inactive.

use tests::prelude::*;

tests::on_both! {
    async fn what_is_open_with_an_inactive_party_is_settled_in_whatever_way(app: TestApp) {
        app.open_books().await;
        let (admin, clerk) = (app.admin(), app.clerk());
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.posted(INVOICE, invoice("I-2", "5.00")).await;
        app.posted(CREDIT_MEMO, credit_memo("C-OPEN", "10.00")).await;
        app.posted(BILL, bill("B-1", "50.00")).await;
        for party in ["customers/C-1", "vendors/V-1"] {
            app.put(party, &admin, json!({ "is_active": false })).await.expect(200);
        }
        app.post("invoices", &clerk, invoice("I-3", "5.00")).await.expect(422).names("/customer_id");
        app.post("credit-memos", &clerk, credit_memo("C-NEW", "5.00")).await.expect(422).names("/customer_id");
        app.posted(CREDIT_MEMO, with(credit_memo("C-ABOUT", "5.00"), json!({ "invoice_id": "I-1" }))).await;
        app.posted(INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "30.00")).await;
        app.posted(BILL_PAYMENT, bill_payment("P-2", "B-1", "50.00")).await;
        app.receive("I-1", "55.00").await.expect(201);
        app.apply(CREDIT_MEMO, "C-OPEN", "I-1", "10.00").await.expect(200);
        app.apply(CREDIT_MEMO, "C-ABOUT", "I-1", "5.00").await.expect(200);
        app.void("invoices/I-2").await.expect(200);
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_due", "0.00")]).await;
        app.expect_fields("bills/B-1", &[("amount_due", "0.00")]).await;
        assert_eq!(app.balance(RECEIVABLE).await, "0.00");
    }

    async fn a_control_account_with_open_items_stays_active(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let other = with(account("1190", "Other receivables", "asset"), json!({ "subtype": "ar" }));
        app.post("accounts", &admin, other).await.expect(201);
        let in_other = |body: Value| with(body, json!({ "ar_account_id": "1190" }));
        app.rate("EUR", DAY, "1.10").await;
        app.posted(INVOICE, in_other(invoice("I-1", "100.00"))).await;
        app.posted(INVOICE, with(in_other(invoice("I-2", "10.00")), json!({ "currency": "EUR" }))).await;
        app.posted(CREDIT_MEMO, in_other(credit_memo("C-1", "30.00"))).await;
        let inactive = json!({ "is_active": false });
        let refused = app.put("accounts/1190", &admin, inactive.clone()).await.expect(409).problem("in_use");
        assert_eq!(refused["open_documents"], 3, "{}", refused.text);
        assert_eq!(refused["open_amount"].to_string(), "81.00", "{}", refused.text);
        app.put("accounts/1190", &admin, json!({ "account_name": "Others" })).await.expect(200);
        // Releases before this one let it be made inactive.
        app.run("UPDATE account SET is_active = false WHERE account_id = '1190'").await;
        app.run("UPDATE catalog_revision SET revision = revision + 1").await;
        app.post("invoices", &app.clerk(), in_other(invoice("I-3", "5.00"))).await.expect(422).names("/ar_account_id");
        app.receive("I-1", "40.00").await.expect(201);
        app.posted(INVOICE_PAYMENT, in_other(invoice_payment("P-1", "I-1", "30.00"))).await;
        app.apply(CREDIT_MEMO, "C-1", "I-1", "30.00").await.expect(200);
        app.void("invoices/I-2").await.expect(200);
        app.run("UPDATE account SET is_active = true WHERE account_id = '1190'").await;
        app.run("UPDATE catalog_revision SET revision = revision + 1").await;
        app.put("accounts/1190", &admin, inactive).await.expect(200);
    }
}
