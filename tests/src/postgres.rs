//! PostgreSQL: one throw-away server for the process, one database for each test, made from a template.
//!
//! The server listens on a free loopback port, forgets `fsync`, and ends with the process (see [`crate::scratch`]).
//! PostgreSQL refuses to run as root; there it runs as `postgres` or `nobody`.

use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection};

use crate::{builders, scratch};

const TEMPLATE: &str = "gl_template";
const SETTINGS: [&str; 8] = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=500",
    "shared_buffers=64MB",
    "max_wal_size=1GB",
    "autovacuum=off",
    "log_min_messages=fatal",
];

/// The URL of a fresh database that holds the tests' company.
pub async fn database() -> String {
    let server = server();
    let name = format!("gl_{}", scratch::number());
    server.administer(&format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")).await;
    server.url(&name)
}

/// Drops the database behind a URL of [`database`].
pub async fn remove(url: &str) {
    let name = url.rsplit('/').next().unwrap_or_default();
    server().administer(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
}

struct Server {
    port: u16,
}

impl Server {
    fn url(&self, database: &str) -> String {
        format!("postgres://gl@127.0.0.1:{}/{database}", self.port)
    }

    async fn connect(&self) -> Result<DatabaseConnection, sea_orm::DbErr> {
        let mut options = ConnectOptions::new(self.url("postgres"));
        options.max_connections(1).sqlx_logging(false).connect_timeout(Duration::from_secs(5));
        Database::connect(options).await
    }

    async fn administer(&self, statement: &str) {
        let db = self.connect().await.expect("the throw-away PostgreSQL answers");
        db.execute_unprepared(statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
        let _ = db.close().await;
    }
}

/// The process' server, with the template database in it.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let server = start();
        let template = server.url(TEMPLATE);
        let port = server.port;
        scratch::apart(async move {
            let server = Server { port };
            server.wait().await;
            server.administer(&format!("CREATE DATABASE {TEMPLATE}")).await;
            builders::found_company(&template).await;
        });
        server
    })
}

impl Server {
    async fn wait(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            match self.connect().await {
                Ok(db) => {
                    let _ = db.close().await;
                    return;
                }
                Err(error) => assert!(Instant::now() < deadline, "the throw-away PostgreSQL did not start: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn start() -> Server {
    let binaries = binaries();
    let folder = scratch::folder().join("postgres");
    std::fs::create_dir_all(&folder).expect("a folder for PostgreSQL");
    let user = unprivileged();
    if let Some((uid, gid)) = user {
        chown(&folder, Some(uid), Some(gid)).expect("the folder belongs to PostgreSQL's user");
    }
    let initdb = as_user(&binaries.join("initdb"), user)
        .args(["--username=gl", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"])
        .arg(&folder)
        .current_dir(&folder)
        .output()
        .expect("initdb runs");
    assert!(initdb.status.success(), "initdb: {}", String::from_utf8_lossy(&initdb.stderr));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let mut postgres = as_user(&binaries.join("postgres"), user);
    postgres.arg("-D").arg(&folder).args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k", ""]).current_dir(&folder);
    for setting in SETTINGS {
        postgres.args(["-c", setting]);
    }
    let log = std::fs::File::create(scratch::folder().join("postgres.log")).expect("a log file");
    postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).process_group(0).spawn().expect("postgres starts");
    Server { port }
}

fn as_user(program: &Path, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = user {
        command.gid(gid).uid(uid);
    }
    command
}

/// Whom to run PostgreSQL as; `None` when this process is not root.
fn unprivileged() -> Option<(u32, u32)> {
    let is_root = std::fs::read_to_string("/proc/self/status").is_ok_and(|status| status.contains("\nUid:\t0\t"));
    if !is_root {
        return None;
    }
    let passwd = std::fs::read_to_string("/etc/passwd").expect("/etc/passwd");
    let find = |name: &str| {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("root needs a user postgres or nobody to run PostgreSQL as"))
}

/// The folder with `initdb` and `postgres`: Debian's newest, or one on the PATH.
fn binaries() -> PathBuf {
    let has_both = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let version = |folder: &PathBuf| folder.parent().and_then(Path::file_name).and_then(|name| name.to_str()?.parse::<u32>().ok());
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let newest = installed.filter(has_both).filter(|folder| version(folder).is_some_and(|version| version >= 15)).max_by_key(version);
    let path = std::env::var_os("PATH").unwrap_or_default();
    newest.or_else(|| std::env::split_paths(&path).find(has_both)).expect(
        "the tests need PostgreSQL's server binaries (initdb, postgres), version 15 or newer: run tests/run, \
         or apt-get install postgresql; half of the suite is never skipped",
    )
}
