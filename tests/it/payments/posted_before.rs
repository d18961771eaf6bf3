//! Nothing is paid in the ledger before it is owed there. See docs/rules/payments.md#never-posted-before-what-it-pays.

use tests::prelude::*;

/// Asserts that on no day more than nothing was paid of it: no debt is open with another sign.
async fn nothing_is_negative(app: &TestApp) {
    for day in ["2024-01-14", "2024-01-15", "2024-01-31", "2024-02-01", "2024-02-14", "2024-02-29", "2024-03-31"] {
        for kind in ["ar", "ap"] {
            let aging = app.report(&format!("aging?kind={kind}&as_of={day}")).await;
            let of = |party: &Value| party["documents"].as_array().cloned().unwrap_or_default();
            for row in aging.data().iter().flat_map(of) {
                let is_credit = credits().iter().any(|(credit, _)| row["document_type"] == credit.name);
                assert!(is_credit || !row["open_amount"].to_string().starts_with('-'), "{day}: {row}");
            }
        }
    }
}

tests::on_both! {
    async fn a_january_payment_of_what_posts_in_february_is_refused(app: TestApp) {
        app.open_books().await;
        for paid in debt_kinds() {
            let late = dated(paid.of_amount("LATE", "100.00"), "2024-02", "2024-01-15");
            app.posted(paid, late).await;
            let (kind, body) = paid.paid_by("LATE", &format!("{}-1", paid.name), "30.00");
            let january = dated(body.clone(), "2024-01", "2024-01-20");
            let refused = app.post(kind.path, &app.clerk(), january.clone()).await.expect(422).names("/tran_date");
            assert!(refused.text.contains("posts on 2024-02-01"), "{}", refused.text);
            // Dated in January, and posted with what it pays.
            let path = app.draft(kind, dated(body, "2024-02", "2024-01-20")).await;
            app.put(&path, &app.clerk(), january).await.expect(422).names("/tran_date");
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
            app.approve(&path).await.expect(200);
            nothing_is_negative(&app).await;
        }
        let receive = |day: &str| json!({ "payment_date": day, "payment_amount": 5, "deposit_account_id": CASH });
        let path = "invoices/LATE/receive-payment";
        app.post(path, &app.controller(), receive("2024-01-31")).await.expect(422).names("/payment_date");
        app.post(path, &app.controller(), receive("2024-02-01")).await.expect(201);
        nothing_is_negative(&app).await;
    }

    async fn a_reversal_does_not_post_before_its_original(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, dated(entry_named("JE-1", "10.00"), "2024-02", "2024-01-15")).await;
        let path = "journal-entries/JE-1/reverse";
        let on = |day: &str| json!({ "reversal_date": day });
        app.post(path, &app.controller(), on("2024-01-31")).await.expect(422).names("/reversal_date");
        app.post(path, &app.controller(), on("2024-02-01")).await.expect(201);
    }

    async fn what_waits_for_signatures_is_not_overtaken_by_what_it_pays(app: TestApp) {
        app.open_books().await;
        for paid in debt_kinds() {
            let body = dated(paid.of_amount("B-1", "100.00"), "2024-01", "2024-01-15");
            let path = app.draft(paid, body.clone()).await;
            let (kind, payment) = paid.paid_by("B-1", &format!("{}-1", paid.name), "30.00");
            app.pending(kind, dated(payment, "2024-01", "2024-01-20")).await;
            let february = dated(body, "2024-02", "2024-01-15");
            app.put(&path, &app.clerk(), february).await.expect(422).names("/posting_period_id");
        }
    }

    /// As older books may have it: nobody asked when the payment was submitted. It lands on the later day, and in no closed period.
    async fn what_older_books_have_submitted_posts_on_the_later_day(app: TestApp) {
        app.open_books().await;
        for (paid, closes, lands) in [(INVOICE, None, "2024-02-01"), (BILL, Some("ap"), "2024-03-01")] {
            let path = app.draft(paid, dated(paid.of_amount("OLD", "100.00"), "2024-01", "2024-01-15")).await;
            let (kind, body) = paid.paid_by("OLD", "P-1", "30.00");
            let payment = app.pending(kind, dated(body, "2024-01", "2024-01-20")).await;
            app.run(&format!("UPDATE document SET period_id = '2024-02' WHERE kind = '{}' AND document_id = 'OLD'", paid.name)).await;
            app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
            assert_eq!(app.approve(&path).await.expect(200).string("status"), "Posted");
            if let Some(closes) = closes {
                app.close("2024-02", closes).await;
            }
            assert_eq!(app.approve(&payment).await.expect(200).string("status"), "Posted");
            let lines = app.ledger(kind, "P-1", "document").await;
            assert!(lines.lines().all(|line| line.trim().starts_with(lands)), "{lines}");
            nothing_is_negative(&app).await;
        }
    }
}
