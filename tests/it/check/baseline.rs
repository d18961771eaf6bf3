//! The baseline of older books is written once and sealed. Later tampering stays a finding.

use sea_orm::ConnectionTrait;
use tests::fixture;
use tests::prelude::*;

/// Runs `gl check`: its exit code and its output.
fn check(database: &Database) -> (Option<i32>, String) {
    let told = tests::process::run(&["check"], &settings(&[("GL_DATABASE_URL", database.url())]));
    (told.status.code(), String::from_utf8_lossy(&told.stdout).into_owned())
}

async fn run(database: &Database, sql: &str) {
    let db = fixture::connect(database).await;
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    db.close().await.expect("closed");
}

const HELPER: &str = "INSERT INTO role (role_id, permissions, is_builtin, version, updated_at, updated_by) \
    VALUES ('helper', '[\"*.*\"]', false, 1, 1, 'system')";

async fn written_once(backend: Backend) {
    let database = fixture::books("1268427", backend).await;
    tests::process::run(&["migrate", "up"], &settings(&[("GL_DATABASE_URL", database.url())]));
    let (code, said) = check(&database);
    assert!(code == Some(0) && said.contains("rows verified: 0 differences"), "{said}");
    // A row inserted after the baseline stays a finding, however often books are opened.
    run(&database, HELPER).await;
    for _ in 0..2 {
        let (code, said) = check(&database);
        assert!(code == Some(1) && said.contains("role helper: the trail does not say that it was made"), "{said}");
    }
    // A second baseline for the same row is a finding, too.
    run(&database, "DELETE FROM role WHERE role_id = 'helper'").await;
    run(&database, "UPDATE account SET account_type = 'asset' WHERE account_id = '6000'").await;
    let (_, said) = check(&database);
    assert!(said.contains("account 6000: account_type is \"asset\", and the trail last said \"expense\""), "{said}");
    let forged = "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details) \
        SELECT at, performed_by, resource, resource_id, action, replace(details, '\"expense\"', '\"asset\"') FROM audit_entry \
        WHERE action = 'Baseline' AND resource = 'account' AND resource_id = '6000'";
    run(&database, forged).await;
    let (code, said) = check(&database);
    assert!(code == Some(1) && said.contains("account 6000: audit row "), "{said}");
    // A change of the trail itself is named first: a comparison with a changed trail means nothing.
    let unlock = match backend {
        Backend::Sqlite => "DROP TRIGGER audit_entry_update",
        Backend::Postgres => "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
    };
    run(&database, unlock).await;
    run(&database, "UPDATE audit_entry SET performed_by = 'mallory' WHERE seq = 3").await;
    let (code, said) = check(&database);
    assert!(
        code == Some(1) && said.starts_with("the trail, which rows are held against, was tampered with: changed: "),
        "{said}"
    );
    assert!(said.contains("trail NOT verified"), "{said}");
}

#[tokio::test]
async fn a_baseline_is_written_once_on_sqlite() {
    written_once(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_baseline_is_written_once_on_postgres() {
    written_once(Backend::Postgres).await;
}
