//! Pages stand behind the same admission, order of refusals and bounds as operations, whatever their paths.
//! See docs/rules/console.md#bounds.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use engine::kernel::session::{NewSession, SignedInBy};
use reqwest::{Client, Method, Response, redirect::Policy};
use sea_orm::ConnectionTrait;
use tests::prelude::*;
use tests::process::run;

/// A session of somebody with these roles: its cookie, and what its forms carry.
pub(super) async fn begun(app: &TestApp, roles: &[&str]) -> (String, String) {
    let roles = Some(roles.iter().map(|role| (*role).to_owned()).collect());
    let permissions = BTreeSet::new();
    let who = NewSession { user_id: "nora".into(), roles, permissions, signed_in_by: SignedInBy::Provider };
    let (session, secret) = app.engine().begin_session(who).await.expect("begun");
    (format!("gl_session={secret}"), session.csrf)
}

pub(super) fn client() -> Client {
    Client::builder().redirect(Policy::none()).timeout(Duration::from_mins(1)).build().expect("an HTTP client")
}

/// Every path, with something in place of its parameters.
fn paths(app: &TestApp) -> Vec<String> {
    let paths = api::server::paths_of_pages(app.engine());
    assert!(paths.len() > 100, "where are the pages? {}", paths.len());
    let filled = |path: &String| {
        path.replace(":collection", "bills")
            .split('/')
            .map(|part| part.replace(':', "x-"))
            .collect::<Vec<_>>()
            .join("/")
    };
    paths.iter().map(filled).collect()
}

pub(super) async fn ask(
    app: &TestApp,
    client: &Client,
    method: &Method,
    path: &str,
    cookie: &str,
    form: String,
) -> Response {
    let request = client.request(method.clone(), format!("{}{path}", app.base_url)).header("cookie", cookie);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    request.body(form).send().await.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

/// What is mounted beside the pages, and why it does not stand behind the admission, or how else it does.
const BESIDE: [(&str, &str); 6] = [
    ("spec::PREFIX", "the operations"),
    ("/docs", "texts in memory"),
    ("/openapi.json", "the same"),
    ("/livez", "answers while nothing else does"),
    ("/readyz", "the same"),
    ("/metrics", "the same"),
];

#[test]
fn nothing_else_is_mounted() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("api/src/server.rs");
    let source = std::fs::read_to_string(source).expect("the server");
    let mounts = source.split(".nest(").skip(1).chain(source.split(".at(").skip(1));
    let mounted: BTreeSet<&str> =
        mounts.filter_map(|rest| rest.split(',').next()).map(|path| path.trim().trim_matches('"')).collect();
    assert_eq!(mounted, BESIDE.iter().map(|(path, _)| *path).chain(["/"]).collect());
    let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(source.contains("Pages { admission"), "the pages stand behind the admission");
}

/// While the one place is taken and nobody may wait, no page looks anything up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_stands_behind_the_admission() {
    let room = [("GL_MAX_REQUESTS", "1"), ("GL_QUEUE_LENGTH", "0"), ("GL_WORKERS", "none")];
    let app = TestApp::start_with(Backend::Postgres, &room).await;
    let (cookie, csrf) = begun(&app, &["cfo"]).await;
    let (client, paths) = (client(), paths(&app));
    let lock = app.engine().store.begin_write().await.expect("begun");
    lock.execute_unprepared("LOCK TABLE catalog_revision IN ACCESS EXCLUSIVE MODE").await.expect("locked");
    let address = format!("{}{}accounts", app.base_url, tests::app::PREFIX);
    let asked = client.get(&address).header("Authorization", format!("jwt {}", app.admin().0));
    let holding = tokio::spawn(asked.send());
    tokio::time::sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    while app.get("customers", &app.admin()).await.status != 503 {
        assert!(began.elapsed() < Duration::from_secs(10), "the place is not taken");
    }
    for path in &paths {
        for (method, cookie) in [(Method::GET, ""), (Method::GET, &cookie), (Method::POST, ""), (Method::POST, &cookie)]
        {
            let form = if method == Method::POST { format!("csrf={csrf}") } else { String::new() };
            let answer = ask(&app, &client, &method, path, cookie, form).await;
            assert_eq!(
                (answer.status().as_u16(), answer.headers().contains_key("retry-after")),
                (503, true),
                "{method} {path}"
            );
        }
    }
    assert_eq!(
        app.client.get(format!("{}/livez", app.base_url)).send().await.expect("an answer").status().as_u16(),
        200
    );
    lock.rollback().await.expect("released");
    assert_eq!(holding.await.expect("ended").expect("an answer").status().as_u16(), 200);
    let free = ask(&app, &client, &Method::GET, "/settings", &cookie, String::new()).await;
    assert_eq!(free.status().as_u16(), 200, "the operations of a page run in its place");
}

/// Their forms lead to operations that ask for no permission, or for one that the books must be asked about; or to none.
fn needs_nothing(path: &str) -> bool {
    ["/settings", "/views", "/sign-out", "/inbox", "/change-requests", "/delegations", "/sign-in", "/tour", "/me"]
        .iter()
        .any(|begins| path.starts_with(begins))
        || path.contains("/decide/")
}

tests::on_both! {
    async fn who_may_not_is_told_before_the_form_is_read(app: TestApp) {
        let (cookie, _) = begun(&app, &[]).await;
        let (client, long) = (client(), "line.memo=a&".repeat(2 * 1024 * 1024 / 12));
        let mut refused = 0;
        for path in paths(&app) {
            let status = ask(&app, &client, &Method::POST, &path, "", long.clone()).await.status().as_u16();
            assert!(matches!(status, 303 | 404 | 405 | 410) || (status == 413 && path == "/sign-in/demo"), "{path}: {status}");
            if status == 405 || path == "/sign-in/demo" || path.starts_with("/sign-in/link") {
                continue;
            }
            let status = ask(&app, &client, &Method::POST, &path, &cookie, long.clone()).await.status().as_u16();
            assert_eq!(status, if needs_nothing(&path) { 413 } else { 403 }, "{path}");
            refused += i32::from(status == 403);
        }
        assert!(refused > 60, "{refused}");
    }

    async fn a_form_has_its_bounds(app: TestApp) {
        app.open_books().await;
        let (cookie, csrf) = begun(&app, &["clerk"]).await;
        let client = client();
        for (lines, status) in [(1_000, 422), (1_001, 422), (80_000, 422), (90_000, 413)] {
            let form = format!("csrf={csrf}&{}", "line.memo=a&".repeat(lines));
            let answer = ask(&app, &client, &Method::POST, "/new/bills", &cookie, form).await;
            assert_eq!(answer.status().as_u16(), status, "{lines}");
            let page = answer.text().await.expect("a page");
            assert_eq!(page.contains("at most"), lines > 1_000 && status == 422, "{lines}: {}", page.len());
            assert!(page.len() < 8 * 1024 * 1024, "{lines}: {}", page.len());
        }
    }
}

/// A form with a bank's file of this many bytes, which no bank has written.
fn file_form(csrf: &str, bytes: usize) -> Vec<u8> {
    let field =
        |name: &str, value: &str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.xml\"\r\n\r\n<?xml version=\"1.0\"?><Document \
        xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">";
    let mut form = format!("{}{}{head}", field("csrf", csrf), field("account_id", "1000")).into_bytes();
    form.resize(form.len() + bytes, b' ');
    form.extend_from_slice(b"\r\n--x--\r\n");
    form
}

tests::on_both! {
    async fn a_bank_file_is_passed_on_whatever_its_length(app: TestApp) {
        app.open_books().await;
        let (cookie, csrf) = begun(&app, &["accountant"]).await;
        let (nobody, _) = begun(&app, &[]).await;
        let client = client();
        for (cookie, csrf, bytes, status) in [
            (&cookie, csrf.as_str(), 3 * 1024 * 1024, 422),
            (&cookie, "forged", 3 * 1024 * 1024, 403),
            (&nobody, csrf.as_str(), 3 * 1024 * 1024, 403),
            (&cookie, csrf.as_str(), 64 * 1024 * 1024, 413),
            (&cookie, csrf.as_str(), 66 * 1024 * 1024, 413),
        ] {
            let request = client.post(format!("{}/bank-statements", app.base_url)).header("cookie", cookie);
            let request = request.header("content-type", "multipart/form-data; boundary=x").body(file_form(csrf, bytes));
            let answer = request.send().await.unwrap_or_else(|error| panic!("{bytes}: {error}"));
            assert_eq!(answer.status().as_u16(), status, "{bytes}");
            let page = answer.text().await.expect("a page");
            assert_eq!(page.contains("This file cannot be read"), status == 422, "{bytes}");
        }
    }
}

/// The memory of the process in KiB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process lives");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

/// Sends the form, and reads no more than the status of its answer.
fn ask_and_read_nothing(app: &TestApp, cookie: &str, form: &str) -> TcpStream {
    let mut stream = TcpStream::connect(app.base_url.trim_start_matches("http://")).expect("connected");
    let head = format!(
        "POST /new/bills HTTP/1.1\r\nHost: gl\r\nCookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
        form.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(form.as_bytes())).expect("sent");
    let mut first = [0_u8; 16];
    stream.read_exact(&mut first).expect("an answer");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_forms_and_slow_readers_take_little_memory_and_keep_nobody_out() {
    let mut app = TestApp::start_process(Backend::Sqlite, &[("GL_ANSWER_MEMORY", "4")]).await;
    let person = json!({ "user_id": "carl", "name": "Carl", "is_active": true, "roles": ["clerk"] });
    app.post("users", &app.admin(), person).await.expect(201);
    let public = app.base_url.clone();
    let login = run(
        &["login", "--user", "carl"],
        &settings(&[("GL_DATABASE_URL", app.database.url()), ("GL_PUBLIC_URL", &public)]),
    );
    let link = String::from_utf8_lossy(&login.stdout).trim().to_owned();
    let client = client();
    let signed_in = client.post(&link).send().await.expect("an answer");
    let cookie = signed_in.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()).expect("a cookie");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    let page =
        ask(&app, &client, &Method::GET, "/settings", &cookie, String::new()).await.text().await.expect("a page");
    let csrf = page.split("name=\"csrf\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
    let lines = |count: usize, cell: &str| format!("csrf={csrf}&{}", format!("line.description={cell}&").repeat(count));

    let before = memory(app.process().pid());
    for count in [100_000, 174_000] {
        let answer = ask(&app, &client, &Method::POST, "/new/bills", &cookie, lines(count, "a")).await;
        assert_eq!(answer.status().as_u16(), 413);
    }
    let long = lines(1_000, &"d".repeat(900));
    let slow: Vec<TcpStream> = (0..12).map(|_| ask_and_read_nothing(&app, &cookie, &long)).collect();
    for _ in 0..3 {
        let answer = ask(&app, &client, &Method::POST, "/new/bills", &cookie, long.clone()).await;
        let (status, page) = (answer.status().as_u16(), answer.text().await.expect("a page"));
        assert!(status == 422 && page.len() > 2 * 1024 * 1024, "{status}: {} bytes", page.len());
    }
    let took = memory(app.process().pid()).saturating_sub(before);
    assert!(took < 150 * 1024, "{took} KiB");
    drop(slow);
}
