//! Sessions and sign-in links against somebody who can write the database and has no key: none of their rows lets anybody in.
//! See docs/rules/console.md#what-a-session-is-sealed-with.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::kernel::engine::Engine;
use engine::kernel::session::{AskedBy, NewSession, SessionKey, SignedInBy};
use tests::prelude::*;

use super::sessions::number;

/// A session of this person's, with no more than a role by claims: its id and its secret.
async fn begun(engine: &Engine, user_id: &str) -> (String, String) {
    let roles = Some(BTreeSet::from(["clerk".to_owned()]));
    let who =
        NewSession { user_id: user_id.into(), roles, permissions: BTreeSet::new(), signed_in_by: SignedInBy::Provider };
    let (session, secret) = engine.begin_session(who).await.expect("begun");
    (session.session_id, secret)
}

async fn is_live(app: &TestApp, secret: &str) -> bool {
    let seen = app.engine().session(secret, AskedBy::Page).await.expect("looked for");
    let request = |script: bool| {
        let request =
            app.client.get(format!("{}/settings", app.base_url)).header("cookie", format!("gl_session={secret}"));
        if script { request.header("x-console", "1") } else { request }
    };
    let by_script = request(true).send().await.expect("an answer").status().as_u16();
    let by_page = request(false).send().await.expect("an answer").url().path().to_owned();
    match seen {
        Some(_) => assert_eq!((by_script, by_page.as_str()), (200, "/settings")),
        None => assert_eq!((by_script, by_page.as_str()), (401, "/sign-in")),
    }
    seen.is_some()
}

tests::on_both! {
    async fn a_session_that_was_changed_in_the_database_is_none(app: TestApp) {
        let engine = app.engine();
        let (mine, secret) = begun(engine, "mallory").await;
        let (other, _) = begun(engine, "felix").await;
        assert!(is_live(&app, &secret).await);
        for (column, made) in [
            ("session_id", format!("'{}'", "0".repeat(26))),
            ("user_id", "'felix'".into()),
            ("user_key", "'felix'".into()),
            ("roles", "'[\"cfo\"]'".into()),
            ("roles", "NULL".into()),
            ("permissions", "'[\"*.*\"]'".into()),
            ("csrf", "'known'".into()),
            ("signed_in_by", "'demo'".into()),
            ("former_hash", "secret_hash".into()),
            ("rotated_at", "rotated_at + 1".into()),
            ("confirmed_at", "NULL".into()),
            ("began_at", "began_at - 1".into()),
            ("seen_at", "seen_at + 1".into()),
            ("ends_at", "ends_at + 86400000000".into()),
            ("mac", "''".into()),
            ("mac", "upper(mac)".into()),
            ("mac", format!("(SELECT mac FROM kept WHERE session_id = '{other}')")),
        ] {
            app.run("DROP TABLE IF EXISTS kept").await;
            app.run("CREATE TABLE kept AS SELECT * FROM console_session").await;
            app.run(&format!("UPDATE console_session SET {column} = {made} WHERE session_id = '{mine}'")).await;
            assert!(!is_live(&app, &secret).await, "{column} = {made}");
            app.run("DELETE FROM console_session").await;
            app.run("INSERT INTO console_session SELECT * FROM kept").await;
            assert!(is_live(&app, &secret).await, "{column} as it was");
        }
        app.run("DROP TABLE kept").await;
    }

    async fn a_session_that_was_written_into_the_database_is_none(app: TestApp) {
        let engine = app.engine();
        let (mine, secret) = begun(engine, "mallory").await;
        let (other, _) = begun(engine, "felix").await;
        // Her own secret under his session: his MAC is of another secret.
        let columns = "former_hash, rotated_at, confirmed_at, user_id, user_key, roles, permissions, csrf, signed_in_by, \
            began_at, seen_at, ends_at, ended_at, mac";
        app.run(&format!("CREATE TABLE mine AS SELECT * FROM console_session WHERE session_id = '{mine}'")).await;
        app.run(&format!("DELETE FROM console_session WHERE session_id = '{mine}'")).await;
        app.run(&format!(
            "INSERT INTO console_session (session_id, secret_hash, {columns}) SELECT 'forged', (SELECT secret_hash FROM mine), {columns} \
             FROM console_session WHERE session_id = '{other}'"
        ))
        .await;
        assert_eq!(number(engine, "SELECT count(*) FROM console_session WHERE session_id = 'forged'").await, 1);
        assert!(!is_live(&app, &secret).await, "with a copy of his MAC");
        app.run("DELETE FROM console_session WHERE session_id = 'forged'").await;
        app.run(&format!("UPDATE console_session SET secret_hash = (SELECT secret_hash FROM mine) WHERE session_id = '{other}'")).await;
        assert!(!is_live(&app, &secret).await, "in his own row");
        app.run("DROP TABLE mine").await;
        assert_eq!(number(engine, "SELECT count(*) FROM audit_entry WHERE resource = 'session'").await, 2, "the two that signed in");
    }

    async fn a_link_that_was_changed_or_written_in_the_database_signs_nobody_in(app: TestApp) {
        for user_id in ["ann", "felix"] {
            let person = json!({ "user_id": user_id, "name": "N", "is_active": true });
            app.post("users", &app.admin(), person).await.expect(201);
        }
        let engine = app.engine();
        let ttl = Duration::from_mins(10);
        let his = engine.make_sign_in_link(&"felix".into(), ttl).await.expect("made");
        for set in [
            "user_id = 'felix'",
            "ends_at = ends_at + 86400000000",
            "made_at = made_at - 1",
            "mac = ''",
            "user_id = 'felix', mac = (SELECT mac FROM sign_in_link WHERE user_id = 'felix')",
        ] {
            app.run("DELETE FROM sign_in_link WHERE made_at > (SELECT min(made_at) FROM sign_in_link)").await;
            let secret = engine.make_sign_in_link(&"ann".into(), ttl).await.expect("made");
            assert!(engine.sign_in_link(&secret).await.expect("looked at").is_some());
            app.run(&format!("UPDATE sign_in_link SET {set} WHERE user_id = 'ann'")).await;
            assert_eq!(engine.sign_in_link(&secret).await.expect("looked at"), None, "{set}");
            assert_eq!(engine.use_sign_in_link(&secret).await.expect("asked"), None, "{set}");
        }
        assert!(engine.use_sign_in_link(&his).await.expect("asked").is_some());
    }

    async fn each_sign_in_and_sign_out_is_in_the_trail(app: TestApp) {
        let engine = app.engine();
        let (id, secret) = begun(engine, "Zoë").await;
        engine.end_session(&id).await.expect("ended");
        engine.end_session(&id).await.expect("a second time");
        let trail = app.get(&format!("audit?resource=session&resource_id={id}"), &app.admin()).await.expect(200);
        let rows: Vec<[String; 3]> = trail["data"].as_array().expect("rows").iter().rev().map(|row| {
            ["action", "performed_by", "details"].map(|name| row[name].to_string())
        }).collect();
        assert_eq!(rows, [
            ["\"Sign In\"", "\"Zoë\"", r#"{"roles":["clerk"],"signed_in_by":"provider"}"#].map(str::to_owned),
            ["\"Sign Out\"", "\"Zoë\"", "{}"].map(str::to_owned),
        ]);
        let told = format!("SELECT count(*) FROM audit_entry WHERE details LIKE '%{secret}%'");
        assert_eq!(number(engine, &told).await, 0);
    }

    async fn a_sign_in_at_a_provider_comes_back_once(app: TestApp) {
        let engine = app.engine();
        let ttl = Duration::from_mins(10);
        engine.begin_sign_in("state", ttl).await.expect("begun");
        assert!(!engine.use_sign_in("another").await.expect("asked"));
        let tries = tokio::join!(engine.use_sign_in("state"), engine.use_sign_in("state"), engine.use_sign_in("state"));
        let won = [tries.0, tries.1, tries.2].into_iter().filter(|won| *won.as_ref().expect("asked")).count();
        assert_eq!((won, engine.use_sign_in("state").await.expect("asked")), (1, false));
        engine.begin_sign_in("late", ttl).await.expect("begun");
        engine.clock.shift(10 * 60_000);
        assert!(!engine.use_sign_in("late").await.expect("asked"));
        engine.purge().await.expect("purged");
        assert_eq!(number(engine, "SELECT count(*) FROM sign_in_state").await, 0);
    }
}

/// Another key, as of a service with another secret.
async fn a_session_of_another_key_is_none(backend: Backend) {
    let app = TestApp::start(backend).await;
    let settings =
        settings(&[("GL_WORKERS", "none"), ("GL_JWT_SECRET", "another key of at least 32 bytes, of a test")]);
    let other = tests::plug::start(app.database.url(), &settings).await.expect("it starts");
    let (_, secret) = begun(&other.engine, "mallory").await;
    assert!(other.engine.session(&secret, AskedBy::Page).await.expect("looked for").is_some());
    assert!(!is_live(&app, &secret).await);
    // With the same key, a session of one process is known to the other.
    let same = SessionKey::derived(tests::token::SECRET.as_bytes()).expect("a key");
    assert_eq!(app.engine().session_key().map(|key| key.mac("t", &[])), Some(same.mac("t", &[])));
}

#[tokio::test]
async fn a_session_of_another_key_is_none_on_sqlite() {
    a_session_of_another_key_is_none(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_session_of_another_key_is_none_on_postgres() {
    a_session_of_another_key_is_none(Backend::Postgres).await;
}
