//! The file of books on SQLite: writes go on after the write-ahead log was read-only for a moment, the service stops
//! when its file is deleted or replaced, and only the owner can read these files.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tests::prelude::*;

use super::restore::gl;

const SOON: Duration = Duration::from_secs(30);

fn path(app: &TestApp) -> PathBuf {
    app.database.url().trim_start_matches("sqlite://").into()
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    format!("{}{suffix}", path.display()).into()
}

fn may(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|ended| ended.status.success())
}

/// Makes the log read-only: for root by an attribute of the file, for others by its permissions and a limit.
struct Frozen<'a> {
    log: &'a str,
    pid: String,
    by_attribute: bool,
}

impl<'a> Frozen<'a> {
    fn freeze(log: &'a str, pid: u32) -> Self {
        let pid = pid.to_string();
        let by_attribute = may("chattr", &["+i", log]);
        if !by_attribute {
            assert!(may("chmod", &["0400", log]) && may("prlimit", &["--pid", &pid, "--fsize=1:unlimited"]));
        }
        Self { log, pid, by_attribute }
    }
}

/// Also undone when the test fails: otherwise the file could not be removed.
impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        if self.by_attribute {
            may("chattr", &["-i", self.log]);
        } else {
            may("chmod", &["0600", self.log]);
            may("prlimit", &["--pid", &self.pid, "--fsize=unlimited"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_could_not_be_written_for_a_moment_is_written_again() {
    let database = Database::file_on_disk().await;
    let ignoring = ["sh", "-c", r#"trap "" XFSZ; exec "$@""#, "sh"];
    let process = Process::serve_under(&ignoring, database.url(), &settings(&[]));
    let pid = process.pid();
    let app = TestApp::of_process(database, process).await;
    app.open_books().await;
    let (clerk, none) = (app.clerk(), Token::none());
    app.get("/readyz", &none).await.expect(200);
    let log = with_suffix(&path(&app), "-wal").display().to_string();
    let frozen = Frozen::freeze(&log, pid);
    for number in 0..3 {
        // The service replaces connections, and the new ones find a read-only log.
        app.post("journal-entries", &clerk, entry_named(&format!("JE-{number}"), "5.00")).await.expect(503);
        app.get("/readyz", &none).await.expect(503).problem("not_ready");
    }
    // `/readyz` stays 503 without further writes.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    app.get("/readyz", &none).await.expect(503);
    drop(frozen);
    app.eventually("/readyz", &none, |ready| ready.status == 200).await;
    super::clients::post_one(&app, "JE-AFTER").await;
    app.get("journal-entries/JE-0", &clerk).await.expect(404);
    app.books_agree();
}

/// Asserts that `gl` ends by itself with an error status and one line about the file.
fn ended_over_its_file(process: &mut Process) -> String {
    let ended = process.wait(SOON);
    let log = process.log();
    let told: Vec<&str> = log.lines().filter(|line| line.starts_with("gl: ")).collect();
    assert!(ended.code().is_some_and(|code| code > 0) && told.len() == 1, "{ended}: {log}");
    assert!(told[0].contains("gl.db is no longer the file that was opened"), "{log}");
    told[0].to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_deleted_stops_the_service() {
    let mut app = TestApp::start_process(Backend::Sqlite, &[]).await;
    app.open_books().await;
    let mut worker = Process::spawn(&["worker"], app.database.url(), &settings(&[]));
    app.eventually("/readyz", &Token::none(), |ready| ready["workers_by_queue"]["post_document"] == 2).await;
    let file = path(&app);
    std::fs::remove_file(&file).expect("deleted");
    // No write is answered as stored.
    let body = entry_named("JE-1", "5.00").to_string();
    let sent = app
        .client
        .post(format!("{}{}journal-entries", app.base_url, tests::app::PREFIX))
        .header("Authorization", format!("jwt {}", app.clerk().0))
        .header("Content-Type", "application/json")
        .body(body);
    if let Ok(answer) = sent.send().await {
        assert_eq!(answer.status(), 503);
    }
    ended_over_its_file(app.process());
    ended_over_its_file(&mut worker);
    assert!(!file.exists(), "an empty database was made in its place");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_replaced_stops_the_service_and_the_log_is_not_mixed_into_the_new_one() {
    let mut app = TestApp::start_process(Backend::Sqlite, &[]).await;
    app.open_books().await;
    super::clients::post_one(&app, "JE-1").await;
    let (file, url) = (path(&app), app.database.url().to_owned());
    let copy = with_suffix(&file, ".copy");
    gl(&["backup", copy.to_str().expect("UTF-8")], &url);
    super::clients::post_one(&app, "JE-2").await;
    std::fs::rename(&copy, &file).expect("replaced");
    let told = ended_over_its_file(app.process());
    assert!(told.contains("gl.db-wal.of-the-former-file"), "{told}");
    assert!(with_suffix(&file, "-wal.of-the-former-file").exists());
    app.process().restart();
    let moved = app.process().base_url.clone();
    app.base_url = moved;
    app.get("journal-entries/JE-1", &app.clerk()).await.expect(200);
    app.get("journal-entries/JE-2", &app.clerk()).await.expect(404);
    super::clients::post_one(&app, "JE-2").await;
    app.books_agree();
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_for_their_owner_alone_whatever_the_umask() {
    let folder = tests::scratch::folder(&format!("modes-{}", tests::scratch::number())).join("data");
    let file = folder.join("gl.db");
    let url = format!("sqlite://{}", file.display());
    let mut without_secret = settings(&[]);
    without_secret.remove("GL_JWT_SECRET");
    let open_umask = ["sh", "-c", r#"umask 0; exec "$@""#, "sh"];
    let mut process = Process::serve_under(&open_umask, &url, &without_secret);
    assert_eq!(mode(&folder), 0o700);
    let key = folder.join("jwt.key");
    for path in [&file, &with_suffix(&file, "-wal"), &with_suffix(&file, "-shm"), &key] {
        assert_eq!(mode(path), 0o600, "{}", path.display());
    }
    let copy = folder.join("copy.db");
    gl(&["backup", copy.to_str().expect("UTF-8")], &url);
    assert_eq!(mode(&copy), 0o600);
    assert!(process.terminate(SOON).success());

    // The permissions of an earlier release.
    let open = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).expect("opened to others");
    };
    open(&file);
    process.restart();
    assert_eq!(mode(&file), 0o600);
    assert!(process.log().contains("others could read it (mode 644)"), "{}", process.log());
    assert!(process.terminate(SOON).success());

    // The service refuses to sign with a key that others may have read.
    open(&key);
    process.relaunch(&[]);
    let ended = process.wait(SOON);
    assert!(
        !ended.success() && process.log().contains("jwt.key: others can read this key (mode 644)"),
        "{}",
        process.log()
    );
}
