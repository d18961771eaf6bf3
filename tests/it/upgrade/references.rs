//! References of older books get the key by which they are compared now; those that meet by it stay, are told of, and are taken for new
//! documents. See docs/rules/documents.md#bill.

use engine::books::action::kind::items::reference_key;
use sea_orm::ConnectionTrait;
use tests::fixture;
use tests::prelude::*;

use super::{RELEASES, agree, fine};

/// The migration has a copy of the function: both give one key.
#[test]
fn both_give_one_key() {
    let letters = ('\0'..='\u{33ff}')
        .chain('\u{a000}'..='\u{abff}')
        .chain('\u{f900}'..='\u{16fff}')
        .chain('\u{1d000}'..='\u{1ffff}');
    for letter in letters.chain('\u{e0000}'..='\u{e0fff}') {
        for reference in [letter.to_string(), format!("A{letter}-1"), format!("a{letter}\u{301}")] {
            assert_eq!(migration::reference_key::reference_key(&reference), reference_key(&reference), "{reference:?}");
        }
    }
}

async fn references_that_meet_stay_and_are_told_of(backend: Backend) {
    let database = fixture::books(RELEASES[0], backend).await;
    let db = fixture::connect(&database).await;
    // That release took it as new: B-POSTED has the reference INV-7, with another hyphen, and B-SPELT inv-7.
    let alike =
        "UPDATE document SET reference = 'inv\u{2011}7\u{200b}' WHERE kind = 'bill' AND document_id = 'DRAFT-bill'";
    db.execute_unprepared(alike).await.expect("written");
    db.close().await.expect("closed");
    let said = fine(&["migrate", "up"], &database);
    assert!(said.contains("DRAFT-bill") && said.contains("B-POSTED"), "{said}");
    let warned = fine(&["check"], &database);
    assert!(warned.contains(" 0 differences, 3 warnings"), "{warned}");
    for id in ["DRAFT-bill", "B-POSTED", "B-SPELT"] {
        assert!(warned.contains(&format!("warning: bill {id} of V-1 has the reference ")), "{warned}");
    }
    fixture::make_fresh(&database, "").await;
    let app = TestApp::start_on(database, &[("GL_WORKERS", "none")]).await;
    for reference in ["INV-7", "Inv\u{2212}7", "inv-\u{ff17}"] {
        let new = with(
            bill("B-NEW", "5.00"),
            json!({ "reference": reference, "tran_date": "2024-04-10", "due_date": "2024-05-10" }),
        );
        app.post("bills", &app.clerk(), with(new, json!({ "posting_period_id": "2024-04" })))
            .await
            .expect(409)
            .problem("already_exists");
    }
    fine(&["migrate", "down"], &app.database);
    fine(&["migrate", "up"], &app.database);
    agree(&app.database);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_that_meet_stay_and_are_told_of_on_sqlite() {
    references_that_meet_stay_and_are_told_of(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_that_meet_stay_and_are_told_of_on_postgres() {
    references_that_meet_stay_and_are_told_of(Backend::Postgres).await;
}
