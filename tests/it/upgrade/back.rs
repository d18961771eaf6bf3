//! Takes the schema back to that of the old books, step by step, and up again.

use tests::database::Database;
use tests::fixture;
use tests::prelude::*;

use super::{RELEASES, agree, fine, gl};

/// The applied steps, oldest first.
fn applied(database: &Database) -> Vec<String> {
    let steps = fine(&["migrate", "status"], database);
    steps.lines().filter_map(|line| line.strip_suffix("applied")).map(|name| name.trim().to_owned()).collect()
}

async fn down_and_up_again(backend: Backend) {
    for release in RELEASES {
        let database = fixture::books(release, backend).await;
        let old = applied(&database);
        fine(&["migrate", "up"], &database);
        let new = applied(&database);
        assert!(new.len() > old.len() && new.starts_with(&old), "{new:?}");
        for left in (old.len()..new.len()).rev() {
            fine(&["migrate", "down"], &database);
            assert_eq!(applied(&database), new[..left], "after the step down");
        }
        fine(&["migrate", "up"], &database);
        agree(&database);
    }
}

#[tokio::test]
async fn down_and_up_again_on_sqlite() {
    down_and_up_again(Backend::Sqlite).await;
}

#[tokio::test]
async fn down_and_up_again_on_postgres() {
    down_and_up_again(Backend::Postgres).await;
}

/// The program before the step could neither post nor verify documents that this one signed.
async fn what_was_signed_in_a_newer_form_keeps_the_step(backend: Backend) {
    let database = fixture::books(RELEASES[0], backend).await;
    let old = applied(&database);
    let app = TestApp::start_on(database, &[("GL_WORKERS", "none")]).await;
    app.act("journal-entries/DRAFT-entry/submit-for-approval", &app.clerk()).await.expect(200);
    let refused = loop {
        let (code, said) = gl(&["migrate", "down"], &app.database);
        if code != Some(0) {
            break said;
        }
    };
    assert!(refused.contains("\"DRAFT-entry\"") && refused.contains("cannot verify"), "{refused}");
    assert!(applied(&app.database).len() > old.len(), "the step is still there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_signed_in_a_newer_form_keeps_the_step_on_sqlite() {
    what_was_signed_in_a_newer_form_keeps_the_step(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_signed_in_a_newer_form_keeps_the_step_on_postgres() {
    what_was_signed_in_a_newer_form_keeps_the_step(Backend::Postgres).await;
}

/// The program before the step knows nothing of the kind that rules could guard, whether any of it was made or not.
async fn what_rules_guard_keeps_the_step(backend: Backend) {
    let app = TestApp::start_on(backend.database().await, &[("GL_WORKERS", "none")]).await;
    let admin = app.admin();
    app.post("approval-rules", &admin, guard("period_exception", "create", "manager")).await.expect(201);
    app.post("approval-rules", &admin, guard("write_off_rules", "change", "manager")).await.expect(201);
    app.delete("approval-rules/guard-write_off_rules-change", &admin).await.expect(204);
    let refused = loop {
        let (code, said) = gl(&["migrate", "down"], &app.database);
        if code != Some(0) {
            break said;
        }
    };
    assert!(refused.contains("an approval rule names write_off_rules"), "{refused}");
    assert!(applied(&app.database).last().is_some_and(|step| step.starts_with("m0073")), "the step is still there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_rules_guard_keeps_the_step_on_sqlite() {
    what_rules_guard_keeps_the_step(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_rules_guard_keeps_the_step_on_postgres() {
    what_rules_guard_keeps_the_step(Backend::Postgres).await;
}
