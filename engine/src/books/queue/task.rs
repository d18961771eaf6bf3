//! The jobs that commands ask for: what each carries, and what is true of all of its kind. Everything else that knows the queues
//! (workers, signals, metrics, the sweep) goes by [`Queue::ALL`] and [`Queue::policy`].

use std::time::Duration;

use super::back_off::BackOff;
use crate::books::period::{Period, Scope};
use crate::values::error::Refusal;
use crate::values::kind::DocumentKey;

/// What a job does, and about what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Write an approved document into the general ledger.
    PostDocument { key: DocumentKey },
    /// Close a period for a scope.
    ClosePeriod { period_id: String, scope: Scope, force: bool, requested_by: String },
    /// Route the documents of a span again by other rules.
    Replay { replay_id: String },
    /// Carry out a change request that has its signatures.
    CarryOut { change_request_id: String },
}

/// How a job ended.
#[derive(Clone, PartialEq, Debug)]
pub enum JobEnd {
    Done(Done),
    Refused(Refusal),
}

/// The result of a job that succeeded.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// There is nothing more to say.
    Plain,
    /// Whether the document stands in the ledger; a forced close may have come first.
    Posting { posted: bool },
    /// The period as the close left it.
    Close(Box<Period>),
}

/// The queues: one for each kind of job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Queue {
    PostDocument,
    ClosePeriod,
    Replay,
    CarryOut,
}

/// The policy of all jobs of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Permanent: it stands in the database, in `/jobs` and in metrics.
    pub name: &'static str,
    /// How many of them one process runs at a time.
    pub concurrency: Concurrency,
    pub retry: Retry,
}

/// How many jobs of a queue one process runs at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concurrency {
    One,
    /// `gl worker --concurrency`.
    AsAsked,
}

/// What happens to a job that fails. See docs/rules/operation.md#jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retry {
    /// A job that began this often without an end is set aside.
    pub starts: i64,
    pub back_off: BackOff,
}

/// Five starts, in three minutes and a half.
const RETRY: Retry = Retry {
    starts: 5,
    back_off: BackOff { first: Duration::from_secs(5), factor: 3, at_most: Duration::from_mins(10) },
};

impl Task {
    pub const fn queue(&self) -> Queue {
        match self {
            Self::PostDocument { .. } => Queue::PostDocument,
            Self::ClosePeriod { .. } => Queue::ClosePeriod,
            Self::Replay { .. } => Queue::Replay,
            Self::CarryOut { .. } => Queue::CarryOut,
        }
    }

    /// What the job is about: its type and its id.
    pub fn about(&self) -> (&'static str, &str) {
        match self {
            Self::PostDocument { key } => (key.kind.name(), &key.id),
            Self::ClosePeriod { period_id, .. } => ("accounting_period", period_id),
            Self::Replay { replay_id } => ("approval_rule_replay", replay_id),
            Self::CarryOut { change_request_id } => ("change_request", change_request_id),
        }
    }
}

impl Queue {
    pub const ALL: [Self; 4] = [Self::PostDocument, Self::ClosePeriod, Self::CarryOut, Self::Replay];

    pub const fn policy(self) -> Policy {
        match self {
            Self::PostDocument => Policy { name: "post_document", concurrency: Concurrency::AsAsked, retry: RETRY },
            Self::ClosePeriod => Policy { name: "close_period", concurrency: Concurrency::One, retry: RETRY },
            Self::Replay => Policy { name: "replay_approval_rules", concurrency: Concurrency::One, retry: RETRY },
            Self::CarryOut => Policy { name: "carry_out", concurrency: Concurrency::AsAsked, retry: RETRY },
        }
    }

    pub const fn name(self) -> &'static str {
        self.policy().name
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|queue| queue.name() == name)
    }
}

impl Policy {
    /// The pause before the next start of a job that began so often; `None` when it is to be set aside.
    pub fn pause(&self, starts: i64) -> Option<Duration> {
        let failures = u32::try_from(starts).unwrap_or(u32::MAX);
        (starts < self.retry.starts).then(|| self.retry.back_off.after(failures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_set_aside_after_its_fifth_start() {
        for queue in Queue::ALL {
            let pauses = (1..=5).map(|starts| queue.policy().pause(starts).map(|pause| pause.as_secs()));
            assert_eq!(pauses.collect::<Vec<_>>(), [Some(5), Some(15), Some(45), Some(135), None], "{queue:?}");
            assert_eq!(Queue::parse(queue.name()), Some(queue));
        }
    }
}
