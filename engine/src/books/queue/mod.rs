//! Jobs as data: what they are ([`task`], [`schedule`]), where they stand, how they end. `jobs` says what each does, the worker
//! crate has apalis deliver them, and the store enqueues them inside the transaction that wants them done.

mod back_off;
pub mod schedule;
pub mod task;

use std::time::Duration;

use ulid::Ulid;

use crate::values::clock::Timestamp;

pub use back_off::BackOff;
pub use schedule::Scheduled;
pub use task::{Done, JobEnd, Queue, Task};

/// How often a worker says that it lives.
pub const HEARTBEAT: Duration = Duration::from_secs(4);
/// A worker that missed this many heartbeats counts as dead, and its jobs run again.
pub const MISSED_HEARTBEATS: u32 = 3;
/// A queued or running job that shows no progress for this long after it was due is delivered again.
pub const UNHEARD: Duration = Duration::from_secs(15);

/// A job to be enqueued. Its id, a ULID, is apalis' task id as well.
#[derive(Clone, PartialEq, Debug)]
pub struct NewJob {
    pub job_id: String,
    pub task: Task,
    pub created_by: String,
}

/// Fresh job ids, as many as a decision takes. Only the first is drawn, with the snapshot; the others are counted up from it. So the
/// same snapshot leads to the same decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobIds {
    first: Ulid,
}

impl JobIds {
    #[allow(clippy::disallowed_methods, reason = "the one place that makes job ids")]
    pub fn fresh() -> Self {
        Self { first: Ulid::generate() }
    }

    /// Those that begin with this number, for tests.
    pub const fn from_number(first: u128) -> Self {
        Self { first: Ulid(first) }
    }

    /// The id at this place, counted from 0.
    pub fn at(&self, place: usize) -> String {
        let place = u128::try_from(place).unwrap_or(u128::MAX);
        Ulid(self.first.0.wrapping_add(place)).to_string()
    }
}

/// Where a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    Queued,
    Running,
    /// Ended as asked.
    Done,
    /// Refused by a rule of the books; the refusal is its result.
    Refused,
    /// Started five times and never ended; waits for `retry`.
    Quarantined,
}

impl JobState {
    pub const ALL: [Self; 5] = [Self::Queued, Self::Running, Self::Done, Self::Refused, Self::Quarantined];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Quarantined => "quarantined",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    pub const fn is_ended(self) -> bool {
        matches!(self, Self::Done | Self::Refused)
    }
}

/// A job as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct JobRecord {
    pub job_id: String,
    pub task: Task,
    pub state: JobState,
    /// How often a worker began it.
    pub starts: i64,
    pub last_error: Option<String>,
    pub end: Option<JobEnd>,
    pub created_at: Timestamp,
    pub created_by: String,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_ids_follow_their_first_without_end() {
        let ids = JobIds::from_number(u128::MAX);
        assert_eq!(ids.at(0), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assert_eq!((ids.at(1), ids.at(2)), ("0".repeat(26), format!("{}1", "0".repeat(25))));
        assert_ne!(JobIds::fresh(), JobIds::fresh());
    }
}
