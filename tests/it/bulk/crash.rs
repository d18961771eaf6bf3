//! A process that dies within a bulk leaves all of it or nothing, and a retry with the key settles which.

use std::time::Duration;

use reqwest::Method;
use tests::prelude::*;

use super::{of, sign};

/// Dies at this point for the nth time; `all`: whether the bulk stands then.
async fn killed(backend: Backend, path: &str, point: &str, all: bool) {
    let mut app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    let drafts: Vec<Value> = (0..300).map(|number| entry_named(&format!("JE-{number}"), "1.00")).collect();
    let (who, body) = if path == "approvals/bulk" {
        app.post("journal-entries/bulk", &app.clerk(), of(&drafts, json!({ "submit": true }))).await.expect(200);
        let items: Vec<Value> =
            (0..300).map(|number| sign(JOURNAL_ENTRY, &format!("JE-{number}"), "approve")).collect();
        (app.manager(), of(&items, json!({})))
    } else {
        (app.clerk(), of(&drafts, json!({ "submit": true })))
    };
    app.process().relaunch(&[("GL_CRASH_AT", point)]);
    app.process().await_address();
    app.base_url = app.process().base_url.clone();
    let (text, headers) = (body.to_string(), [("X-Idempotency-Key", "bulk-1")]);
    let lost = app.try_send(Method::POST, path, &who, &headers, Some(&text)).await;
    assert!(lost.is_err(), "{path} at {point}: {lost:?}");
    app.process().wait(Duration::from_secs(10));
    app.restart();
    let untouched = if path == "approvals/bulk" { "Pending Approval" } else { "none" };
    for id in ["JE-0", "JE-150", "JE-299"] {
        let read = app.get(&format!("journal-entries/{id}"), &app.clerk()).await;
        let status = read["status"].as_str().unwrap_or("none").to_owned();
        assert_eq!(status != untouched, all, "{id} of {path} at {point}: {}", read.text);
    }
    let retried = app.send_text(Method::POST, path, &who, &headers, Some(&text)).await.expect(200);
    assert_eq!((&retried["succeeded"], &retried["failed"]), (&json!(300), &json!(0)), "{}", retried.text);
    assert_eq!(retried.header("Idempotent-Replayed") == "true", all, "{path} at {point}");
    if path == "approvals/bulk" {
        app.eventually("journal-entries?status=Posted&count=true", &app.clerk(), |list| list["total"] == 300).await;
    }
    app.process().terminate(Duration::from_secs(12));
    app.books_agree();
}

async fn at_each_point(backend: Backend) {
    // After the first round, after the last, and after the commit.
    killed(backend, "journal-entries/bulk", "bulk-written", false).await;
    killed(backend, "journal-entries/bulk", "bulk-written:3", false).await;
    killed(backend, "journal-entries/bulk", "bulk-committed", true).await;
    killed(backend, "approvals/bulk", "bulk-written:2", false).await;
    killed(backend, "approvals/bulk", "bulk-committed", true).await;
    killed(backend, "approvals/bulk", "answer-unkept", true).await;
}

#[tokio::test]
async fn a_bulk_is_done_or_not_on_sqlite() {
    at_each_point(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_bulk_is_done_or_not_on_postgres() {
    at_each_point(Backend::Postgres).await;
}
