//! Processes on one PostgreSQL notify each other: an approval wakes the workers of other processes, and the end of a job wakes the
//! requests that wait for it. (Without a notification they notice both a little later; the other tests of jobs show that.)

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::books::action::post::{PostOutcome, PostingJob};
use engine::books::queue::Queue;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::connect;
use engine::kernel::relay::Relay;
use engine::values::kind::{DocumentKey, DocumentKind};
use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

/// The time limit for a notification, which normally comes at once, on the slowest machine.
const SURELY: Duration = Duration::from_secs(20);

async fn comes<T>(what: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(SURELY, future).await.unwrap_or_else(|_| panic!("{what} was not told"))
}

/// A server without workers, and the engine of a worker elsewhere.
async fn two_processes() -> (TestApp, Arc<Engine>) {
    let app = TestApp::start_with(Backend::Postgres, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "0s")]).await;
    app.open_books().await;
    let here = app.engine();
    let store = connect(app.database.url(), 4).await.expect("the books open");
    let other = Engine::open(store, here.clock.clone(), here.settings, engine::features::RECORDS)
        .await
        .expect("the books open");
    (app, other)
}

async fn approve(app: &TestApp, id: &str) {
    app.post("journal-entries", &app.clerk(), entry_named(id, "5.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    let approved = app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
    assert_eq!(approved["status"], "Approved", "no worker in this process");
}

/// Approves entries until `other` is notified of one: at first it may not listen yet.
async fn until_heard(app: &TestApp, other: &Engine, prefix: &str) {
    for number in 0..200 {
        approve(app, &format!("{prefix}-{number}")).await;
        if tokio::time::timeout(Duration::from_millis(200), other.signals.work(Queue::PostDocument)).await.is_ok() {
            return;
        }
    }
    panic!("a worker elsewhere never heard of an approval");
}

/// Another engine posts the entry, and `app` is notified that its job ended.
async fn ends_elsewhere(app: &TestApp, other: &Arc<Engine>, id: &str) {
    approve(app, id).await;
    let newest = app.get("jobs?limit=1", &app.admin()).await.expect(200);
    let job_id = newest["data"][0]["job_id"].as_str().expect("the posting job").to_owned();
    let ending = app.engine().signals.ending(&job_id);
    let key = DocumentKey::new(DocumentKind::JournalEntry, id);
    let outcomes = other.run_postings(vec![PostingJob::of(Some(job_id.clone()), key.clone())]).await;
    assert!(matches!(outcomes.get(&key), Some(Ok(PostOutcome::Posted(_)))), "{outcomes:?}");
    comes("the end of a job", ending.told()).await;
}

async fn close(other: &Engine) {
    let _ = (other.store.writer.clone().close().await, other.store.reader.clone().close().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_hears_of_an_approval_elsewhere_and_the_approver_of_its_end() {
    let (app, other) = two_processes().await;
    let _relays = (Relay::start(app.engine()), Relay::start(&other));
    until_heard(&app, &other, "HEARD").await;
    ends_elsewhere(&app, &other, "JE-1").await;
    close(&other).await;
}

/// Who signs is answered with the document as another process has posted it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_answer_is_the_document_as_it_is_posted_elsewhere() {
    let app = TestApp::start_with(Backend::Postgres, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "30s")]).await;
    app.open_books().await;
    let worker = Process::spawn(&["worker"], app.database.url(), &settings(&[]));
    for id in ["JE-1", "JE-2"] {
        app.post("journal-entries", &app.clerk(), entry_named(id, "5.00")).await.expect(201);
        app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
        let approved = app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
        assert_eq!((&approved["status"], &approved["posted"]), (&json!("Posted"), &json!(true)));
        let present = app.get(&format!("journal-entries/{id}"), &app.clerk()).await.expect(200);
        assert_eq!(approved.header("etag"), present.header("etag"));
    }
    drop(worker);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_hear_each_other_again_after_their_connections_were_cut() {
    let (app, other) = two_processes().await;
    let _relays = (Relay::start(app.engine()), Relay::start(&other));
    until_heard(&app, &other, "BEFORE").await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'";
    let listeners = other.store.reader.query_all_raw(Statement::from_string(sea_orm::DbBackend::Postgres, cut)).await;
    assert_eq!(listeners.expect("cut").len(), 2, "one for each process");
    until_heard(&app, &other, "AFTER").await;
    close(&other).await;
}
