//! `GET /audit/verification`: the trail is verified piece by piece, and the first row that is not as it was sealed is named.

use engine::kernel::outsiders::Reach;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};
use tests::prelude::*;

/// Books with a few documents, sealed, and a connection of somebody with all rights on their database.
async fn sealed_books(app: &TestApp) -> DatabaseConnection {
    app.open_books().await;
    for id in ["JE-1", "JE-2", "JE-3"] {
        app.posted(JOURNAL_ENTRY, entry_named(id, "5.00")).await;
    }
    app.engine().seal(Reach::All).await.expect("sealed");
    Database::connect(app.database.url()).await.expect("the books")
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// Removes what keeps rows of the trail from being changed.
async fn unlock(db: &DatabaseConnection) {
    let backend = db.get_database_backend();
    if backend == sea_orm::DbBackend::Postgres {
        return run(db, "ALTER TABLE audit_entry DISABLE TRIGGER ALL").await;
    }
    let named = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entry'";
    for row in db.query_all_raw(Statement::from_string(backend, named)).await.expect("the triggers") {
        run(db, &format!("DROP TRIGGER {}", row.try_get::<String>("", "name").expect("a name"))).await;
    }
}

/// Verifies to the end; the last piece, and how many there were.
async fn verified(app: &TestApp, query: &str) -> (Answer, usize) {
    let auditor = app.token("audrey", &[], &["audit.read"]);
    let (mut path, mut pieces) = (format!("audit/verification?{query}"), 1);
    loop {
        let piece = app.get(&path, &auditor).await.expect(200);
        if piece["next_cursor"].is_null() {
            return (piece, pieces);
        }
        assert_eq!(
            (&piece["finding"], &piece["is_whole"], &piece["head"]),
            (&Value::Null, &json!(false), &Value::Null)
        );
        path = format!("audit/verification?{query}&cursor={}", piece.string("next_cursor"));
        pieces += 1;
    }
}

/// What is wrong, and that nothing is called whole.
async fn finding(app: &TestApp, query: &str) -> String {
    let (piece, _) = verified(app, query).await;
    assert_eq!((&piece["is_whole"], &piece["head"]), (&json!(false), &Value::Null));
    piece.string("finding").to_owned()
}

tests::on_both! {
    async fn a_whole_trail_is_verified_in_pieces(app: TestApp) {
        let db = sealed_books(&app).await;
        let auditor = app.token("audrey", &[], &["audit.read"]);
        let early = app.get("audit/head", &auditor).await.expect(200);
        let kept = format!("{}:{}", early["position"], early.string("hash"));
        run(&db, "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details)
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10500)
            SELECT (SELECT max(at) FROM audit_entry), 'carl', 'bill', 'B-' || n, 'Updated', '{}' FROM numbers").await;
        app.engine().seal(Reach::All).await.expect("sealed");
        for query in ["", &format!("head={kept}"), &format!("head=0:{}", "0".repeat(64))] {
            let (piece, pieces) = verified(&app, query).await;
            let head = app.get("audit/head", &auditor).await.expect(200);
            assert_eq!((pieces, piece["is_whole"] == true, &piece["finding"]), (2, true, &Value::Null), "{}", piece.text);
            assert_eq!((&piece["verified"], &piece["sealed"]), (&head["position"], &head["position"]));
            assert_eq!(piece.string("head"), format!("{}:{}", head["position"], head.string("hash")));
        }
        let other = finding(&app, &format!("head={}:{}", early["position"], "a".repeat(64))).await;
        assert!(other.contains("when the given head was kept"), "{other}");
        let beyond = finding(&app, &format!("head=99999:{}", early.string("hash"))).await;
        assert!(beyond.contains("the given head is at position 99999"), "{beyond}");
        // In the second piece, the first one is not looked at again.
        unlock(&db).await;
        run(&db, "UPDATE audit_entry SET action = 'Deleted' WHERE resource_id = 'B-10400'").await;
        let changed = finding(&app, "").await;
        assert!(changed.starts_with("changed: ") && changed.contains("bill B-10400"), "{changed}");
    }

    async fn it_is_for_auditors_and_says_what_is_wrong_with_a_question(app: TestApp) {
        app.open_books().await;
        let (auditor, clerk) = (app.token("audrey", &[], &["audit.read"]), app.token("carl", &[], &["bill.read"]));
        app.get("audit/verification", &clerk).await.expect(403).problem("forbidden");
        let hash = "0".repeat(64);
        for (query, field) in [
            ("head=7".to_owned(), "head"), (format!("head=-1:{hash}"), "head"), ("cursor=x".to_owned(), "cursor"),
            (format!("cursor=1~2~3~{hash}x"), "cursor"), ("unknown=1".to_owned(), "unknown"),
        ] {
            let refused = app.get(&format!("audit/verification?{query}"), &auditor).await;
            assert!([400, 422].contains(&refused.status) && refused.text.contains(field), "{query}: {}", refused.text);
        }
        // Who invents a place to go on from finds out nothing but that.
        let invented = app.get(&format!("audit/verification?cursor=9223372036854775807~0~0~{hash}"), &auditor).await.expect(200);
        assert_eq!((&invented["is_whole"], invented["finding"].is_string()), (&json!(false), true), "{}", invented.text);
    }
}

/// Without the check of the books that ends other tests: these do not pass it any more.
async fn what_was_tampered_with_is_named(backend: Backend) {
    let app = TestApp::start(backend).await;
    let db = sealed_books(&app).await;
    run(
        &db,
        "INSERT INTO audit_entry (seq, at, performed_by, resource, resource_id, action, details)
        SELECT -7, at - 3600000000, 'mallory', 'bill', 'B-666', 'Approve', '{}' FROM audit_entry WHERE seq = 1",
    )
    .await;
    let inserted = finding(&app, "").await;
    assert!(inserted.starts_with("inserted: ") && inserted.contains("bill B-666"), "{inserted}");
    unlock(&db).await;
    let of = |id: &str| format!("(SELECT min(seq) FROM audit_entry WHERE resource_id = '{id}')");
    run(&db, &format!("UPDATE audit_entry SET performed_by = 'mallory' WHERE seq = {}", of("JE-2"))).await;
    let changed = finding(&app, "").await;
    assert!(changed.starts_with("changed: ") && changed.contains("journal_entry JE-2"), "{changed}");
    run(&db, &format!("DELETE FROM audit_entry WHERE seq = {}", of("JE-1"))).await;
    let missing = finding(&app, "").await;
    assert!(missing.starts_with("missing: "), "{missing}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_tampered_with_is_named_on_sqlite() {
    what_was_tampered_with_is_named(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_tampered_with_is_named_on_postgres() {
    what_was_tampered_with_is_named(Backend::Postgres).await;
}
