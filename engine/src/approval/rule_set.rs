//! PURE: rule sets. The rules that were in force together have a number, and each change of the rules makes the next. Several changes are
//! gathered in a draft, and put in force at once. See docs/rules/rule-sets.md#versions.

mod change;

pub use change::{Changed, changes};

use super::rule::Rule;
use crate::values::clock::Timestamp;
use crate::values::kind::spelled::spelled;

/// The name of drafts in the trail.
pub const DRAFT: &str = "approval_rule_draft";
/// The name people read.
pub const TITLE: &str = "draft of approval rules";

/// That these rules came into force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Counted from 1.
    pub number: i64,
    /// `None` of the first: since before sets were counted.
    pub in_force_from: Option<Timestamp>,
    pub put_in_force_by: Option<String>,
    /// The draft that it was; `None` where a single rule was changed.
    pub draft_id: Option<String>,
}

spelled! {
    /// Where a draft stands.
    DraftStatus {
        Draft = "Draft",
        Scheduled = "Scheduled",
        InForce = "In Force",
    }
}

/// How far a draft has come, with what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DraftStage {
    Draft,
    /// Its rules decide from this instant on; soon after it, a job writes them down.
    Scheduled {
        from: Timestamp,
        by: String,
    },
    InForce {
        from: Timestamp,
        by: String,
        rule_set: i64,
    },
}

/// Rules as they would be, all of them, in place of those that are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSetDraft {
    pub draft_id: String,
    pub description: String,
    /// The set that was in force when it was begun, or last looked at.
    pub based_on: i64,
    /// As if each were created.
    pub rules: Vec<Rule>,
    pub stage: DraftStage,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl DraftStage {
    pub const fn status(&self) -> DraftStatus {
        match self {
            Self::Draft => DraftStatus::Draft,
            Self::Scheduled { .. } => DraftStatus::Scheduled,
            Self::InForce { .. } => DraftStatus::InForce,
        }
    }

    /// From when its rules decide, and who put them in force.
    pub const fn in_force(&self) -> Option<(Timestamp, &String)> {
        match self {
            Self::Draft => None,
            Self::Scheduled { from, by } | Self::InForce { from, by, .. } => Some((*from, by)),
        }
    }
}

impl RuleSetDraft {
    /// The same in its next version, at this stage.
    #[must_use]
    pub fn at(&self, stage: DraftStage, now: Timestamp, by: &str) -> Self {
        Self {
            stage,
            version: self.version.saturating_add(1),
            updated_at: now,
            updated_by: by.to_owned(),
            ..self.clone()
        }
    }
}
