//! More requests than the service can serve: the excess gets 429 or 503 soon, the others are served, and afterwards the
//! service works as before. `just overload` runs it for a minute: `GL_TEST_OVERLOAD_SECONDS`.
//! See docs/rules/errors.md#statuses.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Method;
use tests::prelude::*;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

/// Small limits, so that ten times the sustained load is soon reached.
const ROOM: [(&str, &str); 4] =
    [("GL_MAX_REQUESTS", "4"), ("GL_QUEUE_LENGTH", "16"), ("GL_QUEUE_WAIT", "1s"), ("GL_LOG", "warn,api::server=info")];
/// The longest wait for an answer, in a debug build on a machine that also makes the load.
const LONGEST: Duration = Duration::from_secs(15);
/// The longest wait of nine in ten refusals: the wait of the queue, and as much again.
const REFUSED_WITHIN: Duration = Duration::from_secs(2);

fn seconds() -> u64 {
    std::env::var("GL_TEST_OVERLOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// An entry with a hundred lines, to make the service work.
fn work() -> Value {
    entry_of((0..50).flat_map(|_| [debit(EXPENSE, "1.00"), credit(CASH, "1.00")]).collect())
}

/// The number of entries that the clients create a second, each starting the next at once: the load that the service
/// sustains.
async fn sustained(app: &Arc<TestApp>, clients: usize, time: Duration) -> f64 {
    let until = Instant::now() + time;
    let client = |_| {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            let mut done = 0_u32;
            while Instant::now() < until {
                app.post("journal-entries", &app.clerk(), work()).await.expect(201);
                done += 1;
            }
            done
        })
    };
    let mut done = 0;
    for client in (0..clients).map(client).collect::<Vec<_>>() {
        done += client.await.expect("a client ends well");
    }
    f64::from(done) / time.as_secs_f64()
}

/// The median of twenty requests, one after the other.
async fn usual_latency(app: &TestApp) -> Duration {
    let mut took = Vec::new();
    for _ in 0..20 {
        let asked = Instant::now();
        app.post("journal-entries", &app.clerk(), work()).await.expect(201);
        took.push(asked.elapsed());
    }
    took.sort();
    took[10]
}

/// The memory of the process in KiB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process lives");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[derive(Default)]
struct Tally {
    done: usize,
    /// The time of each refusal, the shortest first.
    refused: Vec<Duration>,
}

impl Tally {
    fn refusal(&self, percent: usize) -> Duration {
        self.refused.get(self.refused.len() * percent / 100).copied().unwrap_or_default()
    }
}

/// The most requests of the storm at a time. Beyond this the machine queues them, and not the service.
const UNDER_WAY: usize = 300;

/// Sends requests at this rate, without waiting for their answers.
async fn storm(app: &Arc<TestApp>, rate: f64, time: Duration) -> Tally {
    let mut ticks = interval(Duration::from_secs_f64(1.0 / rate));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let under_way = Arc::new(Semaphore::new(UNDER_WAY));
    // Made once, so that the clients take little of the machine.
    let (token, text): (Token, Arc<str>) = (app.clerk(), work().to_string().into());
    let (until, mut sent) = (Instant::now() + time, Vec::new());
    while Instant::now() < until {
        ticks.tick().await;
        let Ok(place) = Arc::clone(&under_way).try_acquire_owned() else { continue };
        let (app, token, text) = (Arc::clone(app), token.clone(), Arc::clone(&text));
        sent.push(tokio::spawn(async move {
            let asked = Instant::now();
            let answer = app.send_text(Method::POST, "journal-entries", &token, &[], Some(&text)).await;
            drop(place);
            (answer, asked.elapsed())
        }));
    }
    let mut tally = Tally::default();
    for request in sent {
        let (answer, took) = request.await.expect("a request is answered");
        assert!(took < LONGEST, "answered {} after {took:?}", answer.status);
        if answer.status == 201 {
            tally.done += 1;
            continue;
        }
        let refused = answer.expect(503).problem("unavailable");
        assert!(!refused.header("retry-after").is_empty(), "503 without Retry-After");
        tally.refused.push(took);
    }
    tally.refused.sort();
    tally
}

async fn ten_times_too_much_is_refused_and_forgotten(backend: Backend) {
    let mut app = TestApp::start_process(backend, &ROOM).await;
    let pid = app.process().pid();
    app.open_books().await;
    let app = Arc::new(app);
    sustained(&app, 4, Duration::from_millis(500)).await;
    let rate = sustained(&app, 4, Duration::from_secs(1)).await;
    let before = usual_latency(&app).await;

    let time = Duration::from_secs(seconds());
    let warm = storm(&app, rate * 10.0, time / 4).await;
    let held = memory(pid);
    let tally = storm(&app, rate * 10.0, time).await;
    let (after, grown) = (usual_latency(&app).await, memory(pid).saturating_sub(held));
    println!(
        "{backend:?}: sustains {rate:.0}/s; at ten times that {} done and {} refused in {time:?}, half of the refused within {:?}, nine in ten within {:?}; \
         {before:?} before, {after:?} after; {held} KiB, {grown} more at the end",
        tally.done,
        tally.refused.len(),
        tally.refusal(50),
        tally.refusal(90)
    );
    assert!(!warm.refused.is_empty() && tally.refused.len() > tally.done, "{} refused", tally.refused.len());
    assert!(tally.refusal(90) < REFUSED_WITHIN, "a tenth of the refusals took {:?} and more", tally.refusal(90));
    assert!(tally.done > 0, "nobody was served");
    assert!(after < before * 3 + Duration::from_millis(30), "{before:?} before, {after:?} after");
    assert!(grown < held / 4 + 16 * 1_024, "{held} KiB grew by {grown}");
    app.books_agree();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_times_too_much_is_refused_and_forgotten_on_sqlite() {
    ten_times_too_much_is_refused_and_forgotten(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_times_too_much_is_refused_and_forgotten_on_postgres() {
    ten_times_too_much_is_refused_and_forgotten(Backend::Postgres).await;
}

/// Approvals that wait for a worker do not block other requests.
async fn who_waits_for_a_posting_takes_no_place(backend: Backend) {
    let settings =
        [("GL_MAX_REQUESTS", "2"), ("GL_QUEUE_LENGTH", "4"), ("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "3s")];
    let app = Arc::new(TestApp::start_with(backend, &settings).await);
    app.open_books().await;
    for number in 0..8 {
        let id = format!("JE-{number}");
        app.post("journal-entries", &app.clerk(), entry_named(&id, "5.00")).await.expect(201);
        app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    }
    let mut waiting = Vec::new();
    for number in 0..8 {
        let app = Arc::clone(&app);
        waiting.push(tokio::spawn(async move {
            app.act(&format!("journal-entries/JE-{number}/approve"), &app.manager()).await
        }));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let asked = Instant::now();
    for _ in 0..10 {
        app.post("journal-entries", &app.clerk(), entry("5.00")).await.expect(201);
    }
    assert!(asked.elapsed() < Duration::from_secs(2), "ten entries took {:?}", asked.elapsed());
    assert!(waiting.iter().any(|approve| !approve.is_finished()), "nobody waits any more");
    for approve in waiting {
        assert_eq!(approve.await.expect("answered").expect(200)["posted"], false);
    }
    app.work_off().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_for_a_posting_takes_no_place_on_sqlite() {
    who_waits_for_a_posting_takes_no_place(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_for_a_posting_takes_no_place_on_postgres() {
    who_waits_for_a_posting_takes_no_place(Backend::Postgres).await;
}

async fn each_user_has_a_rate(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_RATE_LIMIT", "3")]).await;
    let (clerk, other) = (app.clerk(), app.token("olga", &["viewer"], &[]));
    let mut refused = None;
    for _ in 0..6 {
        let answer = app.get("accounts", &clerk).await;
        if answer.status == 429 {
            refused = Some(answer.problem("too_many_requests"));
        }
    }
    let refused = refused.expect("six at once are more than three a second");
    let pause = refused.header("retry-after").parse().expect("Retry-After in seconds");
    app.get("accounts", &other).await.expect(200);
    tokio::time::sleep(Duration::from_secs(pause)).await;
    app.get("accounts", &clerk).await.expect(200);
}

#[tokio::test]
async fn each_user_has_a_rate_on_sqlite() {
    each_user_has_a_rate(Backend::Sqlite).await;
}

#[tokio::test]
async fn each_user_has_a_rate_on_postgres() {
    each_user_has_a_rate(Backend::Postgres).await;
}
