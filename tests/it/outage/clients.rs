//! Clients that write, submit and approve all the time, and retry after a 503 with the same key.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use tests::prelude::*;

/// The longest wait for an answer while the database is away (README, Operating it).
pub const LONGEST: Duration = Duration::from_secs(9);
/// How soon the service answers again after the database does.
pub const BACK: Duration = Duration::from_secs(10);

const CLIENTS: u32 = 6;

/// Sends the request with a key until the answer is not 503, and returns that answer.
pub async fn insist(app: &TestApp, path: &str, token: &Token, key: &str, body: Option<Value>) -> Answer {
    let text = body.map(|body| body.to_string());
    let since = Instant::now();
    loop {
        let asked = Instant::now();
        let headers = [("X-Idempotency-Key", key)];
        let answer = app.send_text(Method::POST, path, token, &headers, text.as_deref()).await;
        assert!(asked.elapsed() < LONGEST, "{path} was answered after {:?}: {}", asked.elapsed(), answer.text);
        if answer.status != 503 {
            return answer;
        }
        assert!(!answer.header("retry-after").is_empty(), "{path}: 503 without Retry-After");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}: {}", answer.text);
        assert!(since.elapsed() < Duration::from_secs(40), "{path} is still {}", answer.text);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Creates, submits and approves one entry.
pub async fn post_one(app: &TestApp, id: &str) {
    let clerk = app.clerk();
    let path = format!("journal-entries/{id}");
    let key = |step: &str| format!("{step}-{id}");
    insist(app, "journal-entries", &clerk, &key("create"), Some(entry_named(id, "5.00"))).await.expect(201);
    insist(app, &format!("{path}/submit-for-approval"), &clerk, &key("submit"), None).await.expect(200);
    insist(app, &format!("{path}/approve"), &app.manager(), &key("approve"), None).await.expect(200);
}

/// Clients that work on the books.
pub struct Clients {
    app: Arc<TestApp>,
    stop: Arc<AtomicBool>,
    at_work: Vec<tokio::task::JoinHandle<Vec<String>>>,
}

impl Clients {
    pub fn of(app: &Arc<TestApp>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let next = Arc::new(AtomicU32::new(1));
        let client = |_| {
            let (app, stop, next) = (Arc::clone(app), Arc::clone(&stop), Arc::clone(&next));
            tokio::spawn(async move {
                let mut done = Vec::new();
                while !stop.load(Ordering::SeqCst) {
                    let id = format!("JE-{}", next.fetch_add(1, Ordering::SeqCst));
                    post_one(&app, &id).await;
                    done.push(id);
                }
                done
            })
        };
        Self { app: Arc::clone(app), at_work: (0..CLIENTS).map(client).collect(), stop }
    }

    /// The clients finish their work. Then each entry must have been created, submitted, signed and posted exactly
    /// once.
    pub async fn settle(self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        let mut count = 0;
        for client in self.at_work {
            for id in client.await.expect("a client ends well") {
                exactly_once(&self.app, &id).await;
                count += 1;
            }
        }
        count
    }
}

/// Asserts that the entry is posted, and that its trail has each step once.
pub async fn exactly_once(app: &TestApp, id: &str) {
    let clerk = app.clerk();
    app.eventually(&format!("journal-entries/{id}"), &clerk, |entry| entry["status"] == "Posted").await;
    let trail = app.get(&format!("journal-entries/{id}/audit-trail"), &clerk).await.expect(200);
    let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
    let actions: Vec<&str> = rows.iter().filter_map(|row| row["action"].as_str()).collect();
    assert_eq!(actions, ["Created", "Submit for Approval", "Approve", "Post to GL"], "{id}");
}

/// Asserts that the service recovers by itself once the database is back: reads, writes and workers.
pub async fn back_by_itself(app: &TestApp, id: &str) {
    let since = Instant::now();
    loop {
        let ready = app.get("/readyz", &Token::none()).await.status == 200;
        if ready && app.get("journal-entries", &app.clerk()).await.status == 200 {
            break;
        }
        assert!(since.elapsed() < BACK, "the service is not back after {BACK:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let clerk = app.clerk();
    app.post("journal-entries", &clerk, entry_named(id, "7.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
    let approved = app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
    assert_eq!(approved["posted"], true, "the workers are not back: {}", approved.text);
    assert!(since.elapsed() < BACK, "posted only after {:?}", since.elapsed());
    // No connection from before the outage may turn up later.
    for _ in 0..60 {
        app.get("accounts", &clerk).await.expect(200);
    }
}
