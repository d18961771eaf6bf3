//! Random histories of postings, marks, completed, reopened and deleted sessions: cleared and uncleared balances sum to the
//! ledger's balance, completed worksheets stay unchanged, and `gl check` finds nothing.

use std::collections::BTreeMap;

use tests::prelude::*;

use super::*;

const STEPS: usize = 70;
const DAYS: [&str; 4] = ["2024-01-10", "2024-01-31", "2024-02-15", "2024-03-20"];

async fn history(app: &TestApp, seed: u64) {
    let (mut dice, bo) = (Dice::new(seed), accountant(app));
    let mut entries: Vec<String> = Vec::new();
    let mut session: Option<String> = None;
    let mut completed: BTreeMap<String, String> = BTreeMap::new();
    for step in 0..STEPS {
        let open = session.clone().unwrap_or_else(|| "none".into());
        let some: Vec<&str> = entries.iter().filter(|_| dice.roll(3) == 0).map(String::as_str).collect();
        let answer = match dice.roll(10) {
            0..=2 => {
                let (id, day) = (format!("JE-{step}"), DAYS[dice.roll(DAYS.len())]);
                if dice.roll(2) == 0 {
                    deposit(app, &id, day, "7.00").await;
                    entries.push(format!("{id}#1"));
                } else {
                    withdrawal(app, &id, day, "3.00").await;
                    entries.push(format!("{id}#2"));
                }
                continue;
            }
            3 => {
                let id = format!("R-{step}");
                let body = json!({
                    "reconciliation_id": id, "account_id": CASH, "statement_ending_balance": 0,
                    "statement_date": DAYS[dice.roll(DAYS.len())],
                });
                let answer = app.post("reconciliations", &bo, body).await;
                session = if answer.status == 201 { Some(id) } else { session };
                answer
            }
            4 | 5 => clear(app, &open, &some, DAYS[dice.roll(DAYS.len())]).await,
            6 => unclear(app, &open, &some).await,
            7 if dice.roll(4) == 0 => {
                let answer = app.delete(&format!("reconciliations/{open}"), &bo).await;
                session = session.filter(|_| answer.status != 204);
                answer
            }
            9 => {
                let Some(id) = completed.keys().nth(dice.roll(completed.len().max(1))).cloned() else { continue };
                let answer = reopen(app, &id).await;
                if answer.status == 200 {
                    completed.remove(&id);
                    session = Some(id);
                }
                answer
            }
            _ => {
                if session.is_none() {
                    continue;
                }
                // The statement's balance is chosen so that the difference is 0.
                let sheet = worksheet(app, &open).await;
                let balance = json!({ "statementEndingBalance": sheet["summary"]["cleared_balance"] });
                app.put(&format!("reconciliations/{open}"), &bo, balance).await.expect(200);
                let answer = complete(app, &open).await.expect(200);
                completed.insert(open.clone(), worksheet(app, &open).await.text);
                session = None;
                answer
            }
        };
        assert!(answer.status < 500, "{}", answer.text);
        if let Some(id) = &session {
            worksheet(app, id).await;
        }
    }
    assert!(!completed.is_empty(), "a history that completes nothing proves little");
    for (id, text) in completed {
        assert_eq!(worksheet(app, &id).await.text, text, "{id} was completed and changed");
    }
}

tests::on_both! {
    async fn whatever_is_marked_the_sums_hold(app: TestApp) {
        app.open_books().await;
        history(&app, 0x9E37_79B9_7F4A_7C15).await;
    }

    async fn and_in_another_order(app: TestApp) {
        app.open_books().await;
        history(&app, 0x2545_F491_4F6C_DD1D).await;
    }
}
