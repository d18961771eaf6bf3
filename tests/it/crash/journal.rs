//! Journal entries: written, signed, reversed; and periods closed over them.

use std::time::{Duration, Instant};

use reqwest::Method;
use tests::prelude::*;

use super::load::{Client, Deed, carl, conrad, signer};
use super::wire::Ask;

/// Each is closed and reopened by a controller of its own: a close that a crash orphans holds its own up for a while.
pub const CLOSED: [(&str, &str); 8] = [
    ("2024-04", "30"),
    ("2024-05", "31"),
    ("2024-06", "30"),
    ("2024-07", "31"),
    ("2024-08", "31"),
    ("2024-09", "30"),
    ("2024-10", "31"),
    ("2024-11", "30"),
];

/// Amounts in text and cents, and how many levels of `three_levels` they climb.
const AMOUNTS: [(&str, i64, usize); 4] =
    [("5.00", 500, 1), ("17.50", 1_750, 1), ("5000.00", 500_000, 2), ("50000.00", 5_000_000, 3)];

impl Client {
    /// Create and submit; the amount's levels are still to be signed. Its path.
    async fn submitted(&mut self, id: &str, amount: (&str, i64), period: &str) -> String {
        let path = format!("journal-entries/{id}");
        self.memory.note(&path, |told| (told.account, told.cents) = (EXPENSE, amount.1));
        let place = json!({ "posting_period_id": period, "tran_date": format!("{period}-15") });
        let body = Some(with(entry_named(id, amount.0), place.clone()));
        let at = "journal-entries".to_owned();
        self.act(Deed { path: &path, word: "Created", who: carl(), method: Method::POST, at, body }).await;
        if self.dice.roll(6) == 0 {
            let (at, body) = (path.clone(), Some(with(with(entry(amount.0), place), json!({ "memo": "edited" }))));
            self.act(Deed { path: &path, word: "Updated", who: carl(), method: Method::PUT, at, body }).await;
        }
        self.act(Deed::post(&path, "Submit for Approval", carl(), "submit-for-approval", None)).await;
        path
    }

    pub async fn write(mut self) {
        let mut number = 0;
        while !self.done() {
            number += 1;
            let id = format!("JE-{}-{number}", self.name);
            let (amount, cents, levels) = *self.dice.pick(&AMOUNTS);
            let path = self.submitted(&id, (amount, cents), PERIOD).await;
            let reason = json!({ "reason": "r" });
            match self.dice.roll(9) {
                0 => {
                    self.act(Deed::post(&path, "Hold", signer(0), "hold", reason)).await;
                    self.act(Deed::post(&path, "Unhold", signer(0), "unhold", None)).await;
                }
                1 => {
                    let comments = json!({ "comments": "c" });
                    self.act(Deed::post(&path, "Request Change", signer(0), "request-change", comments)).await;
                    self.act(Deed::post(&path, "Submit for Approval", carl(), "submit-for-approval", None)).await;
                }
                2 => {
                    self.act(Deed::post(&path, "Reject", signer(0), "reject", reason)).await;
                    continue;
                }
                _ => {}
            }
            for level in 0..levels {
                self.act(Deed::post(&path, "Approve", signer(level), "approve", None)).await;
            }
            if self.dice.roll(3) == 0 && self.memory.of(&path).posted {
                self.reverse(&path, cents).await;
            }
        }
    }

    /// Reverses a posted entry; half of the reversing drafts are deleted.
    async fn reverse(&mut self, path: &str, cents: i64) {
        let body = json!({ "reversal_date": "2024-02-01" });
        let answer = self.act(Deed::post(path, "Reverse", conrad(), "reverse", body)).await;
        let new = format!("journal-entries/{}", answer.string("journal_entry_id"));
        self.memory.note(&new, |told| {
            told.answered.push(("Created".to_owned(), "conrad".to_owned()));
            told.cents = cents;
        });
        if self.dice.roll(2) == 0 {
            self.memory.note(&new, |told| told.sent.push(("Deleted".to_owned(), "conrad".to_owned())));
            let token = conrad().1;
            let ask = Ask { method: Method::DELETE, path: &new, token: &token, key: None, body: None };
            let (answer, again) = self.wire.ask(ask).await;
            // A DELETE has no key: sent again, it may find its own work done.
            assert!(answer.status == 204 || (again && answer.status == 404), "{} {}", answer.request, answer.text);
            self.memory.note(&new, |told| told.deleted = true);
        }
    }

    /// Approves something into the period, closes it over that, and opens it again.
    pub async fn close(mut self, period: &str) {
        let (mut number, conrad) = (0, conrad().1);
        let path = format!("accounting-periods/{period}");
        while !self.done() {
            number += 1;
            let id = format!("JE-{period}-{number}");
            let entry_path = self.submitted(&id, ("5.00", 500), period).await;
            self.act(Deed::post(&entry_path, "Approve", signer(0), "approve", None)).await;
            let closed = self.must(Method::POST, &format!("{path}/close"), &conrad, None).await;
            if closed.status == 202 {
                assert!(closed.json["job_id"].is_string(), "202 without a job to follow: {}", closed.text);
                self.until_closed(&path, &closed).await;
            }
            assert_eq!(self.wire.get(&path, &conrad).await["is_closed"], true, "answered {}", closed.text);
            let entry = self.wire.get(&entry_path, &conrad).await;
            assert_eq!(entry["status"], "Posted", "the close posts what was approved before it: {}", entry.text);
            self.memory.note(&entry_path, |told| told.posted = true);
            let reason = Some(json!({ "reason": "again" }));
            self.must(Method::POST, &format!("{path}/reopen"), &conrad, reason).await;
            assert_eq!(self.wire.get(&path, &conrad).await["is_closed"], false);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// A close that a crash interrupted five times is set aside until it is asked for again, like any such job.
    async fn until_closed(&self, path: &str, asked: &Answer) {
        let start = Instant::now();
        let job = format!("jobs/{}", asked.string("job_id"));
        let admin = Token::new("alma", &[], &["*.*"]);
        while self.wire.get(path, &admin).await["is_closed"] != true {
            let stands = self.wire.get(&job, &admin).await;
            assert!(!self.wire.too_long(start), "not closed: {}", stands.text);
            if stands["state"] == "quarantined" {
                self.must(Method::POST, &format!("{job}/retry"), &admin, None).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
