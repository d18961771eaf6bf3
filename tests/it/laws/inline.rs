//! Sets that one thread carries out on SQLite, from BEGIN to the answers. See
//! docs/write-path.md#sqlite.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sea_orm::{ConnectionTrait, TransactionTrait};
use tests::database::Backend;
use tests::prelude::*;
use tokio::task::JoinHandle;

/// How many sets were carried out so.
fn inline(app: &TestApp) -> u64 {
    app.engine().set_figures().inline.load(Ordering::Relaxed)
}

/// Sends a document in a task of its own; answers with its status.
fn sent(app: &Arc<TestApp>, path: &'static str, body: Value) -> JoinHandle<u16> {
    let (app, clerk) = (Arc::clone(app), app.clerk());
    tokio::spawn(async move { app.post(path, &clerk, body).await.status })
}

/// Books whose base currency is fixed by a first posting.
async fn books_in_use() -> TestApp {
    let app = TestApp::start(Backend::Sqlite).await;
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    app
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_shares_a_set_is_carried_out_by_the_thread() {
    let app = books_in_use().await;
    let end = app.end();
    let before = inline(&app);
    app.posted(JOURNAL_ENTRY, entry_named("JE-2", "100.00")).await;
    let created_submitted_approved_posted = 4;
    assert_eq!(inline(&app) - before, created_submitted_approved_posted);

    let before = inline(&app);
    app.post("bills", &app.clerk(), bill("B-1", "10.00")).await.expect(201);
    app.post("journal-entries/JE-2/reverse", &app.accountant(), json!({ "reversal_date": DAY })).await.expect(201);
    assert_eq!(inline(&app) - before, 2, "a party, a document that is undone");
    let before = inline(&app);
    app.posted(BILL, bill("B-2", "10.00")).await;
    app.posted(BILL_PAYMENT, bill_payment("P-2", "B-2", "10.00")).await;
    let two_lives = 8;
    assert_eq!(inline(&app) - before, two_lives, "a document that is paid");
    let before = inline(&app);
    let more = json!({ "items": [bill("B-3", "1.00"), bill("B-4", "2.00")], "submit": true });
    let done = app.post("bills/bulk", &app.clerk(), more).await.expect(200);
    assert_eq!((done.json["succeeded"].clone(), inline(&app)), (json!(2), before), "a bulk is no set");

    // Another process has changed the catalog: it is read, and the set carried out once more.
    let db = &app.engine().store.writer;
    db.execute_unprepared("UPDATE catalog_revision SET revision = revision + 1").await.expect("changed");
    app.post("journal-entries", &app.clerk(), entry_named("JE-3", "5.00")).await.expect(201);
    assert_eq!(inline(&app), before + 1);
    app.post("journal-entries", &app.clerk(), entry_named("JE-4", "5.00")).await.expect(201);
    assert_eq!(inline(&app), before + 2);
    let more = json!({ "items": [bill("B-5", "1.00"), bill("B-6", "2.00")], "submit": true });
    db.execute_unprepared("UPDATE catalog_revision SET revision = revision + 1").await.expect("changed");
    let done = app.post("bills/bulk", &app.clerk(), more).await.expect(200);
    assert_eq!(done.json["succeeded"], json!(2), "a bulk as well");
    drop(app);
    end.check().await;
}

/// The thread and who writes by the driver take turns: none of them finds the file locked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_thread_and_the_driver_write_in_turn() {
    let app = Arc::new(books_in_use().await);
    let end = app.end();
    let before = inline(&app);
    // One after the other of each, so that sets and commands that want the books alone follow each other.
    let entries = async {
        for number in 0..20 {
            let entry = entry_named(&format!("JE-T{number}"), "5.00");
            assert_eq!(sent(&app, "journal-entries", entry).await.expect("it answers"), 201);
        }
    };
    let vendors = async {
        for number in 0..20 {
            let vendor = vendor(&format!("V-T{number}"), "Turns");
            app.post("vendors", &app.admin(), vendor).await.expect(201);
        }
    };
    tokio::join!(entries, vendors);
    assert!(inline(&app) > before);

    // While the driver is inside of a transaction the thread waits for it.
    let tx = app.engine().store.writer.begin().await.expect("begun");
    let waiting = sent(&app, "journal-entries", entry_named("JE-LATER", "5.00"));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!waiting.is_finished());
    tx.commit().await.expect("committed");
    assert_eq!(waiting.await.expect("it answers"), 201);
    drop(app);
    end.check().await;
}

/// What rests on documents alone is decided beside its writes, what rests on more item by item.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bulk_is_carried_out_by_the_thread_whatever_it_rests_on() {
    let app = books_in_use().await;
    let end = app.end();
    let rate = json!({ "currency": "EUR", "date": DAY, "rate": 1.1 });
    app.post("exchange-rates", &app.controller(), rate).await.expect(201);
    let foreign = in_currency(entry_named("JE-B3", "5.00"), "EUR", "1.1");
    for (name, items) in [
        ("straight", vec![entry_named("JE-B1", "5.00"), entry_named("JE-B2", "7.00")]),
        ("one in a foreign currency", vec![entry_named("JE-B4", "5.00"), foreign]),
    ] {
        let answer = app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items, "submit": true })).await;
        assert_eq!(answer.expect(200)["succeeded"], 2, "{name}");
    }
    let signed: Vec<_> = ["JE-B1", "JE-B2", "JE-B3", "JE-B4", "JE-NONE"]
        .map(|id| json!({ "document_type": "journal_entry", "id": id, "action": "approve" }))
        .into();
    let answer = app.post("approvals/bulk", &app.manager(), json!({ "items": signed })).await.expect(200);
    assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(4), &json!(1)));
    // Items that rest on more, one of them refused, and one that meets another's reference.
    let of = |id: &str, reference: &str| with(bill(id, "5.00"), json!({ "reference": reference }));
    let items = json!({ "items": [of("B-1", "R-1"), of("B-2", "R-2"), of("B-3", "r-1"), bill("B-1", "1.00")] });
    let answer = app.post("bills/bulk", &app.clerk(), items).await.expect(200);
    assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(2), &json!(2)), "{}", answer.text);
    for id in ["JE-B1", "JE-B2", "JE-B3", "JE-B4"] {
        let path = format!("journal-entries/{id}");
        app.eventually(&path, &app.clerk(), |answer| answer.string("status") == "Posted").await;
    }
    drop(app);
    end.check().await;
}

/// What the database refuses undoes the whole set, and its commands run one by one: the others stand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_database_refuses_leaves_nothing_behind() {
    let app = Arc::new(books_in_use().await);
    let end = app.end();
    let db = &app.engine().store.writer;
    db.execute_unprepared(
        "CREATE TRIGGER refused BEFORE INSERT ON document_line WHEN NEW.document_id = 'JE-REFUSED' \
         BEGIN SELECT RAISE(ABORT, 'refused'); END",
    )
    .await
    .expect("made");
    let all =
        ["JE-A", "JE-REFUSED", "JE-B"].map(|name| (name, sent(&app, "journal-entries", entry_named(name, "5.00"))));
    for (name, answered) in all {
        let wanted = if name == "JE-REFUSED" { 500 } else { 201 };
        assert_eq!(answered.await.expect("it answers"), wanted, "{name}");
    }
    app.get("journal-entries/JE-REFUSED", &app.clerk()).await.expect(404);
    db.execute_unprepared("DROP TRIGGER refused").await.expect("dropped");
    app.post("journal-entries", &app.clerk(), entry_named("JE-REFUSED", "5.00")).await.expect(201);
    drop(app);
    end.check().await;
}
