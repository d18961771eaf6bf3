//! A process that dies while it carries out what was signed does it all the same, once.

use reqwest::Method;
use tests::prelude::*;

use super::asked_for_a_void;

/// Dies at this point while it carries out a signed void; after the start again it is done, once.
async fn killed(backend: Backend, point: &str) {
    let mut app = TestApp::start_process(backend, &[("GL_POSTING_WAIT", "1s")]).await;
    app.open_books().await;
    let id = asked_for_a_void(&app).await;
    app.process().relaunch(&[("GL_CRASH_AT", point)]);
    app.process().await_address();
    app.base_url = app.process().base_url.clone();
    let approve = format!("change-requests/{id}/approve");
    let headers = [("X-Idempotency-Key", "sign-1")];
    let _ = app.try_send(Method::POST, &approve, &app.manager(), &headers, Some("{}")).await;
    app.process().wait(std::time::Duration::from_secs(10));
    app.restart();
    app.send(Method::POST, &approve, &app.manager(), &headers, Some(json!({}))).await.expect(200);
    let change = format!("change-requests/{id}");
    app.eventually(&change, &app.manager(), |read| read["status"] == "Done").await;
    let trail = app.get("bills/B-1/audit-trail", &app.manager()).await.expect(200);
    let voids = trail["audit_trail"].as_array().into_iter().flatten().filter(|row| row["action"] == "Void").count();
    assert_eq!(voids, 1, "{point}: {}", trail.text);
    app.process().terminate(std::time::Duration::from_secs(12));
    app.books_agree();
}

async fn at_each_point(backend: Backend) {
    for point in ["carry-out-begun", "carry-out-written", "carry-out-committed"] {
        killed(backend, point).await;
    }
}

#[tokio::test]
async fn what_was_signed_is_carried_out_once_on_sqlite() {
    at_each_point(Backend::Sqlite).await;
}

#[tokio::test]
async fn what_was_signed_is_carried_out_once_on_postgres() {
    at_each_point(Backend::Postgres).await;
}
