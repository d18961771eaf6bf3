//! On PostgreSQL a document that this process has just written is not read again, as long as its rows are the very ones that were
//! written. See docs/write-path.md#what-is-known-without-reading.

use std::sync::atomic::Ordering;

use engine::values::kind::{DocumentKey, DocumentKind};
use tests::database::{Backend, Database};
use tests::prelude::*;

/// Books whose base currency is fixed, and seen to be.
async fn books_in_use() -> TestApp {
    let app = TestApp::start(Backend::Postgres).await;
    app.open_books().await;
    for id in ["JE-FIRST", "JE-SECOND"] {
        app.posted(JOURNAL_ENTRY, entry_named(id, "1.00")).await;
    }
    app
}

fn optimistic(app: &TestApp) -> u64 {
    app.engine().set_figures().optimistic.load(Ordering::Relaxed)
}

/// Sets can still look, or not.
async fn looks(app: &TestApp, can: bool) {
    let (from, to) = if can { ("gl_gone", "gl_look_facts") } else { ("gl_look_facts", "gl_gone") };
    app.run(&format!("ALTER FUNCTION {from}(json, boolean, json) RENAME TO {to}")).await;
}

async fn submitted(app: &TestApp, id: &str) -> Answer {
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await
}

async fn approved(app: &TestApp, id: &str) -> Answer {
    app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_life_is_written_and_never_read() {
    let app = books_in_use().await;
    let end = app.end();
    looks(&app, false).await;
    let before = optimistic(&app);
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    let created_submitted_approved_posted = 4;
    assert_eq!(optimistic(&app) - before, created_submitted_approved_posted);
    looks(&app, true).await;
    drop(app);
    end.check().await;
}

/// What is remembered is what would be read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_is_remembered_as_it_is_read() {
    let app = books_in_use().await;
    let end = app.end();
    let entry = with(entry_named("JE-1", "1234567.89"), json!({ "memo": "\"äöü\"\n\\ 'x'" }));
    app.post("journal-entries", &app.clerk(), entry).await.expect(201);
    app.assert_remembered(DocumentKind::JournalEntry, "JE-1", "created").await;
    submitted(&app, "JE-1").await.expect(200);
    app.assert_remembered(DocumentKind::JournalEntry, "JE-1", "submitted").await;
    let put_on_hold = json!({ "reason": "a question" });
    app.post("journal-entries/JE-1/hold", &app.manager(), put_on_hold).await.expect(200);
    app.assert_remembered(DocumentKind::JournalEntry, "JE-1", "held").await;
    app.act("journal-entries/JE-1/unhold", &app.manager()).await.expect(200);
    app.assert_remembered(DocumentKind::JournalEntry, "JE-1", "no longer held").await;
    app.post("journal-entries/JE-1/reject", &app.manager(), json!({ "reason": "no" })).await.expect(200);
    app.assert_remembered(DocumentKind::JournalEntry, "JE-1", "rejected").await;

    app.post(EXPENSE_REPORT.path, &app.clerk(), expense("E-1", "12.34")).await.expect(201);
    app.assert_remembered(DocumentKind::Expense, "E-1", "created").await;
    drop(app);
    end.check().await;
}

/// Who changes rows beside the service is found out as by a look: here a line, and a header without its version. What is submitted is
/// what stands there, and so it is posted as it was signed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_somebody_changed_beside_the_service_are_read() {
    let app = books_in_use().await;
    let end = app.end();
    for (id, change) in [
        ("JE-1", "UPDATE document_line SET memo = 'changed' WHERE document_id = 'JE-1' AND line_number = 2"),
        ("JE-2", "UPDATE document SET memo = 'changed' WHERE document_id = 'JE-2'"),
    ] {
        app.post("journal-entries", &app.clerk(), entry_named(id, "5.00")).await.expect(201);
        app.run(change).await;
        submitted(&app, id).await.expect(200);
        assert_eq!(approved(&app, id).await.expect(200)["status"], "Posted", "{id}");
    }
    drop(app);
    end.check().await;
}

/// Another process' changes, and refusals, are those of a look. Where another one works on the same documents, they are read at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_process_did_is_seen() {
    let app = books_in_use().await;
    let end = app.end();
    let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
    for number in 1..=5 {
        let id = format!("JE-{number}");
        app.post("journal-entries", &app.clerk(), entry_named(&id, "5.00")).await.expect(201);
        submitted(&other, &id).await.expect(200);
        submitted(&app, &id).await.expect(409).problem("wrong_status");
        approved(&app, &id).await.expect(200);
        approved(&other, &id).await.expect(409);
    }
    app.post("journal-entries", &app.clerk(), entry_named("JE-6", "5.00")).await.expect(201);
    let remembered = app.engine().remembered_document(&DocumentKey::new(DocumentKind::JournalEntry, "JE-6"));
    assert_eq!(remembered, None, "after three misses nothing is remembered for a while");
    drop((app, other));
    end.check().await;
}
