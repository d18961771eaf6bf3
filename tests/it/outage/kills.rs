//! An interrupted start harms no books: `gl` is killed again and again while it makes a new database, or brings an old
//! one up to date, at random and at the moments of `migration/src/crash.rs`. The next start finishes the work.
//!
//! `GL_MIGRATION_KILLS` sets the number of kills for each database and each initial state; `just kill-migrations` does
//! 300.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use sea_orm::ConnectionTrait;
use tests::fixture;
use tests::prelude::*;

use super::restore::gl;

const KILLS: usize = 6;
const START: Duration = Duration::from_mins(1);
const SIGABRT: i32 = 6;

fn kills() -> usize {
    std::env::var("GL_MIGRATION_KILLS").map_or(KILLS, |text| text.parse().expect("GL_MIGRATION_KILLS is a number"))
}

/// The settings, without a secret on SQLite, so that the service also makes its key.
fn usual(backend: Backend) -> tests::plug::Settings {
    let mut all = settings(&[]);
    if backend == Backend::Sqlite {
        all.remove("GL_JWT_SECRET");
    }
    all
}

/// The database that a start finds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    /// The schema up to a step, with one row.
    Schema(&'static str),
    /// The books of a release, with every kind of content.
    Release(&'static str),
}

impl Found {
    async fn on(self, backend: Backend) -> Database {
        match self {
            Self::Nothing => backend.empty().await,
            Self::Schema(step) => {
                let database = backend.empty().await;
                old_books(&database, step).await;
                database
            }
            Self::Release(release) => fixture::books(release, backend).await,
        }
    }
}

/// Makes the books of an earlier release, with a row.
async fn old_books(database: &Database, step: &str) {
    let url = database.url();
    let how = if database.backend == Backend::Sqlite { "?mode=rwc" } else { "" };
    let db = sea_orm::Database::connect(format!("{url}{how}")).await.expect("opened");
    migration::up_to(&db, step).await.expect("migrated");
    let row = "INSERT INTO account VALUES ('1000', 'Cash', 'asset', NULL, NULL, TRUE, 1, 0, 'ann')";
    db.execute_unprepared(row).await.expect("an account");
    db.close().await.expect("closed");
}

/// Starts `gl` and kills it. False: it was ready before the kill.
async fn cut_off(database: &Database, dice: &mut Dice) -> bool {
    let settings = usual(database.backend);
    if dice.roll(2) == 0 {
        let mut at_moment = settings;
        at_moment.insert("GL_CRASH_IN_MIGRATION".to_owned(), (1 + dice.roll(40)).to_string());
        let ended = Process::spawn(&["migrate", "up"], database.url(), &at_moment).wait(START);
        assert!(ended.success() || ended.signal() == Some(SIGABRT), "gl migrate up ended by itself: {ended}");
        return !ended.success();
    }
    let mut process = Process::spawn(&["serve", "--migrate"], database.url(), &settings);
    tokio::time::sleep(Duration::from_millis(u64::try_from(5 + 5 * dice.roll(60)).unwrap_or(0))).await;
    assert!(process.ended().is_none(), "gl serve ended by itself; its log:\n{}", process.log());
    process.kill();
    process.listening().is_none()
}

/// Asserts that the books open, keep their content, and agree with themselves.
async fn the_books_are_whole(database: Database, old: bool) {
    let settings = usual(database.backend);
    let process = Process::serve_under(&["env"], database.url(), &settings);
    let app = TestApp::of_process(database, process).await;
    let url = app.database.url().to_owned();
    let secret = match settings.get("GL_JWT_SECRET") {
        Some(secret) => secret.clone(),
        None => {
            std::fs::read_to_string(url.trim_start_matches("sqlite://").replace("gl.db", "jwt.key")).expect("a key")
        }
    };
    let claims = json!({ "sub": "root", "exp": tests::token::now() + 600, "roles": ["admin"] });
    let root = Token::signed_with(&secret, &claims);
    app.get("accounts/1000", &root).await.expect(if old { 200 } else { 404 });
    app.post("accounts", &root, account("8888", "Sales", "income")).await.expect(201);
    let found = gl(&["check"], &url);
    assert!(found.contains(" 0 differences"), "{found}");
    gl(&["audit", "verify"], &url);
}

async fn no_kill_breaks_the_books(backend: Backend, found: Found, seed: u64) {
    let (mut dice, mut killed) = (Dice::new(seed), 0);
    while killed < kills() {
        let database = found.on(backend).await;
        while killed < kills() && cut_off(&database, &mut dice).await {
            killed += 1;
        }
        let migrated = tests::process::run(&["migrate", "up"], &{
            let mut given = usual(backend);
            given.insert("GL_DATABASE_URL".to_owned(), database.url().to_owned());
            given
        });
        assert!(migrated.status.success(), "{killed} kills: {}", String::from_utf8_lossy(&migrated.stderr));
        the_books_are_whole(database, found != Found::Nothing).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_start_may_be_killed_at_any_time_on_sqlite() {
    no_kill_breaks_the_books(Backend::Sqlite, Found::Nothing, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_start_may_be_killed_at_any_time_on_postgres() {
    no_kill_breaks_the_books(Backend::Postgres, Found::Nothing, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_may_be_killed_at_any_time_on_sqlite() {
    no_kill_breaks_the_books(Backend::Sqlite, Found::Schema("m0002_audit_chain"), 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_may_be_killed_at_any_time_on_postgres() {
    no_kill_breaks_the_books(Backend::Postgres, Found::Schema("m0002_audit_chain"), 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_books_of_a_release_may_be_killed_at_any_time_on_sqlite() {
    no_kill_breaks_the_books(Backend::Sqlite, Found::Release("1268427"), 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_books_of_a_release_may_be_killed_at_any_time_on_postgres() {
    no_kill_breaks_the_books(Backend::Postgres, Found::Release("1268427"), 6).await;
}

async fn all_that_start_at_once_come_up(backend: Backend) {
    let database = backend.empty().await;
    let start = || Process::spawn(&["serve", "--migrate"], database.url(), &usual(backend));
    let mut all: Vec<Process> = (0..3).map(|_| start()).collect();
    for process in &mut all {
        process.await_address();
    }
    for process in &mut all {
        assert!(process.terminate(START).success(), "{}", process.log());
    }
    assert!(gl(&["check"], database.url()).ends_with(" 0 differences"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_start_at_once_come_up_on_sqlite() {
    all_that_start_at_once_come_up(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_start_at_once_come_up_on_postgres() {
    all_that_start_at_once_come_up(Backend::Postgres).await;
}

/// The limit on the size of files simulates a disk that is full after so many bytes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_start_on_a_full_disk_is_refused_and_the_next_one_finishes_it() {
    let database = Backend::Sqlite.empty().await;
    for blocks in [20, 100, 300, 600] {
        let limited = format!(r#"trap "" XFSZ; ulimit -S -f {blocks}; exec "$@""#);
        let under = ["sh", "-c", limited.as_str(), "sh"];
        let mut process = Process::spawn_under(&under, &["serve"], database.url(), &usual(Backend::Sqlite));
        let ended = process.wait(START);
        let log = process.log();
        let told: Vec<&str> = log.lines().filter(|line| line.starts_with("gl: ")).collect();
        assert!(!ended.success() && told.len() == 1, "{blocks} blocks: {ended}\n{log}");
        assert!(told[0].contains("full") || told[0].contains("disk I/O error"), "{blocks} blocks: {log}");
    }
    the_books_are_whole(database, false).await;
}
