//! The real `gl` binary, as its users run it: to be killed, stopped and started again.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::plug::Settings;
use crate::scratch;

/// How long a start may take on a busy machine.
const START: Duration = Duration::from_secs(30);
/// The log line of a service that is ready for requests.
const LISTENING: &str = "listening on http://";

/// How many log lines of earlier starts are kept.
const KEPT_LINES: usize = 400;

/// A `gl serve` or `gl worker` that is killed when dropped.
pub struct Process {
    /// Empty for a worker.
    pub base_url: String,
    /// The command that starts it, such as `unshare -m`; mostly none.
    under: Vec<String>,
    arguments: Vec<String>,
    settings: Settings,
    child: Child,
    log: Arc<Mutex<Vec<String>>>,
}

impl Process {
    /// `gl serve`, ready for requests.
    pub fn serve(database_url: &str, settings: &Settings) -> Self {
        let mut process = Self::spawn(&["serve"], database_url, settings);
        process.await_address();
        process
    }

    /// `gl serve` under another command that execs it, ready for requests.
    pub fn serve_under(under: &[&str], database_url: &str, settings: &Settings) -> Self {
        let mut process = Self::spawn_under(under, &["serve"], database_url, settings);
        process.await_address();
        process
    }

    /// `gl` with these arguments, not awaited.
    pub fn spawn(arguments: &[&str], database_url: &str, settings: &Settings) -> Self {
        Self::spawn_under(&[], arguments, database_url, settings)
    }

    /// As [`Self::serve_under`], but does not wait until it is ready.
    pub fn spawn_under(under: &[&str], arguments: &[&str], database_url: &str, settings: &Settings) -> Self {
        let mut settings = settings.clone();
        settings.insert("GL_DATABASE_URL".to_owned(), database_url.to_owned());
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let under: Vec<String> = under.iter().map(|&word| word.to_owned()).collect();
        let log = Arc::default();
        let child = launch(&under, &arguments, &settings, &log);
        Self { base_url: String::new(), under, arguments, settings, child, log }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGKILL, and waits for the end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        self.reap();
    }

    /// Sends SIGTERM; then the process has `within` to end.
    pub fn terminate(&mut self, within: Duration) -> ExitStatus {
        self.signal("TERM");
        self.wait(within)
    }

    /// Sends a signal by name, such as `STOP`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.pid().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "cannot send SIG{name} to gl");
    }

    /// Whether all its threads stand still after `STOP`: on a busy machine they go on for a while.
    pub fn is_stopped(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.pid())).expect("its threads");
        threads.flatten().all(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // `pid (name) state …`; a thread that has ended has none.
            stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('T'))
        })
    }

    /// Waits for it to end by itself.
    #[track_caller]
    pub fn wait(&mut self, within: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be asked") {
                scratch::ended(self.pid());
                self.read_to_the_end();
                return status;
            }
            assert!(start.elapsed() < within, "gl still runs after {within:?}; its log:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits a moment for the threads that read its outputs: each of them holds the log.
    fn read_to_the_end(&self) {
        let start = Instant::now();
        while Arc::strong_count(&self.log) > 1 && start.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Starts it again with the same arguments and settings; the log goes on.
    pub fn restart(&mut self) {
        let listened = !self.base_url.is_empty();
        self.relaunch(&[]);
        if listened {
            self.await_address();
        }
    }

    /// Starts it again with these additional variables, and does not wait.
    pub fn relaunch(&mut self, also: &[(&str, &str)]) {
        self.kill();
        self.base_url.clear();
        let mut lines = self.lines();
        // The last few lines of earlier logs are enough.
        let old = lines.len().saturating_sub(KEPT_LINES);
        lines.drain(..old);
        lines.push("--- started again ---".to_owned());
        drop(lines);
        let also = also.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let settings = self.settings.clone().into_iter().chain(also).collect();
        self.child = launch(&self.under, &self.arguments, &settings, &self.log);
    }

    /// The exit status, when it has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().expect("the process can be asked");
        if status.is_some() {
            scratch::ended(self.pid());
        }
        status
    }

    /// The address of a `gl serve`, once it listens.
    pub fn listening(&self) -> Option<String> {
        self.lines().iter().rev().take_while(|line| !line.starts_with("---")).find_map(|line| address(line))
    }

    /// Both of its outputs so far.
    pub fn log(&self) -> String {
        self.lines().join("\n")
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a `gl serve` listens.
    pub fn await_address(&mut self) {
        let start = Instant::now();
        loop {
            if let Some(address) = self.listening() {
                self.base_url = address;
                return;
            }
            let ended = self.child.try_wait().expect("the process can be asked");
            assert!(ended.is_none(), "gl ended at its start: {}; its log:\n{}", ended.unwrap_or_default(), self.log());
            assert!(
                start.elapsed() < START,
                "gl does not say `{LISTENING}` within {START:?}; its log:\n{}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn reap(&mut self) {
        if self.child.wait().is_ok() {
            scratch::ended(self.pid());
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("--- log of gl {} ---\n{}", self.arguments.join(" "), self.log());
        }
    }
}

fn address(line: &str) -> Option<String> {
    let start = line.find(LISTENING)? + "listening on ".len();
    let address = line[start..].split(|c: char| c.is_whitespace() || c == '"').next()?;
    Some(address.to_owned())
}

fn command(under: &[String], settings: &Settings) -> Command {
    let mut command = match under {
        [] => Command::new(binary()),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(binary());
            command
        }
    };
    // The tests' own folder may have a `gl.toml` and a `data/`.
    command.current_dir(scratch::folder(&format!("gl-{}", scratch::number())));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GL_")) {
        command.env_remove(name);
    }
    command.envs(settings).stdin(Stdio::null());
    command
}

fn launch(under: &[String], arguments: &[String], settings: &Settings, log: &Arc<Mutex<Vec<String>>>) -> Child {
    let mut command = command(under, settings);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    scratch::started(child.id());
    if let Some(out) = child.stdout.take() {
        collect(out, Arc::clone(log));
    }
    if let Some(err) = child.stderr.take() {
        collect(err, Arc::clone(log));
    }
    child
}

fn collect(source: impl Read + Send + 'static, log: Arc<Mutex<Vec<String>>>) {
    std::thread::spawn(move || {
        for line in BufReader::new(source).lines().map_while(Result::ok) {
            log.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    });
}

/// Runs a `gl` sub-command to its end with its standard output closed.
pub fn run_unread(arguments: &[&str], settings: &Settings) -> Output {
    let mut command = command(&[], settings);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    drop(child.stdout.take());
    child.wait_with_output().unwrap_or_else(|error| panic!("cannot wait for {command:?}: {error}"))
}

/// Runs a `gl` sub-command to its end.
pub fn run(arguments: &[&str], settings: &Settings) -> Output {
    command(&[], settings)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("cannot run gl {arguments:?}: {error}"))
}

/// `target/<profile>/gl`, beside the `deps` folder of the test binary; or the binary that `GL_TEST_BINARY` names, for a
/// comparison.
pub fn binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(named) = std::env::var_os("GL_TEST_BINARY") {
            return named.into();
        }
        let test = std::env::current_exe().expect("the path of the test binary");
        let profile = test.parent().and_then(|deps| deps.parent()).expect("target/<profile>/deps");
        let binary = profile.join("gl");
        let built = std::fs::metadata(&binary).and_then(|metadata| metadata.modified());
        let Ok(built) = built else {
            panic!("{} is missing: build it first, `cargo build -p api`", binary.display());
        };
        // Cargo's list of the binary's sources: `gl: source source …`, with blanks in names escaped.
        let made_of = std::fs::read_to_string(profile.join("gl.d")).unwrap_or_default().replace("\\ ", "\0");
        let sources = made_of.split_once(": ").map_or("", |(_, sources)| sources);
        for source in sources.split_whitespace().map(|source| source.replace('\0', " ")) {
            let changed = std::fs::metadata(&source).and_then(|metadata| metadata.modified());
            let older = changed.is_ok_and(|changed| changed > built);
            assert!(!older, "{} is older than {source}: build it again, `cargo build -p api`", binary.display());
        }
        binary
    })
}
