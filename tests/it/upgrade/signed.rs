//! The program still checks signatures of an earlier form: it finds content that was changed in the database, and does
//! not post it.

use engine::approval::access::Actor;
use engine::books::action::post::{Post, PostingJob};
use engine::books::request::Asked;
use engine::values::kind::{DocumentKey, DocumentKind};
use sea_orm::{ConnectionTrait, Statement};
use tests::fixture;
use tests::prelude::*;

use super::{RELEASES, agree, fine, gl};

/// A change in the database, and the document whose signatures no longer match.
const CHANGES: [(&str, &str); 5] = [
    ("UPDATE document SET memo = 'For Mallory' WHERE document_id = 'JE-APPROVED'", "journal_entry JE-APPROVED"),
    ("UPDATE document SET exchange_rate = '0.011' WHERE document_id = 'I-APPROVED'", "invoice I-APPROVED"),
    (
        "UPDATE document_line SET account_id = '1050' WHERE document_id = 'JE-HALF' AND line_number = 2",
        "journal_entry JE-HALF",
    ),
    ("UPDATE document SET due_date = '2034-01-01' WHERE document_id = 'B-PAID'", "bill B-PAID"),
    ("UPDATE document SET exchange_rate_reason = 'none' WHERE document_id = 'B-HALF'", "bill B-HALF"),
];

/// An archive that is verified stays the archive that it was: a step of the schema would write into its trail.
async fn verified_as_they_are(backend: Backend) {
    for release in RELEASES {
        let database = fixture::books(release, backend).await;
        let db = fixture::connect(&database).await;
        let rows = async |sql: &str| {
            let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect(sql);
            row.expect("a row").try_get_by_index::<i64>(0).expect("a number")
        };
        let trail = "SELECT count(*) FROM audit_entry";
        let before = rows(trail).await;
        let said = gl(&["audit", "verify"], &database);
        fine(&["audit", "export"], &database);
        assert_eq!((rows(trail).await, gl(&["audit", "verify"], &database)), (before, said));
        db.close().await.expect("closed");
        fine(&["migrate", "up"], &database);
        agree(&database);
    }
}

async fn found_and_not_posted(backend: Backend) {
    for release in RELEASES {
        let database = fixture::books(release, backend).await;
        fine(&["migrate", "up"], &database);
        let db = fixture::connect(&database).await;
        for (change, _) in CHANGES {
            db.execute_unprepared(change).await.expect(change);
        }
        db.execute_unprepared("UPDATE document SET digest_version = 7 WHERE document_id = 'B-APPROVED'")
            .await
            .expect("set");
        db.close().await.expect("closed");
        let (code, said) = gl(&["check"], &database);
        assert_eq!(code, Some(1), "{said}");
        for (change, name) in CHANGES {
            assert!(said.contains(&format!("document {name} is not what was signed")), "{change}: {said}");
        }
        assert!(said.contains("document bill B-APPROVED: its digest is of version 7"), "{said}");
        let app = TestApp::start_on(database, &[("GL_WORKERS", "none")]).await;
        for (kind, id, why) in [
            (DocumentKind::JournalEntry, "JE-APPROVED", "is not what was signed"),
            (DocumentKind::Invoice, "I-APPROVED", "is not what was signed"),
            (DocumentKind::Bill, "B-APPROVED", "version 7"),
        ] {
            let jobs = vec![PostingJob::of(None, DocumentKey::new(kind, id))];
            let refused = app.engine().perform(Asked::by(Actor::system()), Post { jobs }).await;
            let refused = refused.expect_err("it is not posted").to_string();
            assert!(refused.contains(why), "{id}: {refused}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_content_is_found_and_not_posted_on_sqlite() {
    found_and_not_posted(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_content_is_found_and_not_posted_on_postgres() {
    found_and_not_posted(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_verification_changes_nothing_on_sqlite() {
    verified_as_they_are(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_verification_changes_nothing_on_postgres() {
    verified_as_they_are(Backend::Postgres).await;
}
