//! The processes that are killed: one `gl serve` on SQLite; on PostgreSQL a `gl serve` without workers, and a `gl worker`.

use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::kernel::crash::Point;
use tests::prelude::*;

use super::wire::Wire;

/// How long a process has to come to its crash point; and how long when it did not in a whole campaign.
pub const TO_POINT: Duration = Duration::from_secs(3);
pub const TO_POINT_AT_LAST: Duration = Duration::from_secs(30);
/// How long a start may take on a busy machine.
const START: Duration = Duration::from_secs(30);
/// The signal of `abort`.
const SIGABRT: i32 = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Server,
    Worker,
}

impl Who {
    pub const fn other(self) -> Self {
        match self {
            Self::Server => Self::Worker,
            Self::Worker => Self::Server,
        }
    }
}

pub struct Fleet {
    server: Process,
    worker: Option<Process>,
    pub wire: Arc<Wire>,
}

impl Fleet {
    pub fn start(database_url: &str, backend: Backend) -> Self {
        let apart = backend == Backend::Postgres;
        let workers = if apart { "none" } else { "in-process" };
        let settings =
            settings(&[("GL_WORKERS", workers), ("GL_POSTING_WAIT", "500ms"), ("GL_LOG", "warn,api::server=info")]);
        let server = Process::serve(database_url, &settings);
        let worker = apart.then(|| Process::spawn(&["worker"], database_url, &settings));
        let wire = Arc::new(Wire::new(&server.base_url));
        Self { server, worker, wire }
    }

    /// The process whose code has the point.
    pub fn who(&self, point: Point) -> Who {
        let server = matches!(
            point,
            Point::CommandWritten
                | Point::CommandCommitted
                | Point::BulkWritten
                | Point::BulkCommitted
                | Point::ApproveCommitted
                | Point::CloseAsked
                | Point::AnswerUnkept
                | Point::AnswerUnsent
        );
        if server || self.worker.is_none() { Who::Server } else { Who::Worker }
    }

    pub fn has(&self, who: Who) -> bool {
        who == Who::Server || self.worker.is_some()
    }

    /// Any process, by the dice.
    pub fn any(&self, dice: &mut Dice) -> Who {
        if self.worker.is_some() && dice.roll(2) == 0 { Who::Worker } else { Who::Server }
    }

    fn process(&mut self, who: Who) -> &mut Process {
        match (who, &mut self.worker) {
            (Who::Worker, Some(worker)) => worker,
            _ => &mut self.server,
        }
    }

    /// SIGKILL.
    pub fn kill(&mut self, who: Who) {
        self.process(who).kill();
    }

    /// Starts it again, armed to die at a point or not. False: it came to the point while it started.
    pub async fn start_again(&mut self, who: Who, armed: Option<(Point, usize)>) -> bool {
        let text = armed.map(|(point, nth)| format!("{}:{nth}", point.name()));
        let also: Vec<(&str, &str)> = text.iter().map(|text| ("GL_CRASH_AT", text.as_str())).collect();
        self.process(who).relaunch(&also);
        if who == Who::Server && !self.listens(armed.is_some()).await {
            return false;
        }
        self.wire.started();
        true
    }

    /// Waits until the server listens. False: it died at its point before.
    async fn listens(&mut self, armed: bool) -> bool {
        let begun = Instant::now();
        loop {
            if let Some(address) = self.server.listening() {
                self.wire.moved(&address);
                return true;
            }
            if let Some(status) = self.server.ended() {
                let at_its_point = armed && status.signal() == Some(SIGABRT);
                assert!(at_its_point, "gl ended at its start with {status}; its log:\n{}", self.server.log());
                return false;
            }
            assert!(begun.elapsed() < START, "gl does not start; its log:\n{}", self.server.log());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until it dies at its point. False: it never came there, and was killed where it was.
    pub async fn dies_at_its_point(&mut self, who: Who, within: Duration) -> bool {
        let begun = Instant::now();
        let process = self.process(who);
        while begun.elapsed() < within {
            if let Some(status) = process.ended() {
                assert_eq!(status.signal(), Some(SIGABRT), "gl ended by itself: {status}; its log:\n{}", process.log());
                return true;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        process.kill();
        false
    }

    /// Asserts that no process died by itself.
    pub fn all_live(&mut self) {
        for process in [Some(&mut self.server), self.worker.as_mut()].into_iter().flatten() {
            let ended = process.ended();
            assert!(ended.is_none(), "gl ended by itself: {ended:?}; its log:\n{}", process.log());
        }
    }
}
