//! Reports from a streaming replica: which reads it answers, what it says about its lag, and when the primary answers instead.
//! See docs/rules/operation.md#read-replica.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};
use tests::postgres::own::{Server, Stop};
use tests::prelude::*;
use tests::proxy::Proxy;

/// How long a replica may take to follow.
const FOLLOWS: Duration = Duration::from_secs(20);
const BALANCE: &str = "reports/trial-balance?as_of=2024-12-31";

/// What the replica answers.
const ON_THE_REPLICA: [&str; 8] = [
    BALANCE,
    "reports/general-ledger?account_id=1000",
    "reports/general-ledger?account_id=1000&format=csv",
    "reports/balance-sheet?as_of=2024-12-31",
    "reports/income-statement?period_id=2024-01",
    "reports/aging?kind=ar&as_of=2024-12-31",
    "export/journal?format=hledger",
    "audit",
];

/// What clients read after their own writes.
const ON_THE_PRIMARY: [&str; 7] = [
    "journal-entries/JE-1",
    "journal-entries",
    "journal-entries/JE-1/audit-trail",
    "approvals/pending",
    "approvals/overdue",
    "accounts",
    "audit/head",
];

async fn primary() -> Server {
    let primary = Server::start(&[]);
    primary.run("CREATE DATABASE gl").await;
    primary
}

/// A service on the primary that reads reports at the other URL.
async fn service(primary: &Server, read_url: &str, changes: &[(&str, &str)]) -> TestApp {
    let all: Vec<_> = [("GL_DATABASE_READ_URL", read_url)].into_iter().chain(changes.iter().copied()).collect();
    TestApp::start_on(Database::at(primary.url("gl")), &all).await
}

/// Posts an entry of that amount.
async fn post(app: &TestApp, id: &str, amount: &str) {
    app.posted(JOURNAL_ENTRY, entry_named(id, amount)).await;
}

fn lag(answer: &Answer) -> Option<u64> {
    let text = answer.header("x-replica-lag-ms");
    (!text.is_empty()).then(|| text.parse().expect("milliseconds"))
}

/// Asks for the report until the replica answers, with everything that there is.
async fn caught_up(app: &TestApp) -> Answer {
    let start = Instant::now();
    loop {
        let answer = app.get(BALANCE, &app.controller()).await.expect(200);
        if lag(&answer) == Some(0) {
            return answer;
        }
        assert!(start.elapsed() < FOLLOWS, "the replica does not answer; the lag is {:?}", lag(&answer));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The replica takes no more of the log.
async fn pause(standby: &Server) {
    standby.run("SELECT pg_wal_replay_pause()").await;
    let db = standby.connect("postgres").await;
    let paused = "SELECT 1 AS one WHERE pg_get_wal_replay_pause_state() = 'paused'";
    let start = Instant::now();
    while db.query_one_raw(Statement::from_string(db.get_database_backend(), paused)).await.expect("asked").is_none() {
        assert!(start.elapsed() < FOLLOWS, "the replay goes on");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    db.close().await.expect("closed");
}

/// How many rows of the trail are sealed.
async fn sealed(app: &TestApp) -> i64 {
    app.get("audit/head", &app.admin()).await.expect(200)["position"].as_i64().expect("a position")
}

/// How many reads were answered so, by `/metrics`.
async fn reads(app: &TestApp, by: &str) -> u64 {
    let told = app.get("/metrics", &Token::none()).await.expect(200).text;
    let line = format!("gl_replica_reads{{by=\"{by}\"}} ");
    told.lines().find_map(|found| found.strip_prefix(&line)).map_or(0, |count| count.parse().expect("a count"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_exports_and_the_audit_list_come_from_the_replica() {
    let primary = primary().await;
    let standby = primary.standby();
    let app = service(&primary, &standby.url("gl"), &[]).await;
    app.open_books().await;
    post(&app, "JE-1", "5.00").await;
    let balance = caught_up(&app).await;
    assert_eq!(balance.number("total_debit"), "5.00");
    let plain = TestApp::start_on(Database::at(primary.url("gl")), &[("GL_WORKERS", "none")]).await;
    for path in ON_THE_REPLICA {
        // Sealing goes on in the background: the replica may be a moment behind.
        let answer = app.get(path, &app.admin()).await.expect(200);
        assert!(lag(&answer).is_some_and(|lag| lag < 5_000), "{path}: {:?}", lag(&answer));
        let same = plain.get(path, &app.admin()).await.expect(200);
        assert_eq!(lag(&same), None, "{path} without a replica");
        if path != "audit" {
            assert_eq!(answer.text, same.text, "{path}");
        }
    }
    for path in ON_THE_PRIMARY {
        assert_eq!(lag(&app.get(path, &app.admin()).await.expect(200)), None, "{path}");
    }
    assert!(reads(&app, "replica").await >= 8);
    let told = app.get("/metrics", &Token::none()).await.expect(200).text;
    assert!(told.lines().any(|line| line.starts_with("gl_replica_lag_seconds ") && !line.ends_with("NaN")), "{told}");
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_that_is_behind_says_so_and_beyond_the_bound_the_primary_answers() {
    let primary = primary().await;
    let standby = primary.standby();
    let app = service(&primary, &standby.url("gl"), &[("GL_DATABASE_READ_MAX_LAG", "1h")]).await;
    let strict = service(&primary, &standby.url("gl"), &[("GL_DATABASE_READ_MAX_LAG", "500ms")]).await;
    app.open_books().await;
    let reader = json!({ "role_id": "reader", "permissions": ["report.read"] });
    app.post("roles", &app.admin(), reader).await.expect(201);
    post(&app, "JE-1", "5.00").await;
    caught_up(&app).await;
    caught_up(&strict).await;
    pause(&standby).await;
    post(&app, "JE-2", "2.00").await;
    app.post("accounts", &app.admin(), account("1010", "Petty cash", "asset")).await.expect(201);
    app.put("roles/reader", &app.admin(), json!({ "role_id": "reader", "permissions": [] })).await.expect(200);
    tokio::time::sleep(Duration::from_millis(700)).await;

    let old = app.get(BALANCE, &app.controller()).await.expect(200);
    assert!(lag(&old).is_some_and(|lag| (700..60_000).contains(&lag)), "{:?}", lag(&old));
    assert_eq!(old.number("total_debit"), "5.00", "the state of the replica");
    // The next page may go on from one of the primary's.
    let first = app.get("audit?limit=1", &app.admin()).await.expect(200);
    assert!(lag(&first).is_some());
    let next = format!("audit?limit=1&cursor={}", first.string("next_cursor"));
    assert_eq!(lag(&app.get(&next, &app.admin()).await.expect(200)), None);
    // What is not there yet is asked of the primary, and so is the permission.
    let new = app.get("reports/general-ledger?account_id=1010", &app.controller()).await.expect(200);
    assert_eq!((lag(&new), new.number("closing_balance")), (None, "0.00".into()));
    app.get(BALANCE, &app.token("rita", &["reader"], &[])).await.expect(403).problem("forbidden");

    let present = strict.get(BALANCE, &app.controller()).await.expect(200);
    assert_eq!((lag(&present), present.number("total_debit")), (None, "7.00".into()));
    assert!(reads(&strict, "behind").await > 0);
    standby.run("SELECT pg_wal_replay_resume()").await;
    assert_eq!(caught_up(&strict).await.number("total_debit"), "7.00");
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_that_goes_away_and_comes_back_is_not_noticed() {
    let primary = primary().await;
    let mut standby = primary.standby();
    let url = standby.url("gl");
    standby.stop(Stop::Fast);
    // It need not be there at the start.
    let app = service(&primary, &url, &[]).await;
    app.open_books().await;
    assert_eq!(lag(&app.get(BALANCE, &app.controller()).await.expect(200)), None);
    for how in [Stop::Immediate, Stop::Fast] {
        standby = tokio::task::spawn_blocking(move || {
            standby.start_again();
            standby
        })
        .await
        .expect("started");
        caught_up(&app).await;
        standby = tokio::task::spawn_blocking(move || {
            standby.stop(how);
            standby
        })
        .await
        .expect("stopped");
        for _ in 0..10 {
            for path in ON_THE_REPLICA {
                assert_eq!(lag(&app.get(path, &app.admin()).await.expect(200)), None, "{path}");
            }
        }
    }
    assert!(reads(&app, "away").await > 0);
    let told = app.get("/metrics", &Token::none()).await.expect(200).text;
    assert!(told.contains("gl_replica_lag_seconds NaN"), "{told}");
    app.get("/readyz", &Token::none()).await.expect(200);
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_replica_of_these_books_answers_nothing() {
    let (primary, others) = (primary().await, Server::start(&[]));
    let (standby, promoted) = (primary.standby(), primary.standby());
    let proxy = Proxy::to(standby.port).await;
    let app = service(&primary, &standby.url("gl"), &[]).await;
    app.open_books().await;
    post(&app, "JE-1", "5.00").await;
    caught_up(&app).await;
    others.run("CREATE DATABASE gl").await;
    TestApp::start_on(Database::at(others.url("gl")), &[]).await.open_books().await;
    let follows_others = others.standby();
    promoted.run("SELECT pg_promote(true, 30)").await;
    // A replica of what was promoted beside the primary: one cluster, one schema, another history.
    let beside = TestApp::start_on(Database::at(promoted.url("gl")), &[]).await;
    let before = sealed(&beside).await;
    post(&beside, "JE-9", "9.00").await;
    beside.eventually("audit/head", &beside.admin(), |head| head["position"].as_i64() > Some(before)).await;
    let follows_promoted = promoted.standby();
    let silent = format!("postgres://postgres@127.0.0.1:{}/gl", proxy.port);
    for (url, by) in [
        (primary.url("gl"), "other_books"),
        (promoted.url("gl"), "other_books"),
        (follows_others.url("gl"), "other_books"),
        (follows_promoted.url("gl"), "other_books"),
        (standby.url("postgres"), "other_books"),
        (standby.url("none"), "away"),
        (silent.clone(), "away"),
    ] {
        if url == silent {
            proxy.fall_silent();
        }
        let misled = service(&primary, &url, &[("GL_WORKERS", "none")]).await;
        let asked = Instant::now();
        let answer = misled.get(BALANCE, &app.controller()).await.expect(200);
        assert_eq!((lag(&answer), answer.number("total_debit")), (None, "5.00".into()), "{url}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{url}: answered after {:?}", asked.elapsed());
        assert!(reads(&misled, by).await > 0, "{url} is not {by}");
    }
    caught_up(&app).await;
    app.end().check().await;
}

/// A standby cancels reads that bar the replay. Then the primary answers, and nobody notices.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_that_the_replay_cancels_are_answered_by_the_primary() {
    let primary = primary().await;
    let standby = primary.standby_with(&["max_standby_streaming_delay=0"]);
    let app = Arc::new(service(&primary, &standby.url("gl"), &[]).await);
    app.open_books().await;
    post(&app, "JE-1", "5.00").await;
    caught_up(&app).await;
    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..4)
        .map(|number| {
            let (app, stop) = (Arc::clone(&app), Arc::clone(&stop));
            tokio::spawn(async move {
                let path = ON_THE_REPLICA[number % ON_THE_REPLICA.len()];
                while !stop.load(Ordering::SeqCst) {
                    let answer = app.try_send(Method::GET, path, &app.admin(), &[], None).await;
                    answer.unwrap_or_else(|error| panic!("{path}: {error:?}")).expect(200);
                }
            })
        })
        .collect();
    // The replay of such a lock ends every read of the table.
    let db = primary.connect("gl").await;
    let start = Instant::now();
    while reads(&app, "failed").await < 3 {
        for table in ["posting_line", "account", "catalog_revision"] {
            let lock =
                format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT pg_current_xact_id(); COMMIT");
            db.execute_unprepared(&lock).await.expect("locked");
        }
        assert!(start.elapsed() < Duration::from_mins(1), "no read was cancelled");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    stop.store(true, Ordering::SeqCst);
    for reader in readers {
        reader.await.expect("every read is answered");
    }
    db.close().await.expect("closed");
    caught_up(&app).await;
    app.end().check().await;
}
