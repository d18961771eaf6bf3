//! The fast path of posting: the process that approves also posts, and has nothing delivered by apalis. If it does not post, the sweep
//! has apalis deliver the job. Whenever the process dies, no posting is lost or made twice.
//! See docs/write-path.md#from-an-approval-to-its-posting.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use engine::books::action::post::{PostOutcome, PostingJob};
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::connect;
use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

const HOW_MANY: usize = 24;

/// The number of deliveries in apalis' table: those that are due, and those that are not due yet.
pub async fn waiting_deliveries(app: &TestApp) -> (i64, i64) {
    let reader = &app.engine().store.reader;
    let (table, due) = match app.database.backend {
        Backend::Sqlite => ("Jobs", "run_at <= CAST(strftime('%s', 'now') AS INTEGER)"),
        Backend::Postgres => ("apalis.jobs", "run_at <= now()"),
    };
    let text =
        format!("SELECT COALESCE(SUM(CASE WHEN {due} THEN 1 ELSE 0 END), 0) AS due, COUNT(*) AS waiting FROM {table}");
    let rows = reader.query_one_raw(Statement::from_string(reader.get_database_backend(), text)).await.expect("a row");
    let row = rows.expect("a row");
    let (due, waiting): (i64, i64) =
        (row.try_get("", "due").expect("a number"), row.try_get("", "waiting").expect("a number"));
    (due, waiting - due)
}

/// The signer's answer, for entries that are not posted yet.
async fn approve(app: &TestApp, id: &str) -> Answer {
    app.post("journal-entries", &app.clerk(), entry_named(id, "5.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200)
}

tests::on_both! {
    async fn an_approval_is_posted_and_leaves_no_delivery_behind(app: TestApp) {
        app.open_books().await;
        let answer = approve(&app, "JE-1").await;
        assert_eq!((&answer["status"], &answer["posted"]), (&json!("Posted"), &json!(true)));
        assert_eq!(waiting_deliveries(&app).await, (0, 0), "there was none");
    }
}

/// A batcher that accepts no job, as when it is full; and one that accepts all jobs and posts nothing, as when its process dies.
async fn what_the_lane_does_not_post_apalis_delivers(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    assert_eq!(approve(&app, "JE-1").await["posted"], false);
    assert_eq!(waiting_deliveries(&app).await, (1, 0), "without a batcher it is due at once");
    app.engine().signals.open_batcher(|_| false);
    assert_eq!(approve(&app, "JE-2").await["posted"], false);
    app.engine().signals.open_batcher(|_| true);
    assert_eq!(approve(&app, "JE-3").await["posted"], false);
    assert_eq!(waiting_deliveries(&app).await, (1, 0), "with one it is not delivered before it is late");
    let late = "UPDATE job SET due_at = created_at WHERE resource_id <> 'JE-1'";
    app.engine().store.writer.execute_unprepared(late).await.expect("late");
    assert_eq!(app.engine().sweep().await.expect("swept").redelivered, 1, "what is in hand here is not left behind");
    assert_eq!(waiting_deliveries(&app).await, (2, 0), "the one that the batcher did not take");
    app.engine().signals.close_batcher();

    let worker = Process::serve(app.database.url(), &settings(&[]));
    for id in ["JE-1", "JE-2", "JE-3"] {
        app.eventually(&format!("journal-entries/{id}"), &app.clerk(), |entry| entry["status"] == "Posted").await;
    }
    assert_eq!(waiting_deliveries(&app).await, (0, 0), "each posting took its delivery with it");
    drop(worker);
    end.check().await;
}

/// Two processes run the same jobs: one from its batcher, the other from apalis. Each entry is posted by one of them.
async fn two_at_once_post_everything_once(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "0s")]).await;
    let end = app.end();
    app.open_books().await;
    let jobs: Arc<Mutex<Vec<PostingJob>>> = Arc::default();
    let taken = Arc::clone(&jobs);
    app.engine().signals.open_batcher(move |job| {
        taken.lock().expect("not poisoned").push(job);
        true
    });
    for number in 0..HOW_MANY {
        approve(&app, &format!("JE-{number}")).await;
    }
    app.engine().signals.close_batcher();
    let jobs = jobs.lock().expect("not poisoned").clone();
    assert_eq!(jobs.len(), HOW_MANY);

    let store = connect(app.database.url(), 4).await.expect("the books open");
    let here = app.engine();
    let other = Engine::open(store, here.clock.clone(), here.settings, engine::features::RECORDS)
        .await
        .expect("the books open");
    let backwards = jobs.iter().rev().cloned().collect();
    let (a, b) = tokio::join!(here.run_postings(jobs.clone()), other.run_postings(backwards));
    let mut posted: BTreeMap<String, usize> = BTreeMap::new();
    for (key, outcome) in a.into_iter().chain(b) {
        let posts = matches!(outcome.expect("posted, or found posted"), PostOutcome::Posted(_));
        *posted.entry(key.id).or_default() += usize::from(posts);
    }
    assert_eq!(posted.len(), HOW_MANY);
    assert!(posted.values().all(|times| *times == 1), "{posted:?}");
    let _ = (other.store.writer.clone().close().await, other.store.reader.clone().close().await);
    assert_eq!(waiting_deliveries(&app).await, (0, 0));
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_lane_does_not_post_apalis_delivers_on_sqlite() {
    what_the_lane_does_not_post_apalis_delivers(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_lane_does_not_post_apalis_delivers_on_postgres() {
    what_the_lane_does_not_post_apalis_delivers(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_at_once_post_everything_once_on_sqlite() {
    two_at_once_post_everything_once(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_at_once_post_everything_once_on_postgres() {
    two_at_once_post_everything_once(Backend::Postgres).await;
}
