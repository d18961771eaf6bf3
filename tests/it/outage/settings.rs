//! A wrong setting ends the program with one clear line on stderr and a non-zero exit code.
//! See docs/rules/operation.md#settings.

use std::net::TcpListener;
use std::path::PathBuf;

use tests::postgres::own::Server;
use tests::prelude::*;
use tests::token::SECRET;

/// Asserts that `gl` with these settings and no others ends by itself, with one line on stderr that contains `said`.
fn told(arguments: &[&str], given: &[(&str, &str)], said: &str) {
    let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let ended = tests::process::run(arguments, &given);
    let (out, err) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    let what = format!("gl {arguments:?} with {given:?}: {out}{err}");
    assert!(ended.status.code().is_some_and(|code| code > 0), "ended {}: {what}", ended.status);
    assert!(out.is_empty(), "{what}");
    assert_eq!(err.lines().count(), 1, "{what}");
    assert!(err.starts_with("gl: ") && err.contains(said), "{said:?} is wanted; {what}");
    assert!(!err.contains(SECRET) && !err.contains("hunter2"), "a secret is told: {what}");
}

fn file(name: &str, text: &str) -> PathBuf {
    let file = tests::scratch::folder(&format!("settings-{}", tests::scratch::number())).join(name);
    std::fs::write(&file, text).expect("written");
    file
}

#[tokio::test]
async fn each_wrong_setting_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("its number").to_string();
    let [not_json, no_set, no_key] = [("a", "<html>"), ("b", "{}"), ("c", r#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#)]
        .map(|(name, text)| file(name, text));
    for (name, value, said) in [
        ("GL_LISTEN", taken.as_str(), taken.as_str()),
        ("GL_LISTEN", "8080", "GL_LISTEN"),
        ("GL_JWT_SECRET", "thirty-one bytes are not enough", "GL_JWT_SECRET: must have at least 32 bytes"),
        ("GL_JWKS", not_json.to_str().unwrap_or_default(), "is not JSON"),
        ("GL_JWKS", no_set.to_str().unwrap_or_default(), "is not a JWK set"),
        ("GL_JWKS", no_key.to_str().unwrap_or_default(), "has no RS256, ES256 or EdDSA key"),
        ("GL_JWKS", "/nowhere/keys.json", "GL_JWKS /nowhere/keys.json: No such file"),
        ("GL_JWKS", "http://127.0.0.1:1/keys", "GL_JWKS http://127.0.0.1:1/keys: "),
        ("GL_POSTING_WAIT", "soon", "GL_POSTING_WAIT: \"soon\" is no time"),
        ("GL_REQUEST_TIMEOUT", "-5s", "GL_REQUEST_TIMEOUT"),
        ("GL_QUEUE_WAIT", "1.5s", "GL_QUEUE_WAIT"),
        ("GL_MAX_REQUESTS", "many", "GL_MAX_REQUESTS"),
        ("GL_RATE_LIMIT", "-1", "GL_RATE_LIMIT"),
        ("GL_BASE_CURRENCY", "XYZ", "GL_BASE_CURRENCY: \"XYZ\" is no ISO 4217 currency"),
        ("GL_SELF_APPROVAL", "perhaps", "GL_SELF_APPROVAL"),
        ("GL_WORKERS", "two", "GL_WORKERS"),
        ("GL_LOG", "api=loud", "GL_LOG"),
        ("GL_LOG_FORMAT", "xml", "GL_LOG_FORMAT"),
        ("GL_DATABASE_URL", "mysql://x", "GL_DATABASE_URL"),
        ("GL_DATABASE_URL", "sqlite:///proc/none/gl.db", "/proc/none"),
        ("GL_DATABASE_URL", "postgres://gl:hunter2@127.0.0.1:1/gl", "no answer from PostgreSQL at 127.0.0.1:1"),
        ("GL_DATABASE_URL", "postgres://gl:hunter2@nowhere.invalid/gl", "nowhere.invalid"),
        ("GL_DATABASE_READ_URL", "sqlite://gl.db", "GL_DATABASE_READ_URL: must begin with postgres://"),
        ("GL_DATABASE_READ_URL", "postgres://gl:hunter2@db/gl", "GL_DATABASE_READ_URL: GL_DATABASE_URL is SQLite"),
        ("GL_DATABASE_READ_MAX_LAG", "soon", "GL_DATABASE_READ_MAX_LAG"),
        ("GL_CONFIG", "/nowhere/gl.toml", "/nowhere/gl.toml: No such file"),
    ] {
        let rest = [("GL_LISTEN", "127.0.0.1:0"), ("GL_JWT_SECRET", SECRET)];
        let given: Vec<_> = rest.into_iter().filter(|(other, _)| *other != name).chain([(name, value)]).collect();
        told(&["serve"], &given, said);
    }
}

#[tokio::test]
async fn each_wrong_line_of_the_settings_file_is_told() {
    for (text, said) in [
        ("surprise = 1", "there is no setting \"surprise\""),
        ("listen =", "gl.toml: "),
        ("posting_wait = \"5 parsecs\"", "GL_POSTING_WAIT"),
        ("queue_length = -1", "GL_QUEUE_LENGTH"),
        ("[server]\nlisten = 1", "there is no setting \"server\""),
    ] {
        let file = file("gl.toml", text);
        told(&["serve"], &[("GL_CONFIG", file.to_str().unwrap_or_default())], said);
    }
}

/// A command on a mistyped path must not report on empty books.
#[tokio::test]
async fn who_only_looks_at_books_makes_none() {
    let nowhere = tests::scratch::folder(&format!("settings-{}", tests::scratch::number())).join("none/gl.db");
    let url = format!("sqlite://{}", nowhere.display());
    let copy = nowhere.with_extension("copy").display().to_string();
    let commands: [&[&str]; 5] =
        [&["check"], &["audit", "verify"], &["audit", "head"], &["audit", "export"], &["backup", &copy]];
    for arguments in commands {
        told(arguments, &[("GL_DATABASE_URL", &url)], "there are no books at ");
        assert!(!nowhere.exists(), "gl {arguments:?} made a file");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_told() {
    let file = file("gl.db", &"this is no database; ".repeat(100));
    told(&["check"], &[("GL_DATABASE_URL", &format!("sqlite://{}", file.display()))], "file is not a database");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_fit_on_postgres_is_told() {
    let server = Server::start(&[]);
    server.run("CREATE DATABASE gl").await;
    server.run("CREATE ROLE locked LOGIN PASSWORD 'right'").await;
    server.who_may_enter("host all locked 127.0.0.1/32 scram-sha-256").await;
    let url = server.url("gl");
    let usual = [("GL_LISTEN", "127.0.0.1:0"), ("GL_JWT_SECRET", SECRET)];
    let on = |url| [usual.as_slice(), &[("GL_DATABASE_URL", url)]].concat();
    let nothing = server.url("nothing");
    let locked_out = url.replace("postgres@", "locked:hunter2@");
    told(&["serve"], &on(&locked_out), "password authentication failed");
    told(&["serve"], &on(&nothing), "database \"nothing\" does not exist");
    told(&["serve"], &on(&url), "schema is too old for this program: run gl migrate up");
    told(&["worker"], &on(&url), "schema is too old");
    told(&["audit", "verify"], &on(&url), "schema is too old");
    let without_key = [("GL_LISTEN", "127.0.0.1:0"), ("GL_DATABASE_URL", url.as_str())];
    told(&["serve", "--migrate"], &without_key, "set GL_JWT_SECRET or GL_JWKS");
    // And the schema is unchanged.
    told(&["serve"], &on(&url), "schema is too old");

    let migrated = tests::process::run(&["migrate", "up"], &settings(&[("GL_DATABASE_URL", &url)]));
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    let books = server.connect("gl").await;
    let newer = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_from_the_future', 0)";
    sea_orm::ConnectionTrait::execute_unprepared(&books, newer).await.expect("a step of the future");
    for arguments in [["serve"].as_slice(), &["serve", "--migrate"], &["worker"], &["check"], &["migrate", "up"]] {
        told(arguments, &on(&url), "schema is newer than this program");
    }
    books.close().await.expect("closed");
}
