//! A server of a test's own: to be stopped, killed, started again, copied and promoted.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseConnection};

use super::server::{find, free_port, init, log, lower, program, unprivileged};
use crate::scratch;

/// How the server is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Cuts every connection and shuts down cleanly.
    Fast,
    /// Stops as in a crash of the machine: without a checkpoint, so that the next start recovers from the log.
    Immediate,
    /// Kills it: `kill -9`. Its other processes find out by themselves, and end.
    Kill,
}

/// A commit reaches the operating system, so that it survives the server's death, though not the machine's.
const USUAL: [&str; 6] = [
    "listen_addresses=127.0.0.1",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=120",
    "shared_buffers=32MB",
    "max_wal_senders=4",
];

/// A server that stops when dropped; its folder goes with the test process.
#[derive(Debug)]
pub struct Server {
    pub port: u16,
    pub folder: PathBuf,
    options: Vec<String>,
    /// Whether a small disk is mounted at [`Self::small_disk`].
    has_small_disk: bool,
    child: Option<Child>,
}

/// Mounts a small disk in a mount namespace that ends with the server; then runs `postgres`.
const WITH_SMALL_DISK: &str = r#"
mount -t tmpfs -o "size=40m,mode=700,uid=$2,gid=$3" none "$1" || exit 1
uid=$2 gid=$3
shift 3
exec setpriv --reuid="$uid" --regid="$gid" --clear-groups "$@"
"#;

impl Server {
    /// A new server with nothing in it. `options` are `name=value`.
    pub fn start(options: &[&str]) -> Self {
        let server = Self::made(options, fresh_data);
        server.started()
    }

    /// A new server that also speaks TLS, with a certificate of its own making for `localhost` and 127.0.0.1, in
    /// [`Self::certificate`].
    pub fn start_with_tls() -> Self {
        let server = Self::made(&["ssl=on"], |folder| {
            fresh_data(folder);
            self_signed(&folder.join("data"), "server");
        });
        server.started()
    }

    /// A new server with a disk of 40 MiB at [`Self::small_disk`], for a tablespace. `None` where nothing may be mounted.
    pub fn start_with_small_disk() -> Option<Self> {
        let mount = ["-m", "mount", "-t", "tmpfs", "none", "/mnt"];
        let may =
            unprivileged().is_some() && Command::new("unshare").args(mount).status().is_ok_and(|tried| tried.success());
        may.then(|| {
            let mut server = Self::made(&[], |folder| {
                fresh_data(folder);
                std::fs::create_dir(folder.join("small")).expect("a place to mount");
            });
            server.has_small_disk = true;
            server.started()
        })
    }

    /// The path of the small disk as the server sees it.
    pub fn small_disk(&self) -> PathBuf {
        self.folder.join("small")
    }

    /// The path of the small disk as other processes see it.
    pub fn small_disk_from_outside(&self) -> PathBuf {
        let pid = self.child.as_ref().map(Child::id).expect("it runs");
        PathBuf::from(format!("/proc/{pid}/root{}", self.small_disk().display()))
    }

    pub fn certificate(&self) -> PathBuf {
        self.folder.join("data/server.crt")
    }

    /// Puts a line of `pg_hba.conf` before the others.
    pub async fn who_may_enter(&self, line: &str) {
        let file = self.folder.join("data/pg_hba.conf");
        let others = std::fs::read_to_string(&file).expect("pg_hba.conf");
        std::fs::write(&file, format!("{line}\n{others}")).expect("pg_hba.conf is written");
        self.run("SELECT pg_reload_conf()").await;
    }

    /// A standby that follows this server, from a copy of it.
    pub fn standby(&self) -> Self {
        self.standby_with(&[])
    }

    /// The same, with options of its own.
    pub fn standby_with(&self, options: &[&str]) -> Self {
        let source = format!("host=127.0.0.1 port={} user=postgres", self.port);
        let server = Self::made(options, |folder| {
            let mut copy = Command::new(program("pg_basebackup"));
            copy.args(["-R", "-X", "stream", "--checkpoint=fast", "--no-sync", "-d", &source, "-D"]);
            copy.arg(folder.join("data")).current_dir(folder);
            let done = lower(&mut copy, unprivileged()).stdin(Stdio::null()).output().expect("pg_basebackup runs");
            assert!(done.status.success(), "pg_basebackup: {}", String::from_utf8_lossy(&done.stderr));
        });
        server.started()
    }

    fn made(options: &[&str], fill: impl Fn(&Path)) -> Self {
        let folder = scratch::folder(&format!("postgres-{}", scratch::number()));
        if let Some((uid, gid)) = unprivileged() {
            chown(&folder, Some(uid), Some(gid)).expect("the server's folder can be given away");
        }
        fill(&folder);
        let options = USUAL.iter().chain(options).map(|&option| option.to_owned()).collect();
        Self { port: free_port(), folder, options, has_small_disk: false, child: None }
    }

    fn started(mut self) -> Self {
        for _ in 0..5 {
            if self.launch() {
                return self;
            }
            // Another process took the port meanwhile.
            self.stop(Stop::Immediate);
            self.port = free_port();
        }
        panic!("PostgreSQL does not start; it says: {}", log(&self.folder));
    }

    /// Starts it again on the same port, and returns when it takes connections.
    pub fn start_again(&mut self) {
        assert!(self.launch(), "PostgreSQL does not start again; it says: {}", log(&self.folder));
    }

    fn launch(&mut self) -> bool {
        let log = std::fs::File::create(self.folder.join("log")).expect("a log");
        let postgres = find().join("postgres");
        let mut command = match unprivileged() {
            Some((uid, gid)) if self.has_small_disk => {
                let mut command = Command::new("unshare");
                command.args(["-m", "sh", "-c", WITH_SMALL_DISK, "sh"]).arg(self.small_disk());
                command.arg(uid.to_string()).arg(gid.to_string()).arg(postgres);
                command
            }
            owner => {
                let mut command = Command::new(postgres);
                lower(&mut command, owner);
                command
            }
        };
        command
            .arg("-D")
            .arg(self.folder.join("data"))
            .arg("-k")
            .arg(&self.folder)
            .arg("-p")
            .arg(self.port.to_string());
        for option in &self.options {
            command.arg("-c").arg(option);
        }
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().expect("postgres runs");
        scratch::started(child.id());
        self.child = Some(child);
        self.is_ready()
    }

    /// Whether it takes connections within 30 s. Clients that come too early leave a harmless FATAL in the log.
    fn is_ready(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            if log(&self.folder).contains("database system is ready to accept") {
                return true;
            }
            if self.child.as_mut().is_none_or(|child| !matches!(child.try_wait(), Ok(None))) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Stops the server, and returns when it has ended.
    pub fn stop(&mut self, how: Stop) {
        let Some(mut child) = self.child.take() else { return };
        let signal = match how {
            Stop::Fast => "-INT",
            Stop::Immediate => "-QUIT",
            Stop::Kill => "-KILL",
        };
        let _ = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) && matches!(child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
        scratch::ended(child.id());
    }

    /// `postgres://…` of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs SQL as the superuser.
    pub async fn run(&self, sql: &str) {
        let db = self.connect("postgres").await;
        db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        let _ = db.close().await;
    }

    /// A connection to one of its databases.
    pub async fn connect(&self, database: &str) -> DatabaseConnection {
        super::connect(&self.url(database)).await
    }

    /// Cuts all client connections except its own.
    pub async fn cut_all(&self) {
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
        )
        .await;
    }
}

/// Copies the `data` folder that `initdb` makes; `initdb` runs once.
fn fresh_data(folder: &Path) {
    static TEMPLATE: OnceLock<PathBuf> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let folder = scratch::folder("postgres-template");
        if let Some((uid, gid)) = unprivileged() {
            chown(&folder, Some(uid), Some(gid)).expect("the template's folder can be given away");
        }
        init(&find(), &folder, unprivileged());
        folder
    });
    let copied = Command::new("cp").arg("-a").arg(template.join("data")).arg(folder).status();
    assert!(copied.is_ok_and(|status| status.success()), "the template is copied");
}

/// Runs one of PostgreSQL's client programs, such as `pg_dump`, to its end.
pub fn client(name: &str, arguments: &[&str]) {
    let done = Command::new(program(name)).args(arguments).stdin(Stdio::null()).output().expect("it runs");
    assert!(done.status.success(), "{name} {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Makes `<name>.key` and `<name>.crt`, which belong to the user that runs the server.
pub fn self_signed(folder: &Path, name: &str) -> PathBuf {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
    command.args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    command.args(["-keyout", &format!("{name}.key"), "-out", &format!("{name}.crt")]).current_dir(folder);
    let made = lower(&mut command, unprivileged()).stdin(Stdio::null()).output().expect("openssl runs");
    assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
    folder.join(format!("{name}.crt"))
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(Stop::Immediate);
    }
}
