//! Sessions: their secret rotates, they idle and end, and of a secret only the hash is kept.
//! See docs/rules/console.md#sessions.

use std::collections::BTreeSet;

use engine::kernel::engine::Engine;
use engine::kernel::session::{AskedBy, NewSession, Seen, SignedInBy};
use sea_orm::{ConnectionTrait, Statement};
use tests::app::TestApp;
use tests::database::Backend;

/// In milliseconds, as the clock is shifted.
const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

fn by_link(user_id: &str) -> NewSession {
    NewSession { user_id: user_id.into(), roles: None, permissions: BTreeSet::new(), signed_in_by: SignedInBy::Link }
}

/// A session of ann's: its id and its secret.
async fn begun(engine: &Engine) -> (String, String) {
    let (session, secret) = engine.begin_session(by_link("ann")).await.expect("begun");
    (session.session_id, secret)
}

async fn look(engine: &Engine, secret: &str) -> Option<Seen> {
    engine.session(secret, AskedBy::Person).await.expect("looked for")
}

/// The session is live, and its secret stays.
async fn stays(engine: &Engine, secret: &str) {
    let seen = look(engine, secret).await.expect("live");
    assert_eq!((seen.session.user_id.as_str(), seen.secret), ("ann", None));
}

/// The session is live, and its secret is replaced by this one.
async fn rotates(engine: &Engine, secret: &str) -> String {
    look(engine, secret).await.expect("live").secret.expect("a new secret")
}

/// The one number that a query answers.
pub async fn number(engine: &Engine, sql: &str) -> i64 {
    let db = &engine.store.writer;
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await;
    row.expect(sql).expect("a row").try_get_by_index(0).expect("a number")
}

tests::on_both! {
    async fn a_session_is_found_by_its_secret_alone(app: TestApp) {
        let engine = app.engine();
        let roles = Some(BTreeSet::from(["clerk".to_owned()]));
        let permissions = BTreeSet::from(["bill.read".to_owned(), "report.*".to_owned()]);
        let who = NewSession { user_id: "Zoë".into(), roles, permissions, signed_in_by: SignedInBy::Provider };
        let (begun, secret) = engine.begin_session(who).await.expect("begun");
        assert!(begun.csrf != secret && begun.csrf.len() == 64 && secret.len() == 64);
        let seen = look(engine, &secret).await.expect("live");
        assert!(seen.session.user_id.is_spelt_as(&begun.user_id));
        assert!(seen.session == begun && seen.secret.is_none(), "{seen:?}");
        let flipped: String = secret.chars().rev().collect();
        for wrong in ["", &begun.session_id, &begun.csrf, &flipped, "' OR 1=1 --"] {
            assert!(look(engine, wrong).await.is_none(), "{wrong}");
        }
        let kept = format!("SELECT count(*) FROM console_session WHERE secret_hash = '{secret}'");
        assert_eq!(number(engine, &kept).await, 0, "the database has the hash alone");
    }

    async fn the_secret_is_replaced_every_15_minutes_and_the_former_is_taken_for_one_after_the_first_use(app: TestApp) {
        let engine = app.engine();
        let (_, first) = begun(engine).await;
        engine.clock.shift(14 * MINUTE);
        stays(engine, &first).await;
        engine.clock.shift(2 * MINUTE);
        let second = rotates(engine, &first).await;
        stays(engine, &second).await;
        engine.clock.shift(30 * SECOND);
        stays(engine, &first).await;
        stays(engine, &second).await;
    }

    async fn a_former_secret_that_comes_late_ends_the_session(app: TestApp) {
        let engine = app.engine();
        let (_, first) = begun(engine).await;
        engine.clock.shift(16 * MINUTE);
        let second = rotates(engine, &first).await;
        stays(engine, &second).await;
        engine.clock.shift(61 * SECOND);
        stays(engine, &second).await;
        assert!(look(engine, &first).await.is_none());
        assert!(look(engine, &second).await.is_none(), "whoever has the present secret may be the thief");
    }

    async fn a_secret_that_was_lost_on_its_way_is_replaced_for_the_former(app: TestApp) {
        let engine = app.engine();
        let (_, first) = begun(engine).await;
        engine.clock.shift(16 * MINUTE);
        let lost = rotates(engine, &first).await;
        engine.clock.shift(59 * SECOND);
        stays(engine, &first).await;
        engine.clock.shift(2 * SECOND);
        let (one, two) = tokio::join!(look(engine, &first), look(engine, &first));
        let given: Vec<String> = [one, two].into_iter().filter_map(|seen| seen.expect("live").secret).collect();
        assert_eq!(given.len(), 1, "one of several requests gets another");
        assert!(look(engine, &lost).await.is_none(), "that which was never used is forgotten");
        stays(engine, &first).await;
        engine.clock.shift(40 * MINUTE);
        let third = rotates(engine, &first).await;
        assert!(look(engine, &given[0]).await.is_none());
        engine.clock.shift(10 * MINUTE);
        stays(engine, &third).await;
        engine.clock.shift(59 * SECOND);
        stays(engine, &first).await;
        engine.clock.shift(2 * SECOND);
        assert!(look(engine, &first).await.is_none(), "a minute after the first use of the new one");
        assert!(look(engine, &third).await.is_none());
    }

    async fn of_several_requests_one_replaces_the_secret(app: TestApp) {
        let engine = app.engine();
        let (_, first) = begun(engine).await;
        engine.clock.shift(16 * MINUTE);
        let (one, two, three) = tokio::join!(look(engine, &first), look(engine, &first), look(engine, &first));
        let seen = [one, two, three].map(|seen| seen.expect("live").secret);
        let fresh: Vec<&String> = seen.iter().flatten().collect();
        assert_eq!(fresh.len(), 1, "each would make the others' the former of the former");
        stays(engine, fresh[0]).await;
    }

    async fn a_session_idles_for_two_hours_and_lasts_twelve(app: TestApp) {
        let engine = app.engine();
        let (_, idle) = begun(engine).await;
        let (_, mut busy) = begun(engine).await;
        for hours in 1..=11 {
            engine.clock.shift(HOUR);
            busy = rotates(engine, &busy).await;
            assert!(hours != 3 || look(engine, &idle).await.is_none(), "idle after {hours} h");
        }
        engine.clock.shift(HOUR - MINUTE);
        busy = rotates(engine, &busy).await;
        engine.clock.shift(2 * MINUTE);
        assert!(look(engine, &busy).await.is_none());
    }

    async fn a_page_that_asks_by_itself_lets_the_session_idle(app: TestApp) {
        let engine = app.engine();
        let (_, mut secret) = begun(engine).await;
        let mut minutes = 0;
        while let Some(seen) = engine.session(&secret, AskedBy::Page).await.expect("looked for") {
            // The secret is replaced as ever.
            secret = seen.secret.unwrap_or(secret);
            engine.clock.shift(5 * MINUTE);
            minutes += 5;
            assert!(minutes <= 120, "idle after {minutes} minutes");
        }
        assert_eq!(minutes, 120);
    }

    async fn what_a_page_asks_by_itself_says_so(app: TestApp) {
        let engine = app.engine();
        let ask = async |secret: &str, name: &str, value: &str| {
            let request = reqwest::Client::new().get(format!("{}/inbox", app.base_url));
            let request = request.header("cookie", format!("gl_session={secret}")).header("x-console", "page");
            let answer = request.header(name, value).send().await.expect("an answer");
            let cookies = answer.headers().get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
            let mut fresh = cookies.filter_map(|cookie| cookie.strip_prefix("gl_session=")?.split(';').next());
            (answer.status().as_u16(), fresh.next_back().map(str::to_owned))
        };
        for (name, value, ended) in [("x-by-itself", "1", true), ("x-clicked", "1", false)] {
            let (_, mut secret) = begun(engine).await;
            for _ in 0..13 {
                engine.clock.shift(10 * MINUTE);
                let (_, fresh) = ask(&secret, name, value).await;
                secret = fresh.unwrap_or(secret);
            }
            let (status, _) = ask(&secret, name, value).await;
            assert_eq!(status == 401, ended, "{name}: {status}");
        }
    }

    async fn that_a_session_was_seen_is_written_once_a_minute(app: TestApp) {
        let engine = app.engine();
        let (id, secret) = begun(engine).await;
        let seen_at = format!("SELECT seen_at FROM console_session WHERE session_id = '{id}'");
        let first = number(engine, &seen_at).await;
        engine.clock.shift(30 * SECOND);
        stays(engine, &secret).await;
        assert_eq!(number(engine, &seen_at).await, first);
        engine.clock.shift(31 * SECOND);
        stays(engine, &secret).await;
        assert!(number(engine, &seen_at).await >= first + 61 * 1_000 * SECOND);
    }

    async fn sessions_are_ended_one_by_one_and_all_of_a_person(app: TestApp) {
        let engine = app.engine();
        let (id, ended) = begun(engine).await;
        let (_, other) = begun(engine).await;
        let (_, third) = begun(engine).await;
        engine.end_session(&id).await.expect("ended");
        engine.end_session(&id).await.expect("a second time");
        engine.end_session("no-such-session").await.expect("nothing to end");
        assert!(look(engine, &ended).await.is_none());
        stays(engine, &other).await;
        let (_, nora) = engine.begin_session(by_link("nora")).await.expect("begun");
        assert_eq!(engine.end_sessions_of(&"ANN".into()).await.expect("ended"), 2);
        assert_eq!(engine.end_sessions_of(&"ann".into()).await.expect("ended"), 0);
        for secret in [&other, &third] {
            assert!(look(engine, secret).await.is_none());
        }
        assert!(look(engine, &nora).await.is_some());
    }

    async fn sessions_are_deleted_a_day_after_their_end(app: TestApp) {
        let engine = app.engine();
        let (id, _) = begun(engine).await;
        engine.end_session(&id).await.expect("ended");
        begun(engine).await;
        for (hours, left) in [(23, 2), (2, 1), (10, 1), (2, 0)] {
            engine.clock.shift(hours * HOUR);
            engine.purge().await.expect("purged");
            assert_eq!(number(engine, "SELECT count(*) FROM console_session").await, left, "{hours} h later");
        }
    }
}

/// While nothing can be written, what was asked in a session is not written down, and its secret stays; and both are made up for.
async fn a_session_goes_on_while_nothing_can_be_written(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none")]).await;
    let (engine, db) = (app.engine(), &app.engine().store.writer);
    let (_, first) = begun(engine).await;
    let (stops, again) = match backend {
        Backend::Sqlite => ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
        Backend::Postgres => (
            "CREATE OR REPLACE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53100'; END $$; \
             CREATE OR REPLACE TRIGGER is_full BEFORE UPDATE ON console_session FOR EACH ROW EXECUTE FUNCTION is_full()",
            "DROP TRIGGER is_full ON console_session",
        ),
    };
    for minutes in [2, 20] {
        // Each time: SQLite's connection is replaced when it failed to write.
        db.execute_unprepared(stops).await.expect(stops);
        engine.clock.shift(minutes * MINUTE);
        stays(engine, &first).await;
    }
    db.execute_unprepared(again).await.expect(again);
    stays(engine, &rotates(engine, &first).await).await;
}

#[tokio::test]
async fn a_session_goes_on_while_nothing_can_be_written_on_sqlite() {
    a_session_goes_on_while_nothing_can_be_written(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_session_goes_on_while_nothing_can_be_written_on_postgres() {
    a_session_goes_on_while_nothing_can_be_written(Backend::Postgres).await;
}
