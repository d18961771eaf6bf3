//! Scheduled jobs: of three processes on one database, one runs each tick.
//! See docs/rules/operation.md#schedules.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use engine::books::queue::Scheduled;
use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use tests::prelude::*;

/// A tick that a process logged: the schedule, when it was due, and when it was logged.
type Tick = (String, String, i64);

/// Books without workers.
async fn idle_books(backend: Backend) -> TestApp {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    app.open_books().await;
    app
}

/// A `gl worker` that logs its ticks.
fn spawn(app: &TestApp, also: &[(&str, &str)]) -> Process {
    let log = [("GL_LOG", "info,engine::kernel::jobs=debug"), ("GL_LOG_FORMAT", "json")];
    Process::spawn(&["worker"], app.database.url(), &settings(&[&log, also].concat()))
}

/// Starts a `gl worker`, and waits until it works.
async fn worker(app: &TestApp, also: &[(&str, &str)]) -> Process {
    let process = spawn(app, also);
    let start = Instant::now();
    while !process.log().contains("working") {
        assert!(start.elapsed() < Duration::from_secs(20), "it does not work: {}", process.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    process
}

async fn three(app: &TestApp) -> [Process; 3] {
    [worker(app, &[]).await, worker(app, &[]).await, worker(app, &[]).await]
}

async fn within(most: Duration, what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < most, "not {what} after {most:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The microseconds since midnight of an instant such as `2026-11-22T07:01:57.377663Z`.
fn of_day(instant: &str) -> Option<i64> {
    let mut parts = instant.get(11..26)?.split([':', '.']).map(str::parse::<i64>);
    let mut next = || parts.next()?.ok();
    Some(((next()? * 60 + next()?) * 60 + next()?) * 1_000_000 + next()?)
}

/// The ticks that the process logged with this message.
fn said(process: &Process, message: &str) -> Vec<Tick> {
    let log = process.log();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let ticks = lines.filter(|line| line["fields"]["message"] == message).map(|line| {
        let text = |field: &str| line["fields"][field].as_str().unwrap_or_default().to_owned();
        let at = line["timestamp"].as_str().and_then(of_day).expect("an instant");
        (text("schedule"), text("due"), at)
    });
    ticks.collect()
}

fn said_by_all(processes: &[Process], message: &str, schedule: &str) -> Vec<Tick> {
    processes.iter().flat_map(|process| said(process, message)).filter(|(of, ..)| of == schedule).collect()
}

fn ticks(processes: &[Process], schedule: &str) -> Vec<Tick> {
    said_by_all(processes, "a tick is run", schedule)
}

/// When the schedule's next tick is due.
async fn due(db: &DatabaseConnection, schedule: &str) -> i64 {
    number(db, &format!("SELECT due_at AS number FROM schedule WHERE name = '{schedule}'")).await
}

async fn number(db: &DatabaseConnection, sql: &str) -> i64 {
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect("a row");
    row.expect("a row").try_get("", "number").expect("a number")
}

/// Sets the schedule back, as if no process had run since.
async fn leave_alone_since(db: &DatabaseConnection, schedule: &str, due_at: i64) {
    let row = format!(
        "INSERT INTO schedule (name, due_at, failures) VALUES ('{schedule}', {due_at}, 0) \
         ON CONFLICT (name) DO UPDATE SET due_at = {due_at}, held_until = NULL, claimed_by = NULL"
    );
    db.execute_unprepared(&row).await.expect("a schedule");
}

const MINUTE: i64 = 60_000_000;

const UNSEALED: &str = "SELECT count(*) AS number FROM audit_entry WHERE seq NOT IN (SELECT seq FROM audit_seal)";

/// Rows are written all the time, and each second one of the three processes seals them.
async fn one_of_three_runs_a_tick(backend: Backend) {
    let app = idle_books(backend).await;
    let end = app.end();
    let workers = three(&app).await;
    let start = Instant::now();
    let mut written = 0;
    while start.elapsed() < Duration::from_secs(6) {
        app.post("journal-entries", &app.clerk(), entry_named(&format!("JE-{written}"), "5.00")).await.expect(201);
        written += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut ran = ticks(&workers, "seal");
    ran.sort_by_key(|(.., at)| *at);
    let lease = i64::try_from(Scheduled::Seal.schedule().lease.as_micros()).expect("a few seconds");
    let mut claimed: BTreeMap<&str, i64> = BTreeMap::new();
    for (_, due, at) in &ran {
        // On a very busy machine a tick may outlast its lease; then another process takes it over.
        let before = claimed.insert(due, *at);
        assert!(before.is_none_or(|before| at - before >= lease), "a tick was run by two: {ran:?}");
    }
    assert!((2..=8).contains(&claimed.len()), "six seconds have about six ticks: {ran:?}");
    drop(workers);
    end.check().await;
}

/// After an hour without a process, `seal_all` is caught up once, and `purge` waits for its next tick.
async fn a_missed_tick_is_caught_up_or_left_out(backend: Backend) {
    let app = idle_books(backend).await;
    let end = app.end();
    let db = &app.engine().store.writer;
    let long_ago = app.engine().clock.wall().micros() - 60 * MINUTE - 123_000;
    for schedule in ["seal_all", "purge"] {
        leave_alone_since(db, schedule, long_ago).await;
    }
    let workers = three(&app).await;
    let left_out = || said_by_all(&workers, "a missed tick is left out", "purge");
    let done = || !ticks(&workers, "seal_all").is_empty() && !left_out().is_empty();
    within(Duration::from_secs(20), "caught up and left out", done).await;
    // This is time enough for another process to run it again.
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!((ticks(&workers, "seal_all").len(), left_out().len()), (1, 1));
    assert_eq!(ticks(&workers, "purge"), [], "what is left out is not run");
    let now = app.engine().clock.wall().micros();
    for (schedule, every) in [("seal_all", 5 * MINUTE), ("purge", 10 * MINUTE)] {
        let next = due(db, schedule).await;
        assert!(next > now - MINUTE && next <= now + every, "{schedule}: {next} at {now}");
        assert_eq!((next - long_ago) % every, 0, "{schedule}: the ticks keep their distance");
    }
    drop(workers);
    end.check().await;
}

fn signal_all(processes: &[Process], signal: &str) {
    for process in processes {
        process.signal(signal);
    }
}

/// Stops the processes where none has a claim or rows to seal, and none is writing: one that is stopped in the midst of that would
/// keep SQLite's lock, and no other could so much as start.
async fn stop_at_rest(processes: &[Process], db: &DatabaseConnection) {
    let claims = "SELECT count(*) AS number FROM schedule WHERE claimed_by IS NOT NULL";
    loop {
        let is_at_rest = number(db, UNSEALED).await == 0 && number(db, claims).await == 0;
        signal_all(processes, "STOP");
        within(Duration::from_secs(10), "stopped", || processes.iter().all(Process::is_stopped)).await;
        let write = db.execute_unprepared("UPDATE schedule SET failures = failures");
        let is_free = tokio::time::timeout(Duration::from_secs(1), write).await.is_ok_and(|written| written.is_ok());
        if is_at_rest && is_free && number(db, claims).await == 0 {
            return;
        }
        signal_all(processes, "CONT");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A process dies with a claimed tick. One of the two others runs the tick, and no row is sealed late.
async fn the_tick_of_a_process_that_died_is_run_by_another(backend: Backend) {
    let app = idle_books(backend).await;
    let end = app.end();
    let mut others = [worker(&app, &[]).await, worker(&app, &[]).await];
    let db = &app.engine().store.writer;
    stop_at_rest(&others, db).await;
    // At its start a process seals the rows that it finds, without a claim.
    let mut doomed = worker(&app, &[("GL_CRASH_AT", "tick-claimed")]).await;
    app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(201);
    doomed.wait(Duration::from_secs(20));
    let claimed = "SELECT count(*) AS number FROM schedule WHERE name = 'seal' AND claimed_by IS NOT NULL";
    assert_eq!(number(db, claimed).await, 1, "it died with its claim");
    assert!(number(db, UNSEALED).await > 0, "it sealed nothing");
    let dead_with = due(db, "seal").await;
    signal_all(&others, "CONT");
    let start = Instant::now();
    while number(db, UNSEALED).await > 0 {
        // A row is sealed within five seconds, and on a busy machine a little later.
        assert!(start.elapsed() < Duration::from_secs(15), "a row was left without a seal");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    within(Duration::from_secs(2), "told", || !ticks(&others, "seal").is_empty()).await;
    let tick = engine::values::clock::Timestamp::from_micros(dead_with).to_string();
    let took_over = ticks(&others, "seal").into_iter().filter(|(_, due, _)| *due == tick).count();
    assert_eq!(took_over, 1, "one of the others ran the tick of {tick}: {:?}", ticks(&others, "seal"));
    for other in &mut others {
        assert!(other.terminate(Duration::from_secs(12)).success(), "{}", other.log());
    }
    end.check().await;
}

/// Without traffic on the books, the look at the schedules writes nothing.
async fn idle_books_are_not_written_to(backend: Backend) {
    let app = idle_books(backend).await;
    let end = app.end();
    let workers = three(&app).await;
    let db = &app.engine().store.writer;
    let rows = "SELECT count(*) AS number FROM schedule";
    while number(db, rows).await < 4 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // The rows from the opening of the books are sealed.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = (ticks(&workers, "seal").len(), due(db, "seal").await, due(db, "sweep").await);
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!((ticks(&workers, "seal").len(), due(db, "seal").await, due(db, "sweep").await), before);
    assert_eq!(ticks(&workers, "sweep"), [], "nothing was left behind");
    drop(workers);
    end.check().await;
}

/// A failed tick stays due and is retried with growing pauses; a success resets the pause.
async fn a_tick_that_fails_is_tried_again_ever_later(backend: Backend) {
    let app = idle_books(backend).await;
    let end = app.end();
    let db = &app.engine().store.writer;
    let now = app.engine().clock.wall().micros();
    leave_alone_since(db, "purge", now).await;
    db.execute_unprepared("ALTER TABLE idempotency RENAME TO idempotency_away").await.expect("renamed");
    let workers = three(&app).await;
    let failures = "SELECT failures AS number FROM schedule WHERE name = 'purge'";
    let start = Instant::now();
    while number(db, failures).await < 2 {
        assert!(start.elapsed() < Duration::from_secs(20), "it is not tried again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(due(db, "purge").await, now, "it is due still");
    let pause = "SELECT held_until AS number FROM schedule WHERE name = 'purge'";
    let left = number(db, pause).await - app.engine().clock.wall().micros();
    assert!((500_000..=2_000_000).contains(&left), "two seconds after the second failure, not {left} µs");
    db.execute_unprepared("ALTER TABLE idempotency_away RENAME TO idempotency").await.expect("renamed");
    while number(db, failures).await > 0 {
        assert!(start.elapsed() < Duration::from_secs(40), "it does not go well");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let next = due(db, "purge").await;
    assert_eq!(next, now + 10 * MINUTE);
    drop(workers);
    end.check().await;
}

macro_rules! on_each {
    ($($name:ident)+) => {$(
        mod $name {
            use tests::prelude::*;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name(Backend::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                super::$name(Backend::Postgres).await;
            }
        }
    )+};
}

on_each! {
    one_of_three_runs_a_tick
    a_missed_tick_is_caught_up_or_left_out
    the_tick_of_a_process_that_died_is_run_by_another
    idle_books_are_not_written_to
    a_tick_that_fails_is_tried_again_ever_later
}
