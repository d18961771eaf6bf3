//! What a document's rate is when it gives none, and what it may be when it does.

use super::*;

tests::on_both! {
    async fn a_document_takes_the_latest_rate_of_the_31_days_before(app: TestApp) {
        app.open_books().await;
        for (day, rate) in [("2024-01-05", "1.05"), ("2024-01-10", "1.10"), ("2024-01-16", "1.16")] {
            app.rate("EUR", day, rate).await;
        }
        for (id, day, rate) in [
            ("JE-1", "2024-01-05", "1.05"), ("JE-2", "2024-01-09", "1.05"), ("JE-3", "2024-01-15", "1.1"), ("JE-4", "2024-02-16", "1.16"),
        ] {
            let body = with(euros(entry_named(id, "100.00")), json!({ "tran_date": day, "posting_period_id": null }));
            let made = app.post("journal-entries", &app.clerk(), body).await.expect(201);
            assert_eq!(made.number("exchange_rate"), rate, "{day}");
            app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
        }
        for day in ["2024-01-04", "2024-02-17"] {
            let body = with(euros(entry("100.00")), json!({ "tran_date": day, "posting_period_id": null }));
            app.post("journal-entries", &app.clerk(), body).await.expect(422).problem("no_exchange_rate").names("/exchange_rate");
        }
    }

    async fn the_bound_is_included_to_the_last_digit(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", "2024-01-01", "1.2345678901").await;
        // A twentieth of it is 0.061728394505.
        for (rate, is_fine) in [
            ("1.2962962846", true), ("1.2962962847", false), ("1.1728394956", true), ("1.1728394955", false), ("1.2345678901", true),
        ] {
            let answer = app.post("journal-entries", &app.clerk(), at(entry("100.00"), rate)).await;
            if is_fine {
                answer.expect(201);
                continue;
            }
            let refused = answer.expect(422).problem("rate_out_of_tolerance").names("/exchange_rate");
            let told = (refused.number("table_rate"), refused.string("table_rate_date"), refused.number("tolerance"));
            assert_eq!(told, ("1.2345678901".into(), "2024-01-01", "0.05".into()));
            assert!(refused.string("detail").contains("1.2345678901"), "{}", refused.text);
        }
    }

    async fn every_wrong_field_is_told_beside_the_rate(app: TestApp) {
        app.open_books().await;
        let none = app.post("bills", &app.clerk(), euros(with(bill("B-1", "1.00"), json!({ "vendor_id": "V-9" })))).await;
        none.expect(422).problem("invalid").names("/vendor_id").names("/exchange_rate");
        app.rate("EUR", DAY, "1.10").await;
        let off = app.post("bills", &app.clerk(), at(with(bill("B-1", "1.00"), json!({ "vendor_id": "V-9" })), "2")).await;
        off.expect(422).problem("invalid").names("/vendor_id").names("/exchange_rate");
    }

    async fn a_correction_of_the_table_counts_for_drafts_and_not_for_what_is_submitted(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", DAY, "1.10").await;
        let draft = app.draft(INVOICE, euros(invoice("I-1", "100.00"))).await;
        let sent = app.pending(INVOICE, euros(invoice("I-2", "100.00"))).await;
        app.rate("EUR", DAY, "2.20").await;
        app.act(&format!("{draft}/submit-for-approval"), &app.clerk()).await.expect(422).problem("rate_out_of_tolerance");
        app.approve(&sent).await.expect(200);
        app.expect_fields(&sent, &[("status", "Posted"), ("exchange_rate", "1.1")]).await;
        let put = app.put(&draft, &app.clerk(), euros(invoice("I-1", "100.00"))).await.expect(200);
        assert_eq!(put.number("exchange_rate"), "2.2");
        app.act(&format!("{draft}/submit-for-approval"), &app.clerk()).await.expect(200);
    }

    async fn a_payment_takes_the_tables_rate_or_its_documents(app: TestApp) {
        in_debt(&app).await;
        app.rate("EUR", PAY_DAY, "1.15").await;
        for (kind, body) in [(BILL_PAYMENT, bill_payment("P-1", "B-0", "10.00")), (INVOICE_PAYMENT, invoice_payment("P-1", "I-0", "10.00"))] {
            let path = app.posted(kind, body.clone()).await;
            app.expect_fields(&path, &[("exchange_rate", "1.15")]).await;
            let later = in_march(with(body, json!({ kind.id: "P-2" })));
            let path = app.posted(kind, later).await;
            app.expect_fields(&path, &[("exchange_rate", "1.1")]).await;
        }
        let received = app.receive("I-0", "10.00").await.expect(201);
        let path = INVOICE_PAYMENT.at(received.string("payment_id"));
        app.expect_fields(&path, &[("exchange_rate", "1.15"), ("status", "Posted")]).await;
        app.books_agree();
    }

    async fn a_documents_rate_vouches_only_once_it_was_submitted(app: TestApp) {
        app.open_books().await;
        let bill = app.post("bills", &app.clerk(), at(bill("B-1", "100.00"), "0.005")).await.expect(201);
        let payment = app.draft(BILL_PAYMENT, bill_payment("P-1", bill.string("bill_id"), "100.00")).await;
        app.expect_fields(&payment, &[("exchange_rate", "0.005")]).await;
        app.act(&format!("{payment}/submit-for-approval"), &app.clerk()).await.expect(422).problem("no_exchange_rate");
    }

    async fn a_reversal_keeps_the_rate_of_what_it_undoes(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, at(entry_named("JE-1", "100.00"), "1.10")).await;
        app.rate("EUR", "2024-02-01", "5").await;
        let body = json!({ "reversal_date": "2024-02-10" });
        let made = app.post("journal-entries/JE-1/reverse", &app.controller(), body).await.expect(201);
        let path = JOURNAL_ENTRY.at(made.string("journal_entry_id"));
        let read = app.get(&path, &app.clerk()).await.expect(200);
        let kept = with(read.json.clone(), json!({ "memo": "Undone", "exchange_rate": null }));
        assert_eq!(app.put(&path, &app.clerk(), kept).await.expect(200).number("exchange_rate"), "1.1");
        let read = app.get(&path, &app.clerk()).await.expect(200);
        app.put(&path, &app.clerk(), with(read.json.clone(), json!({ "exchange_rate": 5 }))).await.expect(422).names("/exchange_rate");
        app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
        app.approve(&path).await.expect(200);
        assert_eq!(app.balance(EXPENSE).await, "0.00");
    }

    async fn a_rate_and_a_submit_come_one_after_the_other(app: TestApp) {
        app.open_books().await;
        app.rate("EUR", DAY, "1.10").await;
        for round in 0..6 {
            let path = app.draft(INVOICE, euros(invoice(&format!("I-{round}"), "100.00"))).await;
            let (clerk, submit) = (app.clerk(), format!("{path}/submit-for-approval"));
            let (sent, ()) = tokio::join!(app.act(&submit, &clerk), app.rate("EUR", DAY, "2.20"));
            // Either the old rate stood and the submission with it, or the new one did and refused it.
            if sent.status != 200 {
                sent.expect(422).problem("rate_out_of_tolerance");
            }
            app.rate("EUR", DAY, "1.10").await;
        }
    }
}

#[tokio::test]
async fn any_rate_is_taken_where_the_setting_says_so() {
    let app = TestApp::start_with(Backend::Sqlite, &[("GL_RATE_TOLERANCE", "any")]).await;
    app.open_books().await;
    app.rate("EUR", DAY, "1.10").await;
    let clerk = app.clerk();
    for (id, body) in
        [("I-1", at(invoice("I-1", "100.00"), "0.005")), ("I-2", in_currency(invoice("I-2", "100"), "JPY", "0.007"))]
    {
        app.post("invoices", &clerk, body).await.expect(201);
        app.act(&format!("invoices/{id}/submit-for-approval"), &clerk).await.expect(200);
    }
    let none = with(invoice("I-3", "100"), json!({ "currency": "JPY" }));
    app.post("invoices", &clerk, none).await.expect(422).problem("no_exchange_rate");
}
