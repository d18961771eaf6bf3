//! The scheduled jobs: when a tick is due, which process may run it, and what happens to a missed tick.
//!
//! Each of them has one row in the table `schedule`, for all processes. A process that finds the tick due claims it there for the
//! time of a lease, runs it, and moves the row on to the next tick. A claimant that dies leaves a claim that ends with its lease;
//! then another process runs the tick. So a tick is run at least once, and by one process as long as it takes less than its lease.
//! See docs/rules/operation.md#schedules.

use std::time::Duration;

use super::back_off::BackOff;
use crate::values::clock::Timestamp;

/// The scheduled jobs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scheduled {
    /// Delivers again what crashes left behind.
    Sweep,
    /// Seals new rows of the audit trail: at most five seconds behind.
    Seal,
    /// Looks everywhere for rows without a seal, for a transaction that took very long.
    SealAll,
    /// Gives the steps that nobody signed in time their further signers.
    Escalate,
    /// Writes down a scheduled rule set once its instant has come.
    RuleSets,
    /// Makes the documents of recurring ones that are due.
    RecurringDocuments,
    /// Makes the reversing entries of accruals whose day has come.
    AccrualReversals,
    /// Recognises the parts of deferrals that are due.
    Deferrals,
    /// Forgets ended jobs, dead workers and old answers.
    Purge,
}

/// When a job runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Permanent: it stands in the database.
    pub name: &'static str,
    /// From one tick to the next.
    pub every: Duration,
    pub missed: Missed,
    /// How long a claim holds: a claimant that did not finish within it counts as dead.
    pub lease: Duration,
    /// How soon a tick that failed is run again.
    pub back_off: BackOff,
}

/// What happens to a tick that no process ran before the next was due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// It is caught up as soon as a process is there, in one run for all that were missed.
    CatchUp,
    /// It is left out; the next one comes in its time.
    Skip,
}

impl Scheduled {
    pub const ALL: [Self; 9] = [
        Self::Sweep,
        Self::Seal,
        Self::SealAll,
        Self::Escalate,
        Self::RuleSets,
        Self::RecurringDocuments,
        Self::AccrualReversals,
        Self::Deferrals,
        Self::Purge,
    ];

    pub const fn schedule(self) -> Schedule {
        let (minute, back_off) = (Duration::from_mins(1), RETRY);
        match self {
            Self::Sweep => Schedule {
                name: "sweep",
                every: Duration::from_secs(5),
                missed: Missed::CatchUp,
                lease: Duration::from_secs(3),
                back_off,
            },
            Self::Seal => Schedule {
                name: "seal",
                every: Duration::from_secs(1),
                missed: Missed::CatchUp,
                lease: Duration::from_secs(3),
                back_off: BackOff { at_most: Duration::from_secs(2), ..back_off },
            },
            Self::SealAll => Schedule {
                name: "seal_all",
                every: Duration::from_mins(5),
                missed: Missed::CatchUp,
                lease: minute,
                back_off,
            },
            Self::Escalate => Schedule {
                name: "escalate",
                every: Duration::from_secs(30),
                missed: Missed::CatchUp,
                lease: minute,
                back_off,
            },
            Self::RuleSets => Schedule {
                name: "rule_sets",
                every: Duration::from_secs(5),
                missed: Missed::CatchUp,
                lease: Duration::from_secs(3),
                back_off,
            },
            Self::RecurringDocuments => Schedule {
                name: "recurring_documents",
                every: Duration::from_secs(30),
                missed: Missed::CatchUp,
                lease: minute,
                back_off,
            },
            Self::AccrualReversals => Schedule {
                name: "accrual_reversals",
                every: Duration::from_secs(30),
                missed: Missed::CatchUp,
                lease: minute,
                back_off,
            },
            Self::Deferrals => Schedule {
                name: "deferrals",
                every: Duration::from_secs(30),
                missed: Missed::CatchUp,
                lease: minute,
                back_off,
            },
            Self::Purge => Schedule {
                name: "purge",
                every: Duration::from_mins(10),
                missed: Missed::Skip,
                lease: minute,
                back_off,
            },
        }
    }
}

const RETRY: BackOff = BackOff { first: Duration::from_secs(1), factor: 2, at_most: Duration::from_mins(1) };

/// How a schedule stands in its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// When the next tick that has not run yet is due.
    pub due_at: Timestamp,
    /// Until then no other process runs it: it is claimed, or it failed and is to be tried later.
    pub held_until: Option<Timestamp>,
    /// How often in a row it failed.
    pub failures: u32,
}

/// What a process does that looks at the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Wait(Duration),
    /// Leave the tick out, and go on with this one.
    LeaveOut {
        next: Timestamp,
    },
    /// Claim the tick until then, and run it.
    Run {
        until: Timestamp,
    },
}

impl Schedule {
    /// What to do at this instant.
    pub fn step(&self, standing: &Standing, now: Timestamp) -> Step {
        let longest = self.lease.max(self.back_off.at_most);
        let held = standing.held_until.and_then(|until| ahead(until, now, longest));
        if let Some(left) = held.or_else(|| ahead(standing.due_at, now, self.every)) {
            return Step::Wait(left);
        }
        let is_missed = now >= standing.due_at.plus(self.every);
        match self.missed {
            Missed::Skip if is_missed => Step::LeaveOut { next: self.next(standing.due_at, now) },
            Missed::Skip | Missed::CatchUp => Step::Run { until: now.plus(self.lease) },
        }
    }

    /// The first tick after `now`. Ticks keep their distance from each other, however late one was run.
    pub fn next(&self, due_at: Timestamp, now: Timestamp) -> Timestamp {
        let every = i64::try_from(self.every.as_micros()).unwrap_or(i64::MAX).max(1);
        let since = now.micros().saturating_sub(due_at.micros()).rem_euclid(every);
        Timestamp::from_micros(now.micros().saturating_sub(since)).plus(self.every)
    }
}

/// How long it is until then; `None` when it has come. What is further ahead than it was ever put has come, too: the clock was set
/// back, and to wait for it to be there again could stop a job for days.
fn ahead(at: Timestamp, now: Timestamp, at_most: Duration) -> Option<Duration> {
    let micros = u64::try_from(at.micros().saturating_sub(now.micros())).ok().filter(|micros| *micros > 0)?;
    Some(Duration::from_micros(micros)).filter(|left| *left <= at_most)
}

#[cfg(test)]
mod tests;
