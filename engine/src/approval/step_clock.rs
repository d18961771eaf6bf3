//! The clock of a step: since when it waits, when it is late, and when its signers are reminded. See docs/rules/approval.md#deadlines.

use std::time::Duration;

use super::plan::{Alternative, Step};
use crate::values::clock::Timestamp;

/// Since when a step waits, and how long of that it stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepClock {
    pub began: Timestamp,
    pub stood_still: Duration,
}

impl StepClock {
    fn after(&self, hours: u64) -> Timestamp {
        self.began.plus(self.stood_still).plus(hours_long(hours))
    }

    /// When a way to sign is late.
    fn due(&self, way: &Alternative) -> Option<Timestamp> {
        way.deadline.due_in_hours.map(|hours| self.after(hours.into()))
    }

    /// When the step is late: by the first of its ways that is.
    pub fn due_at(&self, step: &Step) -> Option<Timestamp> {
        step.alternatives.iter().filter_map(|way| self.due(way)).min()
    }

    /// When signers are added to it the next time.
    pub fn escalates_at(&self, step: &Step) -> Option<Timestamp> {
        let to_come = step.alternatives.iter().filter(|way| way.is_to_be_escalated());
        to_come.filter_map(|way| self.due(way)).min()
    }

    /// The ways to sign it that are late now and were not escalated yet, by their places, with the instant at which they were due.
    pub fn late<'s>(&self, step: &'s Step, now: Timestamp) -> Vec<(usize, &'s Alternative, Timestamp)> {
        let late = |(place, way): (usize, &'s Alternative)| {
            let due = self.due(way).filter(|due| way.is_to_be_escalated() && *due <= now)?;
            Some((place, way, due))
        };
        step.alternatives.iter().enumerate().filter_map(late).collect()
    }

    /// From when it is among what is overdue: it is late, or its signers were reminded.
    pub fn overdue_at(&self, step: &Step) -> Option<Timestamp> {
        let reminder = remind_every(step).map(|hours| self.after(hours));
        self.due_at(step).into_iter().chain(reminder).min()
    }

    /// How often its signers were reminded until now, and when the last time was.
    pub fn reminders(&self, step: &Step, now: Timestamp) -> (u64, Option<Timestamp>) {
        let Some(hours) = remind_every(step) else { return (0, None) };
        let waited = now.since(self.began.plus(self.stood_still));
        let times = waited.as_micros().checked_div(hours_long(hours).as_micros()).unwrap_or(0);
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        (times, (times > 0).then(|| self.after(hours.saturating_mul(times))))
    }
}

/// Of several ways to sign, the one that reminds most often counts.
fn remind_every(step: &Step) -> Option<u64> {
    step.alternatives.iter().filter_map(|way| way.deadline.remind_every_hours).min().map(u64::from)
}

fn hours_long(hours: u64) -> Duration {
    Duration::from_secs(hours.saturating_mul(3_600))
}

#[cfg(test)]
mod tests;
