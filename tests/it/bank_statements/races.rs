//! Two requests at once: each line comes in once, and each is matched once.

use tests::prelude::*;

use super::*;
use crate::reconciliation::{begin, clear, complete, deposit};

const ROUNDS: usize = 10;

fn day(round: usize) -> String {
    format!("2024-01-{:02}", round + 1)
}

/// The statement of one day, which follows those of the days before.
fn of_day(round: usize, lines: &[String]) -> Sheet {
    let opening = format!("{round}.00");
    sheet(&format!("{round}"), &format!("{0} {0}", day(round)), &opening, &texts(lines))
}

fn sorted(one: &Answer, other: &Answer) -> (u16, u16) {
    (one.status.min(other.status), one.status.max(other.status))
}

tests::on_both! {
    async fn a_file_that_comes_twice_at_once_comes_in_once(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let day = day(round);
            let lines = [format!("{day} 2.00 A{round} | Cobalt | x"), format!("{day} -0.50 - | Kiosk | fee"), format!("{day} -0.50 - | Kiosk | fee")];
            let file = camt(&[of_day(round, &lines)]);
            let (a, b, c) = tokio::join!(import(&app, file.clone()), import(&app, file.clone()), import(&app, file.clone()));
            let mut told = [counted(&a.expect(200)), counted(&b.expect(200)), counted(&c.expect(200))];
            told.sort_unstable();
            assert_eq!(told, [(0, 3), (0, 3), (3, 0)], "round {round}");
            assert_eq!(waiting(&app).await.len(), 3 * (round + 1));
        }
    }

    async fn files_that_overlap_at_once_bring_each_line_in_once(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let day = day(round);
            let all: Vec<String> = (0..6).map(|at| format!("{day} 1.00 A{round}-{at} | Cobalt | x")).collect();
            // Both begin with the day; they overlap in two lines.
            let one = sheet(&format!("{round}a"), &format!("{day} {day}"), "0.00", &texts(&all[..4]));
            let two = sheet(&format!("{round}b"), &format!("{day} {day}"), "0.00", &texts(&all[2..]));
            let (a, b) = tokio::join!(import(&app, camt(&[one])), import(&app, camt(&[two])));
            let (a, b) = (counted(&a.expect(200)), counted(&b.expect(200)));
            assert_eq!((a.0 + b.0, a.1 + b.1), (6, 2), "round {round}");
            let found = waiting(&app).await;
            let own: Vec<&String> = found.iter().filter(|line| line.contains(&format!(" A{round}-"))).collect();
            assert_eq!(own.len(), 6, "{own:?}");
        }
    }

    async fn a_line_is_matched_once(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let (one, two, reference) = (format!("JE-{round}-1"), format!("JE-{round}-2"), format!("A{round}"));
            deposit(&app, &one, &day(round), "1.00").await;
            deposit(&app, &two, &day(round), "1.00").await;
            brought_in(&app, &[of_day(round, &[format!("{} 1.00 {reference} | Cobalt | x", day(round))])]).await;
            let line = line(&app, &reference).await;
            let body = |entry: &str| json!({ "line_ids": [line], "transaction_ids": [format!("{entry}#1")] });
            let (path, bo) = (format!("accounts/{CASH}/match"), accountant(&app));
            let (a, b) = tokio::join!(app.post(&path, &bo, body(&one)), app.post(&path, &bo, body(&two)));
            assert_eq!(sorted(&a, &b), (200, 422), "{} {}", a.text, b.text);
            let loser = if a.status == 422 { a } else { b };
            loser.problem("invalid").names("/line_ids/0");
        }
        assert_eq!(matches(&app).await.len(), ROUNDS);
    }

    async fn a_transaction_is_matched_once(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            deposit(&app, &id, &day(round), "1.00").await;
            let lines = [format!("{} 1.00 A{round} | Cobalt | x", day(round)), format!("{} 1.00 B{round} | Cobalt | x", day(round))];
            brought_in(&app, &[of_day(round, &lines)]).await;
            let (first, second, transaction) = (format!("A{round}"), format!("B{round}"), format!("{id}#1"));
            let (first, second, transaction) = ([first.as_str()], [second.as_str()], [transaction.as_str()]);
            let (a, b) = tokio::join!(match_with(&app, &first, &transaction, None), match_with(&app, &second, &transaction, None));
            assert_eq!(sorted(&a, &b), (200, 422), "{} {}", a.text, b.text);
            let loser = if a.status == 422 { a } else { b };
            loser.problem("invalid").names("/transaction_ids/0");
        }
    }

    async fn a_match_and_a_void_cannot_both_win(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "900.00")).await;
        for round in 0..ROUNDS {
            let id = format!("BP-{round}");
            app.posted(BILL_PAYMENT, on(bill_payment(&id, "B-1", "4.00"), "2024-01-20")).await;
            let reference = format!("A{round}");
            brought_in(&app, &[of_day(round, &[format!("{} -4.00 {reference} | Verdant | x", day(round))])]).await;
            let (references, ids, path) = ([reference.as_str()], [id.as_str()], format!("bill-payments/{id}"));
            let (voided, matched) = tokio::join!(app.void(&path), match_with(&app, &references, &ids, None));
            match (voided.status, matched.status) {
                (200, 422) => drop(matched.problem("invalid").names("/transaction_ids/0")),
                (409, 200) => drop(voided.problem("transaction_cleared")),
                other => panic!("{other:?}: {} {}", voided.text, matched.text),
            }
        }
    }

    async fn a_match_and_a_mark_cannot_both_win(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0.00").await;
        for round in 0..ROUNDS {
            let id = format!("JE-{round}");
            deposit(&app, &id, &day(round), "1.00").await;
            brought_in(&app, &[of_day(round, &[format!("{} 1.00 A{round} | Cobalt | x", day(round))])]).await;
            let (reference, transaction) = (format!("A{round}"), format!("{id}#1"));
            let (references, ids) = ([reference.as_str()], [transaction.as_str()]);
            let day = day(round);
            let marks = clear(&app, "R-1", &ids, &day);
            let (marked, matched) = tokio::join!(marks, match_with(&app, &references, &ids, None));
            // A line is matched with what was marked by hand; what is matched is not marked.
            matched.expect(200);
            assert!(marked.status == 200 || marked.status == 422, "{}", marked.text);
        }
    }

    async fn a_match_that_is_taken_back_and_a_completion_agree(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let (id, session, reference, day) = (format!("JE-{round}"), format!("R-{round}"), format!("A{round}"), day(round));
            deposit(&app, &id, &day, "1.00").await;
            brought_in(&app, &[of_day(round, &[format!("{day} 1.00 {reference} | Cobalt | x")])]).await;
            let line_id = line(&app, &reference).await;
            let transaction = format!("{id}#1");
            match_with(&app, &[reference.as_str()], &[transaction.as_str()], None).await.expect(200);
            begin(&app, &session, &day, &format!("{}.00", round + 1)).await;
            let (gone, done) = tokio::join!(unmatch(&app, &line_id), complete(&app, &session));
            match (gone.status, done.status) {
                (200, 409) => {
                    done.problem("statement_lines_open");
                    match_with(&app, &[reference.as_str()], &[transaction.as_str()], None).await.expect(200);
                    complete(&app, &session).await.expect(200);
                }
                (409, 200) => drop(gone.problem("reconciliation_completed")),
                other => panic!("{other:?}: {} {}", gone.text, done.text),
            }
        }
    }

    async fn a_statement_is_deleted_or_matched(app: TestApp) {
        app.open_books().await;
        for round in 0..ROUNDS {
            let reference = format!("A{round}");
            let id = brought_in(&app, &[of_day(round, &[format!("{} 1.00 {reference} | Cobalt | x", day(round))])]).await;
            let (line, bo, path) = (line(&app, &reference).await, accountant(&app), format!("bank-statements/{id}"));
            let (matching, body) = (format!("accounts/{CASH}/match"), json!({ "line_ids": [line], "reason": "interest" }));
            let (deleted, matched) = tokio::join!(app.delete(&path, &bo), app.post(&matching, &bo, body));
            match (deleted.status, matched.status) {
                (204, 422) => drop(matched.problem("invalid").names("/line_ids/0")),
                (409, 200) => drop(deleted.problem("in_use")),
                other => panic!("{other:?}: {} {}", deleted.text, matched.text),
            }
        }
    }
}
