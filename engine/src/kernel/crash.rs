//! Where a process can be made to die, so that tests can show that it does no harm.
//! See docs/rules/operation.md#crashes.
//!
//! `GL_CRASH_AT=<point>[:<nth>]` lets a process end on the spot when it comes to the point for the nth
//! time: by `abort`, which like SIGKILL runs no destructor and sends nothing. Only builds with debug
//! assertions know the variable; in a release build [`here`] is empty.

use crate::books::command::{Change, Effects};
use crate::books::queue::Queue;

/// A place between two steps that must not tear anything apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// The rows of a command are written, and not committed.
    CommandWritten,
    /// A command is committed, and no notification is sent yet.
    CommandCommitted,
    /// A round of a bulk is written, and not committed.
    BulkWritten,
    /// A bulk is committed, and no notification is sent yet.
    BulkCommitted,
    /// A last approval is committed with its job, and no worker was woken.
    ApproveCommitted,
    /// A close is asked for, and no worker was woken.
    CloseAsked,
    /// Postings and balances are written, and not committed.
    PostingWritten,
    /// A set of postings is committed, and no notification is sent yet.
    PostingCommitted,
    /// A posting job is done and gone from apalis' table, and the worker that had it does not know.
    JobUnacknowledged,
    /// A close counted its start.
    CloseBegun,
    /// A close has posted what waited, and has not closed.
    ClosePosted,
    /// The period's new state is written, and not committed.
    CloseWritten,
    /// A carried out change and its change request are written, and not committed.
    CarryOutWritten,
    /// A change request is about to be carried out.
    CarryOutBegun,
    /// A change request is carried out, and its worker does not know.
    CarryOutCommitted,
    /// The period is closed, and no notification is sent yet.
    CloseCommitted,
    /// A replay has written what it found until now.
    ReplayWritten,
    /// Seals are written, and the head has not moved.
    SealWritten,
    /// A batch of seals is committed.
    SealCommitted,
    /// A tick is claimed, and not run.
    TickClaimed,
    /// An orphaned job is put back, and not committed.
    SweepWritten,
    /// The waiting request knows its answer, and has not kept it.
    AnswerUnkept,
    /// The answer is kept, and not sent.
    AnswerUnsent,
}

impl Point {
    pub const ALL: [Self; 23] = [
        Self::CommandWritten,
        Self::CommandCommitted,
        Self::BulkWritten,
        Self::BulkCommitted,
        Self::ApproveCommitted,
        Self::CloseAsked,
        Self::PostingWritten,
        Self::PostingCommitted,
        Self::JobUnacknowledged,
        Self::CloseBegun,
        Self::ClosePosted,
        Self::CloseWritten,
        Self::CarryOutWritten,
        Self::CarryOutBegun,
        Self::CarryOutCommitted,
        Self::CloseCommitted,
        Self::ReplayWritten,
        Self::SealWritten,
        Self::SealCommitted,
        Self::TickClaimed,
        Self::SweepWritten,
        Self::AnswerUnkept,
        Self::AnswerUnsent,
    ];

    /// As `GL_CRASH_AT` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CommandWritten => "command-written",
            Self::CommandCommitted => "command-committed",
            Self::BulkWritten => "bulk-written",
            Self::BulkCommitted => "bulk-committed",
            Self::ApproveCommitted => "approve-committed",
            Self::CloseAsked => "close-asked",
            Self::PostingWritten => "posting-written",
            Self::PostingCommitted => "posting-committed",
            Self::JobUnacknowledged => "job-unacknowledged",
            Self::CloseBegun => "close-begun",
            Self::ClosePosted => "close-posted",
            Self::CloseWritten => "close-written",
            Self::CarryOutWritten => "carry-out-written",
            Self::CarryOutBegun => "carry-out-begun",
            Self::CarryOutCommitted => "carry-out-committed",
            Self::CloseCommitted => "close-committed",
            Self::ReplayWritten => "replay-written",
            Self::SealWritten => "seal-written",
            Self::SealCommitted => "seal-committed",
            Self::TickClaimed => "tick-claimed",
            Self::SweepWritten => "sweep-written",
            Self::AnswerUnkept => "answer-unkept",
            Self::AnswerUnsent => "answer-unsent",
        }
    }

    /// What stands uncommitted when these effects are written.
    pub fn written(effects: &Effects) -> Self {
        let ends_job = effects.changes.iter().any(|change| matches!(change, Change::EndJob { .. }));
        let any = |wanted: fn(&Change) -> bool| effects.changes.iter().any(wanted);
        if ends_job && any(|change| matches!(change, Change::SaveChangeRequest(_))) {
            Self::CarryOutWritten
        } else if any(|change| matches!(change, Change::Post(_))) {
            Self::PostingWritten
        } else if ends_job && any(|change| matches!(change, Change::SavePeriod(_))) {
            Self::CloseWritten
        } else {
            Self::CommandWritten
        }
    }

    /// What is committed when jobs went to these queues.
    pub fn committed(queues: &[Queue]) -> Self {
        if queues.contains(&Queue::PostDocument) {
            Self::ApproveCommitted
        } else if queues.contains(&Queue::ClosePeriod) {
            Self::CloseAsked
        } else {
            Self::CommandCommitted
        }
    }
}

/// The process is at this point.
#[cfg(not(debug_assertions))]
pub fn crash_point(_: impl FnOnce() -> Point) {}

/// The process is at this point.
#[cfg(debug_assertions)]
pub fn crash_point(point: impl FnOnce() -> Point) {
    armed::reach(point);
}

/// Whether the process is to die at this point.
#[cfg(not(debug_assertions))]
pub const fn is_armed(_: Point) -> bool {
    false
}

/// Whether the process is to die at this point.
#[cfg(debug_assertions)]
pub fn is_armed(point: Point) -> bool {
    armed::is_for(point)
}

#[cfg(debug_assertions)]
mod armed {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Point;

    /// Where to die, and how often to pass before.
    struct Armed {
        point: Point,
        nth: u64,
        passed: AtomicU64,
    }

    fn read() -> Option<Armed> {
        let text = std::env::var("GL_CRASH_AT").ok()?;
        let (name, nth) = text.split_once(':').unwrap_or((&text, "1"));
        let point = Point::ALL.into_iter().find(|point| point.name() == name);
        let (Some(point), Ok(nth)) = (point, nth.parse()) else {
            tracing::error!(GL_CRASH_AT = text, "no such point");
            return None;
        };
        Some(Armed { point, nth, passed: AtomicU64::new(0) })
    }

    static ARMED: OnceLock<Option<Armed>> = OnceLock::new();

    pub fn is_for(point: Point) -> bool {
        ARMED.get_or_init(read).as_ref().is_some_and(|armed| armed.point == point)
    }

    pub fn reach(point: impl FnOnce() -> Point) {
        if let Some(armed) = ARMED.get_or_init(read)
            && armed.point == point()
            && armed.passed.fetch_add(1, Ordering::SeqCst).saturating_add(1) == armed.nth
        {
            std::process::abort();
        }
    }
}
