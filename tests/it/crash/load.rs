//! The load: clerks and signers who work through the kills ([`super::journal`], [`super::trade`]), and controllers who close
//! and reopen periods.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use reqwest::Method;
use tests::prelude::*;
use tokio::task::JoinSet;

use super::journal::CLOSED;
use super::memory::Memory;
use super::wire::{Ask, Wire};

const WRITERS: u64 = 3;
const TRADERS: u64 = 2;

/// One client.
pub struct Client {
    pub wire: Arc<Wire>,
    pub memory: Arc<Memory>,
    stop: Arc<AtomicBool>,
    pub name: String,
    requests: AtomicU64,
    pub dice: Dice,
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
            requests: AtomicU64::new(0),
            dice: Dice::new(seed),
        };
        for writer in 0..WRITERS {
            tasks.spawn(client(format!("w{writer}"), seed + writer).write());
        }
        for trader in 0..TRADERS {
            tasks.spawn(client(format!("t{trader}"), seed + 50 + trader).trade());
        }
        tasks.spawn(client("b0".into(), seed).write_in_bulk());
        tasks.spawn(client("g0".into(), seed).ask_for_rates());
        for (period, _) in CLOSED {
            tasks.spawn(client(format!("c{period}"), seed).close(period));
        }
        Self { tasks, stop }
    }

    /// Fails with the first finding of a client.
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

pub fn carl() -> (&'static str, Token) {
    let apply: Vec<_> = credits().iter().map(|(credit, _)| format!("{}.apply", credit.name)).collect();
    ("carl", Token::new("carl", &["clerk"], &apply.iter().map(String::as_str).collect::<Vec<_>>()))
}

pub fn conrad() -> (&'static str, Token) {
    ("conrad", Token::new("conrad", &["controller"], &[]))
}

/// The signer of this level, from 0.
pub fn signer(level: usize) -> (&'static str, Token) {
    match level {
        0 => ("mona", Token::new("mona", &["manager"], &[])),
        1 => conrad(),
        _ => ("fiona", Token::new("fiona", &["cfo"], &["*.approve", "*.read"])),
    }
}

/// An action on the document at a path (`bills/B-1`), by its word in the trail.
pub struct Deed<'a> {
    pub path: &'a str,
    pub word: &'a str,
    pub who: (&'static str, Token),
    pub method: Method,
    /// Where the request goes to.
    pub at: String,
    pub body: Option<Value>,
}

impl<'a> Deed<'a> {
    /// `POST <path>/<action>`.
    pub fn post(
        path: &'a str,
        word: &'a str,
        who: (&'static str, Token),
        action: &str,
        body: impl Into<Option<Value>>,
    ) -> Self {
        Self { path, word, who, method: Method::POST, at: format!("{path}/{action}"), body: body.into() }
    }
}

impl Client {
    pub fn done(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Asks with a key of its own until there is an answer.
    async fn ask(&self, method: Method, path: &str, token: &Token, body: Option<Value>) -> Answer {
        let key = format!("{}-{}", self.name, self.requests.fetch_add(1, Ordering::SeqCst));
        self.wire.ask(Ask { method, path, token, key: Some(&key), body }).await.0
    }

    /// The same; anything but 2xx is a finding.
    pub async fn must(&self, method: Method, path: &str, token: &Token, body: Option<Value>) -> Answer {
        let answer = self.ask(method, path, token, body).await;
        assert!((200..300).contains(&answer.status), "{} answered {}", answer.request, answer.text);
        answer
    }

    /// An action that may be refused, noted before it is sent and when it is answered.
    pub async fn tries(&self, deed: Deed<'_>) -> Answer {
        let row = (deed.word.to_owned(), deed.who.0.to_owned());
        self.memory.note(deed.path, |told| told.sent.push(row.clone()));
        let answer = self.ask(deed.method, &deed.at, &deed.who.1, deed.body).await;
        let accepted = (200..300).contains(&answer.status);
        let refused = answer.status == 409 || answer.status == 422;
        assert!(accepted || refused, "{} answered {}", answer.request, answer.text);
        self.memory.note(deed.path, |told| {
            told.sent.retain(|sent| *sent != row);
            if !accepted {
                return;
            }
            told.answered.push(row);
            told.posted |= answer.json["posted"] == true;
            if ["Approved", "Posted"].iter().any(|status| answer.json["status"] == *status) && deed.word == "Approve" {
                told.approved = Some(Instant::now());
            }
        });
        answer
    }

    /// An action that nothing bars.
    pub async fn act(&self, deed: Deed<'_>) -> Answer {
        let answer = self.tries(deed).await;
        assert!((200..300).contains(&answer.status), "{} answered {}", answer.request, answer.text);
        answer
    }

    /// Waits until the approved document is in the ledger.
    pub async fn landed(&self, path: &str) {
        let start = Instant::now();
        loop {
            let read = self.wire.get(path, &conrad().1).await;
            if read["status"] != "Approved" {
                assert_eq!(read["status"], "Posted", "{path}: {}", read.text);
                return self.memory.note(path, |told| told.posted = true);
            }
            assert!(!self.wire.too_long(start), "{path} is not posted: {}", read.text);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}
