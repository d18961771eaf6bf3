//! The throw-away server: found, initialized and started here; stopped and removed when the test process ends.

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::scratch;

/// The oldest version that the service supports.
const OLDEST: u32 = 15;

/// The server runs until its standard input closes, which the end of the test process does.
const KEEPER: &str = r#"
cd "$2" || exit 1
"$1/postgres" -D "$2/data" -p "$3" -k "$2" -c listen_addresses=127.0.0.1 \
    -c max_connections=400 -c shared_buffers=64MB -c autovacuum_naptime=10s $4 </dev/null >log 2>&1 &
server=$!
cat >/dev/null
kill -QUIT "$server" 2>/dev/null
wait "$server"
cd / && rm -rf "$2"
"#;

/// No commit waits for the disk.
const IN_A_HURRY: &str = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=256MB";
/// Every commit is on the disk before it is answered.
const DURABLE: &str = "-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=2GB";

/// Starts the server and returns `postgres://user@host:port`.
pub fn start(durable: bool) -> String {
    let binaries = find();
    let owner = unprivileged();
    let folder = scratch::fresh_in(&scratch::ground(), &format!("gl-test-postgres-{}", std::process::id()));
    if let Some((uid, gid)) = owner {
        chown(&folder, Some(uid), Some(gid)).expect("the server's folder can be given away");
    }
    init(&binaries, &folder, owner);
    for _ in 0..5 {
        // Another process may take the port before the server does; then the server says so and another is tried.
        let port = free_port();
        let mut keeper = Command::new("sh");
        keeper.arg("-c").arg(KEEPER).arg("gl-test-postgres").arg(&binaries).arg(&folder).arg(port.to_string());
        keeper.arg(if durable { DURABLE } else { IN_A_HURRY });
        let leash = scratch::leashed(lower(&mut keeper, owner));
        if ready(&folder, port) {
            keep(leash);
            return format!("postgres://postgres@127.0.0.1:{port}");
        }
    }
    panic!("PostgreSQL does not start; it says: {}", log(&folder));
}

/// Keeps the leash for as long as the process runs.
fn keep(leash: ChildStdin) {
    static LEASH: Mutex<Option<ChildStdin>> = Mutex::new(None);
    if let Ok(mut held) = LEASH.lock() {
        *held = Some(leash);
    }
}

pub(super) fn init(binaries: &Path, folder: &Path, owner: Option<(u32, u32)>) {
    let mut command = Command::new(binaries.join("initdb"));
    command.arg("-D").arg(folder.join("data")).current_dir(folder);
    command.args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    let made = lower(&mut command, owner).stdin(Stdio::null()).output().expect("initdb runs");
    assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
}

/// Whether the server answers within 30 s; `false` when the port was taken.
fn ready(folder: &Path, port: u16) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        let log = log(folder);
        if log.contains("database system is ready to accept connections") {
            return TcpStream::connect(("127.0.0.1", port)).is_ok();
        }
        if log.contains("could not bind IPv4 address") || log.contains("FATAL") {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

pub(super) fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// The user and group that run the server when the tests run as root, because PostgreSQL refuses to run as root.
pub(super) fn unprivileged() -> Option<(u32, u32)> {
    let out = Command::new("id").arg("-u").output().expect("id runs");
    if String::from_utf8_lossy(&out.stdout).trim() != "0" {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("/etc/passwd");
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("a user postgres or nobody to run PostgreSQL as"))
}

pub(super) fn lower(command: &mut Command, owner: Option<(u32, u32)>) -> &mut Command {
    if let Some((uid, gid)) = owner {
        command.uid(uid).gid(gid);
    }
    command
}

/// The folders in which programs may be.
fn folders() -> Vec<PathBuf> {
    let in_path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&in_path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders
}

/// Another program of PostgreSQL, such as `pg_dump`; from the folder of the server, when it is there.
pub fn program(name: &str) -> PathBuf {
    let beside = std::iter::once(find()).chain(folders());
    let found = beside.map(|folder| folder.join(name)).find(|program| program.is_file());
    found.unwrap_or_else(|| panic!("no {name} in PATH or /usr/lib/postgresql: run tests/run, which installs it"))
}

/// The folder of the newest `initdb` and `postgres`.
pub(super) fn find() -> PathBuf {
    let found = folders().into_iter().filter(|folder| folder.join("initdb").is_file());
    let newest = found.filter_map(|folder| Some((version(&folder)?, folder))).max();
    match newest {
        Some((version, folder)) if version >= OLDEST => folder,
        _ => panic!(
            "no PostgreSQL of version {OLDEST} or newer (initdb, postgres) in PATH or /usr/lib/postgresql: run tests/run, which installs it"
        ),
    }
}

/// The major version.
fn version(folder: &Path) -> Option<u32> {
    let out = Command::new(folder.join("postgres")).arg("--version").output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    let number = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
