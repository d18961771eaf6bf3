//! Races have one winner and no in-between (C17), thrown at each other again and again.

use tests::prelude::*;

const ROUNDS: usize = 40;

async fn pending(app: &TestApp, id: &str) {
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, "100.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
}

/// The statuses of two requests sent at once, in order.
fn sorted(one: &Answer, other: &Answer) -> (u16, u16) {
    (one.status.min(other.status), one.status.max(other.status))
}

tests::on_both! {
    async fn one_level_is_signed_once(app: TestApp) {
        app.open_books().await;
        let (one, other) = (app.token("mia", &["manager"], &[]), app.token("max", &["manager"], &[]));
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            pending(&app, &id).await;
            let path = format!("journal-entries/{id}/approve");
            let (a, b) = tokio::join!(app.act(&path, &one), app.act(&path, &other));
            assert_eq!(sorted(&a, &b), (200, 409), "{} {}", a.text, b.text);
            app.eventually(&format!("journal-entries/{id}"), &one, |entry| entry["status"] == "Posted").await;
        }
        app.books_agree();
    }

    async fn an_approval_and_a_refusal_cannot_both_win(app: TestApp) {
        app.open_books().await;
        let (one, other) = (app.token("mia", &["manager"], &[]), app.token("max", &["manager"], &[]));
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            pending(&app, &id).await;
            let (approve, against) = (format!("journal-entries/{id}/approve"), if round % 2 == 0 { "hold" } else { "reject" });
            let against = format!("journal-entries/{id}/{against}");
            let (a, b) = tokio::join!(app.act(&approve, &one), app.post(&against, &other, json!({ "reason": "wait" })));
            assert_eq!(sorted(&a, &b), (200, 409), "{} {}", a.text, b.text);
            let entry = app.get(&format!("journal-entries/{id}"), &one).await.expect(200);
            let wanted = if a.status == 200 { "Posted" } else if round % 2 == 0 { "On Hold" } else { "Rejected" };
            assert_eq!(entry["status"], wanted);
        }
        app.books_agree();
    }

    async fn an_entry_is_reversed_once(app: TestApp) {
        app.open_books().await;
        let controller = app.controller();
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            pending(&app, &id).await;
            app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
            app.eventually(&format!("journal-entries/{id}"), &controller, |entry| entry["status"] == "Posted").await;
            let (path, body) = (format!("journal-entries/{id}/reverse"), json!({ "reversal_date": "2024-02-01" }));
            let (a, b) = tokio::join!(app.post(&path, &controller, body.clone()), app.post(&path, &controller, body));
            assert_eq!(sorted(&a, &b), (201, 409), "{} {}", a.text, b.text);
        }
        app.books_agree();
    }

    async fn one_id_is_taken_once_and_one_key_makes_one_document(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for round in 0..ROUNDS {
            let body = entry_named(&format!("JE-{round}"), "1.00");
            let (a, b) = tokio::join!(
                app.post("journal-entries", &clerk, body.clone()),
                app.post("journal-entries", &clerk, body)
            );
            assert_eq!(sorted(&a, &b), (201, 409), "{} {}", a.text, b.text);
        }
        for round in 0..ROUNDS {
            let key = format!("key-{round}");
            let headers = [("X-Idempotency-Key", key.as_str())];
            let send = || app.send(reqwest::Method::POST, "journal-entries", &clerk, &headers, Some(entry("2.00")));
            let (a, b) = tokio::join!(send(), send());
            let allowed = matches!(sorted(&a, &b), (201, 201 | 409));
            assert!(allowed, "{} {}", a.text, b.text);
            if a.status == b.status {
                assert_eq!(a.text, b.text);
            }
        }
        let made = app.get("journal-entries?count=true&limit=1", &clerk).await.expect(200);
        assert_eq!(made.number("total"), (2 * ROUNDS).to_string());
    }

    async fn an_approval_and_a_close_agree_on_what_is_in_the_period(app: TestApp) {
        app.open_books().await;
        let (manager, controller) = (app.manager(), app.controller());
        for round in 0..ROUNDS / 2 {
            let id = format!("JE-{round}");
            pending(&app, &id).await;
            let approve = format!("journal-entries/{id}/approve");
            let (approved, closed) = tokio::join!(
                app.act(&approve, &manager),
                app.post("accounting-periods/2024-01/close", &controller, json!({ "force": true }))
            );
            assert_eq!(closed.status, 200, "{}", closed.text);
            let entry = app.get(&format!("journal-entries/{id}"), &manager).await.expect(200);
            match approved.status {
                200 => assert_eq!(entry["status"], "Posted", "approved before the close, so posted by it"),
                409 => assert_eq!(entry["status"], "Pending Approval"),
                other => panic!("{other}: {}", approved.text),
            }
            app.post("accounting-periods/2024-01/reopen", &controller, json!({ "reason": "next round" })).await.expect(200);
            if approved.status == 409 {
                app.post(&format!("journal-entries/{id}/reject"), &manager, json!({ "reason": "x" })).await.expect(200);
            }
        }
        app.books_agree();
    }
}
