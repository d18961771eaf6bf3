//! Replays: the documents of a span, routed again by rules as they would be. Here is what is asked for and what comes of it; how a
//! document is routed again stands in `features/replay`. See docs/rules/rule-sets.md#replay.

pub mod asks;
pub mod load;
pub mod record;
pub mod summary;

use super::plan::RoutingPlan;
use super::rule::Rule;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::RefusalName;
use crate::values::kind::DocumentKey;

/// The most rules that a replay takes.
pub const MOST_RULES: usize = 1_000;
/// The longest span, in days: ten years.
pub const LONGEST: i64 = 3_660;

/// What somebody wants to know.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    pub replay_id: String,
    pub job_id: String,
    /// The days of the submissions, in UTC, both included.
    pub from: Date,
    pub to: Date,
    /// In place of all rules.
    pub rules: Vec<Rule>,
    /// Submissions after this are not looked at, so that a replay that is run again finds the same.
    pub requested_at: Timestamp,
    pub requested_by: String,
}

impl Replay {
    /// The first instant whose documents are routed.
    pub fn first(&self) -> Timestamp {
        self.from.start()
    }

    /// The first whose documents are read: the rules may add up what was submitted before.
    pub fn reads_from(&self) -> Timestamp {
        let aggregates = self.rules.iter().filter_map(|rule| rule.aggregate.as_ref());
        let days = aggregates.map(|aggregate| aggregate.days).max().unwrap_or(0);
        self.first().minus_days(days)
    }

    /// Whether a rule adds up what belongs together.
    pub fn adds_up(&self) -> bool {
        self.rules.iter().any(|rule| rule.is_active && rule.aggregate.is_some())
    }
}

/// What becomes of a document that the rules would have sent another way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Another plan.
    Otherwise,
    /// Refused: no amount rule covers it.
    NoMatchingRule,
    /// Refused: the submitter had no manager.
    NoManager,
    /// Refused: not enough people could have signed.
    NoApprover,
}

impl Outcome {
    pub const ALL: [Self; 4] = [Self::Otherwise, Self::NoMatchingRule, Self::NoManager, Self::NoApprover];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Otherwise => "otherwise",
            Self::NoMatchingRule => RefusalName::NoMatchingRule.code(),
            Self::NoManager => RefusalName::NoManager.code(),
            Self::NoApprover => RefusalName::NoApprover.code(),
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// A document that would have gone another way.
#[derive(Clone, PartialEq, Debug)]
pub struct Diverted {
    /// Counted from 1, in the order of the submissions.
    pub position: i64,
    pub key: DocumentKey,
    pub submitted_at: Timestamp,
    pub submitted_by: String,
    /// The plan that was pinned.
    pub old_plan: RoutingPlan,
    pub new: NewWay,
}

/// What the rules of the replay would have made of a document.
#[derive(Clone, PartialEq, Debug)]
pub enum NewWay {
    Plan(RoutingPlan),
    /// The submission would have been refused.
    Refused {
        outcome: Outcome,
        detail: String,
    },
}

impl NewWay {
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::Plan(_) => Outcome::Otherwise,
            Self::Refused { outcome, .. } => *outcome,
        }
    }
}
