//! Old documents get the editors that their trail names. See docs/rules/signing.md#authors-do-not-sign.

use sea_orm::{ConnectionTrait, Statement};
use tests::database::Database;
use tests::fixture;
use tests::prelude::*;

use super::{agree, fine};

/// The step that keeps them.
const STEP: &str = "m0040_editors";

/// Each document with editors, and they, in the order of their names.
async fn kept(database: &Database) -> Vec<(String, Vec<String>)> {
    let db = fixture::connect(database).await;
    let sql = "SELECT document_id, editors FROM document WHERE editors IS NOT NULL ORDER BY document_id";
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect("read");
    let read = |row: &sea_orm::QueryResult| {
        let (id, text): (String, String) = (row.try_get("", "document_id")?, row.try_get("", "editors")?);
        let mut names: Vec<String> = serde_json::from_str(&text).expect("names");
        names.sort();
        Ok::<_, sea_orm::DbErr>((id, names))
    };
    rows.iter().map(|row| read(row).expect("texts")).collect()
}

/// Edits some, goes back to the release before the step, and on again: the trail gives back what was there.
async fn old_documents_get_the_editors_of_their_trail(backend: Backend) {
    let database = {
        let app = TestApp::start_process(backend, &[]).await;
        app.open_books().await;
        let (clerk, cora) = (app.clerk(), app.token("cora", &["clerk"], &[]));
        let dan = app.token("Dan", &["manager", "clerk"], &[]);
        for (id, by) in [("JE-1", vec![&cora, &dan, &cora]), ("JE-2", vec![]), ("JE-3", vec![&dan])] {
            app.post("journal-entries", &clerk, entry_named(id, "1.00")).await.expect(201);
            for (place, who) in by.into_iter().enumerate() {
                app.put(&format!("journal-entries/{id}"), who, entry_named(id, &format!("{}.00", place + 2)))
                    .await
                    .expect(200);
            }
        }
        // Made anew under its id: who edited the one before it did not write this.
        app.delete("journal-entries/JE-3", &clerk).await.expect(204);
        app.post("journal-entries", &clerk, entry_named("JE-3", "1.00")).await.expect(201);
        app.put("journal-entries/JE-3", &cora, entry_named("JE-3", "2.00")).await.expect(200);
        let body = with(bill("B-1", "5.00"), json!({}));
        app.post("bills", &clerk, body).await.expect(201);
        app.put("bills/B-1", &dan, bill("B-1", "6.00")).await.expect(200);
        std::sync::Arc::clone(&app.database)
    };
    let before = kept(&database).await;
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let wanted = [("B-1", names(&["Dan"])), ("JE-1", names(&["Dan", "cora"])), ("JE-3", names(&["cora"]))];
    assert_eq!(before, wanted.map(|(id, names)| (id.to_owned(), names)));
    let is_applied =
        || fine(&["migrate", "status"], &database).lines().any(|line| line.contains(STEP) && line.ends_with("applied"));
    assert!(is_applied());
    while is_applied() {
        fine(&["migrate", "down"], &database);
    }
    fine(&["migrate", "up"], &database);
    assert_eq!(kept(&database).await, before);
    agree(&database);
}

#[tokio::test]
async fn old_documents_get_the_editors_of_their_trail_on_sqlite() {
    old_documents_get_the_editors_of_their_trail(Backend::Sqlite).await;
}

#[tokio::test]
async fn old_documents_get_the_editors_of_their_trail_on_postgres() {
    old_documents_get_the_editors_of_their_trail(Backend::Postgres).await;
}
