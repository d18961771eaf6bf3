//! A replay as it is kept: what was asked for, how far it is, and what it found.

use super::Replay;
use super::summary::Summary;
use crate::approval::rule::Rule;
use crate::values::clock::{Date, Timestamp};

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Submissions that were looked at.
    pub done: u64,
    /// How many there are; `None` before it began.
    pub total: Option<u64>,
}

/// A replay as lists show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub replay_id: String,
    pub job_id: String,
    pub from: Date,
    pub to: Date,
    pub requested_at: Timestamp,
    pub requested_by: String,
    pub progress: Progress,
    /// Once its summary is there.
    pub finished_at: Option<Timestamp>,
}

/// The whole replay, kept for a week.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    pub record: Record,
    pub rules: Vec<Rule>,
    /// Once it is finished.
    pub summary: Option<Summary>,
}

impl Kept {
    /// What was asked for.
    pub fn asked(&self) -> Replay {
        let Record { replay_id, job_id, from, to, requested_at, requested_by, .. } = self.record.clone();
        Replay { replay_id, job_id, from, to, requested_at, requested_by, rules: self.rules.clone() }
    }
}
