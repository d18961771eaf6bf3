//! The disk is full: writes are refused with 503 and `Retry-After`, `/readyz` reports it, reads go on, and writes go on
//! by themselves when there is room again. SQLite gets a small tmpfs of the process' own where one can be mounted, and
//! everywhere a limit on the size of its files. PostgreSQL gets a tablespace on a tmpfs, as root, and everywhere a
//! table that simulates the error.

use std::path::{Path, PathBuf};
use std::process::Command;

use sea_orm::ConnectionTrait;
use tests::postgres::own::Server;
use tests::prelude::*;

use super::clients::{exactly_once, insist};

/// How `gl` gets a small disk, and more space later.
enum Room {
    /// A tmpfs in a mount namespace: as root, or as a user who is root in it.
    Tmpfs(&'static [&'static str]),
    /// `ulimit -f`, in units of 512 bytes.
    FileSize,
}

const ROOT: &[&str] = &["unshare", "-m"];
const USER: &[&str] = &["unshare", "-rm"];
/// The signal is ignored, so that a write fails as on a full disk.
const LIMITED: &str = r#"trap "" XFSZ; ulimit -S -f 5000; exec "$@""#;

impl Room {
    /// A tmpfs where mounting one works; otherwise the limit on file sizes.
    fn found() -> Self {
        let may = |how: &[&str]| {
            let tried = Command::new(how[0]).args(&how[1..]).args(["mount", "-t", "tmpfs", "none", "/mnt"]).output();
            tried.is_ok_and(|tried| tried.status.success())
        };
        if may(ROOT) {
            Self::Tmpfs(ROOT)
        } else if may(USER) {
            Self::Tmpfs(USER)
        } else {
            Self::FileSize
        }
    }

    fn serve(&self, folder: &Path) -> Process {
        let url = format!("sqlite://{}", folder.join("gl.db").display());
        let mount = format!(r#"mount -t tmpfs -o size=8m none "{}" && exec "$@""#, folder.display());
        let under = match self {
            Self::Tmpfs(how) => [*how, &["sh", "-c", &mount, "sh"]].concat(),
            Self::FileSize => vec!["sh", "-c", LIMITED, "sh"],
        };
        Process::serve_under(&under, &url, &settings(&[("GL_POSTING_WAIT", "2s")]))
    }

    fn make_room(&self, pid: u32, filler: &Path) {
        match self {
            Self::Tmpfs(_) => std::fs::remove_file(filler).expect("the filler goes"),
            Self::FileSize => {
                let more = Command::new("prlimit").args(["--pid", &pid.to_string(), "--fsize=unlimited"]).status();
                assert!(more.is_ok_and(|status| status.success()), "prlimit lifts the limit");
            }
        }
    }
}

async fn a_full_disk_is_outlived(room: Room) {
    let folder = tests::scratch::folder("disk");
    let process = room.serve(&folder);
    let pid = process.pid();
    let inside = PathBuf::from(format!("/proc/{pid}/root{}", folder.display()));
    let database = Database::at(format!("sqlite://{}", inside.join("gl.db").display()));
    let app = TestApp::of_process(database, process).await;
    let filler = inside.join("filler");
    let fill_up = async || {
        if matches!(room, Room::Tmpfs(_)) {
            fill(&filler);
        }
    };
    outlive(&app, fill_up, async || room.make_room(pid, &filler)).await;
    if matches!(room, Room::FileSize) {
        return app.books_agree();
    }
    // SQLite resolves the path into the process' own root to one outside of its namespace, so the check reads a copy.
    let mut app = app;
    app.process().signal("STOP");
    let copy = tests::scratch::folder(&format!("disk-{}", tests::scratch::number()));
    for name in ["gl.db", "gl.db-wal"] {
        std::fs::copy(inside.join(name), copy.join(name)).expect("copied");
    }
    app.process().signal("CONT");
    let url = format!("sqlite://{}", copy.join("gl.db").display());
    let told = super::restore::gl(&["check"], &url);
    assert!(told.ends_with(" 0 differences") && !told.starts_with("checked 0 "), "{told}");
    super::restore::gl(&["audit", "verify"], &url);
}

/// Writes until the disk is full, then makes room and writes again.
async fn outlive(app: &TestApp, fill_up: impl AsyncFn(), make_room: impl AsyncFn()) {
    app.open_books().await;
    let (clerk, manager) = (app.clerk(), app.manager());
    app.post("journal-entries", &clerk, entry_named("JE-SENT", "5.00")).await.expect(201);
    app.act("journal-entries/JE-SENT/submit-for-approval", &clerk).await.expect(200);

    fill_up().await;
    // Small writes may still find a gap; each must be either done or refused.
    let (mut written, mut refused) = (Vec::new(), 0);
    while refused < 20 {
        let id = format!("JE-{}", written.len());
        let body = with(entry_named(&id, "5.00"), json!({ "memo": "x".repeat(500) }));
        let answer = app.post("journal-entries", &clerk, body).await;
        if answer.status == 201 {
            written.push(id);
            assert!(written.len() < 3_000, "the disk is never full");
            continue;
        }
        let answer = answer.expect(503).problem("unavailable");
        assert!(!answer.header("retry-after").is_empty());
        app.get("journal-entries/JE-SENT", &clerk).await.expect(200);
        refused += 1;
    }
    app.get("reports/trial-balance?period_id=2024-01", &app.admin()).await.expect(200);
    app.eventually("/readyz", &Token::none(), |ready| ready.status == 503).await.problem("not_ready");
    let headers = [("X-Idempotency-Key", "approve")];
    let early = app.send(reqwest::Method::POST, "journal-entries/JE-SENT/approve", &manager, &headers, None).await;
    assert!([200, 503].contains(&early.status), "{}", early.text);

    make_room().await;
    insist(app, "journal-entries/JE-SENT/approve", &manager, "approve", None).await.expect(200);
    app.eventually("/readyz", &Token::none(), |ready| ready.status == 200).await;
    exactly_once(app, "JE-SENT").await;
    for id in &written {
        app.get(&format!("journal-entries/{id}"), &clerk).await.expect(200);
    }
    let entries = app.get("journal-entries?count=true", &clerk).await.expect(200);
    assert_eq!(entries.number("total"), (written.len() + 1).to_string());
}

/// Fills the disk to the last byte.
fn fill(filler: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(filler).expect("the filler");
    while file.write_all(&[0; 4_096]).is_ok() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_outlived_on_sqlite() {
    a_full_disk_is_outlived(Room::found()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_may_not_grow_are_outlived_on_sqlite() {
    a_full_disk_is_outlived(Room::FileSize).await;
}

async fn postgres_that_answers_as_if_full() {
    let server = Server::start(&[]);
    server.run("CREATE DATABASE gl").await;
    let app = TestApp::start_on(Database::at(server.url("gl")), &[]).await;
    let books = server.connect("gl").await;
    let run = async |sql: &str| {
        books.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    };
    run("CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$")
    .await;
    let full = "CREATE TRIGGER disk_full BEFORE INSERT ON audit_entry EXECUTE FUNCTION disk_full()";
    outlive(&app, async || run(full).await, async || run("DROP TRIGGER disk_full ON audit_entry").await).await;
    app.books_agree();
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_outlived_on_postgres() {
    let Some(server) = Server::start_with_small_disk() else {
        println!("no tmpfs may be mounted here: the stand-in is tested instead");
        return postgres_that_answers_as_if_full().await;
    };
    let place = server.small_disk();
    server.run(&format!("CREATE TABLESPACE small LOCATION '{}'", place.display())).await;
    server.run("CREATE DATABASE gl TABLESPACE small").await;
    let app = TestApp::start_on(Database::at(server.url("gl")), &[]).await;
    let filler = server.small_disk_from_outside().join("filler");
    let make_room = async || std::fs::remove_file(&filler).expect("the filler goes");
    outlive(&app, async || fill(&filler), make_room).await;
    app.books_agree();
    app.end().check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_it_is_full_is_outlived_on_postgres() {
    postgres_that_answers_as_if_full().await;
}
