//! Several payments of one document; a void gives its amount back.

use tests::prelude::*;

tests::on_both! {
    async fn an_invoice_is_paid_in_parts_and_is_posted_again_after_a_void(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let first = app.posted(INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "30.00")).await;
        app.receive("I-1", "20.00").await.expect(201);
        app.posted(CREDIT_MEMO, credit_memo("C-1", "10.00")).await;
        app.apply(CREDIT_MEMO, "C-1", "I-1", "10.00").await.expect(200);
        app.expect_fields("invoices/I-1", &[("status", "Posted"), ("amount_paid", "60.00"), ("amount_due", "40.00")]).await;
        app.posted(INVOICE_PAYMENT, invoice_payment("P-2", "I-1", "40.00")).await;
        app.expect_fields("invoices/I-1", &[("status", "Paid"), ("amount_paid", "100.00"), ("amount_due", "0.00")]).await;
        assert_eq!(app.balance(RECEIVABLE).await, "0.00");
        app.void("invoices/I-1").await.expect(409).problem("wrong_status");
        app.void(&first).await.expect(200);
        app.expect_fields("invoices/I-1", &[("status", "Posted"), ("amount_paid", "70.00"), ("amount_due", "30.00")]).await;
        assert_eq!(app.balance(RECEIVABLE).await, "30.00");
        let read = app.get("invoices/I-1?explain=true", &app.controller()).await.expect(200);
        assert!(read["allowed_actions"].to_string().contains("receive-payment"), "{}", read.text);
        assert!(read["why_not"]["void"].as_str().is_some_and(|why| why.contains("70.00")), "{}", read.text);
        assert_eq!(app.receive("I-1", "30.00").await.expect(201).string("invoice_status"), "Paid");
        let trail = app.get("invoices/I-1/audit-trail", &app.clerk()).await.expect(200);
        let told: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten().skip(4)
            .map(|row| format!("{} {}", row["action"].as_str().unwrap_or("?"), row["details"]["amount_due"])).collect();
        let wanted = ["Receive Payment 70.00", "Receive Payment 50.00", "Apply 40.00", "Receive Payment 0.00", "Paid null",
            "Payment Voided 30.00", "Receive Payment 0.00", "Paid null"];
        assert_eq!(told, wanted);
    }
}
