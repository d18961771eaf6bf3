//! Links that sign a person in once, and `gl login`, which prints them. See docs/rules/console.md#sign-in-links.

use std::time::Duration;

use engine::kernel::engine::Engine;
use engine::values::error::{Error, RefusalName};
use tests::prelude::*;
use tests::process::run;

use super::sessions::number;

const TTL: Duration = Duration::from_mins(10);
/// In milliseconds, as the clock is shifted.
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

async fn record(app: &TestApp, user_id: &str, is_active: bool) {
    let person = json!({ "user_id": user_id, "name": "N", "is_active": is_active });
    app.post("users", &app.admin(), person).await.expect(201);
}

async fn made(engine: &Engine, user_id: &str) -> String {
    engine.make_sign_in_link(&user_id.into(), TTL).await.expect("made")
}

/// Whom the link would sign in.
async fn look(engine: &Engine, secret: &str) -> Option<String> {
    engine.sign_in_link(secret).await.expect("looked at").map(String::from)
}

/// Whom it signs in.
async fn used(engine: &Engine, secret: &str) -> Option<String> {
    engine.use_sign_in_link(secret).await.expect("asked").map(String::from)
}

tests::on_both! {
    async fn a_link_is_looked_at_often_and_signs_in_once(app: TestApp) {
        record(&app, "Ann", true).await;
        let engine = app.engine();
        let secret = made(engine, "ann").await;
        for _ in 0..3 {
            assert_eq!(look(engine, &secret).await.as_deref(), Some("Ann"));
        }
        let asked = tokio::join!(used(engine, &secret), used(engine, &secret), used(engine, &secret));
        let won: Vec<String> = [asked.0, asked.1, asked.2].into_iter().flatten().collect();
        assert_eq!(won, ["Ann"]);
        assert_eq!((look(engine, &secret).await, used(engine, &secret).await), (None, None));
        for wrong in ["", "ann", &secret[1..]] {
            assert_eq!((look(engine, wrong).await, used(engine, wrong).await), (None, None), "{wrong}");
        }
        let kept = format!("SELECT count(*) FROM sign_in_link WHERE secret_hash = '{secret}'");
        assert_eq!(number(engine, &kept).await, 0, "the database has the hash alone");
    }

    async fn a_link_expires(app: TestApp) {
        record(&app, "ann", true).await;
        let engine = app.engine();
        let (secret, late) = (made(engine, "ann").await, made(engine, "ann").await);
        engine.clock.shift(9 * MINUTE);
        assert_eq!(used(engine, &secret).await.as_deref(), Some("ann"));
        engine.clock.shift(MINUTE);
        assert_eq!((look(engine, &late).await, used(engine, &late).await), (None, None));
        engine.clock.shift(23 * HOUR);
        engine.purge().await.expect("purged");
        assert_eq!(number(engine, "SELECT count(*) FROM sign_in_link").await, 2);
        engine.clock.shift(HOUR);
        engine.purge().await.expect("purged");
        assert_eq!(number(engine, "SELECT count(*) FROM sign_in_link").await, 0);
    }

    async fn only_active_people_who_are_recorded_get_a_link(app: TestApp) {
        record(&app, "ann", true).await;
        record(&app, "ida", false).await;
        let engine = app.engine();
        for (user_id, name) in [("nobody", RefusalName::NotFound), ("ida", RefusalName::UserInactive)] {
            let refused = engine.make_sign_in_link(&user_id.into(), TTL).await;
            assert!(matches!(&refused, Err(Error::Refused(refusal)) if refusal.is(name)), "{user_id}: {refused:?}");
        }
        let secret = made(engine, "ann").await;
        app.put("users/ann", &app.admin(), json!({ "is_active": false })).await.expect(200);
        assert_eq!((look(engine, &secret).await, used(engine, &secret).await), (None, None));
        app.put("users/ann", &app.admin(), json!({ "is_active": true })).await.expect(200);
        assert_eq!(used(engine, &secret).await.as_deref(), Some("ann"), "it was not used up");
    }

    async fn gl_login_prints_one_link_and_refuses_in_one_line(app: TestApp) {
        record(&app, "Ann", true).await;
        record(&app, "ida", false).await;
        let login = |user: &str, name: &str, value: &str| {
            let given = settings(&[("GL_DATABASE_URL", app.database.url()), (name, value)]);
            let told = run(&["login", "--user", user, "--ttl", "1h"], &given);
            let said = [told.stdout, told.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            (told.status.code(), said)
        };
        for (name, value, origin) in [
            ("GL_PUBLIC_URL", "https://books.example.com", "https://books.example.com"),
            ("GL_LISTEN", "0.0.0.0:8080", "http://127.0.0.1:8080"),
        ] {
            let (code, [out, err]) = login("ann", name, value);
            assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
            let secret = out.strip_prefix(&format!("{origin}/sign-in/link/")).and_then(|rest| rest.strip_suffix('\n'));
            assert_eq!(used(app.engine(), secret.expect(&out)).await.as_deref(), Some("Ann"));
        }
        let public = ("GL_PUBLIC_URL", "https://books.example.com");
        for (user, (name, value), code, line) in [
            ("nobody", public, 1, "gl: there is no user \"nobody\"\n"),
            ("ida", public, 1, "gl: ida is recorded as inactive\n"),
            (" ", public, 1, "gl: --user \" \" is blank or has blanks around it\n"),
            ("ann", ("GL_LISTEN", "127.0.0.1:0"), 1, "gl: GL_LISTEN has port 0: say with GL_PUBLIC_URL where the service is\n"),
            ("ann", ("GL_PUBLIC_URL", "https://a.example/gl"), 2, "gl: GL_PUBLIC_URL: \"https://a.example/gl\" is no origin without a path; it looks like https://books.example.com\n"),
        ] {
            assert_eq!(login(user, name, value), (Some(code), [String::new(), line.to_owned()]), "{user}");
        }
    }
}
