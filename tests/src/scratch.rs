//! The folder of one test process, and the watchdog that removes it, whatever becomes of the process.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The two databases that everything must work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// Stops the process' PostgreSQL and deletes its folder once the process is gone, also after a panic or a kill -9.
const WATCHDOG: &str = r#"
trap '' INT TERM HUP
while kill -0 "$1" 2>/dev/null; do sleep 0.5; done
if [ -f "$2/postgres/postmaster.pid" ]; then
    server=$(head -n 1 "$2/postgres/postmaster.pid")
    kill -QUIT "$server" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" 2>/dev/null || break; sleep 0.2; done
fi
rm -rf "$2"
"#;

/// The folder of this process.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let process = std::process::id().to_string();
        let folder = std::env::temp_dir().join(format!("gl-tests-{process}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the tests' databases");
        Command::new("sh")
            .args(["-c", WATCHDOG, "watchdog", &process, &folder.to_string_lossy()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("sh for the watchdog");
        folder
    })
}

/// A number that no other test of this process has.
pub fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Runs `work` to its end on a thread and runtime of its own, so that it can be called from any test's runtime.
pub fn apart<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let run = move || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runtime").block_on(work);
    std::thread::spawn(run).join().expect("the template database is built")
}
