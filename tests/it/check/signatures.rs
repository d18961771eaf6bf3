//! The author, submitter, signers and plan of a document.

use tests::prelude::*;

use super::differences;
use super::{found, tamper};

const ROW: &str = "WHERE document_id = 'JE-1'";

async fn half_signed(app: &TestApp) {
    app.open_books().await;
    let path = app.draft(JOURNAL_ENTRY, entry_named("JE-1", "5000.00")).await;
    // What somebody else wrote, and the author wrote anew.
    let cora = app.token("cora", &["clerk"], &[]);
    app.put(&path, &cora, entry_named("JE-1", "4000.00")).await.expect(200);
    app.put(&path, &app.clerk(), entry_named("JE-1", "5000.00")).await.expect(200);
    app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.approve(&path).await.expect(200);
}

tests::on_both! {
    async fn who_made_and_signed_a_document_is_held_against_the_trail(app: TestApp) {
        half_signed(&app).await;
        for (column, is, made) in [
            ("created_by", "'carl'", "'mallory'"),
            ("edited_by", "'carl'", "'mallory'"),
            ("editors", "'[\"cora\",\"carl\"]'", "'[\"carl\"]'"),
            ("submitted_by", "'carl'", "'mallory'"),
            ("held_by", "NULL", "'mallory'"),
            ("current_level", "1", "0"),
            ("signed_by", "replace(signed_by, '\"mallory\"', '\"mona\"')", "replace(signed_by, '\"mona\"', '\"mallory\"')"),
        ] {
            let set = |value: &str| format!("UPDATE document SET {column} = {value} {ROW}");
            found(&app, &set(made), &format!("journal_entry JE-1: {column}"), &set(is)).await;
        }
        for (column, is, made, told) in [
            ("signed_at", "signed_at - 1", "signed_at + 1", "signed_at"),
            ("on_behalf_of", "NULL", "'mallory'", "on_behalf_of"),
        ] {
            let set = |value: &str| format!("UPDATE signature SET {column} = {value} {ROW}");
            found(&app, &set(made), &format!("signature journal_entry JE-1 round 1 level 1: {told}"), &set(is)).await;
        }
        let by = |name: &str| format!("UPDATE signature SET user_id = '{name}' {ROW}");
        tamper(&app, &by("mallory")).await;
        let said = differences(&app).await.join("\n");
        assert!(said.contains("round 1 level 1: the trail does not say that mallory gave it"), "{said}");
        assert!(said.contains("round 1 level 1: is gone; the trail says that mona gave it"), "{said}");
        tamper(&app, &by("mona")).await;
        let level = |from: u8, to: u8| {
            format!("UPDATE document SET signed_by = replace(signed_by, '\"level\":{from}', '\"level\":{to}') {ROW}")
        };
        found(&app, &level(1, 2), "journal_entry JE-1: signed_by has mona at level 2, and the trail says otherwise", &level(2, 1)).await;
        let raise = |from: &str, to: &str| format!("UPDATE document SET plan = replace(plan, '{from}', '{to}') {ROW}");
        let (is, made) = ("\"required_level\":2", "\"required_level\":1");
        found(&app, &raise(is, made), "journal_entry JE-1: plan.required_level", &raise(made, is)).await;
    }

    async fn a_signature_that_was_deleted_or_made_is_named(app: TestApp) {
        half_signed(&app).await;
        let moved = |from: &str, to: &str| format!("UPDATE signature SET level = {to} {ROW} AND level = {from}");
        tamper(&app, &moved("1", "2")).await;
        let said = differences(&app).await.join("\n");
        assert!(said.contains("signature journal_entry JE-1 round 1 level 1: is gone; the trail says that mona gave it"), "{said}");
        assert!(said.contains("signature journal_entry JE-1 round 1 level 2: the trail does not say that mona gave it"), "{said}");
        tamper(&app, &moved("2", "1")).await;
        let keep = format!("CREATE TABLE kept AS SELECT * FROM signature {ROW}");
        sea_orm::ConnectionTrait::execute_unprepared(&app.engine().store.writer, &keep).await.expect("kept");
        found(&app, &format!("DELETE FROM signature {ROW}"), "is gone; the trail says that mona gave it",
            "INSERT INTO signature SELECT * FROM kept").await;
        let forged = "INSERT INTO signature (kind, document_id, round, level, user_id, signed_at, digest, digest_version) \
            SELECT kind, document_id, round, 2, 'conrad', signed_at, digest, digest_version FROM signature WHERE document_id = 'JE-1'";
        found(&app, forged, "level 2: the trail does not say that conrad gave it",
            &format!("DELETE FROM signature {ROW} AND level = 2")).await;
    }
}

/// An attacker who changes the content can recompute the digests of the document and its signatures. The trail keeps
/// the digest of the submission.
async fn a_digest_that_was_computed_anew_is_found(backend: Backend) {
    let app = TestApp::start(backend).await;
    half_signed(&app).await;
    let zeros = "0".repeat(64);
    tamper(&app, &format!("UPDATE document SET digest = '{zeros}' {ROW}")).await;
    tamper(&app, &format!("UPDATE signature SET digest = '{zeros}' {ROW}")).await;
    let said = differences(&app).await.join("\n");
    assert!(said.contains("journal_entry JE-1: its digest is not what the trail says was signed"), "{said}");
    tamper(
        &app,
        &format!(
            "UPDATE document SET status = 'Draft', round = 0, submitted_by = NULL, plan = NULL, digest = NULL, \
            digest_version = NULL, current_level = 0, signed_by = '[]' {ROW}"
        ),
    )
    .await;
    let said = differences(&app).await.join("\n");
    assert!(said.contains("journal_entry JE-1 is Draft, and its trail ends with Pending Approval"), "{said}");
    tamper(&app, &format!("DELETE FROM document {ROW}")).await;
    let said = differences(&app).await.join("\n");
    assert!(said.contains("journal_entry JE-1: is gone"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_that_was_computed_anew_is_found_on_sqlite() {
    a_digest_that_was_computed_anew_is_found(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_that_was_computed_anew_is_found_on_postgres() {
    a_digest_that_was_computed_anew_is_found(Backend::Postgres).await;
}
