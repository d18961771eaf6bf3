//! `gl audit` as a program: the trail verifies on the books, as an export and against a kept head; a changed, a missing
//! and an inserted row are found, with exit 1, and the first is named.
//! See docs/rules/audit.md#verification.

use sea_orm::{ConnectionTrait, DatabaseConnection};
use tests::prelude::*;

use super::restore::gl;

/// Asserts exit 1, and returns the output.
fn found(arguments: &[&str], url: &str) -> String {
    let told = tests::process::run(arguments, &settings(&[("GL_DATABASE_URL", url)]));
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert_eq!(told.status.code(), Some(1), "gl {arguments:?}: {out}{err}");
    format!("{out}{err}")
}

/// Changes the trail as an attacker with all rights on the database would: removes the triggers first.
async fn tamper(db: &DatabaseConnection, backend: Backend, sql: &str) {
    let unlock = match backend {
        Backend::Sqlite => {
            let named = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entry'";
            let rows = db.query_all_raw(sea_orm::Statement::from_string(db.get_database_backend(), named)).await;
            let rows = rows.expect("the triggers");
            let drops = rows.iter().map(|row| row.try_get::<String>("", "name").expect("a name"));
            drops.fold(String::new(), |sql, name| sql + "DROP TRIGGER " + &name + ";")
        }
        Backend::Postgres => "ALTER TABLE audit_entry DISABLE TRIGGER ALL;".to_owned(),
    };
    if !unlock.is_empty() {
        db.execute_unprepared(&unlock).await.expect("the triggers go");
    }
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn what_was_tampered_with_is_found(backend: Backend) {
    let mut app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    for number in 1..=3 {
        super::clients::post_one(&app, &format!("JE-{number}")).await;
    }
    assert!(app.process().terminate(std::time::Duration::from_secs(12)).success());
    let url = app.database.url().to_owned();
    let head = gl(&["audit", "head"], &url);
    assert!(gl(&["audit", "verify"], &url).contains(&format!("head {head}")));
    gl(&["audit", "verify", "--head", &head], &url);
    let export = gl(&["audit", "export"], &url);
    let file = tests::scratch::folder("export").join("trail.jsonl");
    let name = file.to_str().expect("UTF-8");
    // Offline: no database exists at this address.
    let nowhere = "postgres://nobody@127.0.0.1:1/none";
    std::fs::write(&file, &export).expect("written");
    gl(&["audit", "verify", "--export", name, "--head", &head], nowhere);

    let lines: Vec<&str> = export.lines().collect();
    let changed = lines.iter().position(|line| line.contains("JE-2")).expect("a line about JE-2");
    let without = [&lines[..changed], &lines[changed + 1..]].concat().join("\n");
    let cut_short = lines[..lines.len() - 1].join("\n");
    let rewritten = export.replacen("\"carl\"", "\"cora\"", 1);
    assert_ne!(rewritten, export);
    for (text, said) in
        [(rewritten, "changed: "), (without, "missing: "), (cut_short, "missing: the trail has no head")]
    {
        std::fs::write(&file, text).expect("written");
        let told = found(&["audit", "verify", "--export", name], nowhere);
        assert!(told.starts_with(said), "{said}: {told}");
    }

    let db = sea_orm::Database::connect(&url).await.expect("the books");
    let first = "(SELECT min(seq) FROM audit_entry WHERE resource_id = 'JE-2')";
    // Of a changed row and a later one, the first is named.
    let change = format!("UPDATE audit_entry SET performed_by = 'mallory' WHERE seq = {first} OR resource_id = 'JE-3'");
    tamper(&db, backend, &change).await;
    let told = found(&["audit", "verify"], &url);
    assert!(told.starts_with("changed: ") && told.contains("journal_entry JE-2"), "{told}");
    let told = found(&["audit", "verify", "--head", &head], &url);
    assert!(told.contains("journal_entry JE-2"), "{told}");
    tamper(&db, backend, &format!("DELETE FROM audit_entry WHERE seq = {first}")).await;
    let told = found(&["audit", "verify"], &url);
    assert!(told.starts_with("missing: "), "{told}");
    db.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_tampered_with_is_found_on_sqlite() {
    what_was_tampered_with_is_found(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_tampered_with_is_found_on_postgres() {
    what_was_tampered_with_is_found(Backend::Postgres).await;
}
