//! Two requests at once have one winner, and never pay more than was due. See docs/rules/payments.md#no-overpayment.

use tests::prelude::*;

const ROUNDS: usize = 60;

/// Both statuses, smaller first.
fn sorted(one: &Answer, other: &Answer) -> (u16, u16) {
    (one.status.min(other.status), one.status.max(other.status))
}

/// The amount paid and the amount due of a document.
async fn money(app: &TestApp, path: &str) -> (String, String) {
    let read = app.get(path, &app.controller()).await.expect(200);
    (read.number("amount_paid"), read.number("amount_due"))
}

tests::on_both! {
    async fn two_payments_of_one_bill(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let id = format!("B-{round}");
            let path = app.posted(BILL, bill(&id, "100.00")).await;
            let one = app.pending(BILL_PAYMENT, bill_payment(&format!("a-{round}"), &id, "60.00")).await;
            let other = app.pending(BILL_PAYMENT, bill_payment(&format!("b-{round}"), &id, "60.00")).await;
            let (a, b) = tokio::join!(app.approve(&one), app.approve(&other));
            assert_eq!(sorted(&a, &b), (200, 422), "{} {}", a.text, b.text);
            assert_eq!(money(&app, &path).await, ("60.00".into(), "40.00".into()));
        }
    }

    async fn a_payment_received_twice_and_beside_another(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let id = format!("I-{round}");
            let path = app.posted(INVOICE, invoice(&id, "100.00")).await;
            let pending = app.pending(INVOICE_PAYMENT, invoice_payment(&format!("p-{round}"), &id, "60.00")).await;
            let (a, b, c) = tokio::join!(app.receive(&id, "60.00"), app.receive(&id, "60.00"), app.approve(&pending));
            let won = [&a, &b, &c].iter().filter(|answer| answer.status < 300).count();
            let refused = [&a, &b, &c].iter().filter(|answer| answer.status == 422).count();
            assert_eq!((won, refused), (1, 2), "{} {} {}", a.text, b.text, c.text);
            assert_eq!(money(&app, &path).await, ("60.00".into(), "40.00".into()));
            let (a, b) = tokio::join!(app.receive(&id, "15.00"), app.receive(&id, "25.00"));
            assert_eq!(sorted(&a, &b), (201, 201), "{} {}", a.text, b.text);
            app.expect_fields(&path, &[("status", "Paid"), ("amount_due", "0.00")]).await;
        }
    }

    async fn a_payment_against_the_void_of_what_it_pays(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let id = format!("I-{round}");
            let path = app.posted(INVOICE, invoice(&id, "100.00")).await;
            let (paid, voided) = tokio::join!(app.receive(&id, "100.00"), app.void(&path));
            match (paid.status, voided.status) {
                (201, 409) => app.expect_fields(&path, &[("status", "Paid"), ("amount_due", "0.00")]).await,
                (409, 200) => app.expect_fields(&path, &[("status", "Voided"), ("amount_paid", "0.00")]).await,
                _ => panic!("{} {}", paid.text, voided.text),
            }
            let path = app.posted(BILL, bill(&id, "100.00")).await;
            let payment = app.pending(BILL_PAYMENT, bill_payment(&id, &id, "100.00")).await;
            let (paid, voided) = tokio::join!(app.approve(&payment), app.void(&path));
            match (paid.status, voided.status) {
                (200, 409) => app.expect_fields(&path, &[("status", "Posted"), ("amount_due", "0.00")]).await,
                (409, 200) => app.expect_fields(&path, &[("status", "Voided"), ("amount_paid", "0.00")]).await,
                _ => panic!("{} {}", paid.text, voided.text),
            }
        }
    }

    async fn a_payment_against_a_credit(app: TestApp) {
        app.open_books().await;
        for (round, (credit, credited)) in (0..ROUNDS).zip(credits().into_iter().cycle()) {
            let id = format!("X-{round}");
            let path = app.posted(credited, credited.of_amount(&id, "100.00")).await;
            app.posted(credit, credit.of_amount(&id, "60.00")).await;
            let (payer, payment) = credited.paid_by(&id, &id, "60.00");
            let payment = app.pending(payer, payment).await;
            let (paid, applied) = tokio::join!(app.approve(&payment), app.apply(credit, &id, &id, "60.00"));
            assert!(matches!((paid.status, applied.status), (200, 422) | (422, 200)), "{} {}", paid.text, applied.text);
            assert_eq!(money(&app, &path).await, ("60.00".into(), "40.00".into()));
            let left = if applied.status == 200 { "0.00" } else { "60.00" };
            app.expect_fields(&credit.at(&id), &[("amount_due", left)]).await;
        }
    }

    async fn one_credit_applied_twice_and_against_its_void(app: TestApp) {
        app.open_books().await;
        for kind in debt_kinds() {
            app.posted(kind, kind.of_amount("D-1", "900000.00")).await;
        }
        for (round, (kind, _)) in (0..ROUNDS).zip(credits().into_iter().cycle()) {
            let id = format!("C-{round}");
            let path = app.posted(kind, kind.of_amount(&id, "50.00")).await;
            let apply = || app.apply(kind, &id, "D-1", "50.00");
            let (a, b, voided) = tokio::join!(apply(), apply(), app.void(&path));
            let won = [&a, &b, &voided].iter().filter(|answer| answer.status == 200).count();
            assert_eq!(won, 1, "{} {} {}", a.text, b.text, voided.text);
            let status = if voided.status == 200 { "Voided" } else { "Posted" };
            app.expect_fields(&path, &[("status", status), ("amount_due", "0.00")]).await;
        }
    }

    async fn a_payment_ends_once(app: TestApp) {
        app.open_books().await;
        for kind in debt_kinds() {
            app.posted(kind, kind.of_amount(&kind.debt(), "900000.00")).await;
        }
        let controller = app.controller();
        for round in 0..ROUNDS {
            for (kind, action, day, _) in ending_kinds() {
                let body = json!({ day: PAY_DAY });
                let path = app.posted(kind, kind.body(&format!("P-{round}"))).await;
                let action = format!("{path}/{action}");
                let (ended, again, voided) = tokio::join!(
                    app.post(&action, &controller, body.clone()),
                    app.post(&action, &controller, body.clone()),
                    app.void(&path)
                );
                let statuses = [ended.status, again.status, voided.status];
                let won = statuses.iter().filter(|status| **status == 200).count();
                let lost = statuses.iter().filter(|status| **status == 409).count();
                assert_eq!((won, lost), (1, 2), "{action}: {} {} {}", ended.text, again.text, voided.text);
            }
        }
    }
}
