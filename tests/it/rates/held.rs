//! The rate of a document that gives none, and the limits on a rate that a document gives.

use super::*;

tests::on_both! {
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
