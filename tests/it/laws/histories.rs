//! Random histories: whatever people do, in whatever order, the laws hold.
//!
//! Nothing is posted that was not signed at every level by others; accepted commands and audit rows are as many;
//! a closed period takes nothing; and `gl check` finds nothing.

use std::collections::BTreeMap;

use tests::prelude::*;

const STEPS: usize = 160;

/// A small generator of numbers that is the same every time (xorshift).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % 1_000_003).unwrap_or(0) % sides
    }
}

async fn history(app: &TestApp, seed: u64) {
    let mut dice = Dice(seed);
    let people =
        ["ann", "ben", "cid", "dan"].map(|user| app.token(user, &["clerk", "manager", "controller", "cfo"], &[]));
    let mut accepted: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..STEPS {
        let (id, who) = (format!("JE-{}", dice.roll(12)), &people[dice.roll(people.len())]);
        let path = format!("journal-entries/{id}");
        let words = json!({ "reason": "r" });
        let amount = ["5.00", "5000.00", "50000.00"][dice.roll(3)];
        let answer = match dice.roll(12) {
            0 | 1 => app.post("journal-entries", who, entry_named(&id, amount)).await,
            2 => app.put(&path, who, entry(amount)).await,
            3 | 4 => app.act(&format!("{path}/submit-for-approval"), who).await,
            5..=7 => app.act(&format!("{path}/approve"), who).await,
            8 => app.post(&format!("{path}/hold"), who, words).await,
            9 => app.act(&format!("{path}/unhold"), who).await,
            10 => app.post(&format!("{path}/request-change"), who, json!({ "comments": "c" })).await,
            _ => {
                let close = if dice.roll(2) == 0 { "close" } else { "reopen" };
                let body = if close == "close" { json!({ "force": true }) } else { json!({ "reason": "r" }) };
                app.post(&format!("accounting-periods/2024-01/{close}"), who, body).await
            }
        };
        assert!(answer.status < 500, "{}", answer.text);
        if answer.status < 300 && !answer.text.contains("\"close_type\"") && !answer.text.contains("\"reopen_type\"") {
            *accepted.entry(id).or_default() += 1;
        }
    }
    let reason = json!({ "reason": "the end" });
    app.post("accounting-periods/2024-01/reopen", &people[0], reason).await;
    for (id, commands) in accepted {
        check_entry(app, &id, commands).await;
    }
    app.books_agree();
}

/// One entry's trail against what was accepted, and its signatures against its authors.
async fn check_entry(app: &TestApp, id: &str, commands: usize) {
    let reader = app.controller();
    let path = format!("journal-entries/{id}");
    let entry = app.eventually(&path, &reader, |entry| entry["status"] != "Approved").await;
    let trail = app.get(&format!("{path}/audit-trail"), &reader).await.expect(200);
    let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
    let by_people = rows.iter().filter(|row| row["performed_by"] != "system").count();
    assert_eq!(by_people, commands, "{id}: {rows:?}");
    let posted = rows.iter().filter(|row| row["action"] == "Post to GL").count();
    assert_eq!(posted, usize::from(entry["status"] == "Posted"), "{id}");
    let round = rows.iter().rposition(|row| row["action"] == "Submit for Approval").unwrap_or(0);
    let mut signers: Vec<_> = rows[round..]
        .iter()
        .filter(|row| row["action"] == "Approve")
        .map(|row| row["performed_by"].to_string())
        .collect();
    let all = signers.len();
    signers.sort();
    signers.dedup();
    assert_eq!(signers.len(), all, "{id}: somebody signed twice");
    for author in [&entry["created_by"], &entry["updated_by"], &entry["submitted_by"]] {
        assert!(!signers.contains(&author.to_string()), "{id}: its author {author} signed");
    }
    if entry["status"] == "Posted" {
        assert_eq!(all.to_string(), entry["required_approval_level"].to_string(), "{id}");
    }
}

tests::on_both! {
    async fn whatever_people_do_the_laws_hold(app: TestApp) {
        app.open_books().await;
        history(&app, 0x9E37_79B9_7F4A_7C15).await;
    }

    async fn and_again_in_another_order(app: TestApp) {
        app.open_books().await;
        history(&app, 0x2545_F491_4F6C_DD1D).await;
    }
}
