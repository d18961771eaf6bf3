//! The load: clerks and signers who work through the kills, and controllers who close and reopen periods.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use tests::prelude::*;
use tokio::task::JoinSet;

use super::memory::Memory;
use super::wire::{Ask, Wire};

const WRITERS: u64 = 4;
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

/// One client.
struct Client {
    wire: Arc<Wire>,
    memory: Arc<Memory>,
    stop: Arc<AtomicBool>,
    name: String,
    requests: u64,
    dice: Dice,
}

pub struct Load {
    tasks: JoinSet<()>,
    stop: Arc<AtomicBool>,
}

impl Load {
    pub fn start(wire: &Arc<Wire>, memory: &Arc<Memory>, seed: u64) -> Self {
        let (mut tasks, stop) = (JoinSet::new(), Arc::new(AtomicBool::new(false)));
        let client = |name: String, seed| Client {
            wire: Arc::clone(wire),
            memory: Arc::clone(memory),
            stop: Arc::clone(&stop),
            name,
            requests: 0,
            dice: Dice::new(seed),
        };
        for writer in 0..WRITERS {
            tasks.spawn(client(format!("w{writer}"), seed + writer).write());
        }
        for (period, _) in CLOSED {
            tasks.spawn(client(format!("c{period}"), seed).close(period));
        }
        Self { tasks, stop }
    }

    /// Passes on what a client found.
    pub fn findings(&mut self) {
        while let Some(ended) = self.tasks.try_join_next() {
            ended.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        }
    }

    /// Lets every client finish what it has begun.
    pub async fn stop(mut self) {
        self.stop.store(true, Ordering::SeqCst);
        while let Some(ended) = self.tasks.join_next().await {
            ended.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        }
    }
}

fn carl() -> Token {
    Token::new("carl", &["clerk"], &[])
}

fn conrad() -> Token {
    Token::new("conrad", &["controller"], &[])
}

/// Who signs this level, from 0.
fn signer(level: usize) -> (&'static str, Token) {
    match level {
        0 => ("mona", Token::new("mona", &["manager"], &[])),
        1 => ("conrad", conrad()),
        _ => ("fiona", Token::new("fiona", &["cfo"], &["*.approve", "*.read"])),
    }
}

impl Client {
    fn done(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Asks with a key of its own until there is an answer; anything but 2xx is a finding.
    async fn must(&mut self, method: Method, path: &str, token: &Token, body: Option<Value>) -> Answer {
        self.requests += 1;
        let key = format!("{}-{}", self.name, self.requests);
        let (answer, _) = self.wire.ask(Ask { method, path, token, key: Some(&key), body }).await;
        assert!((200..300).contains(&answer.status), "key {key}: {} answered {}", answer.request, answer.text);
        answer
    }

    /// An action on a document, noted before it is sent and when it is answered.
    async fn act(
        &mut self,
        id: &str,
        word: &str,
        who: (&str, Token),
        request: (Method, &str, Option<Value>),
    ) -> Answer {
        let row = (word.to_owned(), who.0.to_owned());
        self.memory.note(id, |told| told.sent = Some(row.clone()));
        let answer = self.must(request.0, request.1, &who.1, request.2).await;
        self.memory.note(id, |told| {
            told.sent = None;
            told.answered.push(row);
            told.posted |= answer.json["posted"] == true;
            if ["Approved", "Posted"].iter().any(|status| answer.json["status"] == *status) && word == "Approve" {
                told.approved = Some(Instant::now());
            }
        });
        answer
    }

    async fn post(&mut self, id: &str, word: &str, who: (&str, Token), action: &str, body: Option<Value>) -> Answer {
        let path = format!("journal-entries/{id}/{action}");
        self.act(id, word, who, (Method::POST, &path, body)).await
    }

    /// Create and submit; the amount's levels are still to be signed.
    async fn submitted(&mut self, id: &str, amount: (&str, i64), period: &str) {
        let clerk = || ("carl", carl());
        self.memory.note(id, |told| told.cents = amount.1);
        let place = json!({ "posting_period_id": period, "tran_date": format!("{period}-15") });
        let body = with(entry_named(id, amount.0), place.clone());
        self.act(id, "Created", clerk(), (Method::POST, "journal-entries", Some(body))).await;
        if self.dice.roll(6) == 0 {
            let (path, body) = (format!("journal-entries/{id}"), with(entry(amount.0), place));
            self.act(id, "Updated", clerk(), (Method::PUT, &path, Some(body))).await;
        }
        self.post(id, "Submit for Approval", clerk(), "submit-for-approval", None).await;
    }

    async fn write(mut self) {
        let mut number = 0;
        while !self.done() {
            number += 1;
            let id = format!("JE-{}-{number}", self.name);
            let (amount, cents, levels) = *self.dice.pick(&AMOUNTS);
            self.submitted(&id, (amount, cents), PERIOD).await;
            let reason = Some(json!({ "reason": "r" }));
            match self.dice.roll(9) {
                0 => {
                    self.post(&id, "Hold", signer(0), "hold", reason).await;
                    self.post(&id, "Unhold", signer(0), "unhold", None).await;
                }
                1 => {
                    let comments = Some(json!({ "comments": "c" }));
                    self.post(&id, "Request Change", signer(0), "request-change", comments).await;
                    self.post(&id, "Submit for Approval", ("carl", carl()), "submit-for-approval", None).await;
                }
                2 => {
                    self.post(&id, "Reject", signer(0), "reject", reason).await;
                    continue;
                }
                _ => {}
            }
            for level in 0..levels {
                self.post(&id, "Approve", signer(level), "approve", None).await;
            }
            if self.dice.roll(3) == 0 && self.memory.of(&id).posted {
                self.reverse(&id, cents).await;
            }
        }
    }

    /// Reverses a posted entry; half of the reversing drafts are deleted.
    async fn reverse(&mut self, id: &str, cents: i64) {
        let body = Some(json!({ "reversal_date": "2024-02-01" }));
        let answer = self.post(id, "Reverse", ("conrad", conrad()), "reverse", body).await;
        let new = answer.string("journal_entry_id").to_owned();
        self.memory.note(&new, |told| {
            told.answered.push(("Created".to_owned(), "conrad".to_owned()));
            told.cents = cents;
        });
        if self.dice.roll(2) == 0 {
            self.memory.note(&new, |told| told.sent = Some(("Deleted".to_owned(), "conrad".to_owned())));
            let (path, token) = (format!("journal-entries/{new}"), conrad());
            let ask = Ask { method: Method::DELETE, path: &path, token: &token, key: None, body: None };
            let (answer, again) = self.wire.ask(ask).await;
            // A DELETE has no key: sent again, it may find its own work done.
            assert!(answer.status == 204 || (again && answer.status == 404), "{} {}", answer.request, answer.text);
            self.memory.note(&new, |told| told.deleted = true);
        }
    }

    /// Approves something into the period, closes it over that, and opens it again.
    async fn close(mut self, period: &str) {
        let (mut number, conrad) = (0, conrad());
        let path = format!("accounting-periods/{period}");
        while !self.done() {
            number += 1;
            let id = format!("JE-{period}-{number}");
            self.submitted(&id, ("5.00", 500), period).await;
            self.post(&id, "Approve", signer(0), "approve", None).await;
            let closed = self.must(Method::POST, &format!("{path}/close"), &conrad, None).await;
            if closed.status == 202 {
                assert!(closed.json["job_id"].is_string(), "202 without a job to follow: {}", closed.text);
                self.until_closed(&path, &closed).await;
            }
            assert_eq!(self.wire.get(&path, &conrad).await["is_closed"], true, "answered {}", closed.text);
            let entry = self.wire.get(&format!("journal-entries/{id}"), &conrad).await;
            assert_eq!(entry["status"], "Posted", "the close posts what was approved before it: {}", entry.text);
            self.memory.note(&id, |told| told.posted = true);
            let reason = Some(json!({ "reason": "again" }));
            self.must(Method::POST, &format!("{path}/reopen"), &conrad, reason).await;
            assert_eq!(self.wire.get(&path, &conrad).await["is_closed"], false);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// A close that a crash interrupted five times is set aside until it is asked for again, like any such job.
    async fn until_closed(&mut self, path: &str, asked: &Answer) {
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
