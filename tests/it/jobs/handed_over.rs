//! Postings of documents that the approval left at hand. See docs/write-path.md#what-is-known-without-reading.

use engine::books::action::post::{PostOutcome, PostingJob};
use engine::books::document::{Document, HandedOver};
use engine::values::kind::{DocumentKey, DocumentKind};
use tests::prelude::*;

/// An approved entry that nobody posts, as it stands in the books.
async fn approved(app: &TestApp, id: &str) -> Document {
    app.post("journal-entries", &app.clerk(), entry_named(id, "5.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    let signed = app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
    assert_eq!(signed.string("status"), "Approved");
    stored(app, &DocumentKey::new(DocumentKind::JournalEntry, id)).await
}

async fn stored(app: &TestApp, key: &DocumentKey) -> Document {
    app.engine().document(key).await.expect("read").expect("it is there")
}

/// The document at hand, as decided by the catalog that the process knows.
fn handed_over(app: &TestApp, document: &Document) -> HandedOver {
    HandedOver::now(document.clone(), app.engine().known_catalog().revision)
}

/// Runs a posting with what is at hand of its document, if anything; what became of it.
async fn post(app: &TestApp, document: &Document, signed: Option<HandedOver>) -> PostOutcome {
    let key = document.key.clone();
    let job = PostingJob { signed, ..PostingJob::of(None, key.clone()) };
    app.engine().run_postings(vec![job]).await.remove(&key).expect("an outcome").expect("no failure")
}

async fn what_is_handed_over_is_posted_and_what_has_changed_is_read(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    // The first posting fixes the base currency, and is read.
    let first = approved(&app, "JE-1").await;
    assert!(matches!(post(&app, &first, None).await, PostOutcome::Posted(_)));

    let second = approved(&app, "JE-2").await;
    let PostOutcome::Posted(posted) = post(&app, &second, Some(handed_over(&app, &second))).await else {
        panic!("it is not posted")
    };
    assert_eq!(stored(&app, &second.key).await, *posted, "what is told is what stands in the books");

    // Somebody was faster: what is at hand is no longer what stands there.
    for document in [&first, &second] {
        assert_eq!(post(&app, document, Some(handed_over(&app, document))).await, PostOutcome::NothingToDo);
    }
    drop(app);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_over_is_posted_on_sqlite() {
    what_is_handed_over_is_posted_and_what_has_changed_is_read(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_over_is_posted_on_postgres() {
    what_is_handed_over_is_posted_and_what_has_changed_is_read(Backend::Postgres).await;
}

/// A rule that begins to add up marks the documents that were submitted before, without a version of their own: a posting of what was at
/// hand before it must not take the marks away.
async fn what_is_handed_over_from_before_a_change_of_the_catalog_is_read(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    let first = approved(&app, "JE-1").await;
    assert!(matches!(post(&app, &first, None).await, PostOutcome::Posted(_)));

    let second = approved(&app, "JE-2").await;
    let signed = handed_over(&app, &second);
    let rule = json!({
        "rule_id": "SUMS", "rule_name": "sums", "document_type": "journal_entry", "rule_type": "Amount Threshold", "is_active": true,
        "priority": 1, "min_amount": 9.99, "approval_level": 2, "approver_type": "role", "approver_role": "controller",
        "aggregate_days": 7, "aggregate_by": "author",
    });
    app.post("approval-rules", &app.admin(), rule).await.expect(201);
    // By now this process knows the new catalog.
    app.post("journal-entries", &app.clerk(), entry_named("JE-3", "0.01")).await.expect(201);
    let posted = post(&app, &second, Some(signed)).await;
    assert!(matches!(posted, PostOutcome::Posted(_)), "{posted:?}");

    let third = app.act("journal-entries/JE-3/submit-for-approval", &app.clerk()).await.expect(200);
    let sums = &third["approval_plan"]["steps"][1]["approvers"][0]["added_up"]["documents"];
    assert_eq!(sums, &json!(["JE-2", "JE-1"]), "{}", third.text);
    drop(app);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_over_from_before_a_change_of_the_catalog_is_read_on_sqlite() {
    what_is_handed_over_from_before_a_change_of_the_catalog_is_read(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_over_from_before_a_change_of_the_catalog_is_read_on_postgres() {
    what_is_handed_over_from_before_a_change_of_the_catalog_is_read(Backend::Postgres).await;
}
