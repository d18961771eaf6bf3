//! On PostgreSQL a bulk of several rounds does not read what this process has just written, as long as its rows are the very ones that
//! were written. See docs/write-path.md#what-is-known-without-reading.

use engine::values::kind::{DocumentKey, DocumentKind};
use tests::database::{Backend, Database};

use super::rounds::{ITEMS, entries, is, other_than, signatures};
use super::*;

/// Books with as many entries as pend in this bulk, and as this process has written them.
async fn submitted(name: &str) -> TestApp {
    let app = TestApp::start(Backend::Postgres).await;
    app.open_books().await;
    let call = of(&entries(name), json!({ "submit": true }));
    let answer = app.post("journal-entries/bulk", &app.clerk(), call).await.expect(200);
    assert_eq!(answer["succeeded"], ITEMS);
    app
}

/// From now on only the books themselves can be read.
async fn reads_no_document(app: &TestApp) {
    app.run("ALTER FUNCTION gl_read_facts(json, json, boolean, json) RENAME TO gl_facts_of_books").await;
    app.run(
        "CREATE FUNCTION gl_read_facts(json, json, boolean, json) RETURNS TABLE (what text, body text) LANGUAGE plpgsql AS $$
         BEGIN
             IF json_array_length($1) + json_array_length($2) > 0 THEN RAISE EXCEPTION 'documents are read'; END IF;
             RETURN QUERY SELECT * FROM gl_facts_of_books($1, $2, $3, $4);
         END $$",
    )
    .await;
}

async fn approve_all(app: &TestApp, name: &str) -> Answer {
    app.post("approvals/bulk", &app.manager(), of(&signatures(name), json!({}))).await.expect(200)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_bulk_wrote_the_next_one_does_not_read() {
    let app = submitted("JE").await;
    let end = app.end();
    reads_no_document(&app).await;
    let items: Vec<Value> = (0..ITEMS).map(|number| sign(JOURNAL_ENTRY, &format!("JE-{number}"), "reject")).collect();
    let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({}))).await.expect(200);
    assert_eq!(other_than("Rejected", &answer), is(&[]));
    drop(app);
    end.check().await;
}

/// What is remembered is what would be read; what is posted is forgotten.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bulk_is_remembered_as_it_is_read() {
    let app = submitted("JE").await;
    let end = app.end();
    for number in 0..ITEMS {
        app.assert_remembered(DocumentKind::JournalEntry, &format!("JE-{number}"), "submitted").await;
    }
    let mut items = signatures("JE");
    items[7] = sign(JOURNAL_ENTRY, "JE-7", "reject");
    items[250] = sign(JOURNAL_ENTRY, "JE-250", "hold");
    let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({}))).await.expect(200);
    assert_eq!(other_than("Posted", &answer), is(&[(7, "Rejected"), (250, "On Hold")]));
    app.assert_remembered(DocumentKind::JournalEntry, "JE-7", "rejected").await;
    app.assert_remembered(DocumentKind::JournalEntry, "JE-250", "held").await;
    let posted = DocumentKey::new(DocumentKind::JournalEntry, "JE-8");
    assert_eq!(app.engine().remembered_document(&posted), None);
    drop(app);
    end.check().await;
}

/// One row that somebody changed beside the service, and all of them are read: what stands there is not what was submitted, and is not
/// posted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_somebody_changed_beside_the_service_are_read() {
    for (place, change) in [
        (3, "UPDATE document_line SET memo = 'changed' WHERE document_id = 'JE-3' AND line_number = 2"),
        (299, "UPDATE document SET memo = 'changed' WHERE document_id = 'JE-299'"),
    ] {
        let app = submitted("JE").await;
        app.run(change).await;
        assert_eq!(other_than("Posted", &approve_all(&app, "JE").await), is(&[(place, "Approved")]), "{change}");
    }
}

/// What another process signed or rejected meanwhile is seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_process_did_is_seen() {
    let app = submitted("JE").await;
    let end = app.end();
    let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
    other.act("journal-entries/JE-20/approve", &other.manager()).await.expect(200);
    other.post("journal-entries/JE-280/reject", &other.manager(), json!({ "reason": "no" })).await.expect(200);
    let refused = [(20, "wrong_status"), (280, "wrong_status")];
    assert_eq!(other_than("Posted", &approve_all(&app, "JE").await), is(&refused));
    drop((app, other));
    end.check().await;
}
