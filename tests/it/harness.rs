//! The ground the other tests stand on.

use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

async fn count(database: &Database, sql: &str) -> i64 {
    let db = sea_orm::Database::connect(database.url()).await.expect("the database opens");
    let row =
        db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect(sql).expect("a row");
    let count = row.try_get_by_index(0).expect("a count");
    db.close().await.expect("the database closes");
    count
}

async fn each_test_has_a_migrated_database_of_its_own(backend: Backend) {
    let (one, other) = tokio::join!(backend.database(), backend.database());
    assert_ne!(one.url(), other.url());
    for database in [&one, &other] {
        let db = sea_orm::Database::connect(database.url()).await.expect("the database opens");
        assert_eq!(migration::state(&db).await.expect("a schema"), migration::SchemaState::Current);
        db.execute_unprepared("CREATE TABLE mine (id BIGINT)").await.expect("a table of this test's");
        db.close().await.expect("the database closes");
        assert_eq!(count(database, "SELECT count(*) FROM mine").await, 0);
    }
}

#[tokio::test]
async fn each_test_has_a_migrated_database_of_its_own_on_sqlite() {
    Box::pin(each_test_has_a_migrated_database_of_its_own(Backend::Sqlite)).await;
}

#[tokio::test]
async fn each_test_has_a_migrated_database_of_its_own_on_postgres() {
    Box::pin(each_test_has_a_migrated_database_of_its_own(Backend::Postgres)).await;
}

#[test]
fn amounts_keep_their_digits() {
    assert_eq!(entry("100.00")["lines"][0]["debit"].to_string(), "100.00");
}
