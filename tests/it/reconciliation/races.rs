//! Two requests at once have one winner, and the figures agree with it. See docs/rules/documents.md#races.

use tests::prelude::*;

use super::*;

const ROUNDS: usize = 12;

fn sorted(one: &Answer, other: &Answer) -> (u16, u16) {
    (one.status.min(other.status), one.status.max(other.status))
}

/// The last day of a month of a year, for one statement after another.
fn statement(round: usize) -> String {
    format!("20{:02}-01-31", 24 + round)
}

tests::on_both! {
    async fn an_account_gets_one_session(app: TestApp) {
        app.open_books().await;
        let bo = accountant(&app);
        for round in 0..ROUNDS {
            let body = |id: &str| json!({
                "reconciliation_id": format!("{id}-{round}"), "account_id": CASH,
                "statement_date": statement(round), "statement_ending_balance": 0,
            });
            let (a, b) = tokio::join!(app.post("reconciliations", &bo, body("A")), app.post("reconciliations", &bo, body("B")));
            assert_eq!(sorted(&a, &b), (201, 409), "{} {}", a.text, b.text);
            let (winner, loser) = if a.status == 201 { (a, b) } else { (b, a) };
            loser.problem("reconciliation_in_progress");
            complete(&app, winner.string("reconciliation_id")).await.expect(200);
        }
    }

    async fn a_session_is_completed_once(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let id = format!("R-{round}");
            begin(&app, &id, &statement(round), "0").await;
            let (a, b) = tokio::join!(complete(&app, &id), complete(&app, &id));
            assert_eq!(sorted(&a, &b), (200, 409), "{} {}", a.text, b.text);
            let trail = app.get(&format!("reconciliations/{id}/audit-trail"), &accountant(&app)).await.expect(200);
            assert_eq!(trail["audit_trail"].as_array().map(Vec::len), Some(2));
        }
    }

    async fn a_movement_is_marked_once(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0").await;
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            deposit(&app, &id, "2024-01-05", "1.00").await;
            let ids = [format!("{id}#1")];
            let ids: Vec<_> = ids.iter().map(String::as_str).collect();
            let (a, b) = tokio::join!(clear(&app, "R-1", &ids, "2024-01-06"), clear(&app, "R-1", &ids, "2024-01-07"));
            assert_eq!(sorted(&a, &b), (200, 422), "{} {}", a.text, b.text);
            let day = if a.status == 200 { "2024-01-06" } else { "2024-01-07" };
            let found = rows(&worksheet(&app, "R-1").await);
            assert!(found.contains(&format!("{id}#1 2024-01-05 deposit 1.00 cleared {day}")), "{found:?}");
            let (a, b) = tokio::join!(unclear(&app, "R-1", &ids), unclear(&app, "R-1", &ids));
            assert_eq!(sorted(&a, &b), (200, 422), "{} {}", a.text, b.text);
        }
    }

    async fn a_mark_and_a_completion_agree(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let (id, entry) = (format!("R-{round}"), format!("JE-{round}"));
            deposit(&app, &entry, "2024-01-05", "1.00").await;
            // The session balances without the mark, and does not balance with it.
            begin(&app, &id, &statement(round), "0.00").await;
            let ids = [format!("{entry}#1")];
            let ids: Vec<_> = ids.iter().map(String::as_str).collect();
            let (marked, completed) = tokio::join!(clear(&app, &id, &ids, "2024-01-06"), complete(&app, &id));
            match (marked.status, completed.status) {
                (200, 409) => {
                    completed.problem("not_reconciled");
                    unclear(&app, &id, &ids).await.expect(200);
                    complete(&app, &id).await.expect(200);
                }
                (409, 200) => {
                    marked.problem("reconciliation_completed");
                }
                other => panic!("{other:?}: {} {}", marked.text, completed.text),
            }
        }
    }

    async fn postings_and_a_completion_agree(app: TestApp) {
        app.open_books().await;
        let (clerk, manager) = (app.clerk(), app.manager());
        for round in 0..ROUNDS {
            let session = format!("R-{round}");
            let ids: Vec<_> = (0..6).map(|number| format!("JE-{round}-{number}")).collect();
            for id in &ids {
                let body = entry_of(vec![debit(CASH, "1.00"), credit(REVENUE, "1.00")]);
                app.post("journal-entries", &clerk, with(body, json!({ "journal_entry_id": id }))).await.expect(201);
                app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
            }
            begin(&app, &session, &statement(round), "0").await;
            let paths: Vec<_> = ids.iter().map(|id| format!("journal-entries/{id}/approve")).collect();
            let (a, b, c, d, e, f, completed) = tokio::join!(
                app.act(&paths[0], &manager), app.act(&paths[1], &manager), app.act(&paths[2], &manager),
                app.act(&paths[3], &manager), app.act(&paths[4], &manager), app.act(&paths[5], &manager),
                complete(&app, &session),
            );
            for posted in [a, b, c, d, e, f] {
                assert_eq!(posted.expect(200)["posted"], true);
            }
            completed.expect(200);
            // Each command came before or after the other: `gl check` derives the completed worksheet again and
            // compares its figures.
            let check = app.engine().check(|_| {}).await.expect("the books can be checked");
            assert!(check.differences.is_empty(), "{:#?}", check.differences);
        }
    }
}
