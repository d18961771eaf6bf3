//! One temporary folder per test process, and a shell that removes it, however the process ends.
//!
//! The shell reads a pipe that only the test process holds open. When that process ends — by itself, by a panic, by
//! ctrl-c or by `kill -9` — the pipe closes, and the shell kills the registered processes and removes the folder.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

const JANITOR: &str = r#"
pids=
while read -r word pid; do
    case $word in
        started) pids="$pids $pid" ;;
        ended) left=; for each in $pids; do [ "$each" = "$pid" ] || left="$left $each"; done; pids=$left ;;
    esac
done
for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
rm -rf "$1" "$2"
"#;

struct Scratch {
    root: PathBuf,
    /// The folder on the disk; made when a test asks for it.
    on_disk: PathBuf,
    janitor: Mutex<ChildStdin>,
}

/// Whether all folders are on the disk, as for the benchmark.
static ON_DISK: AtomicBool = AtomicBool::new(false);
/// The free memory that the tests' databases require, in kB: far more than they take.
const ENOUGH: u64 = 8 << 20;

/// From now on, folders are on the disk. Call it before the first of them.
pub fn keep_on_disk() {
    ON_DISK.store(true, Ordering::Relaxed);
}

/// The parent of all folders: the folder of `TMPDIR`, else memory where it has room. A database is some hundred files,
/// and every test has a database of its own: on a disk, making and removing them takes a third of the time of all
/// tests.
pub fn ground() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let on_disk = ON_DISK.load(Ordering::Relaxed) || std::env::var_os("TMPDIR").is_some();
    if on_disk || !has_room(memory) { std::env::temp_dir() } else { memory.to_path_buf() }
}

/// Whether the folder is in memory, with enough room.
fn has_room(folder: &Path) -> bool {
    let asked = Command::new("df").args(["-k", "--output=fstype,avail"]).arg(folder).stderr(Stdio::null()).output();
    let told = asked.map(|asked| String::from_utf8_lossy(&asked.stdout).into_owned()).unwrap_or_default();
    let words: Vec<&str> = told.split_whitespace().collect();
    let [.., "tmpfs", room] = *words else { return false };
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.split_whitespace().next());
    [Some(room), free].into_iter().all(|kb| kb.and_then(|kb| kb.parse::<u64>().ok()).is_some_and(|kb| kb >= ENOUGH))
}

fn scratch() -> &'static Scratch {
    static SCRATCH: OnceLock<Scratch> = OnceLock::new();
    SCRATCH.get_or_init(|| {
        let root = fresh_in(&ground(), &format!("gl-test-{}", std::process::id()));
        let on_disk = std::env::temp_dir().join(format!("gl-test-disk-{}", std::process::id()));
        let mut janitor = Command::new("sh");
        let janitor = leashed(janitor.arg("-c").arg(JANITOR).arg("gl-test-janitor").arg(&root).arg(&on_disk));
        Scratch { root, on_disk, janitor: Mutex::new(janitor) }
    })
}

/// Starts a command that learns of the end of this process by the end of its standard input. It is in a process group
/// of its own, so that ctrl-c does not reach it first.
#[allow(clippy::zombie_processes, reason = "it outlives this process")]
pub fn leashed(command: &mut Command) -> ChildStdin {
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    child.stdin.take().expect("a piped stdin")
}

/// Makes a new folder; the name gets a number when it is taken.
pub fn fresh_in(parent: &Path, name: &str) -> PathBuf {
    for number in 0..1000 {
        let path = parent.join(if number == 0 { name.to_owned() } else { format!("{name}-{number}") });
        match std::fs::create_dir(&path) {
            Ok(()) => return path,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => panic!("cannot make {}: {error}", path.display()),
        }
    }
    panic!("a thousand folders named {name} in {}", parent.display());
}

/// A new empty folder; it lasts as long as the test process.
pub fn folder(name: &str) -> PathBuf {
    fresh_in(&scratch().root, name)
}

/// A new empty folder on the disk, for tests that need one.
pub fn folder_on_disk(name: &str) -> PathBuf {
    let parent = &scratch().on_disk;
    std::fs::create_dir_all(parent).expect("a folder on the disk");
    fresh_in(parent, name)
}

/// A number that no other caller in this process got.
pub fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Registers a process to be killed when the tests end.
pub fn started(pid: u32) {
    tell("started", pid);
}

/// Removes the process from the register: its number may soon belong to another process.
pub fn ended(pid: u32) {
    tell("ended", pid);
}

fn tell(word: &str, pid: u32) {
    let mut janitor = scratch().janitor.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(janitor, "{word} {pid}").expect("the janitor reads");
}
